// Objects of a Terraform state: the script of docs/guides/migration.md imports them, and the generated program shows no change; and the mappings for converters.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { installPlugin } from "../../tools/install";
import { apiParams } from "../emulators/cloud/gateway/setup";
import { callerOf as eventCaller, exampleTrigger, home } from "../emulators/eventrouting/caller";
import { callerOf as searchCaller } from "../emulators/search/caller";
import { actionsOf, creatorOf } from "../samples/cloud/actions";
import { cliOfFile, type Stack } from "../support/cli";
import { openRemotes, runScript } from "./existing";

const root = join(__dirname, "..", "..");
const cli = cliOfFile();

/** A resource of a state, with an instance for each key of `count` or `for_each`. */
interface StateResource {
  mode?: "managed" | "data";
  module?: string;
  type: string;
  name: string;
  instances: { index_key?: string | number; deposed?: string; attributes: Record<string, unknown> }[];
}

const runOn = (stack: Stack, state: object) => {
  stack.write("terraform.tfstate", JSON.stringify(state));
  return runScript(cli, stack, { document: "guides/migration.md", name: "state-import-file.mjs", args: ["terraform.tfstate"] });
};
const stateOf = (resources: readonly StateResource[]): object => ({
  version: 4,
  resources: resources.map((resource) => ({ mode: "managed", ...resource })),
});
const one = (type: string, attributes: Record<string, unknown>): StateResource => ({ type, name: "this", instances: [{ attributes }] });

const others: StateResource[] = [
  one("aws_s3_bucket", { id: "logs" }),
  { type: "elasticstack_kibana_space", name: "team", instances: ["a", "b"].map((key) => ({ index_key: key, attributes: { id: key } })) },
  one("tencentcloud_api_gateway_update_service", { id: "x" }),
  { type: "elasticstack_elasticsearch_ingest_pipeline", name: "former", instances: [{ deposed: "00000001", attributes: { id: "x/y" } }] },
  { mode: "data", ...one("elasticstack_elasticsearch_info", { id: "x" }) },
];

/** Creates objects as the tools of the vendors do, of each kind whose import ID is not the ID in Terraform, and returns their state. */
function existingObjects({ search, cloud, events }: Awaited<ReturnType<typeof openRemotes>>): StateResource[] {
  const idOf = (name: string) => `${search.emulator.clusterUuid}/${name}`;
  const put = searchCaller(search.emulator);
  const teams = ["team-a", "team-b"];
  for (const team of teams) put(`PUT /_index_template/${team}`, { index_patterns: [`${team}-*`] });
  const settings = { "indices.recovery.max_bytes_per_sec": "60mb" };
  put("PUT /_cluster/settings", { persistent: { ...settings, "cluster.max_shards_per_node": "2000" } });
  const setting = Object.entries(settings).map(([name, value]) => ({ name, value, value_list: null }));
  const create = creatorOf(actionsOf(cloud.emulator));
  const service = create("CreateService", { ServiceName: "shop", Protocol: "http&https", NetTypes: ["OUTER"] }, "ServiceId");
  const apis = ["one", "two"].map((name) => create("CreateApi", apiParams(service, name), "ApiId"));
  events.emulator.operations.usual = { pending: 0 };
  eventCaller(events.emulator)("POST triggers?triggerId=orders", exampleTrigger);
  eventCaller(events.emulator)("POST channels?channelId=inbox", {});
  return [
    {
      type: "elasticstack_elasticsearch_index_template",
      name: "team",
      module: "module.logs",
      instances: teams.map((name) => ({ index_key: name, attributes: { id: idOf(name) } })),
    },
    one("elasticstack_elasticsearch_cluster_settings", { id: idOf("cluster-settings"), persistent: [{ setting }], transient: null }),
    one("tencentcloud_api_gateway_service", { id: service }),
    {
      type: "tencentcloud_api_gateway_api",
      name: "shop",
      instances: apis.map((id, index) => ({ index_key: index, attributes: { id, service_id: service } })),
    },
    one("google_eventarc_trigger", { id: `${home}/triggers/orders` }),
    one("google_eventarc_channel", { id: `${home}/channels/inbox` }),
  ];
}

it("a state of three services is imported without a request that writes, and its code shows no change; what quartet does not have is listed", async () => {
  const remotes = await openRemotes();
  const stack = await cli.stack("migration", remotes.environment);
  const { resources, stderr } = await runOn(stack, stateOf([...existingObjects(remotes), ...others]));
  expect(stderr.split("\n")).toEqual([
    "left out: 1 x aws_s3_bucket: quartet has no such type",
    "left out: 2 x elasticstack_kibana_space: quartet has no such type",
    "left out: 1 x tencentcloud_api_gateway_update_service: an operation that ran once, which cannot be imported",
    "left out: 1 x elasticstack_elasticsearch_ingest_pipeline: a former object that Terraform still has to delete",
    "",
  ]);
  expect(resources).toHaveLength(8);
  remotes.writes();
  await stack.import(resources);
  expect(remotes.writes()).toEqual([]);
});

it("names of the import file contain modules and keys, and are unique by type", async () => {
  const stack = await cli.stack("names");
  const type = "elasticstack_elasticsearch_ingest_pipeline";
  const attributes = { id: "access" };
  const instances = (...keys: (string | number)[]) => keys.map((index_key) => ({ index_key, attributes }));
  const { resources } = await runOn(
    stack,
    stateOf([
      { type, name: "this", instances: [{ attributes }] },
      { type, name: "this", module: "module.logs", instances: instances(0, 1) },
      { type, name: "this", module: 'module.logs["eu.west"].module.app[2]', instances: instances("a/b", 'say "hi"', "\u00fc 1") },
      { type, name: "logs-this-0", instances: [{ attributes }] },
      { type, name: "2nd", instances: instances("") },
      { type: "elasticstack_elasticsearch_index_template", name: "this", instances: [{ attributes }] },
    ]),
  );
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
  await expect(runOn(stack, { version: 3, modules: [] })).rejects.toThrow(/Expected a state of version 4; got 3/);
  await expect(runOn(stack, { format_version: "1.0", values: {} })).rejects.toThrow(/Expected a state of version 4; got undefined/);
  expect(await runOn(stack, { version: 4 })).toEqual({ resources: [], stderr: "" });
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
