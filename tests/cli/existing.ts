// Creates 200 objects of three services as the vendors' tools do, for bulk adoption.
import { callerOf as cloudCaller } from "../emulators/cloud/caller";
import { apiParams } from "../emulators/cloud/gateway/setup";
import type { CloudEmulator } from "../emulators/cloud/index";
import { callerOf as eventCaller } from "../emulators/eventrouting/caller";
import type { EventEmulator } from "../emulators/eventrouting/index";
import type { JsonObject } from "../emulators/exchange";
import { callerOf as searchCaller } from "../emulators/search/caller";
import type { SearchEmulator } from "../emulators/search/index";

/** Calls the function with 1 to `count`, and returns the results. */
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i + 1));

/** Sends requests to Elasticsearch, as in `PUT /_ingest/pipeline/x`. Fails if one is rejected. */
export const searchSender =
  (emulator: SearchEmulator) =>
  (line: string, body?: object): void => {
    const { status, body: response } = searchCaller(emulator)(line, body);
    if (status >= 300) throw new Error(`${line}: HTTP ${status}: ${JSON.stringify(response)}`);
  };

/** Creates 21 pipelines, 24 templates, 6 policies and 6 connectors, and system objects, which lists omit. */
export function searchObjects(emulator: SearchEmulator): void {
  const send = searchSender(emulator);
  emulator.putIndex("users");
  times(21, (n) => send(`PUT /_ingest/pipeline/logs.app-${n}@custom`, pipeline(n)));
  times(24, (n) => send(`PUT /_index_template/logs-app-${n}`, template(n)));
  const policy = { indices: ["users"], match_field: "email", enrich_fields: ["name", "city"] };
  times(6, (n) =>
    send(`PUT /_enrich/policy/users-${n}`, n % 2 === 0 ? { match: policy } : { range: { ...policy, query: { match_all: {} } } }),
  );
  times(6, (n) =>
    send(`PUT /_connector/source-${n}`, { name: `Source ${n}`, service_type: "postgresql", index_name: `search-source-${n}` }),
  );
  send("PUT /_ingest/pipeline/.fleet_final", pipeline(1));
  send("PUT /_ingest/pipeline/logs@default-pipeline", { ...pipeline(1), _meta: { managed: true } });
  send("PUT /_index_template/.monitoring", { index_patterns: [".monitoring-*"], _meta: { managed: true } });
}

const pipeline = (n: number): JsonObject => ({
  processors: [
    { set: { field: "event.module", value: `app "${n}"\n`, if: "ctx.event?.module == null" } },
    { grok: { field: "message", patterns: ["%{IP:client.ip} ${name} %{GREEDYDATA:rest}"] } },
  ],
  ...(n % 2 === 0 && { description: `Logs of app ${n}`, version: n }),
  ...(n % 3 === 0 && { on_failure: [{ set: { field: "error.message", value: "{{{_ingest.on_failure_message}}}" } }] }),
  ...(n % 5 === 0 && { _meta: { owner: "team-a", numbers: [1, 2.5] } }),
});

const template = (n: number): JsonObject => ({
  index_patterns: [`logs-app-${n}-*`],
  priority: 100 + n,
  ...(n % 2 === 0 && { data_stream: { hidden: true }, _meta: { owner: "team-a" } }),
  ...(n % 3 === 0 && {
    template: {
      settings: { number_of_shards: 3, "index.refresh_interval": "5s" },
      mappings: { properties: { user: { type: "keyword" } }, dynamic: false },
      aliases: n % 2 === 0 ? {} : { [`app-${n}`]: { filter: { term: { env: "prod" } }, routing: "1" } },
    },
  }),
});

/** Sends actions to the API gateway, and returns the members of the response. Fails if one is rejected. */
export const gatewaySender =
  (emulator: CloudEmulator) =>
  (action: string, params: JsonObject): JsonObject => {
    const { Error: rejection, Result, ...direct } = cloudCaller(emulator, { host: "apigateway.localhost" })(`apigateway/${action}`, params);
    if (rejection) throw new Error(`${action}: ${JSON.stringify(rejection)}`);
    return { ...direct, ...(typeof Result === "object" && !Array.isArray(Result) && Result) };
  };

/** Creates 110 objects of the API gateway: 4 services with 32 APIs, and their attachments. */
export function gatewayObjects(emulator: CloudEmulator): void {
  const callAction = gatewaySender(emulator);
  const make = (action: string, params: JsonObject, member: string): string => String(callAction(action, params)[member]);
  const plugin = { PluginType: "IPControl", PluginData: '{"type":"white_list","blocks":"1.1.1.1"}' };
  const keys = times(8, (n) => make("CreateApiKey", { SecretName: `partner-${n}` }, "AccessKeyId"));
  const plans = times(5, (n) => make("CreateUsagePlan", { UsagePlanName: `plan-${n}`, MaxRequestNum: 1000 * n }, "UsagePlanId"));
  const plugins = times(4, (n) => make("CreatePlugin", { PluginName: `office-only-${n}`, ...plugin }, "PluginId"));
  const apps = times(4, (n) => make("CreateApiApp", { ApiAppName: `desktop-${n}` }, "ApiAppId"));
  times(4, (n) => make("CreateUpstream", upstream(n), "UpstreamId"));
  callAction("DisableApiKey", { AccessKeyId: make("CreateApiKey", { SecretName: "former" }, "AccessKeyId") });
  keys.forEach((key, i) => callAction("BindSecretIds", { UsagePlanId: plans[i % plans.length]!, AccessKeyIds: [key] }));
  times(4, (n) => {
    const service = { ServiceName: `shop-${n}`, Protocol: "http&https", NetTypes: n % 2 === 0 ? ["OUTER"] : ["OUTER", "INNER"] };
    const ServiceId = make("CreateService", service, "ServiceId");
    const apis = times(8, (i) => make("CreateApi", api(ServiceId, i), "ApiId"));
    const strategy = { ServiceId, StrategyName: "office", StrategyType: "WHITE", StrategyData: "9.9.9.9\n10.0.0.0/8" };
    const StrategyId = make("CreateIPStrategy", strategy, "StrategyId");
    const EnvironmentName = "release";
    callAction("ReleaseService", { ServiceId, EnvironmentName, ReleaseDesc: "first" });
    callAction("BindEnvironment", { ServiceId, UsagePlanIds: [plans[n]!], Environment: EnvironmentName, BindType: "SERVICE" });
    callAction("BindIPStrategy", { ServiceId, StrategyId, EnvironmentName, BindApiIds: [apis[0]!] });
    callAction("AttachPlugin", { PluginId: plugins[n - 1]!, ServiceId, EnvironmentName, ApiIds: [apis[1]!] });
    times(2, (i) =>
      callAction("BindEnvironment", { ServiceId, UsagePlanIds: [plans[0]!], Environment: "test", BindType: "API", ApiIds: [apis[i]!] }),
    );
    callAction("BindSubDomain", domain(ServiceId, n, String(callAction("DescribeService", { ServiceId })["OuterSubDomain"] ?? "")));
    callAction("CreateAPIDoc", { ApiDocName: `doc-${n}`, ServiceId, Environment: EnvironmentName, ApiIds: apis.slice(0, 2) });
    callAction("BindApiApp", { ApiAppId: apps[n - 1]!, Environment: EnvironmentName, ServiceId, ApiId: apis[2]! });
  });
}

const upstream = (n: number): JsonObject => ({
  Scheme: "HTTP",
  Algorithm: "ROUND-ROBIN",
  UniqVpcId: "vpc-1a2b3c4d",
  UpstreamName: `users-${n}`,
  UpstreamType: "IP_PORT",
  Nodes: [{ Host: "10.0.0.1", Port: 8080, Weight: 10 }],
});

const domain = (ServiceId: string, n: number, NetSubDomain: string): JsonObject => ({
  ServiceId,
  SubDomain: `api-${n}.example.com`,
  NetSubDomain,
  NetType: "OUTER",
  Protocol: "http",
  ...(n % 2 === 0 ? { IsDefaultMapping: true } : { IsDefaultMapping: false, PathMappingSet: [{ Path: "/shop", Environment: "release" }] }),
});

const api = (ServiceId: string, n: number): JsonObject => ({
  ...apiParams(ServiceId, `api-${n}`),
  ...(n % 2 === 0 && {
    ServiceType: "HTTP",
    ServiceConfig: { Url: "http://orders.example.com", Path: "/v1/orders", Method: "GET" },
    RequestParameters: [{ Name: "lang", Position: "QUERY", Type: "string", Desc: "", DefaultValue: "en", Required: false }],
  }),
});

/** Creates objects of Eventarc in one location, as in `channels?channelId=x`. Fails if one is rejected. */
export const routingSender =
  (emulator: EventEmulator) =>
  (line: string, body: object): void => {
    const home = "/v1/projects/demo-project/locations/us-central1";
    const { status, body: response } = eventCaller(emulator)(`POST ${home}/${line}`, body);
    if (status >= 300) throw new Error(`${line}: HTTP ${status}: ${JSON.stringify(response)}`);
  };

const eventFilters = [{ attribute: "type", value: "google.cloud.pubsub.topic.v1.messagePublished" }];
const destination = { cloudRun: { service: "orders", region: "us-central1", path: "/events" } };

/** The body of a trigger. */
export const trigger = { eventFilters, destination };

/** Creates 33 objects of Eventarc: 20 triggers, 8 channels and 5 channel connections. */
export function routingObjects(emulator: EventEmulator): void {
  const post = routingSender(emulator);
  emulator.operations.usual = { pending: 0 };
  times(20, (n) => post(`triggers?triggerId=orders-${n}`, { ...trigger, ...(n % 2 === 0 && { labels: { stage: "test" } }) }));
  times(8, (n) => post(`channels?channelId=inbox-${n}`, {}));
  const channel = (n: number): string => `projects/subscriber/locations/us-central1/channels/c-${n}`;
  times(5, (n) => post(`channelConnections?channelConnectionId=link-${n}`, { channel: channel(n), activationToken: `token-${n}` }));
}
