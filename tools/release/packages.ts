/**
 * `npm run packages`: the packages of the SDKs in dist, in the form that the registries take: an npm package, a Python wheel and its source archive, the files of
 * a version in Maven Central without signatures, and a NuGet package where `dotnet` is on the PATH. The Go module is published by its tag.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { executable } from "../executables";
import { ensurePython } from "../python";
import { generateSdks } from "../sdks";
import { currentVersion } from "./version";

/** Builds the packages into folders of `dist`, one for each registry. Needs the built TypeScript SDK, Python 3.9 or newer, Go, Maven and Java. */
export function buildPackages(root: string, dist: string): void {
  const sdk = join(root, "sdk");
  buildNpm(join(sdk, "nodejs"), emptied(join(dist, "npm")));
  buildPython(join(sdk, "python"), emptied(join(dist, "python")));
  generateSdks(sdk);
  buildMaven(join(sdk, "java"), emptied(join(dist, "maven")), currentVersion(root));
  buildNuget(join(sdk, "dotnet"), emptied(join(dist, "nuget")));
}

function buildNpm(sdk: string, folder: string): void {
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: sdk, stdio: "inherit" });
}

function buildPython(sdk: string, folder: string): void {
  const interpreter = ensurePython({ name: "python-build", packages: ["build==1.3.0"] });
  execFileSync(interpreter, ["-m", "build", "--outdir", folder, sdk], { stdio: ["ignore", "ignore", "inherit"] });
  // setuptools writes these beside the sources.
  for (const rest of ["build", "pulumi_quartet.egg-info"]) rmSync(join(sdk, rest), { recursive: true, force: true });
}

/** Builds the files in the layout of a Maven repository, with the checksums that Maven Central requires. tools/release/sign.sh adds the signatures. */
export function buildMaven(sdk: string, folder: string, version: string): void {
  execFileSync("mvn", ["-q", "-B", "-P", "release", "clean", "package"], { cwd: sdk, stdio: "inherit" });
  const target = join(folder, "io", "github", "quartetdev", "quartet", version);
  mkdirSync(target, { recursive: true });
  const name = `quartet-${version}`;
  copyFileSync(join(sdk, "pom.xml"), join(target, `${name}.pom`));
  const jars = ["", "-sources", "-javadoc"].map((classifier) => `${name}${classifier}.jar`);
  for (const jar of jars) copyFileSync(join(sdk, "target", jar), join(target, jar));
  for (const file of [`${name}.pom`, ...jars]) {
    const content = readFileSync(join(target, file));
    for (const kind of ["md5", "sha1"]) writeFileSync(join(target, `${file}.${kind}`), createHash(kind).update(content).digest("hex"));
  }
}

/** Without `dotnet` there is no package: the workflow of a release has it. */
function buildNuget(sdk: string, folder: string): void {
  const dotnet = executable("dotnet", process.env);
  if (dotnet === undefined)
    return console.log("NOT built: NuGet package: dotnet not found on the PATH. The workflow of the release builds it.");
  execFileSync(dotnet, ["pack", sdk, "--configuration", "Release", "--output", folder], { stdio: "inherit" });
}

function emptied(folder: string): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

if (require.main === module) {
  const root = join(__dirname, "..", "..");
  buildPackages(root, join(root, "dist"));
}
