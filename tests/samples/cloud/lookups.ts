// A call of each function of module cloud on the emulator, and the objects that it reads. See docs/modules/cloud.md#function-list.
import type { PlainMap } from "../../../provider/core/values/value";
import { apiParams } from "../../emulators/cloud/gateway/setup";
import type { CloudEmulator } from "../../emulators/cloud/index";
import type { JsonObject } from "../../emulators/exchange";
import { actionsOf, creatorOf } from "./actions";
import { vpcSamples } from "./functions/vpc";

const network = { UniqVpcId: "vpc-8j2k5n1c" };

/** Creates objects of every kind that a function reads, as another writer; returns their IDs. */
export function createGateway(emulator: Pick<CloudEmulator, "handle">) {
  const call = actionsOf(emulator);
  const create = creatorOf(call);
  const shop = { ServiceName: "orders", Protocol: "http&https", NetTypes: ["OUTER"] };
  const { ServiceId: created, OuterSubDomain: NetSubDomain = null } = call("CreateService", shop);
  const ServiceId = String(created);
  call("CreateService", { ...shop, ServiceName: "bills" });
  const place = { ...network, Scheme: "HTTP", Algorithm: "ROUND-ROBIN", UpstreamName: "orders-vpc" };
  const upstream = create("CreateUpstream", place, "UpstreamId");
  const api = (params: JsonObject) => create("CreateApi", params, "ApiId");
  const one = api(apiParams(ServiceId, "one"));
  const two = api(apiParams(ServiceId, "two"));
  const { ServiceMockReturnMessage: _, ...third } = apiParams(ServiceId, "three");
  const ServiceConfig = { ...network, Product: "upstream", Url: "http://orders", Path: "/", Method: "GET", UpstreamId: upstream };
  api({ ...third, ServiceType: "HTTP", ServiceConfig });
  const published = { ServiceId, EnvironmentName: "release" };
  call("ReleaseService", { ...published, ReleaseDesc: "first" });
  const app = create("CreateApiApp", { ApiAppName: "mobile" }, "ApiAppId");
  call("BindApiApp", { ApiAppId: app, Environment: "release", ServiceId, ApiId: one });
  call("CreateAPIDoc", { ApiDocName: "doc", ServiceId, Environment: "release", ApiIds: [one] });
  const key = create("CreateApiKey", { SecretName: "partner" }, "AccessKeyId");
  const PluginData = '{"type":"white_list","blocks":"1.1.1.1"}';
  const plugin = create("CreatePlugin", { PluginName: "office", PluginType: "IPControl", PluginData }, "PluginId");
  call("AttachPlugin", { ...published, PluginId: plugin, ApiIds: [one] });
  const plan = create("CreateUsagePlan", { UsagePlanName: "gold", MaxRequestNumPreSec: 10 }, "UsagePlanId");
  const bound = { UsagePlanIds: [plan], BindType: "SERVICE", ServiceId };
  for (const Environment of ["release", "test"]) call("BindEnvironment", { ...bound, Environment });
  call("BindEnvironment", { ...bound, BindType: "API", Environment: "prepub", ApiIds: [two] });
  const strategy = { ServiceId, StrategyName: "office", StrategyType: "BLACK", StrategyData: "9.9.9.9" };
  call("BindIPStrategy", { ...published, StrategyId: create("CreateIPStrategy", strategy, "StrategyId"), BindApiIds: [one, two] });
  const domain = { ServiceId, Protocol: "http", NetType: "OUTER", NetSubDomain };
  call("BindSubDomain", { ...domain, SubDomain: "www.example.com", IsDefaultMapping: true });
  const PathMappingSet = [{ Path: "/good", Environment: "test" }];
  call("BindSubDomain", { ...domain, SubDomain: "api.example.com", IsDefaultMapping: false, PathMappingSet });
  call("ModifyApiEnvironmentStrategy", { ...published, ApiIds: [one], Strategy: 300 });
  return { service: ServiceId, one, two, upstream, app, key, plugin, plan };
}

/** The IDs of the objects that the functions read. */
export type GatewayIds = ReturnType<typeof createGateway>;

/** The inputs of each function for the objects of {@link createGateway}. */
export const lookupInputs = ({ service: serviceId, one, two, upstream, app, key, plugin, plan }: GatewayIds): Record<string, PlainMap> => ({
  ...Object.fromEntries(vpcSamples.map(({ name, inputs }) => [name, inputs])),
  getApiGatewayApiAppApi: { serviceId, apiId: one, apiRegion: "ap-guangzhou" },
  getApiGatewayApiAppService: { serviceId, apiRegion: "ap-guangzhou" },
  getApiGatewayApiApps: { apiAppId: app, apiAppName: "mobile" },
  getApiGatewayApiDocs: {},
  getApiGatewayApiKeys: { secretName: "partner", apiKeyId: key },
  getApiGatewayApiPlugins: { apiId: one, serviceId, environmentName: "release" },
  getApiGatewayApiUsagePlans: { serviceId },
  getApiGatewayApis: { serviceId },
  getApiGatewayBindApiAppsStatus: { serviceId, apiIds: [one, two], filters: [{ name: "ApiAppId", values: [app] }] },
  getApiGatewayCustomerDomains: { serviceId },
  getApiGatewayIpStrategies: { serviceId, strategyName: "office" },
  getApiGatewayPlugins: { serviceId, pluginId: plugin, environmentName: "release" },
  getApiGatewayServiceEnvironmentList: { serviceId },
  getApiGatewayServiceReleaseVersions: { serviceId },
  getApiGatewayServices: { serviceName: "orders" },
  getApiGatewayThrottlingApis: { serviceId, environmentNames: ["release"] },
  getApiGatewayThrottlingServices: {},
  getApiGatewayUpstreams: { upstreamId: upstream, filters: [{ name: "ServiceId", values: [serviceId] }] },
  getApiGatewayUsagePlanEnvironments: { usagePlanId: plan },
  getApiGatewayUsagePlans: { usagePlanId: plan, usagePlanName: "gold" },
});
