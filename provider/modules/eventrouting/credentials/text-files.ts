// Files that hold credentials: read late, and told by path and reason when they cannot be read, never by what stands in them.
import { ProviderError } from "../../../core/errors";
import type { Environment } from "../env";

/** Reads a text; fails with what the system says. */
export type ReadText = (path: string) => Promise<string>;

/** The files of one configuration. */
export interface TextFiles {
  /** The text, or nothing when there is no such file. A leading `~` is the home directory. Fails with `failed_precondition`; `named` is what the message calls the file. */
  text(path: string, named: string): Promise<string | undefined>;
  /** Where the vendor's command-line tool leaves credentials of its user. */
  wellKnown(): Promise<string>;
}

/** What of the world is used; each part can be replaced. */
export interface FileOptions {
  env: Environment;
  readText?: ReadText | undefined;
  /** Whether the folders have the names of Windows. */
  windows?: boolean | undefined;
}

/** What the system says of a text that is no path of a file; a folder is none: a token may be called like one. */
const absent = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG", "ERR_INVALID_ARG_VALUE"]);

/** The files as this environment sees them. Nothing of the file system is loaded before the first is read. */
export function createFiles({ env, readText = readFromDisk, windows = process.platform === "win32" }: FileOptions): TextFiles {
  const home = async (): Promise<string> => (windows ? env["USERPROFILE"] : env["HOME"]) || (await systemHome());
  const text = async (path: string, named: string): Promise<string | undefined> => {
    const full = /^~(?=$|[\\/])/.test(path) ? (await home()) + path.slice(1) : path;
    try {
      return (await readText(full)).replace(/^\uFEFF/, "");
    } catch (thrown) {
      const code = (thrown as { code?: unknown } | undefined)?.code;
      if (typeof code === "string" && absent.has(code)) return undefined;
      throw new ProviderError("failed_precondition", `${named} cannot be read (${typeof code === "string" ? code : "unreadable"})`);
    }
  };
  const wellKnown = async (): Promise<string> => {
    const name = "application_default_credentials.json";
    if (env["CLOUDSDK_CONFIG"]) return `${env["CLOUDSDK_CONFIG"]}${windows ? "\\" : "/"}${name}`;
    return windows ? `${env["APPDATA"] || `${await home()}\\AppData\\Roaming`}\\gcloud\\${name}` : `${await home()}/.config/gcloud/${name}`;
  };
  return { text, wellKnown };
}

async function readFromDisk(path: string): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  return readFile(path, "utf8");
}

async function systemHome(): Promise<string> {
  const { homedir } = await import("node:os");
  return homedir();
}
