// Processor time that the import of an SDK adds to the import of its runtime: Python per module and for all modules, Node.js for the package.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ensurePython } from "../tools/python";
import { Figures } from "./figures";
import type { Row } from "./results";

const root = join(__dirname, "..");
const modules = ["search", "cloud", "datapipeline", "eventrouting.v1"];
/** The token of each module that loads most of its types. */
const largest = ["search.SearchConnector", "cloud.ApiGatewayApi", "datapipeline.get_connector", "eventrouting.v1.Trigger"];

const pythonScript = (code: string): string =>
  `import time, pulumi; begun = time.process_time(); ${code}; print((time.process_time() - begun) * 1000)`;
const importOf = (names: readonly string[]): string => names.map((name) => `import pulumi_quartet.${name}`).join("; ");
const useOf = (tokens: readonly string[]): string =>
  `import pulumi_quartet; ${tokens.map((token) => `pulumi_quartet.${token}`).join("; ")}`;
const nodeScript =
  'require("@pulumi/pulumi"); const begun = process.cpuUsage(); require("pulumi-quartet");' +
  "const { user, system } = process.cpuUsage(begun); console.log((user + system) / 1000)";

/** Measures each import in `rounds` processes. Without Python only the row of Node.js is returned. */
export function measureImports(rounds: number): Row[] {
  const figures = new Figures();
  const python = findPython();
  const measure = (name: string, code: string): void => {
    if (python !== undefined) figures.add(name, output(python, ["-c", pythonScript(code)]));
  };
  if (python !== undefined) output(python, ["-c", pythonScript(useOf(largest))]); // compiles the bytecode
  for (let round = 0; round < rounds; round++) {
    figures.add("node", output(process.execPath, ["-e", nodeScript]));
    for (const name of modules) measure(name, importOf([name]));
    for (const token of largest) measure(token, useOf([token]));
    measure("all", useOf(largest));
  }
  const row = (name: string, measurement: string, goal?: number): Row => ({
    section: "SDK import",
    measurement,
    value: figures.median(name),
    unit: "ms",
    goal,
    detail: "processor time above the import of `pulumi`",
  });
  const ofPython = modules.map((name) => row(name, `Python, \`pulumi_quartet.${name}\``, 60));
  const ofUse = largest.map((token) => row(token, `Python, first use of \`${token}\``));
  const ofAll = row("all", "Python, first use of these four");
  return [...(python === undefined ? [] : [...ofPython, ...ofUse, ofAll]), row("node", "Node.js, `pulumi-quartet`")];
}

/** Returns the Python with the Pulumi runtime, or undefined where there is none. */
function findPython(): string | undefined {
  try {
    return ensurePython({ name: "python-bench", packages: ["pulumi>=3.231.0,<4"] });
  } catch (reason) {
    process.stderr.write(`${String(reason)}\n`);
    return undefined;
  }
}

function output(command: string, args: readonly string[]): number {
  const variables = { PYTHONPATH: join(root, "sdk", "python"), PYTHONPYCACHEPREFIX: join(root, ".tools", "python-bench", "bytecode") };
  const run = spawnSync(command, args, { cwd: root, encoding: "utf8", env: { ...process.env, ...variables } });
  if (run.status !== 0) throw new Error(`${command} failed: ${run.stderr}`);
  return Number(run.stdout);
}
