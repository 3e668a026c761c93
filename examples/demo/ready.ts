/** Builds the plugin and the SDK if they are missing or older than their sources. */
import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(__dirname, "..", "..");

interface Product {
  title: string;
  output: string;
  from: readonly string[];
  builder: string;
}

const products: readonly Product[] = [
  {
    title: "the plugin",
    output: "provider/bin/boot.cjs",
    from: ["schema.json", "package-lock.json", "provider"],
    builder: "provider/tools/build.ts",
  },
  { title: "the TypeScript SDK", output: "sdk/nodejs/bin/index.js", from: ["sdk/nodejs"], builder: "tools/sdk.ts" },
];

/** Brings plugin and SDK up to date and prints each build. Throws with the output of a failed build. */
export async function makeReady(log: (line: string) => void, interrupt: AbortSignal): Promise<void> {
  for (const { title, output, from, builder } of products) {
    if (isFresh(join(root, output), from)) continue;
    log(`building ${title} ...`);
    await promisify(execFile)(process.execPath, ["--import", "tsx", builder], { cwd: root, signal: interrupt });
  }
}

function isFresh(output: string, from: readonly string[]): boolean {
  const time = changed(output);
  return time > 0 && from.every((path) => newest(join(root, path)) <= time);
}

/** Returns the latest modification time of the files at or below a path, without build results and installed packages. */
function newest(path: string): number {
  if (!statSync(path).isDirectory()) return changed(path);
  const entries = readdirSync(path).filter((name) => name !== "node_modules" && !/^bin(\.|$)/.test(name));
  return Math.max(0, ...entries.map((name) => newest(join(path, name))));
}

const changed = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
