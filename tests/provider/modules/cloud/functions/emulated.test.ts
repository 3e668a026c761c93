// Every function of module cloud against the emulator, which validates signatures, parameters and types, and has only objects that its own actions created.
import type { PlainMap } from "../../../../../provider/core/value";
import type { JsonObject } from "../../../../emulators/exchange";
import { asking } from "../../../../emulators/cloud/asking";
import { apiParams } from "../../../../emulators/cloud/gateway/stage";
import { bench, schema, type Bench } from "../support";
import { lookupCaller, type LookupCaller } from "./driver";
import { violations } from "./shape";

let made: Bench;
let ask: LookupCaller;
/** Ids of what stands in the gateway. */
const ids = {
  service: "",
  other: "",
  one: "",
  two: "",
  three: "",
  app: "",
  doc: "",
  key: "",
  plugin: "",
  plan: "",
  strategy: "",
  upstream: "",
};

function build(call: (action: string, params: JsonObject) => JsonObject): void {
  const result = (action: string, params: JsonObject): JsonObject => call(action, params).Result as JsonObject;
  const service = { ServiceName: "orders", Protocol: "http&https", NetTypes: ["OUTER"] };
  const created = call("CreateService", service);
  ids.service = String(created.ServiceId);
  ids.other = String(call("CreateService", { ...service, ServiceName: "bills" }).ServiceId);
  const ServiceId = ids.service;
  ids.upstream = String(
    call("CreateUpstream", { Scheme: "HTTP", Algorithm: "ROUND-ROBIN", UniqVpcId: "vpc-8j2k5n1c", UpstreamName: "orders-vpc" }).UpstreamId,
  );
  [ids.one, ids.two] = ["one", "two"].map((name) => String(result("CreateApi", apiParams(ServiceId, name)).ApiId)) as [string, string];
  const { ServiceMockReturnMessage: _, ...third } = apiParams(ServiceId, "three");
  const ServiceConfig = {
    Product: "upstream",
    UniqVpcId: "vpc-8j2k5n1c",
    Url: "http://orders",
    Path: "/",
    Method: "GET",
    UpstreamId: ids.upstream,
  };
  ids.three = String(result("CreateApi", { ...third, ServiceType: "HTTP", ServiceConfig }).ApiId);
  call("ReleaseService", { ServiceId, EnvironmentName: "release", ReleaseDesc: "first" });
  ids.app = String(result("CreateApiApp", { ApiAppName: "mobile" }).ApiAppId);
  call("BindApiApp", { ApiAppId: ids.app, Environment: "release", ServiceId, ApiId: ids.one });
  ids.doc = String(result("CreateAPIDoc", { ApiDocName: "doc", ServiceId, Environment: "release", ApiIds: [ids.one] }).ApiDocId);
  ids.key = String(result("CreateApiKey", { SecretName: "partner" }).AccessKeyId);
  const PluginData = JSON.stringify({ type: "white_list", blocks: "1.1.1.1" });
  ids.plugin = String(result("CreatePlugin", { PluginName: "office", PluginType: "IPControl", PluginData }).PluginId);
  call("AttachPlugin", { PluginId: ids.plugin, ServiceId, EnvironmentName: "release", ApiIds: [ids.one] });
  ids.plan = String(result("CreateUsagePlan", { UsagePlanName: "gold", MaxRequestNumPreSec: 10 }).UsagePlanId);
  const bound = { UsagePlanIds: [ids.plan], BindType: "SERVICE", ServiceId };
  call("BindEnvironment", { ...bound, Environment: "release" });
  call("BindEnvironment", { ...bound, Environment: "test" });
  call("BindEnvironment", { ...bound, BindType: "API", Environment: "prepub", ApiIds: [ids.two] });
  const strategy = { ServiceId, StrategyName: "office", StrategyType: "BLACK", StrategyData: "9.9.9.9" };
  ids.strategy = String(result("CreateIPStrategy", strategy).StrategyId);
  call("BindIPStrategy", { ServiceId, StrategyId: ids.strategy, EnvironmentName: "release", BindApiIds: [ids.one, ids.two] });
  const domain = { ServiceId, Protocol: "http", NetType: "OUTER", NetSubDomain: created.OuterSubDomain ?? null };
  call("BindSubDomain", { ...domain, SubDomain: "www.example.com", IsDefaultMapping: true });
  const PathMappingSet = [{ Path: "/good", Environment: "test" }];
  call("BindSubDomain", { ...domain, SubDomain: "api.example.com", IsDefaultMapping: false, PathMappingSet });
  call("ModifyApiEnvironmentStrategy", { ServiceId, ApiIds: [ids.one], EnvironmentName: "release", Strategy: 300 });
}

beforeAll(async () => {
  made = bench();
  const call = asking(made.emulator);
  build((action, params) => {
    const answer = call(`apigateway/${action}`, params);
    if (answer["Error"]) throw new Error(`${action} was refused: ${JSON.stringify(answer["Error"])}`);
    return answer;
  });
  ask = await lookupCaller(made.send);
});

const trend = {
  business: "net",
  startTime: "2023-11-22 09:25:00",
  endTime: "2023-11-22 10:25:00",
  metricName: "inpkg",
  instanceId: "bgp-1",
  flag: 1,
};
const attack = { type: "cc", dimension: "attackcount", period: 86400, startTime: "2023-11-21 10:28:31", endTime: "2023-11-22 10:28:31" };

/** A lookup, its inputs, and some of what it must find; each once the gateway stands. */
const cases: [name: string, inputs: () => PlainMap, found: () => object][] = [
  [
    "getAddressTemplateGroups",
    () => ({ name: "office", id: "ipmg-dih8xdbq" }),
    () => ({ groupLists: [{ name: "office" }], id: "ipmg-dih8xdbq" }),
  ],
  ["getAddressTemplates", () => ({ name: "办公网络" }), () => ({ templateLists: [{ id: "ipm-dk1f9a2c", addresses: ["192.0.2.0/24"] }] })],
  [
    "getAntiddosBasicDeviceStatus",
    () => ({ ipLists: ["203.0.113.10"], filterRegion: 1 }),
    () => ({ datas: [{ value: "1" }], clbDatas: [] }),
  ],
  ["getAntiddosBgpBizTrend", () => trend, () => ({ dataLists: [0, 12, 12, 48, 0], total: 5, maxData: 48, metricName: "inpkg" })],
  [
    "getAntiddosBgpInstances",
    () => ({ filterRegion: "ap-guangzhou", filterInstanceIdLists: ["bgp-00000000"], filterTags: [{ tagKey: "team", tagValue: "edge" }] }),
    () => ({ bgpInstanceLists: [{ enterprisePackageConfigs: [{ bandwidth: 100 }], standardPackageConfigs: [] }] }),
  ],
  ["getAntiddosListListener", () => ({}), () => ({ layer4Listeners: [{ backendPort: 80 }], layer7Listeners: [{ vport: 80 }] })],
  ["getAntiddosOverviewAttackTrend", () => attack, () => ({ datas: [0, 3], periodPointCount: 2 })],
  [
    "getApiGatewayApiAppApi",
    () => ({ serviceId: ids.service, apiId: ids.one, apiRegion: "ap-guangzhou" }),
    () => ({ results: [{ apiName: "one", requestConfigs: [{ path: "/one" }], environments: ["release"] }] }),
  ],
  [
    "getApiGatewayApiAppService",
    () => ({ serviceId: ids.service, apiRegion: "ap-guangzhou" }),
    () => ({ serviceName: "orders", apiTotalCount: 3, apiIdStatusSets: [{ apiId: ids.one }, {}, {}], availableEnvironments: ["release"] }),
  ],
  ["getApiGatewayApiApps", () => ({ apiAppId: ids.app, apiAppName: "mobile" }), () => ({ apiAppLists: [{ apiAppName: "mobile" }] })],
  ["getApiGatewayApiDocs", () => ({}), () => ({ apiDocLists: [{ apiDocId: ids.doc, apiDocStatus: "COMPLETED" }] })],
  ["getApiGatewayApiKeys", () => ({ secretName: "partner", apiKeyId: ids.key }), () => ({ lists: [{ apiKeyId: ids.key, status: "on" }] })],
  [
    "getApiGatewayApiPlugins",
    () => ({ apiId: ids.one, serviceId: ids.service, environmentName: "release" }),
    () => ({ results: [{ pluginId: ids.plugin, environment: "release" }] }),
  ],
  ["getApiGatewayApiUsagePlans", () => ({ serviceId: ids.service }), () => ({ results: [{ usagePlanId: ids.plan, apiId: ids.two }] })],
  [
    "getApiGatewayApis",
    () => ({ serviceId: ids.service }),
    () => ({ lists: ["one", "two", "three"].map((name) => ({ apiName: name, requestConfigPath: `/${name}` })) }),
  ],
  [
    "getApiGatewayBindApiAppsStatus",
    () => ({ serviceId: ids.service, apiIds: [ids.one, ids.two], filters: [{ name: "ApiAppId", values: [ids.app] }] }),
    () => ({ results: [{ apiAppApiSets: [{ apiId: ids.one, environmentName: "release" }] }] }),
  ],
  [
    "getApiGatewayCustomerDomains",
    () => ({ serviceId: ids.service }),
    () => ({
      lists: [
        { domainName: "www.example.com", isStatusOn: true, pathMappings: [] },
        { domainName: "api.example.com", isStatusOn: true, pathMappings: [{ path: "/good", environment: "test" }] },
      ],
    }),
  ],
  [
    "getApiGatewayIpStrategies",
    () => ({ serviceId: ids.service, strategyName: "office" }),
    () => ({ lists: [{ ipList: "9.9.9.9", bindApiTotalCount: 2, attachLists: [{ apiId: ids.one }, { apiId: ids.two }] }] }),
  ],
  [
    "getApiGatewayPlugins",
    () => ({ serviceId: ids.service, pluginId: ids.plugin, environmentName: "release" }),
    () => ({ results: [{ apiId: ids.one, isAttached: true }, { apiId: ids.two, isAttached: false }, { apiId: ids.three }] }),
  ],
  [
    "getApiGatewayServiceEnvironmentList",
    () => ({ serviceId: ids.service }),
    () => ({ results: [{ status: 0 }, { status: 0 }, { environmentName: "release", status: 1 }] }),
  ],
  ["getApiGatewayServiceReleaseVersions", () => ({ serviceId: ids.service }), () => ({ results: [{ versionDesc: "first" }] })],
  [
    "getApiGatewayServices",
    () => ({ serviceName: "orders" }),
    () => ({
      lists: [
        {
          serviceId: ids.service,
          exclusiveSetName: "",
          usagePlanLists: [
            { usagePlanId: ids.plan, bindType: "SERVICE", apiId: "" },
            { usagePlanId: ids.plan, bindType: "API", apiId: ids.two },
          ],
        },
      ],
    }),
  ],
  [
    "getApiGatewayThrottlingApis",
    () => ({ serviceId: ids.service, environmentNames: ["release"] }),
    () => ({
      lists: [
        {
          serviceId: ids.service,
          apiEnvironmentStrategies: [{ apiId: ids.one, strategyLists: [{ environmentName: "release", quota: 300 }] }, {}, {}],
        },
      ],
    }),
  ],
  [
    "getApiGatewayThrottlingServices",
    () => ({}),
    () => ({ lists: [ids.service, ids.other].map((serviceId) => ({ serviceId, environments: [{}, {}, {}] })) }),
  ],
  [
    "getApiGatewayUpstreams",
    () => ({ upstreamId: ids.upstream, filters: [{ name: "ServiceId", values: [ids.service] }] }),
    () => ({ results: [{ apiId: ids.three, serviceName: "orders" }] }),
  ],
  [
    "getApiGatewayUsagePlanEnvironments",
    () => ({ usagePlanId: ids.plan }),
    () => ({ bindType: "SERVICE", lists: [{ serviceId: ids.service }, {}] }),
  ],
  ["getApiGatewayUsagePlans", () => ({ usagePlanId: ids.plan, usagePlanName: "gold" }), () => ({ lists: [{ maxRequestNumPreSec: 10 }] })],
];

test("there is a case for every function", () => {
  const tokens = schema.functionTokens().filter((token) => token.startsWith("quartet:cloud:"));
  expect(cases.map(([name]) => `quartet:cloud:${name}`).sort()).toEqual([...tokens].sort());
});

test.each(cases)("%s", async (name, inputs, found) => {
  const { outputs, failures } = await ask(name, inputs());
  expect(failures).toEqual([]);
  expect(outputs).toMatchObject({ ...inputs(), ...found() });
  expect(violations(name, outputs)).toEqual([]);
});

test.each([
  ["getAntiddosBgpInstances", () => ({ filterRegion: "ap-guangzhou" }), "bgpInstanceLists", 205],
  ["getAntiddosBgpInstances", () => ({ filterRegion: "ap-shanghai" }), "bgpInstanceLists", 100],
  ["getAntiddosBgpInstances", () => ({ filterRegion: "ap-beijing" }), "bgpInstanceLists", 0],
  ["getApiGatewayApis", () => ({ serviceId: ids.service, apiId: ids.two }), "lists", 1],
  ["getApiGatewayApis", () => ({ serviceId: ids.other }), "lists", 0],
  ["getApiGatewayApiKeys", () => ({ secretName: "missing" }), "lists", 0],
  ["getApiGatewayIpStrategies", () => ({ serviceId: ids.other }), "lists", 0],
  ["getApiGatewayUsagePlanEnvironments", () => ({ usagePlanId: ids.plan, bindType: "API" }), "lists", 1],
  ["getApiGatewayThrottlingApis", () => ({ serviceId: "service-00000000" }), "lists", 1],
])("%s (%#): number of elements", async (name, inputs, output, count) => {
  const { outputs } = await ask(name, inputs());
  expect(outputs[output]).toHaveLength(count);
  expect(violations(name, outputs)).toEqual([]);
});

test.each([
  ["getApiGatewayApis", { serviceId: "service-00000000" }, /DescribeApisStatus failed: ResourceNotFound\.InvalidService/],
  ["getApiGatewayApiAppApi", { serviceId: "s", apiId: "a", apiRegion: "ap-guangzhou" }, /DescribeApiForApiApp failed: ResourceNotFound\./],
  ["getApiGatewayApiAppService", { serviceId: "s", apiRegion: "ap-guangzhou" }, /failed: ResourceNotFound\.InvalidService/],
  ["getApiGatewayCustomerDomains", { serviceId: "s" }, /failed: ResourceNotFound\./],
  ["getApiGatewayUsagePlanEnvironments", { usagePlanId: "u" }, /failed: ResourceNotFound\.InvalidUsagePlan/],
  ["getApiGatewayUpstreams", { upstreamId: "u" }, /failed: ResourceNotFound/],
])("%s of a missing object fails", async (name, inputs, words) => {
  await expect(ask(name, inputs)).rejects.toMatchObject({ code: "not_found", message: expect.stringMatching(words) });
});

test("wrong keys are rejected, and are in no message", async () => {
  const unexpected = await lookupCaller(made.send, { TENCENTCLOUD_SECRET_KEY: "canary-wrong-key" });
  const failed = await unexpected("getApiGatewayApiDocs", {}).catch((error: Error) => error.message);
  expect(failed).toMatch(/AuthFailure\.SignatureFailure[^]*secret key does not belong/);
  expect(failed).not.toContain("canary-wrong-key");
});
