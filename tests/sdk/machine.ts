/** The files of a user's machine in a folder: an archive of the plugin, and a PATH with the CLI, Python and a few tools of the system, without Node.js. */
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { version } from "../../package.json";
import { buildArchives, targets } from "../../tools/dist/main";
import { ensurePulumi } from "../../tools/pulumi";
import { run, temporary } from "./running";
import { root } from "./toolchain";

const tools = ["sh", "readlink", "mkdir", "cat", "sed"];
const architectures: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };
const platform = `${process.platform}-${architectures[process.arch]}`;

/** The machine. */
export interface Machine {
  /** The file name of the archive for this platform. */
  archive: string;
  /** Runs the commands of a script in the folder of the archive, and returns what they print. Throws with all of it if one fails. */
  run(script: string): Promise<string>;
  remove(): void;
}

/** Builds the archive for this platform and the package of the SDK, which pip finds as if it were released. `python` runs the module `build`. */
export async function openMachine(python: string): Promise<Machine> {
  const folder = temporary();
  const downloads = join(folder, "downloads");
  const path = join(folder, "path");
  const wheels = join(folder, "wheels");
  const home = join(folder, "home");
  for (const folder of [path, wheels, home]) mkdirSync(folder);
  const own = targets.filter(({ name }) => name === platform);
  await buildArchives(downloads, version, own);
  await fillPath(path, python);
  const source = join(folder, "source");
  cpSync(join(root, "sdk", "python"), source, { recursive: true, filter: (file) => !file.includes("__pycache__") });
  run([python, "-m", "build", "--wheel", "--outdir", wheels, source], { cwd: folder });
  const env = { ...settingsOfPip(wheels), PATH: path, HOME: home, PULUMI_SKIP_UPDATE_CHECK: "true" };
  return {
    archive: `pulumi-resource-quartet-v${version}-${platform}.tar.gz`,
    run: (script) => runScript(script, { shell: join(path, "sh"), cwd: downloads, env }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Puts links to the programs into the folder. Python finds its library by the path of its program, so that it gets a script instead. */
async function fillPath(path: string, python: string): Promise<void> {
  const { command } = await ensurePulumi({ languages: ["python"] });
  const ofPulumi = ["pulumi", "pulumi-language-python", "pulumi-language-python-exec"].map((name) => join(dirname(command), name));
  const ofSystem = tools.map((name) => execFileSync("/bin/sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim());
  for (const file of [...ofPulumi, ...ofSystem]) symlinkSync(file, join(path, basename(file)));
  const interpreter = run([python, "-c", "import sys; print(sys._base_executable)"], { cwd: path }).trim();
  writeFileSync(join(path, "python3"), `#!/bin/sh\nexec '${interpreter}' "$@"\n`);
  chmodSync(join(path, "python3"), 0o755);
}

/** Returns the variables with which pip reaches its index here, and finds the wheels of the folder. */
function settingsOfPip(wheels: string): Record<string, string> {
  const inherited = Object.entries(process.env).filter(([name]) => /^PIP_|^(SSL_CERT|REQUESTS_CA|CURL_CA)_/.test(name));
  const folders = [process.env["PIP_FIND_LINKS"], wheels].filter((found) => found !== undefined);
  return { ...Object.fromEntries(inherited as [string, string][]), PIP_FIND_LINKS: folders.join(" ") };
}

interface ScriptOptions {
  shell: string;
  cwd: string;
  env: Record<string, string>;
}

async function runScript(script: string, { shell, cwd, env }: ScriptOptions): Promise<string> {
  const child = spawn(shell, ["-e"], { cwd, env });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => void output.push(text.toString()));
  child.stdin.end(script);
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`the script failed: ${output.join("")}`);
  return output.join("");
}
