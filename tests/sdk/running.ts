/** Runs programs of the toolchains in temporary folders. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

/** Where to run, and variables beside those of the caller. */
export interface RunIn {
  cwd: string;
  env?: Readonly<Record<string, string | undefined>>;
}

/** Returns the standard output; throws with all output if the program fails. */
export function run([command = "", ...args]: readonly string[], { cwd, env = {} }: RunIn): string {
  const ended = spawnSync(command, args, { cwd, encoding: "utf8", env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 });
  if (ended.status === 0) return ended.stdout;
  throw new Error(`${command} ${args.join(" ")} failed: ${ended.error?.message ?? ""}\n${ended.stdout}${ended.stderr}`.slice(0, 10_000));
}

/** Returns a new empty folder. */
export function temporary(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "quartet-sdk-")));
}

const built = /(^|\/)(node_modules|bin|target|build|dist|__pycache__|[^/]+\.egg-info)\//;

/** Returns the paths of all files below the folder, without results of builds. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .filter((path) => !built.test(path))
    .sort();
}
