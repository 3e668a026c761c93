// The Node.js that archives carry: the binaries of npm packages, of a pinned version, checked by their hash.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extract } from "tar";
import pinned from "./node.json";

/** An operating system and a processor, in the names of the Pulumi CLI. */
export interface Platform {
  os: string;
  arch: string;
  /** The npm package with the binary. */
  package: string;
  /** The hash of its archive, in the form of lock files. */
  integrity: string;
}

/** The version of Node.js in the archives. */
export const nodeVersion: string = pinned.version;

/** The platforms that archives are built for. */
export const platforms: readonly Platform[] = pinned.platforms;

const root = join(__dirname, "..", "..");

/** Returns the folder of the unpacked npm package; `bin` in it holds the binary. Fetches it once. Throws if its hash is not the pinned one. */
export async function nodeFolder(
  { package: name, integrity }: Pick<Platform, "package" | "integrity">,
  version = nodeVersion,
): Promise<string> {
  const folder = join(root, ".tools", "node", `${name}-${version}`);
  if (existsSync(folder)) return folder;
  const work = mkdtempSync(join(tmpdir(), "quartet-node-"));
  try {
    const options = { cwd: work, stdio: "pipe", encoding: "utf8" } as const;
    execFileSync("npm", ["pack", "--silent", `${name}@${version}`], options);
    const file = readdirSync(work).find((entry) => entry.endsWith(".tgz"));
    if (file === undefined) throw new Error(`Download failed: ${name}@${version}: npm pack wrote no archive.`);
    verify(join(work, file), `${name}@${version}`, integrity);
    mkdirSync(join(work, "unpacked"));
    await extract({ file: join(work, file), cwd: join(work, "unpacked"), strip: 1 }, ["package/bin", "package/LICENSE"]);
    mkdirSync(join(root, ".tools", "node"), { recursive: true });
    renameSync(join(work, "unpacked"), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return folder;
}

/** Throws if the file has another hash. */
export function verify(file: string, name: string, integrity: string): void {
  const actual = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
  if (actual === integrity) return;
  throw new Error(
    `Download failed: ${name}: the archive has the hash ${actual}, expected ${integrity}. Do not use it; check the registry.`,
  );
}
