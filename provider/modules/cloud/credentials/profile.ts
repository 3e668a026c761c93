// The credential files of the vendor's command line: `<profile>.credential` and `<profile>.configure`. See docs/modules/cloud.md#credential-files.
import { objectOf } from "../../../core/values/records";
import type { Plain } from "../../../core/values/value";
import type { CredentialFiles } from "../../../http/credentials/files";
import type { EffectiveSettings } from "../settings";
import type { Keys } from "./keys";

/** The content of a profile. */
export interface Profile {
  /** Full path of the file, for messages. */
  path: string;
  exists: boolean;
  keys?: Keys;
  /** The role to assume with the keys. */
  role?: { roleArn: string; sessionName: string };
}

type ProfileSettings = Pick<EffectiveSettings, "profile" | "sharedCredentialsDir">;

/** Reads the credential file; a missing one counts as empty. Fails with `failed_precondition` when it cannot be read or is not a JSON object. */
export async function readProfile(settings: ProfileSettings, files: CredentialFiles): Promise<Profile> {
  const path = await files.path(pathOf(settings, "credential"));
  const content = await files.json(path);
  const [secretId, secretKey, token, roleArn, sessionName] = ["secretId", "secretKey", "token", "role-arn", "role-session-name"].map(
    (key) => trimText(content?.[key]),
  );
  return {
    path,
    exists: content !== undefined,
    ...(secretId && secretKey && { keys: { secretId, secretKey, ...(token && { token }) } }),
    ...(roleArn && sessionName && { role: { roleArn, sessionName } }),
  };
}

/** Returns the region in the configure file of the profile. Fails as {@link readProfile}. */
export async function profileRegion(settings: ProfileSettings, files: CredentialFiles): Promise<string | undefined> {
  const { _sys_param: parameters } = objectOf(await files.json(pathOf(settings, "configure")));
  return trimText(objectOf(parameters).region);
}

function pathOf({ profile, sharedCredentialsDir = "~/.tccli" }: ProfileSettings, kind: string): string {
  return `${sharedCredentialsDir.replace(/(?<=.)[\\/]+$/, "")}/${profile}.${kind}`;
}

/** Ignores values that are not texts, and empty texts. */
function trimText(value: Plain | undefined): string | undefined {
  return typeof value === "string" ? value.trim() || undefined : undefined;
}
