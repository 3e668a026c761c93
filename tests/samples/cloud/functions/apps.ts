// Samples of the functions of applications and their bindings. See docs/modules/cloud.md#application-views.
import { filter, list, listed, outputOf, T, times } from "./sample";

/** The nine members of the functions behind a web socket, all empty. */
const sockets = Object.fromEntries(
  ["Register", "Cleanup", "Transport"].flatMap((kind) =>
    ["Name", "Namespace", "Qualifier"].map((member) => [`ServiceWebsocket${kind}Function${member}`, ""]),
  ),
);

/** Members of an API that all functions return. */
export const summary = {
  ServiceId: "service-nxz6yync",
  ApiName: "hello",
  ApiDesc: "greets",
  Protocol: "HTTP",
  AuthType: "APP",
  ...times,
  ResponseType: "HTML",
  ResponseSuccessExample: "success",
  ResponseFailExample: "fail",
  ResponseErrorCodes: [{ Code: 500, Msg: "system error", Desc: "system error code", ConvertedCode: 5000, NeedConvert: true }],
  RequestParameters: [{ Name: "name", Position: "QUERY", Type: "string", DefaultValue: "tom", Required: true, Desc: "who" }],
};
const members = {
  ...summary,
  ServiceName: "shop",
  ServiceDesc: "shop services",
  ApiId: "api-0cvmf4x4",
  ApiType: "NORMAL",
  ApiBusinessType: "NORMAL",
  AuthRelationApiId: "",
  IsDebugAfterCharge: false,
  ServiceTimeout: 15,
  ServiceType: "HTTP",
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
  ConstantParameters: [{ Name: "c", Desc: "d", Position: "HEADER", DefaultValue: "v" }],
  ServiceMockReturnMessage: "m",
  ServiceScfFunctionName: "f",
  ServiceScfFunctionNamespace: "n",
  ServiceScfFunctionQualifier: "q",
  ServiceScfIsIntegratedResponse: false,
  ...sockets,
  InternalDomain: "",
  MicroServices: [{ ClusterId: "cluster-1", NamespaceId: "ns-1", MicroServiceName: "m" }],
  MicroServicesInfo: [1, 2],
  Tags: [{ Key: "team", Value: "edge" }],
  Environments: ["release"],
  IsBase64Encoded: false,
  IsBase64Trigger: false,
  Base64EncodedTriggerRules: [{ Name: "Accept", Value: ["image/png"] }],
};
/** Objects, which the outputs contain as lists. */
const parts = {
  OauthConfig: { PublicKey: "pk", TokenLocation: "Header.token", LoginRedirectUrl: "" },
  RequestConfig: { Path: "/user/info", Method: "GET" },
  ServiceConfig: {
    Product: "upstream",
    UniqVpcId: "vpc-1",
    Url: "http://backend.example.com",
    Path: "/user",
    Method: "GET",
    UpstreamId: "upstream-1",
    CosConfig: null,
  },
  ServiceTsfLoadBalanceConf: { IsLoadBalance: true, Method: "RoundRobinRule", SessionStickRequired: true, SessionStickTimeout: 3 },
  ServiceTsfHealthCheckConf: {
    IsHealthCheck: true,
    RequestVolumeThreshold: 20,
    SleepWindowInMilliseconds: 100,
    ErrorThresholdPercentage: 50,
  },
};

/** An API as DescribeApi and DescribeApiForApiApp return it. */
export const hello = {
  ...members,
  ...parts,
  EnableCORS: true,
};
const helloOutput = {
  ...outputOf(members),
  ...Object.fromEntries(Object.entries(outputOf(parts)).map(([name, part]) => [`${name}s`, [part]])),
  enableCors: true,
};

/** Members of a service that all functions return. */
export const serviceRow = {
  ServiceName: "shop",
  Protocol: "http&https",
  ...times,
  NetTypes: ["INNER", "OUTER"],
  InternalSubDomain: "service-nxz6yync-1250000000.apigw-in.example",
  OuterSubDomain: "service-nxz6yync-1250000000.gz.apigw.example",
  InnerHttpPort: 80,
  InnerHttpsPort: 443,
  IpVersion: "IPv4",
};
/** What names an API in other objects. */
export const apiName = { ApiId: "api-0cvmf4x4", ApiName: "hello", Path: "/user/info", Method: "GET" };
/** An API in lists of other objects. */
export const apiRow = {
  ...apiName,
  ...times,
  ServiceId: "service-nxz6yync",
  ApiDesc: "greets",
  ApiType: "NORMAL",
  Protocol: "HTTP",
  AuthType: "NONE",
  ApiBusinessType: "NORMAL",
  AuthRelationApiId: "",
};
const shownOfService = {
  ...serviceRow,
  AvailableEnvironments: ["release"],
  ApiTotalCount: 1,
  UsagePlanTotalCount: 1,
  UserType: "General",
  SetId: 1,
};
const shownOfApi = { ...apiRow, IsDebugAfterCharge: false };
const planOfService = {
  Environment: "release",
  UsagePlanId: "usagePlan-mwaoj3xh",
  UsagePlanName: "basic",
  UsagePlanDesc: "",
  MaxRequestNumPreSec: -1,
  ...times,
};
const record = {
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
const service = { ServiceId: "service-nxz6yync", ApiRegion: "ap-guangzhou" };
const api = { ...service, ApiId: "api-0cvmf4x4" };

const app = {
  ApiAppName: "web",
  ApiAppId: "app-krljp4wn",
  ApiAppSecret: "secretEXAMPLE",
  ApiAppDesc: "web front",
  ...times,
  ApiAppKey: "APIDEXAMPLE",
};

/** The samples. */
export const appSamples = [
  list("getApiGatewayApiAppApi", outputOf(api), [{ action: "DescribeApiForApiApp", params: api, response: { Result: hello } }], {
    id: "service-nxz6yync#api-0cvmf4x4#ap-guangzhou",
    results: [helloOutput],
  }),
  {
    name: "getApiGatewayApiAppService",
    inputs: outputOf(service),
    exchanges: [
      {
        action: "DescribeServiceForApiApp",
        params: service,
        response: {
          ...shownOfService,
          ServiceDesc: null,
          ApiIdStatusSet: [{ ...shownOfApi, UniqVpcId: null, OauthConfig: null }],
          UsagePlanList: [planOfService],
        },
      },
    ],
    found: { id: "service-nxz6yync", ...record },
    file: [{ ...outputOf(service), ...record }],
  },
  list(
    "getApiGatewayApiApps",
    { apiAppName: "web" },
    [listed("DescribeApiAppsStatus", { Filters: [filter("ApiAppName", "web")] }, "ApiAppSet", [app])],
    { id: "6583991", apiAppLists: [outputOf(app)] },
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
