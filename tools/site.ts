/** `npm run site`: builds the documents as a static site in site/dist, with the packages that site/package-lock.json pins. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const folder = join(__dirname, "..", "site");

/** The packages of the site cannot be fetched on this machine. */
export class PackagesUnavailable extends Error {
  override name = "PackagesUnavailable";
}

/** Installs the packages of the site if the lock file is newer, and builds it. Throws {@link PackagesUnavailable} if the packages cannot be fetched. */
export function buildSite(): void {
  installPackages();
  const vitepress = join(folder, "node_modules", "vitepress", "bin", "vitepress.js");
  for (const args of [["copy.mjs"], [vitepress, "build"]])
    execFileSync(process.execPath, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}

function installPackages(): void {
  const installed = join(folder, "node_modules", ".package-lock.json");
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(folder, "package-lock.json")).mtimeMs) return;
  try {
    execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
      shell: process.platform === "win32",
    });
  } catch (cause) {
    throw new PackagesUnavailable(`npm ci failed in site: ${readableError(cause)}`, { cause });
  }
}

const readableError = (cause: unknown): string =>
  cause instanceof Error && "stderr" in cause ? String(cause.stderr).trim().split("\n").slice(0, 3).join(" ") : String(cause);

function main(): void {
  buildSite();
  const { version } = JSON.parse(readFileSync(join(folder, "node_modules", "vitepress", "package.json"), "utf8")) as { version: string };
  process.stdout.write(`site/dist, built with VitePress ${version}\n`);
}

if (require.main === module) main();
