/**
 * What the gateway must reject in a call: combinations of parameters, and values of single ones that no rule of a table describes. The values that single
 * parameters may have are declared in the tables of actions, whose interpreter parameters.test.ts covers. What the gateway accepts is shown by the vendor's
 * client, by the conformance suite and by the invariants, which run every resource and every function against it.
 */
import type { JsonObject } from "../../exchange";
import { rejection } from "../caller";
import { given, openApi, operation } from "./setup";

type Row = [actions: string, change: JsonObject, code: string];
const format = "InvalidParameter.FormatError";
const value = "InvalidParameterValue";
const config = { Url: "http://backend.example.com", Path: "/", Method: "GET" };
const http = (special: JsonObject, more: JsonObject = {}): JsonObject => ({
  ServiceType: "HTTP",
  ServiceConfig: { ...config, ...special },
  ...more,
});
const socket = { Protocol: "WEBSOCKET", ServiceType: "WEBSOCKET" };
const mappings = (...paths: [string, string][]): JsonObject => ({
  IsDefaultMapping: false,
  PathMappingSet: paths.map(([Path, Environment]) => ({ Path, Environment })),
});

/** What a definition may not combine; ModifyApi reports some faults with a code of its own. */
const definitions: [change: JsonObject, created: string, modified?: string][] = [
  [{ RequestConfig: { Path: "user", Method: "GET" } }, "InvalidRequestParameters"],
  [{ RequestConfig: { Path: "/user", Method: "LIST" } }, "InvalidApiRequestConfig", "InvalidMethod"],
  [{ RequestConfig: { Path: "/two", Method: "GET" } }, "InvalidApiRequestConfig", "InvalidRequestParameters"],
  [{ ApiType: "TSF" }, "InvalidApiType", "NotInOptions"],
  [{ ServiceMockReturnMessage: "" }, "InvalidServiceMockReturnMessage", "ParameterNotMatch"],
  [{ ServiceType: "WEBSOCKET" }, "InvalidServiceType"],
  [http({ Method: "" }), "InvalidServiceConfig"],
  [http({ Url: "backend.example.com" }), "InvalidUrl"],
  [http({ Product: "clb" }), "InvalidVpcConfig"],
  [http({ UpstreamId: "upstream-x" }), "InvalidUpstream"],
  [{ ServiceType: "SCF" }, "InvalidScfConfig"],
  [
    {
      ServiceType: "COS",
      ServiceConfig: { CosConfig: { Action: "Get", BucketName: "b" } },
    },
    "NotInOptions",
  ],
  [{ ApiBusinessType: "OAUTH" }, "InvalidApiBusinessType"],
  [{ ResponseErrorCodes: [{ Code: 500, NeedConvert: true }] }, "ParameterNotMatch"],
];

const rows: Row[] = [
  ...definitions.flatMap(([change, created, modified = created]): Row[] => [
    ["CreateApi", change, `${value}.${created}`],
    ["ModifyApi", change, `${value}.${modified}`],
  ]),
  [
    "CreateApi",
    {
      ...socket,
      ...http({}, socket),
      RequestConfig: { Path: "/", Method: "POST" },
    },
    `${value}.InvalidWSMethod`,
  ],
  ["CreateApi", { AuthType: "OAUTH", AuthRelationApiId: "api-x" }, "ResourceNotFound.InvalidOauthApi"],
  ["ModifyApi", { Protocol: "WEBSOCKET" }, "UnsupportedOperation.ModifyProtocol"],
  ["ModifyService", { NetTypes: ["INNER"] }, "UnsupportedOperation.ReduceNetTypes"],
  ...["openapi: [", "hello"].map((Content): Row => ["ImportOpenApi", { Content }, format]),
  ...[{}, { x: { get: operation } }, { "/x": { fetch: operation } }, { "/x": { get: "y" } }].map((paths): Row => [
    "ImportOpenApi",
    openApi(paths),
    format,
  ]),
  [
    "ImportOpenApi",
    openApi({
      "/x": { get: { ...operation, parameters: [{ name: "c", in: "cookie" }] } },
    }),
    format,
  ],
  ["ImportOpenApi", openApi({ "/x": { get: {} } }), "MissingParameter.BackendSpecificParam"],
  ["ImportOpenApi", openApi({ "/x": { get: operation, put: { ...operation, "x-apigw-cors": 1 } } }), `${value}.InvalidServiceConfig`],
  ["CreateApiKey", { AccessKeyId: "no-dashes" }, format],
  ["CreateApiKey", { AccessKeySecret: null }, format],
  ["UpdateApiKey", { AccessKeySecret: "other_secret" }, format],
  ["BindEnvironment", { ApiIds: null }, `${value}.InvalidApiIds`],
  ["BindSubDomain", { SubDomain: "www.example.com" }, "FailedOperation.DomainAlreadyBindService"],
  ["BindSubDomain", { NetType: "INNER" }, "FailedOperation.NetSubDomainError"],
  ["BindSubDomain", mappings(["/good", "test"], ["/good", "release"]), "FailedOperation.DefineMappingParamRepeat"],
  ["BindSubDomain", mappings(["/a", "test"], ["/b", "test"], ["/c", "test"], ["/d", "test"]), "LimitExceeded.ExceededDefineMappingLimit"],
  ["ModifySubDomain", mappings(["good", "test"]), "FailedOperation.PathMappingSetError"],
  ["CreatePlugin ModifyPlugin", { PluginData: '{"type":"grey_list","blocks":"1.1.1.1"}' }, `${value}.InvalidPluginConfig`],
  ["CreatePlugin ModifyPlugin", { PluginData: '{"type":"white_list","blocks":"home"}' }, `${value}.InvalidIPAddress`],
  ["AttachPlugin BindIPStrategy", { EnvironmentName: "test" }, `${value}.InvalidEnvStatus`],
  ...["9.9.9.9\n", "10.0.0.0/33", "2001:db8::/129", "9.9.9.9,8.8.8.8"].map((StrategyData): Row => [
    "ModifyIPStrategy",
    { StrategyData },
    format,
  ]),
  ["DescribeService CreateApi BindEnvironment BindSubDomain", { ServiceId: "service-x" }, "ResourceNotFound.InvalidService"],
  ["ModifyApi DeleteApi BindApiApp", { ApiId: "api-x" }, "ResourceNotFound.InvalidApi"],
  ["ModifyApiEnvironmentStrategy BindEnvironment AttachPlugin", { ApiIds: ["api-x"] }, "ResourceNotFound.InvalidApi"],
  ["BindSecretIds", { AccessKeyIds: ["AKIDx"] }, "ResourceNotFound.InvalidAccessKeyId"],
  ["BindIPStrategy", { StrategyId: "IPStrategy-x" }, "ResourceNotFound.InvalidIPStrategy"],
  ["ModifyUpstream", { UpstreamId: "upstream-x" }, `${value}.InvalidUpstream`],
  [
    "DescribePlugins DescribeUpstreamBindApis",
    { Filters: [{ Name: "Colour", Values: ["red"] }] },
    `${value}.InvalidFilterNotSupportedName`,
  ],
];

test("each of the calls that the rows change is accepted", () => {
  const accepted = Object.keys(given().calls).filter((action) => {
    const { setup, calls } = given();
    return setup.call(action, calls[action]).Error === undefined;
  });
  expect(accepted).toEqual(Object.keys(given().calls));
});

const common = given();
const state = () => JSON.stringify(Object.values(common.setup.gateway));

test.each(rows.flatMap(([actions, change, code]) => actions.split(" ").map((action) => [action, change, code] as const)))(
  "%s with %j is rejected, and changes nothing: %s",
  (action, change, code) => {
    const before = state();
    expect(common.setup.call(action, { ...common.calls[action], ...change })).toEqual(rejection(code));
    expect(state()).toBe(before);
  },
);
