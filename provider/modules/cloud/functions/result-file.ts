// Writes the file of the input `resultOutputFile`: readable by its owner only, complete or not at all. See docs/modules/cloud.md#result-files.
import { messageOf, ProviderError } from "../../../core/errors/errors";
import { isObject } from "../../../core/json/json";
import { snakeCase } from "../../../core/schema/snake-case";
import type { Plain } from "../../../core/values/value";

/** Lists whose key in the file is singular, for compatibility with the Terraform provider. */
const singularKeys = /(Prepaids|Configs|Confs|Lists|Sets|Infos|DetailRules)$/;

/** Returns the text of the file: sorted keys in snake_case, indented by tabs, without a final newline. `exceptions` are keys that break the rule. */
export function fileText(content: Plain, exceptions: Readonly<Record<string, string>> = {}): string {
  return JSON.stringify(withFileKeys(content, exceptions), null, "\t");
}

function withFileKeys(value: Plain, exceptions: Readonly<Record<string, string>>): Plain {
  if (Array.isArray(value)) return value.map((item) => withFileKeys(item, exceptions));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]): [string, Plain] => [
    exceptions[key] ?? fileKey(key),
    withFileKeys(member, exceptions),
  ]);
  return Object.fromEntries(members.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function fileKey(key: string): string {
  return snakeCase(singularKeys.test(key) ? key.slice(0, -1) : key);
}

/**
 * Writes the text to a temporary file and renames it, so that a reader never finds a part of it. A leading `~` is the home directory. Fails with
 * `failed_precondition`, the path and the reason.
 */
export async function writeResult(path: string, text: string, home: string | undefined): Promise<void> {
  const [{ mkdir, rename, rm, stat, writeFile }, { dirname, join }] = await Promise.all([import("node:fs/promises"), import("node:path")]);
  const isAtHome = path === "~" || path.startsWith("~/");
  const target = isAtHome && home ? join(home, path.slice(1)) : path;
  const temporary = `${target}.${process.pid}.${++temporaryFiles}.part`;
  try {
    if (isAtHome && !home) throw new Error("no home directory. Set HOME or USERPROFILE, or use an absolute path");
    if ((await stat(target).catch(() => undefined))?.isDirectory()) throw new Error("it is a directory. Set the path of a file");
    await mkdir(dirname(target), { recursive: true, mode: 0o755 });
    await writeFile(temporary, text, { mode: 0o600, flag: "wx" });
    await rename(temporary, target);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw new ProviderError("failed_precondition", `resultOutputFile: ${target}: cannot be written: ${messageOf(cause)}.`, { cause });
  }
}

let temporaryFiles = 0;
