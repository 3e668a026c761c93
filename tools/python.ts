/** Creates Python environments below .tools: for the benchmark and for the tests of the Python SDK. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** An environment: its folder below .tools, the Python that creates it, and the packages in it. */
interface PythonWish {
  name: string;
  /** `python3` of the PATH by default. */
  interpreter?: string;
  packages: readonly string[];
  log?: (line: string) => void;
}

const tools = join(__dirname, "..", ".tools");

/**
 * Returns the `python` of the environment. The first call downloads the packages; the next ones compare a file. Throws with the reason if there is
 * no Python or the package index is not reachable.
 */
export function ensurePython({ name, interpreter = "python3", packages, log = toStderr }: PythonWish): string {
  const folder = join(tools, name);
  const python = join(folder, process.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  const stamp = join(folder, "packages");
  const expected = `${interpreter} ${packages.join(" ")}\n`;
  if (existsSync(python) && existsSync(stamp) && readFileSync(stamp, "utf8") === expected) return python;
  log(`Installing ${packages.join(", ")} into .tools/${name} ...`);
  mkdirSync(tools, { recursive: true });
  rmSync(folder, { recursive: true, force: true });
  run(interpreter, "-m", "venv", folder);
  run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages);
  writeFileSync(stamp, expected);
  return python;
}

function toStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}

function run(command: string, ...args: readonly string[]): void {
  const { status, error, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status === 0) return;
  throw new Error(`${command} ${args.slice(0, 3).join(" ")} failed: ${error?.message ?? stderr.trim().split("\n").slice(-3).join("; ")}`);
}
