/** Many objects of a kind of module cloud, for reads that share requests. */
import type { PlainMap } from "../../../provider/core/values/value";
import { callerOf } from "../../emulators/cloud/caller";
import { apiParams } from "../../emulators/cloud/gateway/setup";
import type { Properties } from "../../support/structs";
import type { Preparation } from "../variant";
import { prepare, type Prerequisites } from ".";

/** A kind of which there can be many objects, and how they differ. */
export interface Kind {
  name: string;
  /** The inputs of one of many objects. */
  inputs(remote: Remote, n: number): Properties;
  /** The action that lists the objects, where a read of one of them is another request, and how they differ. */
  list?: [action: string, isList: (params: PlainMap) => boolean];
  /** How many objects; a service takes few domains. Default: 20. */
  count?: number;
  /** Whether a refresh of each object needs a request of its own. */
  hasOwn?: true;
  /** How another writer removes an object. */
  remove: (emulator: Remote, id: string, parts: string[]) => void;
}

/** The service, with what its objects refer to. */
export interface Remote {
  call: (action: string, params: PlainMap) => PlainMap;
  prerequisites: Prerequisites;
}

/** Creates what objects refer to. Calls throw when the service rejects them. */
export function remoteOf({ handle }: Pick<Preparation, "handle">): Remote {
  const send = callerOf({ handle }, { host: "apigateway.localhost", now: new Date() });
  const call = (action: string, params: PlainMap): PlainMap => {
    const { Error: rejection, Result = {}, ...direct } = send(`apigateway/${action}`, params) as Record<string, PlainMap>;
    if (rejection) throw new Error(`${action} was rejected: ${JSON.stringify(rejection)}`);
    return { ...direct, ...Result };
  };
  return { call, prerequisites: prepare({ handle, calls: [] }, { now: () => new Date() }) };
}

const newApi = ({ call, prerequisites: { serviceId } }: Remote, n: number): string =>
  String(call("CreateApi", { ...apiParams(serviceId, `more${n}`), AuthType: "NONE" })["ApiId"]);
const unfiltered = (params: PlainMap): boolean => !("Filters" in params);
const place = { scheme: "HTTP", algorithm: "ROUND-ROBIN", uniqVpcId: "vpc-1a2b3c4d" };

/** One for each collection of the module. */
export const kinds: readonly Kind[] = [
  {
    name: "ApiGatewayPlugin",
    inputs: (_remote, n) => ({ pluginName: `plugin${n}`, pluginType: "Cors", pluginData: '{"allow_origins":"*"}' }),
    list: ["DescribePlugins", ({ PluginIds }) => !Array.isArray(PluginIds) || PluginIds.length > 1],
    remove: ({ call }, id) => call("DeletePlugin", { PluginId: id }),
  },
  {
    name: "ApiGatewayApiApp",
    inputs: (_remote, n) => ({ apiAppName: `app${n}`, tags: { team: `team${n}`, stage: "test" } }),
    list: ["DescribeApiAppsStatus", unfiltered],
    remove: ({ call }, id) => call("DeleteApiApp", { ApiAppId: id }),
  },
  {
    name: "ApiGatewayApiKey",
    inputs: (_remote, n) => ({ secretName: `key${n}`, status: n % 2 === 0 ? "on" : "off" }),
    list: ["DescribeApiKeysStatus", unfiltered],
    remove: ({ call }, id) => call("DeleteApiKey", { AccessKeyId: id }),
  },
  {
    name: "ApiGatewayUpstream",
    inputs: (_remote, n) => ({ ...place, upstreamName: `upstream${n}`, ...(n % 3 === 0 && { tags: { team: "shop" } }) }),
    list: ["DescribeUpstreams", unfiltered],
    remove: ({ call }, id) => call("DeleteUpstream", { UpstreamId: id }),
  },
  {
    name: "ApiGatewayIpStrategy",
    inputs: ({ prerequisites: { serviceId } }, n) => ({
      serviceId,
      strategyName: `office${n}`,
      strategyType: "BLACK",
      strategyData: `10.0.0.${n}`,
    }),
    list: ["DescribeIPStrategysStatus", () => true],
    remove: ({ call }, _id, [ServiceId = "", StrategyId = ""]) => call("DeleteIPStrategy", { ServiceId, StrategyId }),
  },
  {
    name: "ApiGatewayApi",
    inputs: ({ prerequisites: { serviceId } }, n) => ({
      serviceId,
      apiName: `api${n}`,
      requestConfigPath: `/path${n}`,
      serviceConfigType: "MOCK",
      serviceConfigMockReturnMessage: "hello",
      releaseLimit: 100 + n,
    }),
    list: ["DescribeApiEnvironmentStrategy", (params) => !("ApiId" in params)],
    hasOwn: true,
    remove: ({ call, prerequisites: { serviceId } }, id) => call("DeleteApi", { ServiceId: serviceId, ApiId: id }),
  },
  {
    name: "ApiGatewayCustomDomain",
    inputs: ({ prerequisites: { serviceId, defaultDomain } }, n) => ({
      serviceId,
      subDomain: `API${n}.example.com`,
      protocol: "http",
      netType: "OUTER",
      defaultDomain,
      isDefaultMapping: false,
      pathMappings: [`/path${n}#test`],
    }),
    count: 5,
    hasOwn: true,
    remove: ({ call }, _id, [ServiceId = "", SubDomain = ""]) => call("UnBindSubDomain", { ServiceId, SubDomain }),
  },
  {
    name: "ApiGatewayApiAppAttachment",
    inputs: (remote, n) => {
      const { appId, serviceId } = remote.prerequisites;
      return { apiAppId: appId, environment: "test", serviceId, apiId: newApi(remote, n) };
    },
    list: ["DescribeApiAppBindApisStatus", unfiltered],
    remove: ({ call }, _id, [ApiAppId = "", Environment = "", ServiceId = "", ApiId = ""]) =>
      call("UnbindApiApp", { ApiAppId, Environment, ServiceId, ApiId }),
  },
  {
    name: "ApiGatewayPluginAttachment",
    inputs: (remote, n) => {
      const { pluginId, serviceId } = remote.prerequisites;
      return { pluginId, serviceId, environmentName: "release", apiId: newApi(remote, n) };
    },
    remove: ({ call }, _id, [PluginId = "", ServiceId = "", EnvironmentName = "", ApiId = ""]) =>
      call("DetachPlugin", { PluginId, ServiceId, EnvironmentName, ApiId }),
  },
  {
    name: "ApiGatewayStrategyAttachment",
    inputs: (remote, n) => {
      const { strategyId, serviceId } = remote.prerequisites;
      return { strategyId, serviceId, environmentName: "release", bindApiId: newApi(remote, n) };
    },
    remove: ({ call }, _id, [ServiceId = "", StrategyId = "", ApiId = "", EnvironmentName = ""]) =>
      call("UnBindIPStrategy", { ServiceId, StrategyId, EnvironmentName, UnBindApiIds: [ApiId] }),
  },
  {
    name: "ApiGatewayApiKeyAttachment",
    inputs: ({ call, prerequisites: { planId } }, n) => ({
      usagePlanId: planId,
      apiKeyId: String(call("CreateApiKey", { SecretName: `own${n}`, AccessKeyType: "auto" })["AccessKeyId"]),
    }),
    remove: ({ call }, _id, [key = "", UsagePlanId = ""]) => call("UnBindSecretIds", { UsagePlanId, AccessKeyIds: [key] }),
  },
  {
    name: "ApiGatewayUsagePlanAttachment",
    inputs: (remote, n) => {
      const { planId, serviceId } = remote.prerequisites;
      return { usagePlanId: planId, serviceId, environment: "release", bindType: "API", apiId: newApi(remote, n) };
    },
    remove: ({ call }, _id, [plan = "", ServiceId = "", Environment = "", BindType = "", apiId = ""]) =>
      call("UnBindEnvironment", { UsagePlanIds: [plan], ServiceId, Environment, BindType, ApiIds: [apiId] }),
  },
];
