// A call of each function of module cloud on the emulator, and the objects that it reads. See docs/modules/cloud.md#function-list.
import type { PlainMap } from "../../../provider/core/values/value";
import { callerOf } from "../../emulators/cloud/caller";
import { apiParams } from "../../emulators/cloud/gateway/setup";
import type { CloudEmulator } from "../../emulators/cloud/index";
import type { JsonObject } from "../../emulators/exchange";
import type { Way } from "./prerequisites";

const noIds = {
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

/** The IDs of the objects that the functions read. */
export type GatewayIds = Readonly<typeof noIds>;

/** Creates objects of every kind that a function reads, as another writer; returns their IDs. */
export function createGateway(emulator: Pick<CloudEmulator, "handle">, { domain, now }: Way = {}): GatewayIds {
  const ids = { ...noIds };
  const call = (action: string, params: JsonObject): JsonObject => {
    const host = domain && { host: `apigateway.${domain}` };
    const members = callerOf(emulator, { ...host, ...(now && { now: now() }) })(`apigateway/${action}`, params);
    if (members["Error"]) throw new Error(`${action} was rejected: ${JSON.stringify(members["Error"])}`);
    return members;
  };
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
  const subDomain = { ServiceId, Protocol: "http", NetType: "OUTER", NetSubDomain: created.OuterSubDomain ?? null };
  call("BindSubDomain", { ...subDomain, SubDomain: "www.example.com", IsDefaultMapping: true });
  const PathMappingSet = [{ Path: "/good", Environment: "test" }];
  call("BindSubDomain", { ...subDomain, SubDomain: "api.example.com", IsDefaultMapping: false, PathMappingSet });
  call("ModifyApiEnvironmentStrategy", { ServiceId, ApiIds: [ids.one], EnvironmentName: "release", Strategy: 300 });
  return ids;
}

const trend = {
  business: "net",
  startTime: "2023-11-22 09:25:00",
  endTime: "2023-11-22 10:25:00",
  metricName: "inpkg",
  instanceId: "bgp-1",
  flag: 1,
};
const attack = { type: "cc", dimension: "attackcount", period: 86400, startTime: "2023-11-21 10:28:31", endTime: "2023-11-22 10:28:31" };

/** Each function with its inputs for the objects of {@link createGateway}. */
export const lookupCases: readonly [name: string, inputs: (ids: GatewayIds) => PlainMap][] = [
  ["getAddressTemplateGroups", () => ({ name: "office", id: "ipmg-dih8xdbq" })],
  ["getAddressTemplates", () => ({ name: "办公网络" })],
  ["getAntiddosBasicDeviceStatus", () => ({ ipLists: ["203.0.113.10"], filterRegion: 1 })],
  ["getAntiddosBgpBizTrend", () => trend],
  [
    "getAntiddosBgpInstances",
    () => ({ filterRegion: "ap-guangzhou", filterInstanceIdLists: ["bgp-00000000"], filterTags: [{ tagKey: "team", tagValue: "edge" }] }),
  ],
  ["getAntiddosListListener", () => ({})],
  ["getAntiddosOverviewAttackTrend", () => attack],
  ["getApiGatewayApiAppApi", (ids) => ({ serviceId: ids.service, apiId: ids.one, apiRegion: "ap-guangzhou" })],
  ["getApiGatewayApiAppService", (ids) => ({ serviceId: ids.service, apiRegion: "ap-guangzhou" })],
  ["getApiGatewayApiApps", (ids) => ({ apiAppId: ids.app, apiAppName: "mobile" })],
  ["getApiGatewayApiDocs", () => ({})],
  ["getApiGatewayApiKeys", (ids) => ({ secretName: "partner", apiKeyId: ids.key })],
  ["getApiGatewayApiPlugins", (ids) => ({ apiId: ids.one, serviceId: ids.service, environmentName: "release" })],
  ["getApiGatewayApiUsagePlans", (ids) => ({ serviceId: ids.service })],
  ["getApiGatewayApis", (ids) => ({ serviceId: ids.service })],
  [
    "getApiGatewayBindApiAppsStatus",
    (ids) => ({ serviceId: ids.service, apiIds: [ids.one, ids.two], filters: [{ name: "ApiAppId", values: [ids.app] }] }),
  ],
  ["getApiGatewayCustomerDomains", (ids) => ({ serviceId: ids.service })],
  ["getApiGatewayIpStrategies", (ids) => ({ serviceId: ids.service, strategyName: "office" })],
  ["getApiGatewayPlugins", (ids) => ({ serviceId: ids.service, pluginId: ids.plugin, environmentName: "release" })],
  ["getApiGatewayServiceEnvironmentList", (ids) => ({ serviceId: ids.service })],
  ["getApiGatewayServiceReleaseVersions", (ids) => ({ serviceId: ids.service })],
  ["getApiGatewayServices", () => ({ serviceName: "orders" })],
  ["getApiGatewayThrottlingApis", (ids) => ({ serviceId: ids.service, environmentNames: ["release"] })],
  ["getApiGatewayThrottlingServices", () => ({})],
  ["getApiGatewayUpstreams", (ids) => ({ upstreamId: ids.upstream, filters: [{ name: "ServiceId", values: [ids.service] }] })],
  ["getApiGatewayUsagePlanEnvironments", (ids) => ({ usagePlanId: ids.plan })],
  ["getApiGatewayUsagePlans", (ids) => ({ usagePlanId: ids.plan, usagePlanName: "gold" })],
];
