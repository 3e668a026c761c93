// Objects of a Terraform state: the script of docs/guides/migration.md imports them, and the generated program shows no change; and the mappings for converters.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { installPlugin } from "../../tools/install";
import { cliOfFile, type Stack } from "../support/cli";
import { openCloud } from "../support/cloud";
import { openEvents } from "../support/events";
import { openSearch } from "../support/search";
import { gatewayState, importCommand, routingState, runScript, searchState, stateText, writesOf, type StateResource } from "./existing";

const root = join(__dirname, "..", "..");
const cli = cliOfFile();

const runOn = (stack: Stack, state: string) => {
  stack.write("terraform.tfstate", state);
  return runScript(cli, stack, { document: "guides/migration.md", name: "state-import-file.mjs", args: ["terraform.tfstate"] });
};

interface Entry {
  name: string;
  logicalName: string;
}

const others: StateResource[] = [
  { type: "aws_s3_bucket", name: "logs", instances: [{ attributes: { id: "logs" } }] },
  { type: "elasticstack_kibana_space", name: "team", instances: ["a", "b"].map((key) => ({ index_key: key, attributes: { id: key } })) },
  { type: "tencentcloud_api_gateway_update_service", name: "once", instances: [{ attributes: { id: "x" } }] },
  { type: "elasticstack_elasticsearch_ingest_pipeline", name: "former", instances: [{ deposed: "00000001", attributes: { id: "x/y" } }] },
  { mode: "data", type: "elasticstack_elasticsearch_info", name: "this", instances: [{ attributes: { id: "x" } }] },
];

const countOf = (resources: readonly StateResource[]): number => resources.flatMap(({ instances }) => instances).length;

it("155: a state of three services is imported without a request that writes, and its code shows no change; what quartet does not have is listed", async () => {
  const services = [await openSearch(), await openCloud(), await openEvents()] as const;
  const [search, cloud, events] = services;
  const stack = await cli.stack("migration", { ...search.environment, ...cloud.environment, ...events.environment });
  const objects = [...searchState(search.emulator), ...gatewayState(cloud.emulator), ...routingState(events.emulator)];
  const { stdout, stderr } = await runOn(stack, stateText([...objects, ...others]));
  expect(stderr.split("\n")).toEqual([
    "left out: 1 x aws_s3_bucket: quartet has no such type",
    "left out: 2 x elasticstack_kibana_space: quartet has no such type",
    "left out: 1 x tencentcloud_api_gateway_update_service: an operation that ran once, which cannot be imported",
    "left out: 1 x elasticstack_elasticsearch_ingest_pipeline: a former object that Terraform still has to delete",
    "",
  ]);
  stack.write("import.json", stdout);
  writesOf(...services);
  const run = await stack.run([...importCommand, "imported.yaml"]);
  expect(run).toMatchObject({ code: 0, stderr: "", stdout: expect.stringContaining(`= ${countOf(objects)} imported`) });
  expect(run.stdout).not.toMatch(/warning|bug|error:/i);
  stack.program({}, stack.read("imported.yaml"));
  expect(await stack.ok("preview", "--expect-no-changes", "--diff")).toContain(`${countOf(objects) + 1} unchanged`);
  expect(writesOf(...services)).toEqual([]);
});

it("names of the import file contain modules and keys, and are unique by type", async () => {
  const stack = await cli.stack("names");
  const type = "elasticstack_elasticsearch_ingest_pipeline";
  const attributes = { id: "access" };
  const instances = (...keys: (string | number)[]) => keys.map((index_key) => ({ index_key, attributes }));
  const { stdout } = await runOn(
    stack,
    stateText([
      { type, name: "this", instances: [{ attributes }] },
      { type, name: "this", module: "module.logs", instances: instances(0, 1) },
      { type, name: "this", module: 'module.logs["eu.west"].module.app[2]', instances: instances("a/b", 'say "hi"', "\u00fc 1") },
      { type, name: "logs-this-0", instances: [{ attributes }] },
      { type, name: "2nd", instances: instances("") },
      { type: "elasticstack_elasticsearch_index_template", name: "this", instances: [{ attributes }] },
    ]),
  );
  const { resources } = JSON.parse(stdout) as { resources: Entry[] };
  expect(resources.map(({ name, logicalName }) => [name, logicalName])).toEqual([
    ["this", "this"],
    ["logs_this_0", "logs-this-0"],
    ["logs_this_1", "logs-this-1"],
    ["logs_eu_west_app_2_this_a_b", "logs-eu.west-app-2-this-a/b"],
    ["logs_eu_west_app_2_this_say__hi_", 'logs-eu.west-app-2-this-say "hi"'],
    ["logs_eu_west_app_2_this___1", "logs-eu.west-app-2-this-\u00fc 1"],
    ["logs_this_0_2", "logs-this-0-2"],
    ["_2nd_", "2nd-"],
    ["this_2", "this"],
  ]);
});

test("the script rejects other files, and accepts an empty state", async () => {
  const stack = await cli.stack("files");
  const outcome = async (file: object): Promise<unknown> => runOn(stack, JSON.stringify(file));
  await expect(outcome({ version: 3, modules: [] })).rejects.toThrow(/Expected a state of version 4; got 3/);
  await expect(outcome({ format_version: "1.0", values: {} })).rejects.toThrow(/Expected a state of version 4; got undefined/);
  expect(await outcome({ version: 4 })).toMatchObject({ stdout: '{\n  "resources": []\n}\n', stderr: "" });
});

it("the installed plugin has mappings of three providers", async () => {
  installPlugin(root, join(cli.workspace.folder, "home"));
  const stack = await cli.stack("converter", { PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true" });
  for (const provider of ["elasticstack", "fivetran", "tencentcloud"]) {
    await stack.ok("package", "get-mapping", "terraform", "quartet", provider, "-o", "mapping.json");
    expect(stack.read("mapping.json")).toBe(readFileSync(join(root, "provider", "bin", "mappings", `${provider}.json`), "utf8"));
  }
  const run = await stack.run(["package", "get-mapping", "terraform", "quartet", "google"]);
  expect([run.code === 0, run.stderr]).toEqual([false, expect.stringContaining('no mapping found for key "terraform"')]);
});
