/** Builds a Go program from a module folder of this repository (go.mod, go.sum), once. */
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { executable } from "./executables";

/** A program to build: the folder of its module, and the Go variable that receives its version, where it has one. */
interface GoProgram {
  /** Folder with go.mod and go.sum; go.mod names the package to build in its `tool` line. */
  module: string;
  /** Such as `example.com/x/version.Version`. */
  versionVariable?: string;
}

/** The destination, the environment, and a function that reports a long build. */
export interface GoBuild {
  bin: string;
  environment: NodeJS.ProcessEnv;
  log: (line: string) => void;
  /** The message if Go is not installed. */
  withoutGo?: string;
  /** Ends a build that runs. */
  signal?: AbortSignal;
}

/** Returns the package to build and the version of its module, as go.mod states them. Throws if go.mod names no package. */
export function goPackage(module: string): { name: string; version: string } {
  const text = readFileSync(join(module, "go.mod"), "utf8");
  const name = /^tool (\S+)$/m.exec(text)?.[1];
  if (name === undefined) throw new Error(`${join(module, "go.mod")} has no "tool" line that names the program.`);
  const required = [...text.matchAll(/^\t(\S+) (v\S+)/gm)].filter(([, path]) => `${name}/`.startsWith(`${path}/`));
  const [home] = required.sort(([, a = ""], [, b = ""]) => b.length - a.length);
  if (home?.[2] === undefined) throw new Error(`${join(module, "go.mod")} requires no module that holds ${name}.`);
  return { name, version: home[2] };
}

/** Returns the path of the built program. Builds only if the stamp next to it is of another go.mod, go.sum or system; otherwise reads one file. Throws a message with the program to install if Go is missing, or the end of Go's output if the build fails.
 */
export async function buildGo(program: GoProgram, build: GoBuild): Promise<string> {
  const { name, version } = goPackage(program.module);
  const target = join(build.bin, programName(name) + (process.platform === "win32" ? ".exe" : ""));
  const stamp = `${version} ${process.platform}-${process.arch} ${fingerprint(program)}\n`;
  const known = `${target}.stamp`;
  if (existsSync(target) && existsSync(known) && readFileSync(known, "utf8") === stamp) return target;
  const started = Date.now();
  await compile(target, program, build);
  writeFileSync(known, stamp);
  build.log(`built ${basename(target)} in ${Math.round((Date.now() - started) / 1000)} s`);
  return target;
}

/** Returns the name that Go gives to the program of a package: the last part of its path that is not a major version. */
function programName(path: string): string {
  return basename(path.replace(/\/v\d+$/, ""));
}

/** Returns the folder of the module that holds the program of `module`, which `buildGo` has built. */
export function moduleFolder(module: string, environment: NodeJS.ProcessEnv): string {
  const { name } = goPackage(module);
  const env = { ...environment, GOWORK: "off", GOFLAGS: "" };
  return execFileSync(executable("go", environment) ?? "go", ["list", "-f", "{{.Dir}}", name], {
    cwd: module,
    env,
    encoding: "utf8",
  }).trim();
}

/** Builds under a temporary name and renames the result, so that neither Ctrl-C nor a concurrent build leaves an incomplete program. */
async function compile(
  target: string,
  { module, versionVariable }: GoProgram,
  { bin, environment, log, withoutGo, signal }: GoBuild,
): Promise<void> {
  const go = executable("go", environment);
  if (go === undefined) throw new Error(withoutGo ?? "Go is not on the PATH: install Go 1.25 or newer (https://go.dev/dl/).");
  mkdirSync(bin, { recursive: true });
  const half = `${target}.${process.pid}.half`;
  const { name, version } = goPackage(module);
  log(`building ${basename(target)} ${version} with Go, once; this can take some minutes ...`);
  const link = versionVariable === undefined ? "-s -w" : `-s -w -X ${versionVariable}=${version}`;
  const flags = ["-mod=readonly", "-trimpath", "-buildvcs=false", "-ldflags", link, "-o", half];
  try {
    await run([go, "build", ...flags, name], { cwd: module, environment, signal });
    renameSync(half, target);
  } finally {
    rmSync(half, { force: true });
  }
}

function fingerprint({ module, versionVariable = "" }: GoProgram): string {
  const hash = createHash("sha256").update(versionVariable);
  for (const file of ["go.mod", "go.sum"]) hash.update(readFileSync(join(module, file)));
  return hash.digest("hex").slice(0, 32);
}

interface GoRun {
  cwd: string;
  environment: NodeJS.ProcessEnv;
  signal?: AbortSignal;
}

/** Without cgo and without the user's go.work and flags, so that the build is the same on every machine. */
function run([command = "", ...args]: string[], { cwd, environment, signal }: GoRun): Promise<void> {
  const env = { ...environment, CGO_ENABLED: "0", GOWORK: "off", GOFLAGS: "" };
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, signal, killSignal: "SIGINT", stdio: ["ignore", "ignore", "pipe"] });
    let output = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-20_000)));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(failure(basename(cwd), code, output)))));
  });
}

function failure(program: string, code: number | null, output: string): string {
  const relevant = output.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("go: downloading "));
  return [`go build of tools/${program} ended with ${code ?? "a signal"}:`, ...relevant.slice(-15)].join("\n  ");
}
