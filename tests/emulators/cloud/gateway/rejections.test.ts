/**
 * What the gateway must reject: wrong parameters, and calls that the state of an object forbids. What it accepts is shown by the vendor's client, by the
 * conformance suite and by the invariants, which run every resource and every function against it.
 */
import type { JsonObject } from "../../exchange";
import { rejection } from "../caller";
import { openApi, operation, rows } from "./rejections-table";
import type { Setup } from "./setup";
import { apiParams, createSetup } from "./setup";

/** The parameters of an accepted call of each action, and the ids of the objects. */
interface Given {
  setup: Setup;
  calls: Record<string, JsonObject>;
}

const text = (response: JsonObject, name: string): string => String((response.Result as JsonObject | undefined)?.[name] ?? response[name]);
const manual = { SecretName: "partner", AccessKeyType: "manual", AccessKeyId: "partner_b_key", AccessKeySecret: "b7d0f4c92e6a41f8" };
const plan = { UsagePlanName: "gold", MaxRequestNum: 100, MaxRequestNumPreSec: 10 };

/** One object of each kind, and the parameters that created it. */
function objectsIn(setup: Setup) {
  const { call, serviceId: ServiceId, apiIds } = setup;
  const [ApiId] = apiIds;
  const NetSubDomain = text(call("DescribeService", { ServiceId }), "OuterSubDomain");
  const domain = { ServiceId, Protocol: "http", NetType: "OUTER", IsDefaultMapping: true, NetSubDomain };
  call("BindSubDomain", { ...domain, SubDomain: "www.example.com" });
  const AccessKeyId = text(call("CreateApiKey", { SecretName: "auto" }), "AccessKeyId");
  const UsagePlanId = text(call("CreateUsagePlan", { UsagePlanName: "silver" }), "UsagePlanId");
  const ApiAppId = text(call("CreateApiApp", { ApiAppName: "mobile" }), "ApiAppId");
  const document = { ApiDocName: "doc", ServiceId, Environment: "release", ApiIds: [ApiId] };
  const ApiDocId = text(call("CreateAPIDoc", document), "ApiDocId");
  const plugin = { PluginName: "office-only", PluginType: "IPControl", PluginData: '{"type":"white_list","blocks":"1.1.1.1"}' };
  const PluginId = text(call("CreatePlugin", plugin), "PluginId");
  const strategy = { ServiceId, StrategyName: "office", StrategyType: "BLACK", StrategyData: "9.9.9.9" };
  const StrategyId = text(call("CreateIPStrategy", strategy), "StrategyId");
  const upstream = { Scheme: "HTTP", Algorithm: "ROUND-ROBIN", UniqVpcId: "vpc-8j2k5n1c" };
  const UpstreamId = text(call("CreateUpstream", upstream), "UpstreamId");
  const ids = { ServiceId, ApiId, AccessKeyId, UsagePlanId, ApiAppId, ApiDocId, PluginId, StrategyId, UpstreamId };
  return { ids, domain, document, plugin, strategy, upstream };
}

/** The parameters of an accepted call of each action. */
function callsFor({ ids, domain, document, plugin, strategy, upstream }: ReturnType<typeof objectsIn>): Record<string, JsonObject> {
  const { ServiceId, ApiId, AccessKeyId, UsagePlanId, ApiAppId, ApiDocId, PluginId, StrategyId, UpstreamId } = ids;
  const published = { ServiceId, EnvironmentName: "release" };
  return {
    CreateService: {
      ServiceName: "sales",
      Protocol: "http&https",
      NetTypes: ["INNER", "OUTER"],
      IpVersion: "IPv4",
      UniqVpcId: "vpc-8j2k5n1c",
    },
    ModifyService: { ServiceId, ServiceName: "sales" },
    DescribeService: { ServiceId },
    DescribeServicesStatus: {},
    ReleaseService: { ServiceId, EnvironmentName: "test", ReleaseDesc: "note" },
    DescribeServiceReleaseVersion: { ServiceId },
    ModifyServiceEnvironmentStrategy: { ServiceId, Strategy: 500, EnvironmentNames: ["release"] },
    ModifyApiEnvironmentStrategy: { ...published, Strategy: 500, ApiIds: [ApiId] },
    DescribeApiEnvironmentStrategy: { ServiceId, ApiId },
    CreateApi: apiParams(ServiceId, "three"),
    ModifyApi: { ...apiParams(ServiceId, "one"), ApiId },
    DescribeApi: { ServiceId, ApiId },
    DescribeApisStatus: { ServiceId },
    DeleteApi: { ServiceId, ApiId },
    ImportOpenApi: { ServiceId, Content: openApi({ "/x": { get: operation() } }) },
    CreateApiKey: manual,
    UpdateApiKey: { AccessKeyId },
    DescribeApiKeysStatus: {},
    CreateUsagePlan: plan,
    ModifyUsagePlan: { ...plan, UsagePlanId },
    DescribeUsagePlan: { UsagePlanId },
    DescribeUsagePlansStatus: {},
    BindEnvironment: { UsagePlanIds: [UsagePlanId], BindType: "API", Environment: "release", ServiceId, ApiIds: [ApiId] },
    BindSecretIds: { UsagePlanId, AccessKeyIds: [AccessKeyId] },
    CreateApiApp: { ApiAppName: "web" },
    ModifyApiApp: { ApiAppId, ApiAppName: "web" },
    UpdateApiAppKey: { ApiAppId, ApiAppKey: "APIDnew" },
    DescribeApiAppsStatus: {},
    DescribeApiAppBindApisStatus: { ApiAppId },
    BindApiApp: { ApiAppId, Environment: "test", ServiceId, ApiId },
    CreateAPIDoc: document,
    ModifyAPIDoc: { ...document, ApiDocId },
    BindSubDomain: { ...domain, SubDomain: "api.example.com" },
    ModifySubDomain: { ServiceId, SubDomain: "www.example.com", IsDefaultMapping: true },
    DescribeServiceSubDomains: { ServiceId },
    CreatePlugin: plugin,
    ModifyPlugin: { PluginId, PluginName: "home" },
    DescribePlugins: {},
    AttachPlugin: { ...published, PluginId, ApiIds: [ApiId] },
    CreateIPStrategy: strategy,
    ModifyIPStrategy: { ServiceId, StrategyId, StrategyData: "8.8.8.8" },
    DescribeIPStrategy: { ServiceId, StrategyId },
    DescribeIPStrategysStatus: { ServiceId },
    BindIPStrategy: { ...published, StrategyId, BindApiIds: [ApiId] },
    CreateUpstream: upstream,
    ModifyUpstream: { UpstreamId, Scheme: "HTTP" },
    DescribeUpstreamBindApis: { UpstreamId },
  };
}

function given(): Given {
  const setup = createSetup();
  return { setup, calls: callsFor(objectsIn(setup)) };
}

const common = given();
const lists = (): JsonObject[] =>
  Object.keys(common.calls).flatMap((name) => (/^Describe/.test(name) ? [common.setup.call(name, common.calls[name])] : []));
const before = JSON.stringify(lists());

test.each(Object.keys(common.calls))("%s is accepted without a mistake", (action) => {
  const { setup, calls } = given();
  expect(setup.call(action, calls[action])).not.toHaveProperty("Error");
});

test.each(rows)("%s with %j is rejected: %s", (action, change, code) => {
  expect(common.setup.call(action, { ...common.calls[action], ...change })).toEqual(rejection(code));
});

test("rejected calls leave no trace", () => {
  expect(JSON.stringify(lists())).toBe(before);
});

type Step = [action: string, params: JsonObject, code?: string] | number;

/** What the state of objects forbids: calls in their order, each with the code with which it is rejected; a number lets so many milliseconds pass. */
const conflicts: Record<string, (given: Given, ids: Record<string, JsonObject>) => Step[]> = {
  "a service in use is not deleted": ({ calls, setup: { apiIds } }, { service }) => [
    ["DeleteService", service!, "UnsupportedOperation.ApiListNotEmpty"],
    ...apiIds.map((ApiId): Step => ["DeleteApi", { ...service, ApiId }]),
    ["DeleteService", service!, "UnsupportedOperation.ExistingOnlineEnvironment"],
    ["ReleaseService", calls["ReleaseService"]!, "FailedOperation.ServiceError"],
    ["UnReleaseService", { ...service, EnvironmentName: "release" }],
    ["BindEnvironment", { ...calls["BindEnvironment"], BindType: "SERVICE", ApiIds: null }],
    ["DeleteService", service!, "UnsupportedOperation.UsagePlanInUse"],
    ["UnBindEnvironment", { ...calls["BindEnvironment"], BindType: "SERVICE", ApiIds: null }],
    2000,
    ["DeleteService", service!],
    ["DeleteService", service!, noService],
  ],
  "a VPC is set once": (_given, { service }) => [
    ["ModifyService", { ...service, UniqVpcId: "vpc-1" }],
    ["ModifyService", { ...service, UniqVpcId: "vpc-2" }, "FailedOperation.ServiceError"],
  ],
  "plans of a service and of its APIs exclude each other, and a plan in use is not deleted": ({ calls }, { plan }) => [
    ["BindEnvironment", calls["BindEnvironment"]!],
    [
      "BindEnvironment",
      { ...calls["BindEnvironment"], BindType: "SERVICE", ApiIds: null },
      "UnsupportedOperation.UnsupportedBindEnvironment",
    ],
    ["DeleteApi", calls["DeleteApi"]!, "FailedOperation.ApiBindEnvironmen"],
    ["DeleteUsagePlan", plan!, "UnsupportedOperation.UsagePlanInUse"],
    ["UnBindEnvironment", calls["BindEnvironment"]!],
    ["DeleteUsagePlan", plan!, "UnsupportedOperation.UsagePlanInUse"],
    2000,
    ["UnBindEnvironment", calls["BindEnvironment"]!, "UnsupportedOperation.UnsupportedUnBindEnvironment"],
    ["DeleteUsagePlan", plan!],
    ["DeleteUsagePlan", plan!, "ResourceNotFound.InvalidUsagePlan"],
  ],
  "a key is bound once, and deleted only if it is disabled and unbound": ({ calls }, { key }) => [
    ["BindSecretIds", calls["BindSecretIds"]!],
    ["BindSecretIds", calls["BindSecretIds"]!, "UnsupportedOperation.AlreadyBindUsagePlan"],
    ["EnableApiKey", key!, "UnsupportedOperation.UnsupportedUpdateApiKey"],
    ["DeleteApiKey", key!, "UnsupportedOperation.InvalidStatus"],
    ["DisableApiKey", key!],
    ["DisableApiKey", key!, "UnsupportedOperation.UnsupportedUpdateApiKey"],
    ["DeleteApiKey", key!, "UnsupportedOperation.ResourceIsInUse"],
    ["UnBindSecretIds", calls["BindSecretIds"]!],
    2000,
    ["UnBindSecretIds", calls["BindSecretIds"]!, "ResourceNotFound.InvalidAccessKeyId"],
    ["BindSecretIds", calls["BindSecretIds"]!, "UnsupportedOperation.InvalidStatus"],
    ["DeleteApiKey", key!],
    ["CreateApiKey", calls["CreateApiKey"]!],
    ["CreateApiKey", calls["CreateApiKey"]!, "FailedOperation.AccessKeyExist"],
    ["UpdateApiKey", { AccessKeyId: "partner_b_key" }, "InvalidParameter.FormatError"],
  ],
  "an application is bound and unbound once, and both ends stay until that is visible": ({ calls }, { app }) => [
    ["BindApiApp", calls["BindApiApp"]!],
    ["BindApiApp", calls["BindApiApp"]!, "UnsupportedOperation.ResourceAssociated"],
    ["DeleteApiApp", app!, "UnsupportedOperation.ResourceAssociated"],
    ["UnbindApiApp", calls["BindApiApp"]!],
    ["DeleteApi", calls["DeleteApi"]!, "UnsupportedOperation.ResourceAssociated"],
    2000,
    ["UnbindApiApp", calls["BindApiApp"]!, "UnsupportedOperation.ResourceUnassociated"],
    ["DeleteApiApp", app!],
    ["DeleteApiApp", app!, "ResourceNotFound.InvalidApiApp"],
  ],
  "one plugin of a type for each API, detached once, from a published environment": ({ calls, setup: { call } }, { plugin }) => [
    ["AttachPlugin", calls["AttachPlugin"]!],
    [
      "AttachPlugin",
      { ...calls["AttachPlugin"], PluginId: text(call("CreatePlugin", calls["CreatePlugin"]), "PluginId") },
      "InvalidParameterValue.DuplicatePluginConfig",
    ],
    ["DetachPlugin", { ...plugin, ApiIds: [] }, "UnknownParameter"],
    ["DetachPlugin", plugin!],
    2000,
    ["DetachPlugin", plugin!, "InvalidParameterValue.InvalidApiIds"],
    ["UnReleaseService", { ServiceId: plugin!["ServiceId"]!, EnvironmentName: "release" }],
    ["DetachPlugin", plugin!, "InvalidParameterValue.InvalidEnvStatus"],
  ],
  "a domain belongs to one service, of which it has at most five": ({ calls, setup: { call } }) => {
    const other = call("CreateService", { ...calls["CreateService"], NetTypes: ["OUTER"] });
    const bind = calls["BindSubDomain"]!;
    const there = { ...bind, ServiceId: other["ServiceId"]!, NetSubDomain: other["OuterSubDomain"]! };
    return [
      ["BindSubDomain", { ...there, SubDomain: "www.example.com" }, "FailedOperation.DomainAlreadyBindOtherService"],
      ...["a", "b", "c", "d"].map((name): Step => ["BindSubDomain", { ...bind, SubDomain: `${name}.example.com` }]),
      ["BindSubDomain", bind, "LimitExceeded.ExceededDomainLimit"],
      ["UnBindSubDomain", { ServiceId: bind["ServiceId"]!, SubDomain: "a.example.com" }],
      ["UnBindSubDomain", { ServiceId: bind["ServiceId"]!, SubDomain: "a.example.com" }, "FailedOperation.DomainNotBindService"],
      ["DescribeServiceSubDomainMappings", { ServiceId: bind["ServiceId"]!, SubDomain: "a.example.com" }, "FailedOperation.ServiceError"],
    ];
  },
  "a channel of an API is not deleted": ({ calls }, { upstream }) => [
    [
      "CreateApi",
      {
        ...calls["CreateApi"],
        ServiceType: "HTTP",
        ServiceMockReturnMessage: null,
        ServiceConfig: { Product: "upstream", UniqVpcId: "vpc-1", Url: "http://a", Path: "/", Method: "GET", ...upstream },
      },
    ],
    ["DeleteUpstream", upstream!, "UnsupportedOperation.UnsupportedDeleteUpstream"],
  ],
  "deleted objects are gone": ({ calls }, { document, strategy }) => [
    ["DeleteAPIDoc", document!],
    ["DescribeAPIDocDetail", document!, "ResourceNotFound.InvalidApiDoc"],
    ["DeleteIPStrategy", strategy!],
    ["ModifyIPStrategy", calls["ModifyIPStrategy"]!, "ResourceNotFound.InvalidIPStrategy"],
  ],
};
const noService = "ResourceNotFound.InvalidService";

test.each(Object.entries(conflicts))("%s", (_title, steps) => {
  const all = given();
  const { setup, calls } = all;
  const pick = (action: string, ...names: string[]): JsonObject => Object.fromEntries(names.map((name) => [name, calls[action]![name]!]));
  const script = steps(all, {
    service: pick("DescribeService", "ServiceId"),
    plan: pick("DescribeUsagePlan", "UsagePlanId"),
    key: pick("UpdateApiKey", "AccessKeyId"),
    app: pick("ModifyApiApp", "ApiAppId"),
    plugin: { ...pick("AttachPlugin", "PluginId", "ServiceId", "EnvironmentName"), ApiId: setup.apiIds[0] },
    upstream: pick("ModifyUpstream", "UpstreamId"),
    document: pick("ModifyAPIDoc", "ApiDocId"),
    strategy: pick("DescribeIPStrategy", "ServiceId", "StrategyId"),
  });
  setup.gateway.delays.unbind = 2000;
  for (const step of script)
    if (typeof step === "number") setup.pass(step);
    else expect([step[0], codeOf(setup.call(step[0], step[1]))]).toEqual([step[0], step[2] ?? ""]);
});

const codeOf = ({ Error: error }: JsonObject): unknown => (error as JsonObject | undefined)?.["Code"] ?? "";

test("a service takes one write after the other, and new objects are visible after a delay", () => {
  const { setup, calls } = given();
  setup.gateway.delays.busy = setup.gateway.delays.visible = 1000;
  const { ServiceId } = setup.call("CreateService", calls["CreateService"]);
  expect(setup.call("DescribeService", { ServiceId: ServiceId! })).toEqual(rejection(noService));
  expect(setup.call("DeleteApi", calls["DeleteApi"])).toEqual({ Result: true });
  expect(setup.call("ModifyService", calls["ModifyService"])).toEqual(rejection("FailedOperation.ServiceInOperation"));
  setup.pass(1000);
  expect(setup.call("ModifyService", calls["ModifyService"])).toEqual({});
  expect(setup.call("DescribeService", { ServiceId: ServiceId! })).toMatchObject({ ServiceId });
  expect(setup.call("DescribeService", { ServiceId: ServiceId! }, "ap-shanghai")).toEqual(rejection(noService));
});
