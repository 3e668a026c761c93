/** Parameters that the actions of the gateway reject, as changes of those of an accepted call. */
import type { JsonObject } from "../../exchange";

const node: JsonObject = { Host: "10.0.4.11", Port: 9090, Weight: 10 };
const health: JsonObject = {
  EnableActiveCheck: true,
  EnablePassiveCheck: true,
  HealthyHttpStatus: "200",
  UnhealthyHttpStatus: "500",
  TcpFailureThreshold: 5,
  TimeoutThreshold: 5,
  HttpFailureThreshold: 3,
};
const pod: JsonObject = { Weight: 1, ClusterId: "cls-1", Namespace: "shop", ServiceName: "orders", Port: 80, ExtraLabels: [] };
/** An operation of an OpenAPI document. */
export const operation = (more: JsonObject = {}): JsonObject => ({
  "x-apigw-backend": { ServiceType: "MOCK", ServiceMockReturnMessage: "hello" },
  responses: {},
  ...more,
});
/** An OpenAPI document of these paths. */
export const openApi = (paths: JsonObject, more: JsonObject = {}): string =>
  JSON.stringify({ openapi: "3.0.0", info: { title: "t", version: "1" }, paths, ...more });

const own = (...paths: [string, string][]): JsonObject => ({
  IsDefaultMapping: false,
  PathMappingSet: paths.map(([Path, Environment]) => ({ Path, Environment })),
});
const four = ["/a", "/b", "/c", "/d"].map((path): [string, string] => [path, "test"]);
const many = "x".repeat(201);
const format = "InvalidParameter.FormatError";
const options = "InvalidParameterValue.NotInOptions";
const range = "InvalidParameterValue.RangeExceeded";
const quota = "InvalidParameterValue.InvalidMaxRequestNum";
const noService = "ResourceNotFound.InvalidService";
const noApi = "ResourceNotFound.InvalidApi";
const filter = { Filters: [{ Name: "Colour", Values: ["red"] }] };
const broken = (paths: JsonObject, more?: JsonObject): JsonObject => ({ Content: openApi(paths, more) });
const wrongBackEnd = "InvalidParameterValue.InvalidServiceConfig";

type Row = [actions: string, change: JsonObject, code: string];
const services: Row[] = [
  ["CreateService", { ServiceName: "" }, format],
  ["CreateService ModifyService", { Protocol: "ftp" }, options],
  ["CreateService", { Protocol: "" }, options],
  ["CreateService", { NetTypes: ["OUTER", "SIDE"] }, options],
  ["CreateService", { NetTypes: [] }, "InvalidParameterValue"],
  ["CreateService", { IpVersion: "IPv6" }, options],
  ["CreateService", { UniqVpcId: "net-1" }, "InvalidParameterValue.InvalidVpcConfig"],
  ["ModifyService", { UniqVpcId: "net-1" }, format],
  ["ModifyService", { NetTypes: ["INNER"] }, "UnsupportedOperation.ReduceNetTypes"],
  ["CreateService ModifyService", { Colour: "red" }, "UnknownParameter"],
  ["ReleaseService", { ReleaseDesc: "" }, format],
  ["ReleaseService", { ReleaseDesc: many }, format],
  ["ReleaseService", { ReleaseDesc: null }, "MissingParameter"],
  ["ReleaseService", { EnvironmentName: "live" }, format],
  ["ModifyServiceEnvironmentStrategy ModifyApiEnvironmentStrategy", { Strategy: 5001 }, range],
  ["ModifyServiceEnvironmentStrategy", { Strategy: 0 }, range],
  ["ModifyServiceEnvironmentStrategy", { Strategy: -2 }, range],
  ["ModifyServiceEnvironmentStrategy", { EnvironmentNames: ["live"] }, "InvalidParameterValue.InvalidRequestParameters"],
  ["ModifyServiceEnvironmentStrategy", { EnvironmentNames: "release" }, "InvalidParameter"],
  ["ModifyServiceEnvironmentStrategy", { ServiceId: "service-x" }, "InvalidParameterValue.InvalidRequestParameters"],
  ["ModifyApiEnvironmentStrategy", { EnvironmentName: "live" }, "InvalidParameterValue.InvalidRequestParameters"],
  ["ModifyApiEnvironmentStrategy", { ServiceId: "service-x" }, noApi],
  ["ModifyApi", { TargetServices: [{ VmIp: "10.0.0.1", VpcId: "vpc-1", VmPort: 80, HostIp: "10.0.0.2" }] }, "UnknownParameter"],
  ["ModifyApi", { TargetNamespaceId: "ns" }, "UnknownParameter"],
  ["ModifyApi", { UserType: "X" }, "UnknownParameter"],
  ["ModifyApi", { Owner: "shop" }, "UnknownParameter"],
  ["ModifyApi", { Protocol: "WEBSOCKET" }, "UnsupportedOperation.ModifyProtocol"],
  ["ModifyApi", { ResponseErrorCodes: [] }, "InvalidParameterValue"],
  ["ModifyApi", { RequestParameters: [{ Name: "id" }] }, "MissingParameter"],
  ["CreateApi", { RequestConfig: { Path: "/one", Method: "GET" } }, "InvalidParameterValue.InvalidApiRequestConfig"],
  ["ModifyApi", { RequestConfig: { Path: "/two", Method: "GET" } }, "InvalidParameterValue.InvalidRequestParameters"],
  ["CreateApi", { AuthType: "OAUTH", ApiBusinessType: "NORMAL", AuthRelationApiId: "api-x" }, "ResourceNotFound.InvalidOauthApi"],
  [
    "CreateApi",
    { ServiceType: "HTTP", ServiceConfig: { Url: "http://a", Path: "/", Method: "GET", UpstreamId: "upstream-x" } },
    "InvalidParameterValue.InvalidUpstream",
  ],
  ["ImportOpenApi", { Content: "openapi: [" }, format],
  ["ImportOpenApi", { Content: "hello" }, format],
  ["ImportOpenApi", broken({ "/x": { get: operation() } }, { openapi: "2.0" }), format],
  ["ImportOpenApi", broken({ "/x": { get: operation() } }, { info: null }), format],
  ["ImportOpenApi", broken({}), format],
  ["ImportOpenApi", broken({ x: { get: operation() } }), format],
  ["ImportOpenApi", broken({ "/x": { fetch: operation() } }), format],
  ["ImportOpenApi", broken({ "/x": { get: "y" } }), format],
  ["ImportOpenApi", broken({ "/x": { get: operation({ parameters: [{ name: "c", in: "cookie" }] }) } }), format],
  ["ImportOpenApi", broken({ "/x": { get: { responses: {} } } }), "MissingParameter.BackendSpecificParam"],
  ["ImportOpenApi", broken({ "/x": { get: operation({ "x-apigw-backend": { ServiceType: "FTP" } }) } }), wrongBackEnd],
  ["ImportOpenApi", broken({ "/x": { get: operation(), put: operation({ "x-apigw-cors": 1 }) } }), wrongBackEnd],
  ["ImportOpenApi", { EncodeType: "XML" }, "InvalidParameterValue.UnsupportedParameter"],
  ["ImportOpenApi", { Content: "openapi: 3.0.0", EncodeType: "JSON" }, format],
  ["ImportOpenApi", { ContentVersion: "swagger" }, "InvalidParameterValue.UnsupportedParameter"],
];
const keysAndPlans: Row[] = [
  ["CreateApiKey", { AccessKeyId: "abc" }, format],
  ["CreateApiKey", { AccessKeyId: "no-dashes" }, format],
  ["CreateApiKey", { AccessKeySecret: "too_short" }, format],
  ["CreateApiKey", { AccessKeySecret: null }, format],
  ["CreateApiKey", { AccessKeyType: "auto" }, format],
  ["CreateApiKey", { AccessKeyType: "own" }, format],
  ["CreateApiKey", { SecretName: "" }, format],
  ["CreateApiKey", { SecretName: null }, "MissingParameter"],
  ["UpdateApiKey", { AccessKeySecret: "other_secret" }, format],
  ["UpdateApiKey", { AccessKeyId: "AKIDx" }, "ResourceNotFound.InvalidAccessKeyId"],
  ["CreateUsagePlan", { MaxRequestNum: 0 }, quota],
  ["CreateUsagePlan", { MaxRequestNum: 100_000_000 }, quota],
  ["CreateUsagePlan", { MaxRequestNumPreSec: 2001 }, quota],
  ["ModifyUsagePlan", { MaxRequestNumPreSec: -2 }, format],
  ["CreateUsagePlan ModifyUsagePlan", { MaxRequestNumPreSec: "10" }, "InvalidParameter"],
  ["CreateUsagePlan ModifyUsagePlan", { UsagePlanName: "" }, format],
  ["BindEnvironment", { ApiIds: null }, "InvalidParameterValue.InvalidApiIds"],
  ["BindEnvironment", { BindType: "SERVICE" }, "InvalidParameterValue.InvalidApiIds"],
  ["BindEnvironment", { BindType: "api" }, format],
  ["BindEnvironment", { Environment: "live" }, format],
  ["BindEnvironment", { UsagePlanIds: [] }, "InvalidParameterValue"],
  ["BindEnvironment", { UsagePlanIds: ["usagePlan-x"] }, "ResourceNotFound.InvalidUsagePlan"],
  ["BindSecretIds", { AccessKeyIds: ["AKIDx"] }, "ResourceNotFound.InvalidAccessKeyId"],
  ["CreateApiApp", { ApiAppName: "" }, format],
  ["CreateApiApp", { ApiAppName: null }, "MissingParameter"],
  ["UpdateApiAppKey", { ApiAppKey: "" }, format],
  ["UpdateApiAppKey", { ApiAppKey: null }, "MissingParameter"],
  ["BindApiApp", { Environment: "live" }, "InvalidParameterValue.InvalidEnv"],
  ["BindApiApp", { ServiceId: "service-x" }, noApi],
  ["CreateAPIDoc ModifyAPIDoc", { ApiIds: [] }, "InvalidParameterValue"],
  ["CreateAPIDoc ModifyAPIDoc", { Environment: "live" }, format],
  ["CreateAPIDoc ModifyAPIDoc", { ApiDocName: "" }, format],
  ["CreateAPIDoc ModifyAPIDoc", { ApiDocName: null }, "MissingParameter"],
];
const domains: Row[] = [
  ["BindSubDomain", { SubDomain: "example" }, "FailedOperation.SubDomainFormatError"],
  ["BindSubDomain", { SubDomain: "-api.example.com" }, "FailedOperation.SubDomainFormatError"],
  ["BindSubDomain", { SubDomain: "www.example.com" }, "FailedOperation.DomainAlreadyBindService"],
  ["BindSubDomain", { Protocol: "ftp" }, "InvalidParameterValue.InvalidProcotol"],
  ["BindSubDomain", { NetType: "BOTH" }, format],
  ["BindSubDomain", { NetType: "INNER" }, "FailedOperation.NetSubDomainError"],
  ["BindSubDomain", { NetSubDomain: "other.example.com" }, "FailedOperation.NetSubDomainError"],
  ["BindSubDomain", { NetSubDomain: null }, "MissingParameter"],
  ["BindSubDomain ModifySubDomain", { IsForcedHttps: true }, "UnsupportedOperation.ForceHttps"],
  ["BindSubDomain", { Protocol: "http&https" }, "FailedOperation.CertificateIsNull"],
  ["BindSubDomain", { IsDefaultMapping: false }, "FailedOperation.DefineMappingNotNull"],
  ["BindSubDomain", own(["good", "test"]), "FailedOperation.DefineMappingPathError"],
  ["BindSubDomain", own(["/good", "live"]), "FailedOperation.DefineMappingEnvironmentError"],
  ["BindSubDomain", own(["/good", "test"], ["/good", "release"]), "FailedOperation.DefineMappingParamRepeat"],
  ["BindSubDomain", own(...four), "LimitExceeded.ExceededDefineMappingLimit"],
  ["BindSubDomain", { PathMappingSet: [] }, "InvalidParameterValue"],
  ["ModifySubDomain", { Protocol: "ftp" }, "FailedOperation.UnknownProtocolTypeError"],
  ["ModifySubDomain", { Protocol: "https", CertificateId: "" }, "FailedOperation.CertificateIdBindError"],
  ["ModifySubDomain", { IsDefaultMapping: false, PathMappingSet: [] }, "FailedOperation.SetCustomPathMappingError"],
  ["ModifySubDomain", own(["good", "test"]), "FailedOperation.PathMappingSetError"],
  ["ModifySubDomain", { SubDomain: "b" }, "FailedOperation.SubDomainFormatError"],
  ["ModifySubDomain", { NetSubDomain: "x.example.com" }, "UnknownParameter"],
  ["ModifySubDomain", { IsDefaultMapping: null }, "MissingParameter"],
];
const rules: Row[] = [
  ["CreatePlugin ModifyPlugin", { PluginName: "x" }, "InvalidParameterValue.LengthExceeded"],
  ["CreatePlugin", { PluginName: "x".repeat(51) }, "InvalidParameterValue.LengthExceeded"],
  ["CreatePlugin", { Description: many }, "InvalidParameterValue.LengthExceeded"],
  ["CreatePlugin", { PluginType: "Firewall" }, options],
  ["ModifyPlugin", { PluginType: "Cors" }, "UnknownParameter"],
  ["CreatePlugin", { PluginData: "[]" }, "InvalidParameterValue.InvalidPluginConfig"],
  ["CreatePlugin", { PluginData: '{"type":"grey_list","blocks":"1.1.1.1"}' }, "InvalidParameterValue.InvalidPluginConfig"],
  ["CreatePlugin", { PluginData: '{"type":"white_list","blocks":"home"}' }, "InvalidParameterValue.InvalidIPAddress"],
  ["CreatePlugin", { PluginData: null }, "MissingParameter"],
  ["DescribePlugins", { PluginIds: Array<string>(101).fill("plugin-x") }, "InvalidParameterValue"],
  ["ModifyPlugin", { PluginData: "nothing" }, "FailedOperation.InvalidInputJSON"],
  ["AttachPlugin BindIPStrategy", { EnvironmentName: "test" }, "InvalidParameterValue.InvalidEnvStatus"],
  ["AttachPlugin BindIPStrategy", { EnvironmentName: "live" }, "InvalidParameterValue.InvalidEnvStatus"],
  ["AttachPlugin", { ApiId: "api-x" }, "UnknownParameter"],
  ["CreateIPStrategy", { StrategyName: "" }, format],
  ["CreateIPStrategy", { StrategyType: "GREY" }, format],
  ["CreateIPStrategy ModifyIPStrategy", { StrategyData: "nowhere" }, format],
  ["CreateIPStrategy", { StrategyData: "9.9.9.9\n" }, format],
  ["CreateIPStrategy", { StrategyData: "10.0.0.0/33" }, format],
  ["CreateIPStrategy", { StrategyData: "2001:db8::/129" }, format],
  ["CreateIPStrategy", { StrategyData: "9.9.9.9,8.8.8.8" }, format],
  ["CreateIPStrategy", { StrategyData: null }, "MissingParameter"],
  ["BindIPStrategy", { BindApiIds: [] }, "InvalidParameterValue"],
  ["BindIPStrategy", { UnBindApiIds: ["api-x"] }, "UnknownParameter"],
  ["BindIPStrategy", { ServiceId: "service-x" }, "ResourceNotFound.InvalidIPStrategy"],
  ["CreateUpstream ModifyUpstream", { Scheme: "FTP" }, options],
  ["ModifyUpstream", { Scheme: "gRPC" }, options],
  ["CreateUpstream ModifyUpstream", { Algorithm: "RANDOM" }, options],
  ["CreateUpstream ModifyUpstream", { UpstreamType: "VM" }, options],
  ["CreateUpstream ModifyUpstream", { UniqVpcId: "net-1" }, "InvalidParameterValue.InvalidVpcConfig"],
  ["CreateUpstream ModifyUpstream", { Retries: -1 }, range],
  ["CreateUpstream ModifyUpstream", { Nodes: [{ ...node, Host: "" }] }, format],
  ["CreateUpstream ModifyUpstream", { Nodes: [{ ...node, Port: 65_536 }] }, range],
  ["CreateUpstream ModifyUpstream", { Nodes: [{ ...node, Weight: 101 }] }, range],
  ["CreateUpstream ModifyUpstream", { Nodes: [{ Host: "10.0.0.1", Port: 1 }] }, "MissingParameter"],
  ["CreateUpstream ModifyUpstream", { HealthChecker: { ...health, TimeoutThreshold: 255 } }, range],
  ["CreateUpstream ModifyUpstream", { HealthChecker: { EnableActiveCheck: true } }, "MissingParameter"],
  ["CreateUpstream ModifyUpstream", { K8sService: [{ ...pod, ExtraLabels: null }] }, "MissingParameter"],
  ["CreateUpstream", { K8sServices: [pod] }, "UnknownParameter"],
];
const missing: Row[] = [
  [
    "ModifyService DescribeService ReleaseService DescribeServiceReleaseVersion CreateApi ModifyApi DescribeApi DescribeApisStatus ImportOpenApi " +
      "BindEnvironment CreateAPIDoc BindSubDomain ModifySubDomain DescribeServiceSubDomains AttachPlugin CreateIPStrategy",
    { ServiceId: "service-00000000" },
    noService,
  ],
  ["ModifyApi DescribeApi DeleteApi DescribeApiEnvironmentStrategy BindApiApp", { ApiId: "api-00000000" }, noApi],
  ["ModifyApiEnvironmentStrategy BindEnvironment CreateAPIDoc ModifyAPIDoc AttachPlugin", { ApiIds: ["api-00000000"] }, noApi],
  ["BindIPStrategy", { BindApiIds: ["api-00000000"] }, noApi],
  ["ModifyUsagePlan DescribeUsagePlan BindSecretIds", { UsagePlanId: "usagePlan-x" }, "ResourceNotFound.InvalidUsagePlan"],
  ["ModifyApiApp BindApiApp", { ApiAppId: "app-x" }, "ResourceNotFound.InvalidApiApp"],
  ["ModifyAPIDoc", { ApiDocId: "apidoc-x" }, "ResourceNotFound.InvalidApiDoc"],
  ["ModifyPlugin AttachPlugin", { PluginId: "plugin-x" }, "ResourceNotFound.InvalidPlugin"],
  ["ModifyIPStrategy DescribeIPStrategy BindIPStrategy", { StrategyId: "IPStrategy-x" }, "ResourceNotFound.InvalidIPStrategy"],
  ["ModifyUpstream", { UpstreamId: "upstream-x" }, "InvalidParameterValue.InvalidUpstream"],
  ["DescribeUpstreamBindApis", { UpstreamId: "upstream-x" }, "ResourceNotFound"],
  [
    "DescribeServicesStatus DescribeApisStatus DescribeApiKeysStatus DescribeUsagePlansStatus DescribeApiAppsStatus DescribeApiAppBindApisStatus " +
      "DescribePlugins DescribeIPStrategy DescribeUpstreamBindApis",
    filter,
    "InvalidParameterValue.InvalidFilterNotSupportedName",
  ],
];
/** Each action with a change of accepted parameters, and the code with which it is rejected. */
export const rows = [...services, ...keysAndPlans, ...domains, ...rules, ...missing].flatMap(([actions, change, code]) =>
  actions.split(" ").map((action): [string, JsonObject, string] => [action, change, code]),
);
