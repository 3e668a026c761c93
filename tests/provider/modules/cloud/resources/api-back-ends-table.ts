// Back ends of APIs with the parameters that are sent for them. See docs/modules/cloud.md#api-definition.
import type { PlainMap } from "../../../../../provider/core/values/value";
import { address, functions } from "./api-setup";

const websocketFunctions = Object.fromEntries(
  ["Register", "Cleanup", "Transport"].flatMap((on) =>
    ["Name", "Namespace", "Qualifier"].map((of) => [`serviceConfigWebsocket${on}Function${of}`, `${on}-${of}`]),
  ),
);
const remote = (inputs: object): PlainMap =>
  Object.fromEntries(Object.entries(inputs).map(([key, value]) => [key.replace("serviceConfig", "Service"), value as string]));
const health = { isHealthCheck: true, requestVolumeThreshold: 5, sleepWindowInMilliseconds: 10, errorThresholdPercentage: 50 };
const Health = { IsHealthCheck: true, RequestVolumeThreshold: 5, SleepWindowInMilliseconds: 10, ErrorThresholdPercentage: 50 };
const machine = { vmIp: "10.0.0.1", vpcId: "vpc-1", vmPort: 80, hostIp: "10.0.0.2" };
const cos = { action: "GetObject", bucketName: "b-1250000000", authorization: true, pathMatchMode: "FullPath" };

/** Each back end: its name, its inputs, and the parameters of the create request. */
export const backEnds: [name: string, inputs: object, sent: PlainMap][] = [
  ["HTTP", address, { ServiceType: "HTTP", ServiceConfig: { Url: "http://backend.example.com", Path: "/user", Method: "GET" } }],
  [
    "HTTP in a VPC",
    { ...address, serviceConfigProduct: "clb", serviceConfigVpcId: "vpc-1" },
    {
      ServiceType: "HTTP",
      ServiceConfig: { Product: "clb", UniqVpcId: "vpc-1", Url: "http://backend.example.com", Path: "/user", Method: "GET" },
    },
  ],
  [
    "WEBSOCKET",
    { ...address, serviceConfigUrl: "ws://backend.example.com", serviceConfigType: "WEBSOCKET", protocol: "WEBSOCKET" },
    { ServiceType: "WEBSOCKET", Protocol: "WEBSOCKET", ServiceConfig: { Url: "ws://backend.example.com", Path: "/user", Method: "GET" } },
  ],
  [
    "MOCK",
    { serviceConfigType: "MOCK", serviceConfigMockReturnMessage: "hello" },
    { ServiceType: "MOCK", ServiceMockReturnMessage: "hello" },
  ],
  ["SCF", { serviceConfigType: "SCF", ...functions }, { ServiceType: "SCF", ...remote(functions), ServiceScfIsIntegratedResponse: false }],
  [
    "SCF behind a WEBSOCKET front end",
    { serviceConfigType: "SCF", protocol: "WEBSOCKET", ...functions, ...websocketFunctions, serviceConfigScfIsIntegratedResponse: true },
    {
      ServiceType: "SCF",
      Protocol: "WEBSOCKET",
      ServiceScfIsIntegratedResponse: true,
      ...remote(functions),
      ...remote(websocketFunctions),
    },
  ],
  [
    "COS",
    { serviceConfigType: "COS", serviceConfigCosConfig: cos, serviceConfigPath: "/object" },
    {
      ServiceType: "COS",
      ServiceConfig: {
        Path: "/object",
        CosConfig: { Action: "GetObject", BucketName: "b-1250000000", Authorization: true, PathMatchMode: "FullPath" },
      },
    },
  ],
  [
    "TSF",
    {
      serviceConfigType: "TSF",
      apiType: "TSF",
      serviceTsfHealthCheckConf: health,
      microServices: [{ clusterId: "c", namespaceId: "n", microServiceName: "m" }],
      serviceTsfLoadBalanceConf: { isLoadBalance: true, method: "RoundRobinRule", sessionStickRequired: false, sessionStickTimeout: 0 },
    },
    {
      ServiceType: "TSF",
      ApiType: "TSF",
      ServiceTsfHealthCheckConf: Health,
      MicroServices: [{ ClusterId: "c", NamespaceId: "n", MicroServiceName: "m" }],
      ServiceTsfLoadBalanceConf: { IsLoadBalance: true, Method: "RoundRobinRule", SessionStickRequired: false, SessionStickTimeout: 0 },
    },
  ],
  [
    "TARGET",
    {
      serviceConfigType: "TARGET",
      targetServices: [machine, { ...machine, dockerIp: "10.0.0.3" }],
      serviceConfigVpcId: "vpc-1",
      targetServicesLoadBalanceConf: 1,
      targetServicesHealthCheckConf: health,
    },
    {
      ServiceType: "TARGET",
      ServiceConfig: { UniqVpcId: "vpc-1" },
      TargetServices: ["", "10.0.0.3"].map((DockerIp) => ({
        VmIp: "10.0.0.1",
        VpcId: "vpc-1",
        VmPort: 80,
        HostIp: "10.0.0.2",
        ...(DockerIp !== "" && { DockerIp }),
      })),
      TargetServicesLoadBalanceConf: 1,
      TargetServicesHealthCheckConf: Health,
    },
  ],
  ["EB", { serviceConfigType: "EB", eventBusId: "eb-1" }, { ServiceType: "EB", EventBusId: "eb-1" }],
  [
    "GRPC",
    { serviceConfigType: "GRPC", ...address },
    { ServiceType: "GRPC", ServiceConfig: { Url: "http://backend.example.com", Path: "/user", Method: "GET" } },
  ],
  ["VPC, with nothing", { serviceConfigType: "VPC" }, { ServiceType: "VPC" }],
  [
    "everything that goes with any back end",
    {
      serviceConfigType: "MOCK",
      serviceConfigMockReturnMessage: "x",
      apiDesc: "d",
      enableCors: false,
      requestConfigMethod: "POST",
      serviceConfigTimeout: 15,
      authType: "SECRET",
      isDebugAfterCharge: true,
      isBase64Encoded: true,
      responseType: "JSON",
      responseSuccessExample: "s",
      responseFailExample: "f",
      targetNamespaceId: "t",
      userType: "u",
      owner: "o",
      tokenTimeout: 60,
      eiamAppType: "a",
      eiamAuthType: "b",
      eiamAppId: "c",
      constantParameters: [{ name: "k", position: "HEADER", desc: "d", defaultValue: "v" }, { name: "l" }],
      requestParameters: [{ name: "n", position: "QUERY", type: "string" }],
      serviceParameters: [{ name: "p", position: "head", relevantRequestParameterName: "n", relevantRequestParameterType: "string" }],
      responseErrorCodes: [
        { code: 1, msg: "m" },
        { code: 2, msg: "n", convertedCode: 3, needConvert: true },
      ],
    },
    {
      ServiceType: "MOCK",
      ServiceMockReturnMessage: "x",
      ApiDesc: "d",
      EnableCORS: false,
      ServiceTimeout: 15,
      AuthType: "SECRET",
      RequestConfig: { Path: "/user/info", Method: "POST" },
      IsDebugAfterCharge: true,
      IsBase64Encoded: true,
      ResponseType: "JSON",
      ResponseSuccessExample: "s",
      ResponseFailExample: "f",
      TargetNamespaceId: "t",
      UserType: "u",
      Owner: "o",
      TokenTimeout: 60,
      EIAMAppType: "a",
      EIAMAuthType: "b",
      EIAMAppId: "c",
      ConstantParameters: [{ Name: "k", Position: "HEADER", Desc: "d", DefaultValue: "v" }, { Name: "l" }],
      RequestParameters: [{ Name: "n", Position: "QUERY", Type: "string", Desc: "", DefaultValue: "", Required: false }],
      ServiceParameters: [{ Name: "p", Position: "head", RelevantRequestParameterName: "n", RelevantRequestParameterType: "string" }],
      ResponseErrorCodes: [
        { Code: 1, Msg: "m", NeedConvert: false },
        { Code: 2, Msg: "n", ConvertedCode: 3, NeedConvert: true },
      ],
    },
  ],
  [
    "an authorization API",
    {
      ...address,
      authType: "OAUTH",
      apiBusinessType: "OAUTH",
      oauthConfig: { publicKey: "k", tokenLocation: "HEADER", loginRedirectUrl: "http://l" },
    },
    {
      ServiceType: "HTTP",
      ServiceConfig: { Url: "http://backend.example.com", Path: "/user", Method: "GET" },
      AuthType: "OAUTH",
      ApiBusinessType: "OAUTH",
      OauthConfig: { PublicKey: "k", TokenLocation: "HEADER", LoginRedirectUrl: "http://l" },
    },
  ],
];
