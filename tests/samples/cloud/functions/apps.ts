// Samples of the functions of applications and their bindings. See docs/modules/cloud.md#application-views.
import type { PlainMap } from "../../../../provider/core/values/value";
import { filter, list, listed, T, times, type Sample } from "./sample";

const functions = ["Register", "Cleanup", "Transport"].flatMap((kind) =>
  ["Name", "Namespace", "Qualifier"].map((member) => `Websocket${kind}Function${member}`),
);
/** The nine members of the functions behind a web socket, all empty, in the spelling of the service or of the schema. */
const sockets = (begin: "Service" | "service"): PlainMap => Object.fromEntries(functions.map((name) => [`${begin}${name}`, ""]));

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
  ...sockets("Service"),
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

const helloDetail: PlainMap = {
  serviceId: "service-nxz6yync",
  serviceName: "shop",
  serviceDesc: "shop services",
  apiId: "api-0cvmf4x4",
  apiName: "hello",
  apiDesc: "greets",
  apiType: "NORMAL",
  createdTime: T,
  modifiedTime: T,
  protocol: "HTTP",
  authType: "APP",
  apiBusinessType: "NORMAL",
  authRelationApiId: "",
  oauthConfigs: [],
  isDebugAfterCharge: false,
  requestConfigs: [{ path: "/user/info", method: "GET" }],
  responseType: "HTML",
  responseSuccessExample: "success",
  responseFailExample: "fail",
  responseErrorCodes: [{ code: 500, msg: "system error", desc: "system error code", convertedCode: 5000, needConvert: true }],
  requestParameters: [{ name: "name", position: "QUERY", type: "string", defaultValue: "tom", required: true, desc: "who" }],
  serviceTimeout: 15,
  serviceType: "HTTP",
  serviceConfigs: [{ product: "", uniqVpcId: "", url: "http://backend.example.com", path: "/user", method: "GET" }],
  serviceParameters: [
    {
      name: "name",
      position: "QUERY",
      relevantRequestParameterPosition: "QUERY",
      relevantRequestParameterName: "name",
      defaultValue: "tom",
      relevantRequestParameterDesc: "who",
    },
  ],
  constantParameters: [],
  serviceMockReturnMessage: "",
  serviceScfFunctionName: "",
  serviceScfFunctionNamespace: "",
  serviceScfFunctionQualifier: "",
  serviceScfIsIntegratedResponse: false,
  ...sockets("service"),
  internalDomain: "",
  microServices: [],
  microServicesInfos: [],
  serviceTsfLoadBalanceConfs: [],
  serviceTsfHealthCheckConfs: [],
  enableCors: true,
  tags: [{ key: "team", value: "edge" }],
  environments: ["release"],
  isBase64Encoded: false,
  isBase64Trigger: false,
  base64EncodedTriggerRules: [],
};

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
const fullDetail: PlainMap = {
  oauthConfigs: [{ publicKey: "pk", tokenLocation: "Header.token", loginRedirectUrl: "" }],
  constantParameters: [{ name: "c", desc: "d", position: "HEADER", defaultValue: "v" }],
  serviceConfigs: [{ product: "upstream", uniqVpcId: "vpc-1", url: "", path: "", method: "GET", upstreamId: "upstream-1" }],
  microServices: [{ clusterId: "cluster-1", namespaceId: "ns-1", microServiceName: "m" }],
  microServicesInfos: [1, 2],
  serviceTsfLoadBalanceConfs: [{ isLoadBalance: true, method: "RoundRobinRule", sessionStickRequired: true, sessionStickTimeout: 3 }],
  serviceTsfHealthCheckConfs: [
    {
      isHealthCheck: true,
      requestVolumeThreshold: 20,
      sleepWindowInMilliseconds: 100,
      errorThresholdPercentage: 50,
    },
  ],
  base64EncodedTriggerRules: [{ name: "Accept", values: ["image/png"] }],
};

const seen = { serviceId: "service-nxz6yync", apiId: "api-0cvmf4x4", apiRegion: "ap-guangzhou" };
const seeing = { ServiceId: "service-nxz6yync", ApiId: "api-0cvmf4x4", ApiRegion: "ap-guangzhou" };
const seenId = "service-nxz6yync#api-0cvmf4x4#ap-guangzhou";
const seenBy = (Result: PlainMap, result: PlainMap): Sample =>
  list("getApiGatewayApiAppApi", seen, [{ action: "DescribeApiForApiApp", params: seeing, response: { Result } }], {
    id: seenId,
    results: [result],
  });

const record: PlainMap = {
  availableEnvironments: ["release"],
  serviceName: "shop",
  protocol: "http&https",
  createdTime: T,
  modifiedTime: T,
  netTypes: ["INNER", "OUTER"],
  internalSubDomain: "service-nxz6yync-1250000000.apigw-in.example",
  outerSubDomain: "service-nxz6yync-1250000000.gz.apigw.example",
  innerHttpPort: 80,
  innerHttpsPort: 443,
  apiTotalCount: 1,
  apiIdStatusSets: [
    {
      serviceId: "service-nxz6yync",
      apiId: "api-0cvmf4x4",
      apiDesc: "greets",
      path: "/user/info",
      method: "GET",
      createdTime: T,
      modifiedTime: T,
      apiName: "hello",
      apiType: "NORMAL",
      protocol: "HTTP",
      isDebugAfterCharge: false,
      authType: "NONE",
      apiBusinessType: "NORMAL",
      authRelationApiId: "",
      oauthConfigs: [],
    },
  ],
  usagePlanTotalCount: 1,
  usagePlanLists: [
    {
      environment: "release",
      usagePlanId: "usagePlan-mwaoj3xh",
      usagePlanName: "basic",
      usagePlanDesc: "",
      maxRequestNumPreSec: -1,
      createdTime: T,
      modifiedTime: T,
    },
  ],
  ipVersion: "IPv4",
  userType: "General",
  setId: 1,
};

const serviceForApp: PlainMap = {
  ServiceId: "service-nxz6yync",
  AvailableEnvironments: ["release"],
  ServiceName: "shop",
  ServiceDesc: null,
  Protocol: "http&https",
  ...times,
  NetTypes: ["INNER", "OUTER"],
  InternalSubDomain: "service-nxz6yync-1250000000.apigw-in.example",
  OuterSubDomain: "service-nxz6yync-1250000000.gz.apigw.example",
  InnerHttpPort: 80,
  InnerHttpsPort: 443,
  ApiTotalCount: 1,
  ApiIdStatusSet: [
    {
      ServiceId: "service-nxz6yync",
      ApiId: "api-0cvmf4x4",
      ApiDesc: "greets",
      Path: "/user/info",
      Method: "GET",
      ...times,
      ApiName: "hello",
      UniqVpcId: null,
      ApiType: "NORMAL",
      Protocol: "HTTP",
      IsDebugAfterCharge: false,
      AuthType: "NONE",
      ApiBusinessType: "NORMAL",
      AuthRelationApiId: "",
      RelationBuniessApiIds: [],
      OauthConfig: null,
      TokenLocation: null,
    },
  ],
  UsagePlanTotalCount: 1,
  UsagePlanList: [
    {
      Environment: "release",
      UsagePlanId: "usagePlan-mwaoj3xh",
      UsagePlanName: "basic",
      UsagePlanDesc: "",
      MaxRequestNumPreSec: -1,
      ...times,
    },
  ],
  IpVersion: "IPv4",
  UserType: "General",
  SetId: 1,
  Tags: [],
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
const bound = {
  apiAppName: "web",
  apiAppId: "app-krljp4wn",
  apiId: "api-0cvmf4x4",
  apiName: "hello",
  serviceId: "service-nxz6yync",
  authorizedTime: T,
  apiRegion: "ap-guangzhou",
  environmentName: "release",
};
const service = { serviceId: "service-nxz6yync", apiRegion: "ap-guangzhou" };

/** The samples. */
export const appSamples: readonly Sample[] = [
  seenBy(hello, helloDetail),
  seenBy({ ...hello, ...fullParts }, { ...helloDetail, ...fullDetail }),
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
    [
      listed("DescribeApiAppsStatus", { Filters: [filter("ApiAppName", "web")] }, "ApiAppSet", [
        {
          ApiAppName: "web",
          ApiAppId: "app-krljp4wn",
          ApiAppSecret: "secretEXAMPLE",
          ApiAppDesc: "web front",
          ...times,
          ApiAppKey: "APIDEXAMPLE",
        },
      ]),
    ],
    {
      id: "6583991",
      apiAppLists: [
        {
          apiAppId: "app-krljp4wn",
          apiAppName: "web",
          apiAppKey: "APIDEXAMPLE",
          apiAppSecret: "secretEXAMPLE",
          createdTime: T,
          modifiedTime: T,
          apiAppDesc: "web front",
        },
      ],
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
