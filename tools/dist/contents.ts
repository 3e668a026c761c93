// What an archive of the plugin contains.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Platform } from "./node";
import { nodeFolder, platforms } from "./node";

const root = join(__dirname, "..", "..");

/**
 * V8 leaves these flags out of the hash that ties compiled code to the flags of a process, so that code which is the same in every build is accepted by a process
 * without them.
 */
const reproducible = ["--predictable", "--random-seed=1"];

/** An archive for one platform, or for every machine that has Node.js (without `platform`). */
export interface Target {
  /** `linux-amd64`, or `node` for the archive without a binary. */
  name: string;
  platform?: Platform;
}

/** Returns the name of the archive that the Pulumi CLI downloads. */
export function archiveName(version: string, { name }: Target): string {
  return `pulumi-resource-quartet-v${version}-${name}.tar.gz`;
}

/** Copies what the archive contains to the folder, which must not exist. */
export async function stage(folder: string, { platform }: Target): Promise<void> {
  cpSync(join(root, "provider", "bin"), folder, { recursive: true });
  // The code cache of the builder's Node.js: it would be of no use elsewhere.
  rmSync(join(folder, "cache"), { recursive: true, force: true });
  rmSync(join(folder, platform?.os === "windows" ? "pulumi-resource-quartet" : "pulumi-resource-quartet.cmd"), { force: true });
  copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  if (platform === undefined) return copyLauncherOfWindows(folder);
  const node = await copyNode(folder, platform);
  if (canRun(platform)) {
    mkdirSync(join(folder, "cache"), { mode: 0o700 });
    const program = [require.resolve("tsx/cli"), join(root, "provider", "tools", "code-cache.ts")];
    execFileSync(process.execPath, [...program, folder, node, ...reproducible], { stdio: ["ignore", "ignore", "inherit"] });
  }
}

/** The archive without a binary is for every system. */
function copyLauncherOfWindows(folder: string): void {
  const name = "pulumi-resource-quartet.cmd";
  copyFileSync(join(root, "provider", "bin", name), join(folder, name));
}

/** Copies the binary to where the launcher finds it, with its license, and returns its path. */
async function copyNode(folder: string, platform: Platform): Promise<string> {
  const unpacked = await nodeFolder(platform);
  const [name, target] = platform.os === "windows" ? ["node.exe", join(folder, "node")] : ["node", join(folder, "node", "bin")];
  mkdirSync(target, { recursive: true });
  copyFileSync(join(unpacked, "bin", name), join(target, name));
  chmodSync(join(target, name), 0o755);
  copyFileSync(join(await licenseFolder(platform), "LICENSE"), join(folder, "node", "LICENSE"));
  return join(target, name);
}

/** Not every package of Node.js has its license, which is the same for all platforms. */
async function licenseFolder(platform: Platform): Promise<string> {
  const own = await nodeFolder(platform);
  if (existsSync(join(own, "LICENSE"))) return own;
  for (const other of platforms) {
    const folder = await nodeFolder(other);
    if (existsSync(join(folder, "LICENSE"))) return folder;
  }
  throw new Error("Archive failed: LICENSE: no package of Node.js contains it.");
}

/** Whether the binary runs on this machine, so that it can store its compiled code. */
function canRun({ os, arch }: Platform): boolean {
  const archs: Record<string, string> = { x64: "amd64", arm64: "arm64" };
  return os === process.platform && arch === archs[process.arch];
}
