/**
 * `npm run packages`: the packages of the SDKs in dist, in the form that the registries take: an npm package, a Python wheel and its source archive.
 * The Go module is published by its tag.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensurePython } from "../python";

/** Builds the packages into `npm` and `python` below the folder. Needs the built TypeScript SDK, and Python 3.9 or newer. */
export function buildPackages(root: string, folder: string): void {
  const [npm, python] = [join(folder, "npm"), join(folder, "python")];
  for (const path of [npm, python]) {
    rmSync(path, { recursive: true, force: true });
    mkdirSync(path, { recursive: true });
  }
  execFileSync("npm", ["pack", "--silent", "--pack-destination", npm], { cwd: join(root, "sdk", "nodejs"), stdio: "inherit" });
  const interpreter = ensurePython({ name: "python-build", packages: ["build==1.3.0"] });
  const build = ["-m", "build", "--outdir", python, join(root, "sdk", "python")];
  execFileSync(interpreter, build, { stdio: ["ignore", "ignore", "inherit"] });
  // setuptools writes these beside the sources.
  for (const rest of ["build", "pulumi_quartet.egg-info"]) rmSync(join(root, "sdk", "python", rest), { recursive: true, force: true });
}

if (require.main === module) {
  const root = join(__dirname, "..", "..");
  buildPackages(root, join(root, "dist"));
}
