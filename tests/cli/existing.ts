/**
 * Scripts of documents that import, and objects of three services as the vendors' tools create them, and the Terraform state that describes them: the values of a state that the import does not use are
 * left out.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { ensurePulumi } from "../../tools/pulumi";
import { apiParams } from "../emulators/cloud/gateway/setup";
import type { CloudEmulator } from "../emulators/cloud/index";
import type { EventEmulator } from "../emulators/eventrouting/index";
import { callerOf as eventCaller, exampleTrigger, home } from "../emulators/eventrouting/caller";
import { callerOf as searchCaller } from "../emulators/search/caller";
import type { SearchEmulator } from "../emulators/search/index";
import { actionsOf, creatorOf } from "../samples/cloud/actions";
import type { Cli, Stack } from "../support/cli";
import type { Cloud } from "../support/cloud";
import type { Events } from "../support/events";
import type { Search } from "../support/search";

/** Sends requests to Elasticsearch, as in `PUT /_ingest/pipeline/x`. Fails if one is rejected. */
const searchSender =
  (emulator: SearchEmulator) =>
  (line: string, body?: object): void => {
    const { status, body: response } = searchCaller(emulator)(line, body);
    if (status >= 300) throw new Error(`${line}: HTTP ${status}: ${JSON.stringify(response)}`);
  };

/** Creates objects of Eventarc in one location, as in `channels?channelId=x`. Fails if one is rejected. */
const routingSender =
  (emulator: EventEmulator) =>
  (line: string, body: object): void => {
    const { status, body: response } = eventCaller(emulator)(`POST ${line}`, body);
    if (status >= 300) throw new Error(`${line}: HTTP ${status}: ${JSON.stringify(response)}`);
  };

/** Runs the script that a document has under this name, in the folder of a stack, as a user of the plugin does. */
export async function runScript(
  cli: Cli,
  stack: Stack,
  { document, name, args }: { document: string; name: string; args: readonly string[] },
) {
  const text = readFileSync(join(__dirname, "../../docs", document), "utf8");
  const [, code = ""] = new RegExp(`^\`\`\`js file=${name}\\n(.*?)^\`\`\``, "ms").exec(text)!;
  stack.write(name, code);
  const { command } = await ensurePulumi({ languages: ["yaml"] });
  const PATH = [dirname(command), process.env["PATH"]].join(delimiter);
  const QUARTET_PLUGIN = join(cli.workspace.folder, "provider", "bin", "pulumi-resource-quartet");
  const env = { ...cli.workspace.environment, ...stack.environment, PATH, QUARTET_PLUGIN };
  return promisify(execFile)(process.execPath, [name, ...args], { cwd: stack.folder, env });
}

/** The command that imports the file that such a script writes; the name of the program follows. */
export const importCommand = ["import", "--file", "import.json", "--yes", "--skip-preview", "--protect=false", "--out"];

interface StateInstance {
  index_key?: string | number;
  deposed?: string;
  attributes: Record<string, unknown>;
}

/** Returns the requests that write, of all three services, since the last call. */
export const writesOf = (search: Search, cloud: Cloud, events: Events): string[] => [
  ...search.requests.splice(0).flatMap(({ method, path }) => (method === "GET" ? [] : [`${method} ${path}`])),
  ...cloud.emulator.calls.splice(0).flatMap(({ action }) => (action.startsWith("Describe") ? [] : [action])),
  ...events.emulator.calls.splice(0).flatMap(({ rpc }) => (/^(Get|List)/.test(rpc) ? [] : [rpc])),
];

/** A resource of a state, with an instance for each key of `count` or `for_each`. */
export interface StateResource {
  mode?: "managed" | "data";
  module?: string;
  type: string;
  name: string;
  instances: StateInstance[];
}

/** Returns the text of a state file. */
export const stateText = (resources: readonly StateResource[]): string =>
  JSON.stringify({ version: 4, resources: resources.map((resource) => ({ mode: "managed", ...resource })) });

const one = (type: string, name: string, attributes: Record<string, unknown>): StateResource => ({
  type,
  name,
  instances: [{ attributes }],
});

/** Creates an object of every kind of Elasticsearch that has a Terraform type and needs no other service, and returns their state. */
export function searchState(emulator: SearchEmulator): StateResource[] {
  const send = searchSender(emulator);
  const idOf = (name: string): { id: string } => ({ id: `${emulator.clusterUuid}/${name}` });
  const searchType = (type: string, name: string, more: object = {}): StateResource =>
    one(`elasticstack_elasticsearch_${type}`, "this", { ...idOf(name), name, ...more });
  emulator.putIndex("users");
  send("PUT /_ingest/pipeline/access-log", { processors: [{ set: { field: "event.module", value: "app" } }], _meta: { owner: "team-a" } });
  send("PUT /_component_template/logs-settings", { template: { settings: { "index.number_of_shards": 2 } } });
  for (const key of ["a", "b"])
    send(`PUT /_index_template/team-${key}`, { index_patterns: [`team-${key}-*`], data_stream: {}, priority: 500 });
  send("PUT /_data_stream/team-a-logs");
  send("PUT /_data_stream/team-a-logs/_lifecycle", { data_retention: "7d" });
  send("PUT /_enrich/policy/users", { match: { indices: ["users"], match_field: "email", enrich_fields: ["name"] } });
  send("PUT /_connector/music", { name: "Music", service_type: "postgresql", index_name: "search-music" });
  send("PUT /_ilm/policy/logs", {
    policy: { phases: { hot: { actions: { rollover: { max_age: "7d" } } }, delete: { min_age: "30d", actions: { delete: {} } } } },
  });
  send("PUT /orders", { settings: { number_of_shards: 1 }, mappings: { properties: { sku: { type: "keyword" } } }, aliases: { shop: {} } });
  send("PUT /_scripts/add-total", { script: { lang: "painless", source: "ctx.total = 1" } });
  send("PUT /_security/role/reader", { cluster: ["monitor"], indices: [{ names: ["logs-*"], privileges: ["read"] }] });
  const settings = { "indices.recovery.max_bytes_per_sec": "60mb" };
  send("PUT /_cluster/settings", { persistent: { ...settings, "cluster.max_shards_per_node": "2000" } });
  return [
    searchType("ingest_pipeline", "access-log"),
    searchType("component_template", "logs-settings"),
    {
      type: "elasticstack_elasticsearch_index_template",
      name: "team",
      module: "module.logs",
      instances: ["a", "b"].map((key) => ({ index_key: key, attributes: { ...idOf(`team-${key}`), name: `team-${key}` } })),
    },
    searchType("data_stream", "team-a-logs"),
    searchType("data_stream_lifecycle", "team-a-logs"),
    searchType("enrich_policy", "users"),
    searchType("connector", "music"),
    searchType("index_lifecycle", "logs"),
    searchType("index", "orders"),
    searchType("index_alias", "shop"),
    searchType("script", "add-total"),
    searchType("security_role", "reader"),
    searchType("cluster_settings", "cluster-settings", {
      persistent: [{ setting: Object.entries(settings).map(([name, value]) => ({ name, value, value_list: null })) }],
      transient: null,
    }),
  ];
}

/** Creates a service with two APIs, a usage plan and a plugin, and returns their state. */
export function gatewayState(emulator: CloudEmulator): StateResource[] {
  const make = creatorOf(actionsOf(emulator));
  const service = make("CreateService", { ServiceName: "shop", Protocol: "http&https", NetTypes: ["OUTER"] }, "ServiceId");
  const apis = ["one", "two"].map((name) => make("CreateApi", apiParams(service, name), "ApiId"));
  const plan = make("CreateUsagePlan", { UsagePlanName: "gold", MaxRequestNum: 1000 }, "UsagePlanId");
  const instances = apis.map((id, index) => ({ index_key: index, attributes: { id, service_id: service } }));
  return [
    one("tencentcloud_api_gateway_service", "shop", { id: service }),
    { type: "tencentcloud_api_gateway_api", name: "shop", instances },
    one("tencentcloud_api_gateway_usage_plan", "gold", { id: plan }),
  ];
}

/** Creates a trigger and a channel, and returns their state. */
export function routingState(emulator: EventEmulator): StateResource[] {
  const send = routingSender(emulator);
  emulator.operations.usual = { pending: 0 };
  send("triggers?triggerId=orders", exampleTrigger);
  send("channels?channelId=inbox", {});
  return [
    one("google_eventarc_trigger", "orders", { id: `${home}/triggers/orders` }),
    one("google_eventarc_channel", "inbox", { id: `${home}/channels/inbox` }),
  ];
}
