// Text files that hold credentials: read late, and told by name and reason when they cannot be read, never by what stands in them.
import { ProviderError } from "../../../core/errors";
import { isObject, parseJson } from "../../../core/json";
import type { PlainMap } from "../../../core/value";
import type { Environment } from "../env";

/** Reads a text; fails with what the system says. */
export type ReadText = (path: string) => Promise<string>;

/** The files of one configuration. A leading `~` is the home directory of the user. */
export interface TextFiles {
  /** The path with `~` expanded. */
  path(given: string): Promise<string>;
  /** The text, or nothing when there is no such file. Fails with `failed_precondition` and the path when it cannot be read. */
  text(path: string): Promise<string | undefined>;
  /** As `text`, read as a JSON object. */
  json(path: string): Promise<PlainMap | undefined>;
}

/** What of the world is used; each part can be replaced. */
export interface FileOptions {
  env: Environment;
  readText?: ReadText | undefined;
  /** Whether the home directory is called USERPROFILE. */
  windows?: boolean | undefined;
}

/** The files as this environment sees them. Nothing of the file system is loaded before the first is read. */
export function createFiles({ env, readText = readFromDisk, windows = process.platform === "win32" }: FileOptions): TextFiles {
  const path = async (given: string): Promise<string> => {
    if (!/^~(?=$|[\\/])/.test(given)) return given;
    return ((windows ? env["USERPROFILE"] : env["HOME"]) || (await systemHome())) + given.slice(1);
  };
  const text = async (given: string): Promise<string | undefined> => {
    const full = await path(given);
    try {
      return (await readText(full)).replace(/^\uFEFF/, "");
    } catch (thrown) {
      const code = (thrown as { code?: unknown } | undefined)?.code;
      if (code === "ENOENT") return undefined;
      throw fileError(full, `cannot be read (${typeof code === "string" ? code : "unreadable"})`);
    }
  };
  const json = async (given: string): Promise<PlainMap | undefined> => {
    const content = await text(given);
    if (content === undefined) return undefined;
    const value = parseJson(content);
    if (!isObject(value)) throw fileError(await path(given), value === undefined ? "is not JSON" : "holds JSON, but no object");
    return value;
  };
  return { path, text, json };
}

/** A file that cannot be used, and why. */
export function fileError(path: string, reason: string): ProviderError {
  return new ProviderError("failed_precondition", `the file ${path} ${reason}`);
}

async function readFromDisk(path: string): Promise<string> {
  const { readFile } = await import("node:fs/promises");
  return readFile(path, "utf8");
}

async function systemHome(): Promise<string> {
  const { homedir } = await import("node:os");
  return homedir();
}
