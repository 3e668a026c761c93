// Lists and imports existing objects of three services with the script of docs/adopting.md; the generated program, in YAML and in TypeScript, then shows no change.
import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { ensurePulumi } from "../../tools/pulumi";
import { cliOfFile, importCommand, type Stack } from "../support/cli";
import { openPipeline } from "../support/pipeline";
import { openRemotes, runScript } from "./existing";

const cli = cliOfFile();
let stack: Stack;
let remotes: Awaited<ReturnType<typeof openRemotes>>;
let pathOfHost: string;
let types: string[];

beforeAll(async () => {
  remotes = await openRemotes();
  const existing = await cli.example("loads-to-search-yaml", { ...remotes.environment, ...(await openPipeline()).environment });
  await existing.up();
  types = (await existing.resources()).map(({ type }) => type).filter((type) => !type.endsWith("IamMember"));
  stack = await cli.stack("adopt", remotes.environment);
  pathOfHost = await importingHost();
}, 600_000); // The first build of the language host takes minutes.

/**
 * Returns the PATH on which the CLI finds a language host that generates programs: the user's own, or else one that is built from tools/examplegen, because the
 * version in .tools/bin does not.
 */
async function importingHost() {
  const { built, command } = await ensurePulumi({ languages: ["nodejs"] });
  const path = cli.workspace.environment["PATH"] ?? "";
  if (!built) return path;
  const folder = join(dirname(command), "nodejs-host");
  const args = [
    "build",
    "-trimpath",
    "-buildvcs=false",
    "-ldflags",
    "-s -w",
    "-o",
    join(folder, "pulumi-language-nodejs"),
    "./nodejs-host",
  ];
  const env = { ...process.env, CGO_ENABLED: "0", GOWORK: "off", GOFLAGS: "" };
  await promisify(execFile)("go", args, { cwd: join(__dirname, "../../tools/examplegen"), env });
  return [folder, path].join(delimiter);
}

it("the list has all objects with names of their own, and the code that their import generates changes nothing", async () => {
  const args = [...new Set(types)];
  const { resources } = await runScript(cli, stack, { document: "adopting.md", name: "import-file.mjs", args });
  expect(resources.map(({ type }) => type).sort()).toEqual(types.toSorted());
  expect(new Set(resources.map(({ name }) => name)).size).toBe(types.length);
  remotes.writes();
  await stack.import(resources);
  expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
  await stack.up();
  expect(remotes.writes()).toEqual([]);
});

it("a TypeScript project with the SDK gets code that changes nothing, too", async () => {
  const project = await cli.stack("adopt-typescript", remotes.environment, "nodejs");
  // The language host finds the version and the address of the plugin in the packages of the project itself.
  mkdirSync(join(project.folder, "node_modules"));
  const sdk = join("node_modules", "pulumi-quartet");
  symlinkSync(join(cli.workspace.folder, sdk), join(project.folder, sdk), "junction");
  project.typescript('import "pulumi-quartet";\n');
  project.write("import.json", stack.read("import.json"));
  project.environment["PATH"] = pathOfHost;
  await project.ok(...importCommand, "imported.ts");
  project.typescript(project.read("imported.ts"));
  expect(await project.ok("preview", "--expect-no-changes")).toContain(`${types.length + 1} unchanged`);
});
