/**
 * `npm run dist`: the archives of the plugin for every platform, and SHA256SUMS. Needs the built plugin. Arguments limit it to some archives:
 * `npm run dist -- linux-amd64 node`.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256, writeArchive } from "./archive";
import type { Target } from "./contents";
import { archiveName, stage } from "./contents";
import { platforms } from "./node";

/** All archives: one for each platform, and the small one. */
export const targets: readonly Target[] = [
  ...platforms.map((platform) => ({ name: `${platform.os}-${platform.arch}`, platform })),
  { name: "node" },
];

/** Builds the archives of the targets in the folder, which is emptied first, and returns their names. */
export async function buildArchives(folder: string, version: string, chosen: readonly Target[]): Promise<string[]> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const names: string[] = [];
  for (const target of chosen) {
    const work = mkdtempSync(join(tmpdir(), "quartet-dist-"));
    try {
      const name = archiveName(version, target);
      await stage(join(work, "plugin"), target);
      await writeArchive(join(work, "plugin"), join(folder, name));
      names.push(name);
      console.log(`${name}: ${(statSync(join(folder, name)).size / 1e6).toFixed(1)} MB`);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
  const sums = names.map((name) => `${sha256(join(folder, name))}  ${name}\n`);
  writeFileSync(join(folder, "SHA256SUMS"), sums.join(""));
  return names;
}

async function main(): Promise<void> {
  const root = join(__dirname, "..", "..");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !targets.some((target) => target.name === name));
  if (unknown !== undefined) throw new Error(`Unknown archive "${unknown}". Known: ${targets.map(({ name }) => name).join(", ")}.`);
  await buildArchives(join(root, "dist"), version, names.length === 0 ? targets : targets.filter(({ name }) => names.includes(name)));
}

if (require.main === module) {
  main().catch((error: unknown) => {
    console.error(String(error));
    process.exitCode = 1;
  });
}
