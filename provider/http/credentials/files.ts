// Files that contain credentials. Errors name the path and the reason, never the content.
import type { Environment } from "../../core/schema/environment";
import { ProviderError } from "../../core/errors/errors";
import type { Plain, PlainMap } from "../../core/values/value";

/** Reads a text file; fails with the error of the file system. */
export type ReadText = (path: string) => Promise<string>;

/** The credential files of one configuration. A leading `~` is the home directory of the user. */
export interface CredentialFiles {
  /** Returns the home directory of the user. */
  home(): Promise<string>;
  /** Returns the path with `~` expanded. */
  path(given: string): Promise<string>;
  /**
   * Returns the text, undefined when there is no such file. Fails with `failed_precondition` when it cannot be read; `label` names the file in the message,
   * default: "the file PATH".
   */
  text(path: string, label?: string): Promise<string | undefined>;
  /** Returns the JSON object in the file, undefined when there is no such file. Fails as `text`, and for any other content. */
  json(path: string): Promise<PlainMap | undefined>;
}

/** Options of {@link createCredentialFiles}. */
export interface FileOptions {
  env: Environment;
  /** Replaced in tests. */
  readText?: ReadText | undefined;
  /** Whether USERPROFILE names the home directory. If omitted, depends on the platform. */
  windows?: boolean | undefined;
  /** Error codes of the file system that mean "no such file". Defaults to ENOENT. */
  absent?: ReadonlySet<string>;
}

const noSuchFile: ReadonlySet<string> = new Set(["ENOENT"]);

/** Creates the access to credential files. Loads the file system module with the first read. */
export function createCredentialFiles(options: FileOptions): CredentialFiles {
  const { env, readText = readFromDisk, windows = process.platform === "win32", absent = noSuchFile } = options;
  const home = async (): Promise<string> => (windows ? env.USERPROFILE : env.HOME) || (await systemHome());
  const path = async (given: string): Promise<string> => (/^~(?=$|[\\/])/.test(given) ? (await home()) + given.slice(1) : given);
  const text = async (given: string, label?: string): Promise<string | undefined> => {
    const full = await path(given);
    try {
      return (await readText(full)).replace(/^\uFEFF/, "");
    } catch (thrown) {
      const code = systemCode(thrown);
      if (code !== undefined && absent.has(code)) return undefined;
      throw unusableFile(label ?? `the file ${full}`, `cannot be read (${code ?? "unreadable"})`);
    }
  };
  const json = async (given: string): Promise<PlainMap | undefined> => {
    const content = await text(given);
    if (content === undefined) return undefined;
    const value = parseContent(content);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
    throw unusableFile(`the file ${await path(given)}`, value === undefined ? "is not JSON" : "contains JSON that is not an object");
  };
  return { home, path, text, json };
}

/** Returns the error for a file that cannot be used. `label` names the file, for example "the file /keys/google.json". */
export function unusableFile(label: string, reason: string): ProviderError {
  return new ProviderError("failed_precondition", `${label} ${reason}`);
}

function parseContent(text: string): Plain | undefined {
  try {
    return JSON.parse(text) as Plain;
  } catch {
    return undefined;
  }
}

function systemCode(thrown: unknown): string | undefined {
  const code = typeof thrown === "object" && thrown !== null && "code" in thrown ? thrown.code : undefined;
  return typeof code === "string" ? code : undefined;
}

async function readFromDisk(path: string): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  return readFile(path, "utf8");
}

async function systemHome(): Promise<string> {
  const { homedir } = await import("node:os");
  return homedir();
}
