/** An emulator with a clock and an object of each kind, and the parameters of accepted calls, for tests of the gateway. */
import type { JsonObject } from "../../exchange";
import { mapValues } from "../../objects";
import { callerOf } from "../caller";
import { createCloudEmulator } from "../index";

/** An API as a test needs one. */
export const apiParams = (serviceId: string, name: string): JsonObject => ({
  ServiceId: serviceId,
  ApiName: name,
  ApiType: "NORMAL",
  AuthType: "NONE",
  Protocol: "HTTP",
  EnableCORS: true,
  RequestConfig: { Path: `/${name}`, Method: "GET" },
  ServiceType: "MOCK",
  ServiceTimeout: 5,
  ServiceMockReturnMessage: "hello",
});

/** A member of a response, as a text. */
export const textOf = (response: JsonObject, name: string): string =>
  String((response.Result as JsonObject | undefined)?.[name] ?? response[name]);

/** A document of OpenAPI with these paths, and an operation of one. */
export const openApi = (paths: object): JsonObject => ({ Content: JSON.stringify({ openapi: "3.0.0", info: { title: "t" }, paths }) });
export const operation = { "x-apigw-backend": { ServiceType: "MOCK", ServiceMockReturnMessage: "hello" } };

/** A service with the APIs `GET /one` and `GET /two`, published in `release` only. */
function createSetup() {
  let time = Date.parse("2026-03-02T08:15:30Z");
  const now = () => new Date(time);
  const emulator = createCloudEmulator({ now });
  const send = callerOf(emulator);
  const call = (action: string, params: JsonObject = {}, region = "ap-guangzhou") =>
    send(`apigateway/${action}`, params, { now: now(), region });
  const serviceId = textOf(call("CreateService", { ServiceName: "orders", Protocol: "http&https", NetTypes: ["OUTER"] }), "ServiceId");
  const apiIds = ["one", "two"].map((name) => textOf(call("CreateApi", apiParams(serviceId, name)), "ApiId")) as [string, string];
  call("ReleaseService", { ServiceId: serviceId, EnvironmentName: "release", ReleaseDesc: "first" });
  return { gateway: emulator.gateway, call, pass: (milliseconds: number) => void (time += milliseconds), serviceId, apiIds };
}

/** Creates an object of each further kind; returns their ids, and the parameters that created them. */
function objectsIn({ call, serviceId: ServiceId, apiIds: [ApiId] }: ReturnType<typeof createSetup>) {
  const NetSubDomain = textOf(call("DescribeService", { ServiceId }), "OuterSubDomain");
  const BindSubDomain = {
    ServiceId,
    SubDomain: "api.example.com",
    Protocol: "http",
    NetType: "OUTER",
    IsDefaultMapping: true,
    NetSubDomain,
  };
  call("BindSubDomain", { ...BindSubDomain, SubDomain: "www.example.com" });
  const creations = {
    PluginId: ["CreatePlugin", { PluginName: "office", PluginType: "IPControl", PluginData: '{"type":"white_list","blocks":"1.1.1.1"}' }],
    StrategyId: ["CreateIPStrategy", { ServiceId, StrategyName: "office", StrategyType: "BLACK", StrategyData: "9.9.9.9" }],
    UpstreamId: ["CreateUpstream", { Scheme: "HTTP", Algorithm: "ROUND-ROBIN", UniqVpcId: "vpc-8j2k5n1c" }],
    ApiAppId: ["CreateApiApp", { ApiAppName: "mobile" }],
    UsagePlanId: ["CreateUsagePlan", { UsagePlanName: "gold", MaxRequestNum: 100 }],
    AccessKeyId: ["CreateApiKey", { SecretName: "auto" }],
  } as const;
  const created = mapValues<readonly [string, JsonObject], string>(creations, ([action, params], name) =>
    textOf(call(action, params), name),
  );
  const ids = { ServiceId, ApiId, ...(created as Record<keyof typeof creations, string>) };
  return { ids, calls: { ...Object.fromEntries(Object.values(creations)), BindSubDomain } };
}

/** The emulator, the ids of its objects, and the parameters of an accepted call of each action. */
export function given() {
  const setup = createSetup();
  const { ids, calls: creations } = objectsIn(setup);
  const { ServiceId, ApiId, PluginId, StrategyId, UpstreamId, ApiAppId, UsagePlanId, AccessKeyId } = ids;
  const service = { ServiceId };
  const published = { ServiceId, EnvironmentName: "release" };
  const calls: Record<string, JsonObject> = {
    ...creations,
    CreateService: { ServiceName: "sales", Protocol: "http", NetTypes: ["OUTER"] },
    ModifyService: { ServiceId, ServiceName: "sales" },
    DescribeService: service,
    ReleaseService: { ServiceId, EnvironmentName: "test", ReleaseDesc: "note" },
    ModifyApiEnvironmentStrategy: { ...published, Strategy: 500, ApiIds: [ApiId] },
    CreateApi: apiParams(ServiceId, "three"),
    ModifyApi: { ...apiParams(ServiceId, "one"), ApiId },
    DeleteApi: { ServiceId, ApiId },
    ImportOpenApi: { ServiceId, ...openApi({ "/x": { get: operation } }) },
    CreateApiKey: { SecretName: "partner", AccessKeyType: "manual", AccessKeyId: "partner_b_key", AccessKeySecret: "b7d0f4c92e6a41f8" },
    UpdateApiKey: { AccessKeyId },
    BindEnvironment: { ServiceId, UsagePlanIds: [UsagePlanId], BindType: "API", Environment: "release", ApiIds: [ApiId] },
    BindSecretIds: { UsagePlanId, AccessKeyIds: [AccessKeyId] },
    BindApiApp: { ServiceId, ApiId, ApiAppId, Environment: "test" },
    ModifySubDomain: { ServiceId, SubDomain: "www.example.com", IsDefaultMapping: true },
    ModifyPlugin: { PluginId, PluginName: "home" },
    DescribePlugins: {},
    AttachPlugin: { ...published, PluginId, ApiIds: [ApiId] },
    BindIPStrategy: { ...published, StrategyId, BindApiIds: [ApiId] },
    ModifyIPStrategy: { ServiceId, StrategyId, StrategyData: "8.8.8.8" },
    ModifyUpstream: { UpstreamId, Scheme: "HTTP" },
    DescribeUpstreamBindApis: { UpstreamId },
  };
  return { setup, calls, ids };
}
