// Writes a generated file, or (with --check) reports whether the committed one is out of date.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of the repository. */
export const root = join(__dirname, "..", "..");

/** Returns the message of `--check` about an outdated file; undefined for a current one. `remedy` is the command that updates it. */
export function drift(name: string, generated: string, committed: string | undefined, remedy: string): string | undefined {
  if (committed === undefined) return `${name} is missing: run ${remedy}`;
  if (committed === generated) return undefined;
  const lines = generated.split("\n");
  const line = committed.split("\n").findIndex((text, index) => text !== lines[index]);
  return `${name} is out of date from line ${line < 0 ? lines.length : line + 1} on: run ${remedy}`;
}

/** Writes `text` to `name` below the repository; with `--check` writes nothing and ends the process with 1 when the file differs. */
export function writeOrCheck(name: string, text: string, remedy: string): void {
  const file = join(root, name);
  if (!process.argv.includes("--check")) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return;
  }
  const fault = drift(name, text, read(file), remedy);
  if (fault === undefined) return;
  process.stderr.write(`${fault}\n`);
  process.exitCode = 1;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
