// Processor time that the import of an SDK adds to the import of its runtime: Python per module and for all modules, Node.js for the package.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { Figures } from "./figures";
import type { Row } from "./results";

const root = join(__dirname, "..");
/** An environment of its own, which needs the package index once. */
const environment = join(root, ".tools", "python");
const python = join(environment, "bin", "python");
const metadata = join(environment, "quartet");
const modules = ["search", "cloud", "datapipeline", "eventrouting.v1"];

const pythonScript = (code: string): string =>
  `import time, pulumi; begun = time.process_time(); ${code}; print((time.process_time() - begun) * 1000)`;
const importOf = (names: readonly string[]): string => names.map((name) => `import pulumi_quartet.${name}`).join("; ");
const nodeScript =
  'require("@pulumi/pulumi"); const begun = process.cpuUsage(); require("pulumi-quartet");' +
  "const { user, system } = process.cpuUsage(begun); console.log((user + system) / 1000)";

/** Measures each import in `rounds` processes. Without Python only the row of Node.js is returned. */
export function measureImports(rounds: number): Row[] {
  const figures = new Figures();
  const hasPython = preparePython();
  if (hasPython) writeMetadata();
  if (hasPython) output(python, ["-c", pythonScript(importOf(modules))]); // compiles the bytecode
  for (let round = 0; round < rounds; round++) {
    figures.add("node", output(process.execPath, ["-e", nodeScript]));
    if (!hasPython) continue;
    for (const name of modules) figures.add(name, output(python, ["-c", pythonScript(importOf([name]))]));
    figures.add("all", output(python, ["-c", pythonScript(importOf(modules))]));
  }
  const row = (name: string, measurement: string, goal?: number): Row => ({
    ...{
      section: "SDK import",
      measurement,
      value: figures.median(name),
      unit: "ms",
      goal,
      detail: "processor time above the import of `pulumi`",
    },
  });
  const ofPython = modules.map((name) => row(name, `Python, \`pulumi_quartet.${name}\``, 60));
  return [...(hasPython ? [...ofPython, row("all", "Python, all modules")] : []), row("node", "Node.js, `pulumi-quartet`")];
}

/** The package reads its version from the metadata of its installation. */
function writeMetadata(): void {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const folder = join(metadata, "pulumi_quartet.dist-info");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "METADATA"), `Metadata-Version: 2.1\nName: pulumi_quartet\nVersion: ${version}\n`);
}

/** Creates the environment with the Pulumi runtime; returns false where there is no Python. */
function preparePython(): boolean {
  if (spawnSync(python, ["-c", "import pulumi"]).status === 0) return true;
  if (!existsSync(python) && spawnSync("python3", ["-m", "venv", environment]).status !== 0) return false;
  process.stderr.write(`Installing the Pulumi runtime for Python into ${environment} ...\n`);
  return spawnSync(python, ["-m", "pip", "install", "--quiet", "pulumi>=3.200,<4", "parver", "semver"]).status === 0;
}

function output(command: string, args: readonly string[]): number {
  const variables = {
    PYTHONPATH: [join(root, "sdk", "python"), metadata].join(delimiter),
    PYTHONPYCACHEPREFIX: join(environment, "bytecode"),
  };
  const run = spawnSync(command, args, { cwd: root, encoding: "utf8", env: { ...process.env, ...variables } });
  if (run.status !== 0) throw new Error(`${command} failed: ${run.stderr}`);
  return Number(run.stdout);
}
