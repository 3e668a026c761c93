// Lists and imports 200 existing objects of three services with the script of docs/adopting.md; the generated program, in YAML and in TypeScript, then shows no change.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { ensurePulumi } from "../../tools/pulumi";
import { importingHost } from "../support/importing-host";
import { gatewayObjects, routingObjects, searchObjects } from "./existing";
import type { Cli, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Cloud } from "../support/cloud";
import { closeClouds, openCloud } from "../support/cloud";
import type { Events } from "../support/events";
import { closeEvents, openEvents } from "../support/events";
import type { Search } from "../support/search";
import { openSearch } from "../support/search";

let cli: Cli;
let stack: Stack;
let search: Search;
let cloud: Cloud;
let events: Events;
let environment: Record<string, string>;
let pathOfHost: string;

beforeAll(async () => {
  [search, cloud, events, cli] = await Promise.all([openSearch(), openCloud(), openEvents(), openCli()]);
  environment = { ...search.environment, ...cloud.environment, ...events.environment };
  searchObjects(search.emulator);
  gatewayObjects(cloud.emulator);
  routingObjects(events.emulator);
  stack = await cli.stack("adopt", environment);
  pathOfHost = await importingHost(cli);
}, 600_000); // The first build of the language host takes minutes.
afterAll(async () => {
  await cli?.workspace.remove();
  await search?.stop();
  await closeClouds();
  await closeEvents();
});

const types = [
  ...["SearchConnector", "SearchEnrichPolicy", "SearchIndexTemplate", "SearchIngestPipeline"].map((kind) => `quartet:search:${kind}`),
  ...[
    "Service",
    "Api",
    "ApiKey",
    "UsagePlan",
    "Plugin",
    "ApiApp",
    "ApiDoc",
    "IpStrategy",
    "Upstream",
    "CustomDomain",
    "ServiceRelease",
  ].map((kind) => `quartet:cloud:ApiGateway${kind}`),
  ...["ApiKeyAttachment", "UsagePlanAttachment", "PluginAttachment", "StrategyAttachment", "ApiAppAttachment"].map(
    (kind) => `quartet:cloud:ApiGateway${kind}`,
  ),
  ...["Trigger", "Channel", "ChannelConnection"].map((kind) => `quartet:eventrouting/v1:${kind}`),
];

/** Returns the script in the document. */
function script(): string {
  const [, code] = /^```js file=import-file\.mjs\n(.*?)^```/ms.exec(readFileSync(join(__dirname, "../../docs/adopting.md"), "utf8"))!;
  return code!;
}

async function importFile(): Promise<string> {
  stack.write("import-file.mjs", script());
  const { command } = await ensurePulumi({ languages: ["yaml"] });
  const env = {
    ...cli.workspace.environment,
    ...environment,
    PATH: [dirname(command), process.env["PATH"]].join(delimiter),
    QUARTET_PLUGIN: join(cli.workspace.folder, "provider", "bin", "pulumi-resource-quartet"),
  };
  const options = { cwd: stack.folder, env, maxBuffer: 2 ** 28 };
  return (await promisify(execFile)(process.execPath, ["import-file.mjs", ...types], options)).stdout;
}

const writes = (): string[] => [
  ...search.requests.splice(0).flatMap(({ method, path }) => (method === "GET" ? [] : [`${method} ${path}`])),
  ...cloud.emulator.calls.splice(0).flatMap(({ action }) => (action.startsWith("Describe") ? [] : [action])),
  ...events.emulator.calls.splice(0).flatMap(({ rpc }) => (/^(Get|List)/.test(rpc) ? [] : [rpc])),
];

it("the list has 200 objects of every created kind", async () => {
  const text = await importFile();
  const { resources } = JSON.parse(text) as { resources: { type: string; name: string; id: string }[] };
  expect(new Set(resources.map(({ type }) => type))).toEqual(new Set(types));
  expect(resources).toHaveLength(200);
  expect(new Set(resources.map(({ name }) => name)).size).toBe(200);
  stack.write("import.json", text);
});

const importCommand = ["import", "--file", "import.json", "--yes", "--skip-preview", "--protect=false", "--out"];

it("the import reads them, and the code is written without a warning", async () => {
  writes();
  const run = await stack.run([...importCommand, "imported.yaml"]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout).toMatch(/= 200 imported/);
  expect(run.stdout).not.toMatch(/warning|bug|error:/i);
  expect(writes()).toEqual([]);
});

it("the generated program changes nothing, without an edit", async () => {
  stack.program({}, stack.read("imported.yaml"));
  const run = await stack.run(["preview", "--expect-no-changes", "--diff"]);
  expect(run).toMatchObject({ code: 0, stderr: "" });
  expect(run.stdout).toMatch(/201 unchanged/);
  expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
  await stack.up();
  expect(writes()).toEqual([]);
});

it("a TypeScript project with the SDK gets code that changes nothing, too", async () => {
  const project = await cli.stack("adopt-typescript", environment, "nodejs");
  // The language host finds the version and the address of the plugin in the packages of the project itself.
  mkdirSync(join(project.folder, "node_modules"));
  symlinkSync(
    join(cli.workspace.folder, "node_modules", "pulumi-quartet"),
    join(project.folder, "node_modules", "pulumi-quartet"),
    "junction",
  );
  project.typescript('import "pulumi-quartet";\n');
  project.write("import.json", stack.read("import.json"));
  project.environment["PATH"] = pathOfHost;
  expect(await project.ok(...importCommand, "imported.ts")).toMatch(/= 200 imported/);
  project.typescript(project.read("imported.ts"));
  expect(await project.ok("preview", "--expect-no-changes")).toMatch(/201 unchanged/);
  expect(writes()).toEqual([]);
});
