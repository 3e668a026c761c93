// Samples of the functions of applications and their bindings. See docs/modules/cloud.md#application-views.
import type { Plain, PlainMap } from "../../../../provider/core/values/value";
import { filter, list, listed, outputOf, T, times, type Sample } from "./sample";

/** The nine members of the functions behind a web socket, all empty. */
const sockets = Object.fromEntries(
  ["Register", "Cleanup", "Transport"].flatMap((kind) =>
    ["Name", "Namespace", "Qualifier"].map((member) => [`ServiceWebsocket${kind}Function${member}`, ""]),
  ),
);

/** An API as DescribeApi and DescribeApiForApiApp show it. */
export const hello: PlainMap = {
  ServiceId: "service-nxz6yync",
  ServiceName: "shop",
  ServiceDesc: "shop services",
  ApiId: "api-0cvmf4x4",
  ApiName: "hello",
  ApiDesc: "greets",
  ApiType: "NORMAL",
  ...times,
  Protocol: "HTTP",
  AuthType: "APP",
  ApiBusinessType: "NORMAL",
  AuthRelationApiId: "",
  OauthConfig: null,
  IsDebugAfterCharge: false,
  RequestConfig: { Path: "/user/info", Method: "GET" },
  ResponseType: "HTML",
  ResponseSuccessExample: "success",
  ResponseFailExample: "fail",
  ResponseErrorCodes: [{ Code: 500, Msg: "system error", Desc: "system error code", ConvertedCode: 5000, NeedConvert: true }],
  RequestParameters: [{ Name: "name", Position: "QUERY", Type: "string", DefaultValue: "tom", Required: true, Desc: "who" }],
  ServiceTimeout: 15,
  ServiceType: "HTTP",
  ServiceConfig: {
    Product: "",
    UniqVpcId: "",
    Url: "http://backend.example.com",
    Path: "/user",
    Method: "GET",
    UpstreamId: null,
    CosConfig: null,
  },
  ServiceParameters: [
    {
      Name: "name",
      Position: "QUERY",
      RelevantRequestParameterPosition: "QUERY",
      RelevantRequestParameterName: "name",
      DefaultValue: "tom",
      RelevantRequestParameterDesc: "who",
    },
  ],
  ConstantParameters: [],
  ServiceMockReturnMessage: "",
  ServiceScfFunctionName: "",
  ServiceScfFunctionNamespace: "",
  ServiceScfFunctionQualifier: "",
  ServiceScfIsIntegratedResponse: false,
  ...sockets,
  InternalDomain: "",
  MicroServices: [],
  MicroServicesInfo: [],
  ServiceTsfLoadBalanceConf: null,
  ServiceTsfHealthCheckConf: null,
  EnableCORS: true,
  Tags: [{ Key: "team", Value: "edge" }],
  Environments: ["release"],
  IsBase64Encoded: false,
  IsBase64Trigger: false,
  Base64EncodedTriggerRules: [],
};

/** Returns the outputs of an API: objects are in lists, and some members have other names. */
function detailOf(api: PlainMap): PlainMap {
  const { EnableCORS, MicroServicesInfo, RequestConfig, ServiceConfig, ...rest } = api;
  const { OauthConfig, ServiceTsfLoadBalanceConf, ServiceTsfHealthCheckConf, Base64EncodedTriggerRules, ...members } = rest;
  const listOf = (value: Plain | undefined): PlainMap[] => (value === null ? [] : [outputOf(value as PlainMap)]);
  const [config] = listOf(ServiceConfig);
  return {
    ...outputOf(members),
    enableCors: EnableCORS!,
    microServicesInfos: MicroServicesInfo!,
    requestConfigs: listOf(RequestConfig),
    serviceConfigs: [{ url: "", path: "", ...config }],
    oauthConfigs: listOf(OauthConfig),
    serviceTsfLoadBalanceConfs: listOf(ServiceTsfLoadBalanceConf),
    serviceTsfHealthCheckConfs: listOf(ServiceTsfHealthCheckConf),
    base64EncodedTriggerRules: (Base64EncodedTriggerRules as PlainMap[]).map(({ Name, Value }) => ({ name: Name!, values: Value! })),
  };
}

/** The members that the example of the specification leaves empty. */
const fullParts: PlainMap = {
  OauthConfig: { PublicKey: "pk", TokenLocation: "Header.token", LoginRedirectUrl: "" },
  ConstantParameters: [{ Name: "c", Desc: "d", Position: "HEADER", DefaultValue: "v" }],
  ServiceConfig: { Product: "upstream", UniqVpcId: "vpc-1", Url: null, Path: null, Method: "GET", UpstreamId: "upstream-1" },
  MicroServices: [{ ClusterId: "cluster-1", NamespaceId: "ns-1", MicroServiceName: "m" }],
  MicroServicesInfo: [1, 2],
  ServiceTsfLoadBalanceConf: { IsLoadBalance: true, Method: "RoundRobinRule", SessionStickRequired: true, SessionStickTimeout: 3 },
  ServiceTsfHealthCheckConf: {
    IsHealthCheck: true,
    RequestVolumeThreshold: 20,
    SleepWindowInMilliseconds: 100,
    ErrorThresholdPercentage: 50,
  },
  Base64EncodedTriggerRules: [{ Name: "Accept", Value: ["image/png"] }],
};
const seen = { serviceId: "service-nxz6yync", apiId: "api-0cvmf4x4", apiRegion: "ap-guangzhou" };
const seeing = { ServiceId: "service-nxz6yync", ApiId: "api-0cvmf4x4", ApiRegion: "ap-guangzhou" };
const seenId = "service-nxz6yync#api-0cvmf4x4#ap-guangzhou";
const seenBy = (Result: PlainMap): Sample =>
  list("getApiGatewayApiAppApi", seen, [{ action: "DescribeApiForApiApp", params: seeing, response: { Result } }], {
    id: seenId,
    results: [detailOf(Result)],
  });

/** What the outputs of a service show. */
const shownOfService = {
  AvailableEnvironments: ["release"],
  ServiceName: "shop",
  Protocol: "http&https",
  ...times,
  NetTypes: ["INNER", "OUTER"],
  InternalSubDomain: "service-nxz6yync-1250000000.apigw-in.example",
  OuterSubDomain: "service-nxz6yync-1250000000.gz.apigw.example",
  InnerHttpPort: 80,
  InnerHttpsPort: 443,
  ApiTotalCount: 1,
  UsagePlanTotalCount: 1,
  IpVersion: "IPv4",
  UserType: "General",
  SetId: 1,
};
const shownOfApi = {
  ServiceId: "service-nxz6yync",
  ApiId: "api-0cvmf4x4",
  ApiDesc: "greets",
  Path: "/user/info",
  Method: "GET",
  ...times,
  ApiName: "hello",
  ApiType: "NORMAL",
  Protocol: "HTTP",
  IsDebugAfterCharge: false,
  AuthType: "NONE",
  ApiBusinessType: "NORMAL",
  AuthRelationApiId: "",
};
const planOfService = {
  Environment: "release",
  UsagePlanId: "usagePlan-mwaoj3xh",
  UsagePlanName: "basic",
  UsagePlanDesc: "",
  MaxRequestNumPreSec: -1,
  ...times,
};
const serviceForApp: PlainMap = {
  ...shownOfService,
  ServiceId: "service-nxz6yync",
  ServiceDesc: null,
  ApiIdStatusSet: [{ ...shownOfApi, UniqVpcId: null, RelationBuniessApiIds: [], OauthConfig: null, TokenLocation: null }],
  UsagePlanList: [planOfService],
  Tags: [],
};
const record: PlainMap = {
  ...outputOf(shownOfService),
  apiIdStatusSets: [{ ...outputOf(shownOfApi), oauthConfigs: [] }],
  usagePlanLists: [outputOf(planOfService)],
};

const binding = {
  ApiAppName: "web",
  ApiAppId: "app-krljp4wn",
  ApiId: "api-0cvmf4x4",
  ApiName: "hello",
  ServiceId: "service-nxz6yync",
  AuthorizedTime: T,
  ApiRegion: "ap-guangzhou",
  EnvironmentName: "release",
};
const bound = outputOf(binding);
const service = { serviceId: "service-nxz6yync", apiRegion: "ap-guangzhou" };

const app = {
  ApiAppName: "web",
  ApiAppId: "app-krljp4wn",
  ApiAppSecret: "secretEXAMPLE",
  ApiAppDesc: "web front",
  ...times,
  ApiAppKey: "APIDEXAMPLE",
};

/** The samples. */
export const appSamples: readonly Sample[] = [
  seenBy(hello),
  seenBy({ ...hello, ...fullParts }),
  {
    name: "getApiGatewayApiAppService",
    inputs: service,
    exchanges: [
      {
        action: "DescribeServiceForApiApp",
        params: { ServiceId: "service-nxz6yync", ApiRegion: "ap-guangzhou" },
        response: serviceForApp,
      },
    ],
    found: { id: "service-nxz6yync", ...record },
    file: [{ ...service, ...record }],
  },
  list(
    "getApiGatewayApiApps",
    { apiAppName: "web" },
    [listed("DescribeApiAppsStatus", { Filters: [filter("ApiAppName", "web")] }, "ApiAppSet", [app])],
    {
      id: "6583991",
      apiAppLists: [outputOf(app)],
    },
  ),
  list(
    "getApiGatewayBindApiAppsStatus",
    {
      serviceId: "service-nxz6yync",
      apiIds: ["api-0cvmf4x4", "api-jvqlzolk", "api-0cvmf4x4"],
      filters: [{ name: "ApiAppId", values: ["app-krljp4wn", "app-krljp4wn"] }],
    },
    [
      listed(
        "DescribeApiBindApiAppsStatus",
        {
          ServiceId: "service-nxz6yync",
          ApiIds: ["api-0cvmf4x4", "api-jvqlzolk"],
          Filters: [filter("ApiAppId", "app-krljp4wn")],
        },
        "ApiAppApiSet",
        [binding, { ...binding, EnvironmentName: "test" }],
      ),
    ],
    { id: "4051597689", results: [{ apiAppApiSets: [bound, { ...bound, environmentName: "test" }] }] },
  ),
];
