// The file that a lookup writes on request, `resultOutputFile` (cloud-lookups.md 7.2): readable by its owner only, whole or not at all.
import { ProviderError } from "../../../core/errors";
import { isObject } from "../../../core/json";
import type { Plain } from "../../../core/value";

/** Lists that the file names in the singular, after the tool whose form it has. */
const singular = /(Prepaids|Configs|Confs|Lists|Sets|Infos|DetailRules)$/;

/** The text of the file: keys in snake_case and sorted, a tab for each level, no line end at the end. */
export function fileText(content: Plain, odd: Readonly<Record<string, string>> = {}): string {
  return JSON.stringify(renamed(content, odd), null, "\t");
}

function renamed(value: Plain, odd: Readonly<Record<string, string>>): Plain {
  if (Array.isArray(value)) return value.map((item) => renamed(item, odd));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]): [string, Plain] => [odd[key] ?? snake(key), renamed(member, odd)]);
  return Object.fromEntries(members.sort(([left], [right]) => (left < right ? -1 : 1)));
}

function snake(key: string): string {
  const name = singular.test(key) ? key.slice(0, -1) : key;
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Writes the file beside its place and then puts it there, so that nobody reads half of it. A leading `~` stands for the home directory. Fails with
 * `failed_precondition`, the path and the reason.
 */
export async function writeResult(path: string, text: string, home: string | undefined): Promise<void> {
  const [{ mkdir, rename, rm, stat, writeFile }, { dirname, join }] = await Promise.all([import("node:fs/promises"), import("node:path")]);
  const atHome = path === "~" || path.startsWith("~/");
  const place = atHome && home ? join(home, path.slice(1)) : path;
  const draft = `${place}.${process.pid}.${++drafts}.part`;
  try {
    if (atHome && !home) throw new Error("there is no home directory; neither HOME nor USERPROFILE is set");
    if ((await stat(place).catch(() => undefined))?.isDirectory()) throw new Error("it is a directory");
    await mkdir(dirname(place), { recursive: true, mode: 0o755 });
    await writeFile(draft, text, { mode: 0o600, flag: "wx" });
    await rename(draft, place);
  } catch (cause) {
    await rm(draft, { force: true }).catch(() => undefined);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ProviderError("failed_precondition", `resultOutputFile: the file ${place} cannot be written: ${reason}`, { cause });
  }
}

let drafts = 0;
