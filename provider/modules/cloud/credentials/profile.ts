// The shared credential files of the vendor's command line: `<profile>.credential` and `<profile>.configure` (cloud-lookups.md 4.3).
import { isObject } from "../../../core/json";
import type { Plain } from "../../../core/value";
import type { CloudSettings } from "../settings";
import type { Keys } from "./keys";
import type { TextFiles } from "./text-files";

/** What a profile holds. */
export interface Profile {
  /** Full path of the file, for messages. */
  path: string;
  exists: boolean;
  keys?: Keys;
  /** The role to assume with the keys. */
  role?: { roleArn: string; sessionName: string };
}

type Named = Pick<CloudSettings, "profile" | "sharedCredentialsDir">;

/** Reads the credential file; a missing one counts as empty. Fails with `failed_precondition` when it cannot be read or holds no JSON object. */
export async function readProfile(settings: Named, files: TextFiles): Promise<Profile> {
  const path = await files.path(pathOf(settings, "credential"));
  const content = await files.json(path);
  const [secretId, secretKey, token, roleArn, sessionName] = ["secretId", "secretKey", "token", "role-arn", "role-session-name"].map(
    (key) => trimmed(content?.[key]),
  );
  return {
    path,
    exists: content !== undefined,
    ...(secretId && secretKey && { keys: { secretId, secretKey, ...(token && { token }) } }),
    ...(roleArn && sessionName && { role: { roleArn, sessionName } }),
  };
}

/** The region of the profile's configure file, if it names one. Fails as {@link readProfile}. */
export async function profileRegion(settings: Named, files: TextFiles): Promise<string | undefined> {
  const parameters = (await files.json(pathOf(settings, "configure")))?.["_sys_param"];
  return isObject(parameters) ? trimmed(parameters["region"]) : undefined;
}

function pathOf({ profile, sharedCredentialsDir = "~/.tccli" }: Named, kind: string): string {
  return `${sharedCredentialsDir.replace(/(?<=.)[\\/]+$/, "")}/${profile}.${kind}`;
}

/** Values that are no texts, and empty ones, are ignored. */
function trimmed(value: Plain | undefined): string | undefined {
  return typeof value === "string" ? value.trim() || undefined : undefined;
}
