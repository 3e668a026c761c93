/** Builds what the demo runs, where it is missing or older than its sources. */
import { execFile } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(__dirname, "..", "..");

interface Product {
  title: string;
  made: string;
  from: readonly string[];
  builder: string;
}

const products: readonly Product[] = [
  {
    title: "the plugin",
    made: "provider/bin/boot.cjs",
    from: ["schema.json", "package-lock.json", "provider"],
    builder: "provider/tools/build.ts",
  },
  { title: "the TypeScript SDK", made: "sdk/nodejs/bin/index.js", from: ["sdk/nodejs"], builder: "tools/sdk.ts" },
];

/** Brings plugin and SDK up to date, telling what is built. Fails with the builder's own words. */
export async function makeReady(say: (line: string) => void, interrupt: AbortSignal): Promise<void> {
  for (const { title, made, from, builder } of products) {
    if (isFresh(join(root, made), from)) continue;
    say(`building ${title} ...`);
    await promisify(execFile)(process.execPath, ["--import", "tsx", builder], { cwd: root, signal: interrupt });
  }
}

function isFresh(made: string, from: readonly string[]): boolean {
  const time = changed(made);
  return time > 0 && from.every((path) => newest(join(root, path)) <= time);
}

/** When the youngest file at or below a path changed; what was built or installed there does not count. */
function newest(path: string): number {
  if (!statSync(path).isDirectory()) return changed(path);
  const entries = readdirSync(path).filter((name) => name !== "node_modules" && !/^bin(\.|$)/.test(name));
  return Math.max(0, ...entries.map((name) => newest(join(path, name))));
}

const changed = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
