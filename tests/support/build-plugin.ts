// Builds the plugin once before the suites that start it, when it is missing or older than what it is made of.
import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(__dirname, "..", "..");
const bin = join(root, "provider", "bin");

/** The last file that the build writes. */
const product = join(bin, "pulumi-resource-quartet.cmd");
const sources = ["provider", "schema.json", "package-lock.json"];

/** Builds when there is a reason to. Fails with the output of the build. */
export async function buildPlugin(): Promise<void> {
  if (changedAt(product) > Math.max(...sources.map((path) => newest(join(root, path))))) return;
  await promisify(execFile)(process.execPath, [require.resolve("tsx/cli"), join("provider", "tools", "build.ts")], { cwd: root });
}

function changedAt(path: string) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** When the newest file below the path was changed; what the build makes is left out. */
function newest(path: string): number {
  if (path === bin) return 0;
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))));
}
