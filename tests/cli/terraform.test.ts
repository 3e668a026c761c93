// Objects of a Terraform state: the script of docs/guides/migration.md and `pulumi import --from terraform` import them, and the generated program shows no change.
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { installPlugin } from "../../tools/install";
import { ensurePulumi } from "../../tools/pulumi";
import type { Cli, Stack } from "../support/cli";
import { openCli } from "../support/cli";
import type { Cloud } from "../support/cloud";
import { closeClouds, openCloud } from "../support/cloud";
import type { Events } from "../support/events";
import { closeEvents, openEvents } from "../support/events";
import type { Search } from "../support/search";
import { openSearch } from "../support/search";
import { gatewayState, routingState, searchState, stateText, type StateResource } from "./terraform-state";

const root = join(__dirname, "..", "..");
const pluginFile = join(root, "provider", "bin", "pulumi-resource-quartet");

let cli: Cli;
let search: Search;
/** The server for the state that the converter reads. */
let other: Search;
let cloud: Cloud;
let events: Events;
let environment: Record<string, string>;

beforeAll(async () => {
  [search, other, cloud, events, cli] = await Promise.all([openSearch(), openSearch(), openCloud(), openEvents(), openCli()]);
  environment = { ...search.environment, ...cloud.environment, ...events.environment };
});
afterAll(async () => {
  await cli?.workspace.remove();
  await Promise.all([search?.stop(), other?.stop()]);
  await closeClouds();
  await closeEvents();
});

/** Writes the script of the guide into the folder of a stack and runs it. */
async function runScript(stack: Stack, state: string): Promise<{ stdout: string; stderr: string }> {
  const [, code = ""] = /^```js file=state-import-file\.mjs\n(.*?)^```/ms.exec(
    readFileSync(join(root, "docs/guides/migration.md"), "utf8"),
  )!;
  stack.write("state-import-file.mjs", code);
  stack.write("terraform.tfstate", state);
  const { command } = await ensurePulumi({ languages: ["yaml"] });
  const PATH = [dirname(command), process.env["PATH"]].join(delimiter);
  const env = { ...cli.workspace.environment, PATH, QUARTET_PLUGIN: pluginFile };
  return promisify(execFile)(process.execPath, ["state-import-file.mjs", "terraform.tfstate"], { cwd: stack.folder, env });
}

interface Entry {
  type: string;
  name: string;
  logicalName: string;
  id: string;
}
const entriesIn = (importFile: string): Entry[] => (JSON.parse(importFile) as { resources: Entry[] }).resources;

const others: StateResource[] = [
  { type: "aws_s3_bucket", name: "logs", instances: [{ attributes: { id: "logs" } }] },
  { type: "elasticstack_kibana_space", name: "team", instances: ["a", "b"].map((key) => ({ index_key: key, attributes: { id: key } })) },
  { type: "tencentcloud_api_gateway_update_service", name: "once", instances: [{ attributes: { id: "x" } }] },
  { type: "elasticstack_elasticsearch_ingest_pipeline", name: "former", instances: [{ deposed: "00000001", attributes: { id: "x/y" } }] },
  { mode: "data", type: "elasticstack_elasticsearch_info", name: "this", instances: [{ attributes: { id: "x" } }] },
];

describe("a state of three services with resources of other providers", () => {
  let stack: Stack;
  let objects: StateResource[];

  beforeAll(async () => {
    stack = await cli.stack("migration", environment);
    objects = [...searchState(search.emulator), ...gatewayState(cloud.emulator), ...routingState(events.emulator)];
  });

  const writes = (): string[] => [
    ...search.requests.splice(0).flatMap(({ method, path }) => (method === "GET" ? [] : [`${method} ${path}`])),
    ...cloud.emulator.calls.splice(0).flatMap(({ action }) => (action.startsWith("Describe") ? [] : [action])),
    ...events.emulator.calls.splice(0).flatMap(({ rpc }) => (/^(Get|List)/.test(rpc) ? [] : [rpc])),
  ];

  it("becomes an import file; what quartet does not have is listed", async () => {
    const { stdout, stderr } = await runScript(stack, stateText([...objects, ...others]));
    expect(stderr.split("\n")).toEqual([
      "left out: 1 x aws_s3_bucket: quartet has no such type",
      "left out: 2 x elasticstack_kibana_space: quartet has no such type",
      "left out: 1 x tencentcloud_api_gateway_update_service: an operation that ran once, which cannot be imported",
      "left out: 1 x elasticstack_elasticsearch_ingest_pipeline: a former object that Terraform still has to delete",
      "",
    ]);
    expect(entriesIn(stdout)).toHaveLength(objects.flatMap(({ instances }) => instances).length);
    stack.write("import.json", stdout);
  });

  it("is imported without a request that writes, and its code shows no change", async () => {
    writes();
    const run = await stack.run([
      "import",
      "--file",
      "import.json",
      "--yes",
      "--skip-preview",
      "--protect=false",
      "--out",
      "imported.yaml",
    ]);
    expect(run).toMatchObject({ code: 0, stderr: "" });
    const count = objects.flatMap(({ instances }) => instances).length;
    expect(run.stdout).toContain(`= ${count} imported`);
    stack.program({}, stack.read("imported.yaml"));
    const preview = await stack.run(["preview", "--expect-no-changes", "--diff"]);
    expect(preview).toMatchObject({ code: 0, stderr: "" });
    expect(preview.stdout).toContain(`${count + 1} unchanged`);
    expect(await stack.steps("refresh", "--preview-only")).toEqual([]);
    expect(writes()).toEqual([]);
  });
});

describe("names of the import file", () => {
  const type = "elasticstack_elasticsearch_index_template";
  const attributes = { id: "logs" };
  const named = async (resources: StateResource[]): Promise<Pick<Entry, "name" | "logicalName">[]> => {
    const stack = await cli.stack("names");
    const entries = entriesIn((await runScript(stack, stateText(resources))).stdout);
    return entries.map(({ name, logicalName }) => ({ name, logicalName }));
  };

  it("contain modules and keys, and are unique by type", async () => {
    const entries = await named([
      { type, name: "this", instances: [{ attributes }] },
      {
        type,
        name: "this",
        module: "module.logs",
        instances: [
          { index_key: 0, attributes },
          { index_key: 1, attributes },
        ],
      },
      { type, name: "this", module: 'module.logs["eu.west"].module.app[2]', instances: [{ index_key: "a/b", attributes }] },
      { type, name: "logs-this-0", instances: [{ attributes }] },
      { type: "elasticstack_elasticsearch_ingest_pipeline", name: "this", instances: [{ attributes }] },
      { type, name: "2nd", instances: [{ index_key: "", attributes }] },
    ]);
    expect(entries).toEqual([
      { name: "this", logicalName: "this" },
      { name: "logs_this_0", logicalName: "logs-this-0" },
      { name: "logs_this_1", logicalName: "logs-this-1" },
      { name: "logs_eu_west_app_2_this_a_b", logicalName: "logs-eu.west-app-2-this-a/b" },
      { name: "logs_this_0_2", logicalName: "logs-this-0-2" },
      { name: "this_2", logicalName: "this" },
      { name: "_2nd_", logicalName: "2nd-" },
    ]);
  });

  it("are in the code of the import", async () => {
    search.emulator.pipelines.set("access", { processors: [{ drop: {} }] });
    const stack = await cli.stack("odd-names", search.environment);
    const instances = ["eu.west", "a/b", 'say "hi"', "ü 1"].map((key) => ({ index_key: key, attributes: { id: "access" } }));
    const state = stateText([{ type: "elasticstack_elasticsearch_ingest_pipeline", name: "app", instances }]);
    stack.write("import.json", (await runScript(stack, state)).stdout);
    await stack.ok("import", "--file", "import.json", "--yes", "--skip-preview", "--protect=false", "--out", "imported.yaml");
    stack.program({}, stack.read("imported.yaml"));
    expect(await stack.ok("preview", "--expect-no-changes")).toMatch(/5 unchanged/);
  });
});

test("the script rejects other files, and accepts an empty state", async () => {
  const stack = await cli.stack("files");
  const outcome = async (file: object): Promise<unknown> => runScript(stack, JSON.stringify(file));
  await expect(outcome({ version: 3, modules: [] })).rejects.toThrow(/Expected a state of version 4; got 3/);
  await expect(outcome({ format_version: "1.0", values: {} })).rejects.toThrow(/Expected a state of version 4; got undefined/);
  expect(await outcome({ version: 4 })).toMatchObject({ stdout: '{\n  "resources": []\n}\n', stderr: "" });
});

describe("with the installed plugin", () => {
  const mapping = (provider: string): Buffer => readFileSync(join(root, "provider", "bin", "mappings", `${provider}.json`));
  let stack: Stack;

  beforeAll(async () => {
    installPlugin(root, join(cli.workspace.folder, "home"));
    const converters = join(cli.workspace.folder, "converters");
    mkdirSync(converters);
    symlinkSync(join(root, "tests", "support", "state-converter.cjs"), join(converters, "pulumi-converter-terraform"));
    const PATH = [converters, cli.workspace.environment["PATH"]].join(delimiter);
    stack = await cli.stack("converter", { ...other.environment, PATH, PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true" });
  });

  it.each(["elasticstack", "fivetran", "tencentcloud"])("get-mapping writes the mapping of %s", async (provider) => {
    await stack.ok("package", "get-mapping", "terraform", "quartet", provider, "-o", "mapping.json");
    expect(stack.read("mapping.json")).toBe(mapping(provider).toString());
  });

  it("get-mapping fails for a provider without one", async () => {
    const run = await stack.run(["package", "get-mapping", "terraform", "quartet", "google"]);
    expect(run.code).not.toBe(0);
    expect(run.stderr).toContain('no mapping found for key "terraform"');
  });

  it("import --from terraform imports a state of elasticstack", async () => {
    const state = searchState(other.emulator);
    stack.write("terraform.tfstate", stateText(state));
    const args = ["--yes", "--skip-preview", "--protect=false", "--generate-code=false"];
    const count = state.flatMap(({ instances }) => instances).length;
    expect(await stack.ok("import", "--from", "terraform", "terraform.tfstate", ...args)).toContain(`= ${count} imported`);
  });
});
