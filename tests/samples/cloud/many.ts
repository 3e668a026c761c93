/** Many objects of a kind of module cloud, for reads that share requests. */
import { apiParams } from "../../emulators/cloud/gateway/setup";
import type { Properties } from "../../support/structs";
import type { Preparation } from "../variant";
import { prepare, type Prerequisites } from ".";
import { actionsOf, type CallAction } from "./actions";

/** A kind of which there can be many objects, and how they differ. */
interface Row {
  /** The inputs of one of many objects. */
  inputs(remote: Remote, n: number): Properties;
  /** How many objects; a service takes few domains. Defaults to 20. */
  count?: number;
  /** Whether a refresh of each object needs a request of its own. */
  hasOwn?: true;
  /** The action with which another writer removes an object, and its parameters: the parts of the ID, then the service. `[]` marks a list. */
  removal: [action: string, params: string];
}

/** A kind with its name. */
export interface Kind extends Omit<Row, "removal"> {
  name: string;
  /** Removes an object as another writer does. */
  remove(remote: Remote, id: string, parts: string[]): void;
}

/** The service, with what its objects refer to. */
export interface Remote {
  call: CallAction;
  prerequisites: Prerequisites;
}

/** Creates what objects refer to. Calls throw when the service rejects them. */
export const remoteOf = ({ handle }: Pick<Preparation, "handle">): Remote => ({
  call: actionsOf({ handle }),
  prerequisites: prepare({ handle, calls: [] }),
});

const removing =
  ([action, params]: Row["removal"]): Kind["remove"] =>
  ({ call, prerequisites: { serviceId } }, _id, parts) => {
    const named = params.split(" ").map((name, at): [string, string | string[]] => {
      const value = parts[at] ?? serviceId;
      return name.endsWith("[]") ? [name.slice(0, -2), [value]] : [name, value];
    });
    call(action, Object.fromEntries(named));
  };

const newApi = ({ call, prerequisites: { serviceId } }: Remote, n: number): string =>
  String(call("CreateApi", apiParams(serviceId, `more${n}`))["ApiId"]);
const place = { scheme: "HTTP", algorithm: "ROUND-ROBIN", uniqVpcId: "vpc-1a2b3c4d" };

/** One for each collection of the module. */
const rows: Readonly<Record<string, Row>> = {
  ApiGatewayPlugin: {
    inputs: (_remote, n) => ({ pluginName: `plugin${n}`, pluginType: "Cors", pluginData: '{"allow_origins":"*"}' }),
    removal: ["DeletePlugin", "PluginId"],
  },
  ApiGatewayApiApp: {
    inputs: (_remote, n) => ({ apiAppName: `app${n}`, tags: { team: `team${n}`, stage: "test" } }),
    removal: ["DeleteApiApp", "ApiAppId"],
  },
  ApiGatewayApiKey: {
    inputs: (_remote, n) => ({ secretName: `key${n}`, status: n % 2 === 0 ? "on" : "off" }),
    removal: ["DeleteApiKey", "AccessKeyId"],
  },
  ApiGatewayUpstream: {
    inputs: (_remote, n) => ({ ...place, upstreamName: `upstream${n}`, ...(n % 3 === 0 && { tags: { team: "shop" } }) }),
    removal: ["DeleteUpstream", "UpstreamId"],
  },
  ApiGatewayIpStrategy: {
    inputs: ({ prerequisites: { serviceId } }, n) => ({
      serviceId,
      strategyName: `office${n}`,
      strategyType: "BLACK",
      strategyData: `10.0.0.${n}`,
    }),
    removal: ["DeleteIPStrategy", "ServiceId StrategyId"],
  },
  ApiGatewayApi: {
    inputs: ({ prerequisites: { serviceId } }, n) => ({
      serviceId,
      apiName: `api${n}`,
      requestConfigPath: `/path${n}`,
      serviceConfigType: "MOCK",
      serviceConfigMockReturnMessage: "hello",
      releaseLimit: 100 + n,
    }),
    hasOwn: true,
    removal: ["DeleteApi", "ApiId ServiceId"],
  },
  ApiGatewayCustomDomain: {
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
    removal: ["UnBindSubDomain", "ServiceId SubDomain"],
  },
  ApiGatewayApiAppAttachment: {
    inputs: (remote, n) => {
      const { appId, serviceId } = remote.prerequisites;
      return { apiAppId: appId, environment: "test", serviceId, apiId: newApi(remote, n) };
    },
    removal: ["UnbindApiApp", "ApiAppId Environment ServiceId ApiId"],
  },
  ApiGatewayPluginAttachment: {
    inputs: (remote, n) => {
      const { pluginId, serviceId } = remote.prerequisites;
      return { pluginId, serviceId, environmentName: "release", apiId: newApi(remote, n) };
    },
    removal: ["DetachPlugin", "PluginId ServiceId EnvironmentName ApiId"],
  },
  ApiGatewayStrategyAttachment: {
    inputs: (remote, n) => {
      const { strategyId, serviceId } = remote.prerequisites;
      return { strategyId, serviceId, environmentName: "release", bindApiId: newApi(remote, n) };
    },
    removal: ["UnBindIPStrategy", "ServiceId StrategyId UnBindApiIds[] EnvironmentName"],
  },
  ApiGatewayApiKeyAttachment: {
    inputs: ({ call, prerequisites: { planId } }, n) => ({
      usagePlanId: planId,
      apiKeyId: String(call("CreateApiKey", { SecretName: `own${n}`, AccessKeyType: "auto" })["AccessKeyId"]),
    }),
    removal: ["UnBindSecretIds", "AccessKeyIds[] UsagePlanId"],
  },
  ApiGatewayUsagePlanAttachment: {
    inputs: (remote, n) => {
      const { planId, serviceId } = remote.prerequisites;
      return { usagePlanId: planId, serviceId, environment: "release", bindType: "API", apiId: newApi(remote, n) };
    },
    removal: ["UnBindEnvironment", "UsagePlanIds[] ServiceId Environment BindType ApiIds[]"],
  },
};

/** The kinds. */
export const kinds: readonly Kind[] = Object.entries(rows).map(([name, { removal, ...row }]) => ({
  ...row,
  name,
  remove: removing(removal),
}));
