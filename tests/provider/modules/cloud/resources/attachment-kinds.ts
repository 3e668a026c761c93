/** The kinds of attachments: their inputs, actions and requests, for one table of tests. */
import type { PlainMap } from "../../../../../provider/core/values/value";
import { setupOf, type Setup } from "./setup";

/** The inputs of an attachment. */
export type Program = Record<string, string>;

/** A kind of attachment. */
export interface Kind {
  kind: string;
  /** Creates the object that is bound and returns the program. */
  program(fixture: Setup): Program;
  ids: readonly string[];
  bind: string;
  bindParams(program: Program): PlainMap;
  read: string;
  readParams(program: Program): PlainMap;
  /** The actions of a create before and after the binding, besides the look. */
  before?: readonly string[];
  after?: readonly string[];
  /** A code with which the service rejects the binding. */
  rejection: string;
}

const paged = { Limit: 100, Offset: 0 };
const allowList = { PluginName: "office-only", PluginType: "IPControl", PluginData: '{"type":"white_list","blocks":"1.1.1.1"}' };
const withApi = ({ apiIds, serviceId }: Setup, name: string, own: Program): Program => ({ ...own, serviceId, [name]: apiIds[0] });
const strategyPlace = ({ serviceId = "", strategyId = "" }: Program): PlainMap => ({
  ServiceId: serviceId,
  StrategyId: strategyId,
  EnvironmentName: "release",
});
const pluginPlace = ({ serviceId = "", pluginId = "" }: Program): PlainMap => ({
  PluginId: pluginId,
  ServiceId: serviceId,
  EnvironmentName: "release",
});
const appParams = ({ apiAppId = "", environment = "", serviceId = "", apiId = "" }: Program): PlainMap => ({
  ApiAppId: apiAppId,
  Environment: environment,
  ServiceId: serviceId,
  ApiId: apiId,
});
const keyParams = ({ usagePlanId = "", apiKeyId = "" }: Program): PlainMap => ({ UsagePlanId: usagePlanId, AccessKeyIds: [apiKeyId] });

/** The four kinds. */
export const kinds: readonly Kind[] = [
  {
    kind: "ApiGatewayApiAppAttachment",
    program(fixture) {
      const apiAppId = String(fixture.callAction("CreateApiApp", { ApiAppName: "mobile" })["ApiAppId"]);
      return withApi(fixture, "apiId", { apiAppId, environment: "test" });
    },
    ids: ["apiAppId", "environment", "serviceId", "apiId"],
    bind: "BindApiApp",
    bindParams: appParams,
    read: "DescribeApiAppBindApisStatus",
    readParams: ({ apiAppId = "", serviceId = "", apiId = "" }) => ({
      ...paged,
      ApiAppId: apiAppId,
      Filters: Object.entries({ ApiId: apiId, ServiceId: serviceId, Environment: "test" }).map(([Name, id]) => ({ Name, Values: [id] })),
    }),
    rejection: "UnsupportedOperation.UnsupportedBindEnvironment",
  },
  {
    kind: "ApiGatewayPluginAttachment",
    program(fixture) {
      const pluginId = String(fixture.callAction("CreatePlugin", allowList)["PluginId"]);
      return withApi(fixture, "apiId", { pluginId, environmentName: "release" });
    },
    ids: ["pluginId", "serviceId", "environmentName", "apiId"],
    bind: "AttachPlugin",
    bindParams: (program) => ({ ...pluginPlace(program), ApiIds: [program["apiId"]!] }),
    read: "DescribePluginApis",
    readParams: ({ pluginId = "" }) => ({ ...paged, PluginId: pluginId }),
    rejection: "InvalidParameter.DuplicatePluginConfig",
  },
  {
    kind: "ApiGatewayStrategyAttachment",
    program(fixture) {
      const params = { ServiceId: fixture.serviceId, StrategyName: "office", StrategyType: "WHITE", StrategyData: "9.9.9.9" };
      const strategyId = String(fixture.callAction("CreateIPStrategy", params)["StrategyId"]);
      return withApi(fixture, "bindApiId", { strategyId, environmentName: "release" });
    },
    ids: ["serviceId", "strategyId", "bindApiId", "environmentName"],
    bind: "BindIPStrategy",
    bindParams: (program) => ({ ...strategyPlace(program), BindApiIds: [program["bindApiId"]!] }),
    read: "DescribeIPStrategy",
    readParams: (program) => ({ ...paged, ...strategyPlace(program) }),
    after: ["DescribeIPStrategy"],
    rejection: "InvalidParameterValue.InvalidEnvStatus",
  },
  {
    kind: "ApiGatewayApiKeyAttachment",
    program({ callAction }) {
      const usagePlanId = String(callAction("CreateUsagePlan", { UsagePlanName: "gold" })["UsagePlanId"]);
      return { apiKeyId: String(callAction("CreateApiKey", { SecretName: "ci" })["AccessKeyId"]), usagePlanId };
    },
    ids: ["apiKeyId", "usagePlanId"],
    bind: "BindSecretIds",
    bindParams: keyParams,
    read: "DescribeUsagePlan",
    readParams: ({ usagePlanId = "" }) => ({ UsagePlanId: usagePlanId }),
    before: ["DescribeUsagePlan", "DescribeApiKeysStatus"],
    after: ["DescribeUsagePlan"],
    rejection: "LimitExceeded.AccessKeyCountInUsagePlanLimitExceeded",
  },
];

/** A stack of one attachment, with the objects to bind. */
export function fixtureOf({ kind, program: create, ids }: Kind) {
  const fixture = setupOf(kind);
  const program = create(fixture);
  fixture.actions();
  return Object.assign(fixture, { program, id: ids.map((name) => program[name]).join("#") });
}
