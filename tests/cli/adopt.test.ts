// Lists and imports existing objects of three services with the script of docs/adopting.md; the generated program, in YAML and in TypeScript, then shows no change.
import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { ensurePulumi } from "../../tools/pulumi";
import { actionsOf } from "../samples/cloud/actions";
import { createGateway } from "../samples/cloud/lookups";
import { cliOfFile, type Stack } from "../support/cli";
import { openCloud, type Cloud } from "../support/cloud";
import { openEvents, type Events } from "../support/events";
import { openSearch, type Search } from "../support/search";
import { importCommand, routingState, runScript, searchState, writesOf } from "./existing";

const cli = cliOfFile();
let stack: Stack;
let services: [Search, Cloud, Events];
let environment: Record<string, string>;
let pathOfHost: string;

beforeAll(async () => {
  services = [await openSearch(), await openCloud(), await openEvents()];
  const [search, cloud, events] = services;
  environment = { ...search.environment, ...cloud.environment, ...events.environment };
  searchState(search.emulator);
  routingState(events.emulator);
  const { plan, key } = createGateway(cloud.emulator);
  actionsOf(cloud.emulator)("BindSecretIds", { UsagePlanId: plan, AccessKeyIds: [key] });
  stack = await cli.stack("adopt", environment);
  pathOfHost = await importingHost();
}, 600_000); // The first build of the language host takes minutes.

/**
 * Returns the PATH on which the CLI finds a language host that generates programs: the user's own, or else one that is built from tools/examplegen, because the
 * version in .tools/bin does not.
 */
async function importingHost(): Promise<string> {
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

const gateway = "Service Api ApiKey UsagePlan Plugin ApiApp ApiDoc IpStrategy Upstream CustomDomain ServiceRelease".split(" ");
const attachments = "ApiKey UsagePlan Plugin Strategy ApiApp".split(" ").map((kind) => `${kind}Attachment`);
const types = [
  ...["Connector", "EnrichPolicy", "IndexTemplate", "IngestPipeline"].map((kind) => `quartet:search:Search${kind}`),
  ...[...gateway, ...attachments].map((kind) => `quartet:cloud:ApiGateway${kind}`),
  ...["Trigger", "Channel"].map((kind) => `quartet:eventrouting/v1:${kind}`),
];

let count: number;

it("the list has objects of every kind with names of their own, and the import reads them without a warning", async () => {
  const { stdout: text } = await runScript(cli, stack, { document: "adopting.md", name: "import-file.mjs", args: types });
  const { resources } = JSON.parse(text) as { resources: { type: string; name: string; id: string }[] };
  count = resources.length;
  expect(new Set(resources.map(({ type }) => type))).toEqual(new Set(types));
  expect(new Set(resources.map(({ name }) => name)).size).toBe(count);
  stack.write("import.json", text);
  writesOf(...services);
  const run = await stack.run([...importCommand, "imported.yaml"]);
  expect(run).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining(`= ${count} imported`) });
  expect(run.stdout).not.toMatch(/warning|bug|error:/i);
});

it("the generated program changes nothing, without an edit", async () => {
  stack.program({}, stack.read("imported.yaml"));
  expect(await stack.ok("preview", "--expect-no-changes", "--diff")).toContain(`${count + 1} unchanged`);
  expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
  await stack.up();
  expect(writesOf(...services)).toEqual([]);
});

it("a TypeScript project with the SDK gets code that changes nothing, too", async () => {
  const project = await cli.stack("adopt-typescript", environment, "nodejs");
  // The language host finds the version and the address of the plugin in the packages of the project itself.
  mkdirSync(join(project.folder, "node_modules"));
  const sdk = join("node_modules", "pulumi-quartet");
  symlinkSync(join(cli.workspace.folder, sdk), join(project.folder, sdk), "junction");
  project.typescript('import "pulumi-quartet";\n');
  project.write("import.json", stack.read("import.json"));
  project.environment["PATH"] = pathOfHost;
  await project.ok(...importCommand, "imported.ts");
  project.typescript(project.read("imported.ts"));
  expect(await project.ok("preview", "--expect-no-changes")).toContain(`${count + 1} unchanged`);
});
