/** The inputs of an API for each kind of back end, without those of the front end. */
import type { Json, Properties } from "../../support/structs";

const address = { serviceConfigUrl: "http://backend.example.com", serviceConfigPath: "/user", serviceConfigMethod: "GET" };
const functions = {
  serviceConfigScfFunctionName: "f",
  serviceConfigScfFunctionNamespace: "default",
  serviceConfigScfFunctionQualifier: "$LATEST",
  serviceConfigScfFunctionType: "EVENT",
};
const websocketFunctions = Object.fromEntries(
  ["Register", "Cleanup", "Transport"].flatMap((on) =>
    ["Name", "Namespace", "Qualifier"].map((of) => [`serviceConfigWebsocket${on}Function${of}`, `${on}-${of}`]),
  ),
);
const health = { isHealthCheck: true, requestVolumeThreshold: 5, sleepWindowInMilliseconds: 10, errorThresholdPercentage: 50 };
const machine = { vmIp: "10.0.0.1", vpcId: "vpc-1", vmPort: 80, hostIp: "10.0.0.2" };
const balance = { isLoadBalance: true, method: "RoundRobinRule", sessionStickRequired: false, sessionStickTimeout: 0 };
const oauth = { ...address, authType: "OAUTH", apiBusinessType: "OAUTH" };
const shapes: Record<"constantParameters" | "requestParameters" | "serviceParameters" | "responseErrorCodes", Json> = {
  constantParameters: [{ name: "k", position: "HEADER", desc: "d", defaultValue: "v" }, { name: "l" }],
  requestParameters: [
    { name: "n", position: "QUERY", type: "string" },
    { name: "m", position: "HEADER", type: "int", desc: "d", defaultValue: "1", required: true },
  ],
  serviceParameters: [{ name: "p", position: "head", relevantRequestParameterName: "n", relevantRequestParameterType: "string" }],
  responseErrorCodes: [
    { code: 1, msg: "m" },
    { code: 2, msg: "n", convertedCode: 3, needConvert: true, desc: "d" },
  ],
};

/** Title, and the inputs before and after an update. */
export const backEnds: readonly (readonly [title: string, programs: { inputs: Properties; news?: Properties }])[] = [
  ["HTTP, minimal", { inputs: address }],
  ["HTTP in a VPC", { inputs: { ...address, serviceConfigProduct: "clb", serviceConfigVpcId: "vpc-1" }, news: { releaseLimit: 50 } }],
  [
    "WEBSOCKET",
    { inputs: { ...address, serviceConfigUrl: "ws://backend.example.com", serviceConfigType: "WEBSOCKET", protocol: "WEBSOCKET" } },
  ],
  [
    "MOCK",
    {
      inputs: { serviceConfigType: "MOCK", serviceConfigMockReturnMessage: "hello" },
      news: { serviceConfigMockReturnMessage: "goodbye", enableCors: false },
    },
  ],
  ["SCF", { inputs: { serviceConfigType: "SCF", ...functions }, news: { serviceConfigScfFunctionQualifier: "2" } }],
  [
    "SCF behind a WEBSOCKET front end",
    {
      inputs: {
        serviceConfigType: "SCF",
        protocol: "WEBSOCKET",
        serviceConfigScfIsIntegratedResponse: true,
        ...functions,
        ...websocketFunctions,
      },
    },
  ],
  [
    "COS",
    {
      inputs: {
        serviceConfigType: "COS",
        serviceConfigPath: "/object",
        serviceConfigCosConfig: { action: "GetObject", bucketName: "b-1250000000", authorization: true, pathMatchMode: "FullPath" },
      },
    },
  ],
  [
    "TSF",
    {
      inputs: {
        serviceConfigType: "TSF",
        apiType: "TSF",
        serviceTsfHealthCheckConf: health,
        serviceTsfLoadBalanceConf: balance,
        microServices: [{ clusterId: "c", namespaceId: "n", microServiceName: "m" }],
      },
    },
  ],
  [
    "TARGET",
    {
      inputs: {
        serviceConfigType: "TARGET",
        targetServices: [machine, { ...machine, dockerIp: "10.0.0.3" }],
        serviceConfigVpcId: "vpc-1",
        targetServicesLoadBalanceConf: 1,
        targetServicesHealthCheckConf: health,
      },
    },
  ],
  ["EB", { inputs: { serviceConfigType: "EB", eventBusId: "eb-1" } }],
  ["GRPC", { inputs: { serviceConfigType: "GRPC", ...address } }],
  ["VPC", { inputs: { serviceConfigType: "VPC" } }],
  [
    "all inputs of any back end",
    {
      inputs: {
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
        releaseLimit: 10,
        preLimit: 20,
        testLimit: -1,
        ...shapes,
      },
      news: { responseErrorCodes: [{ code: 1, msg: "m" }], requestParameters: [], serviceParameters: [], releaseLimit: 30 },
    },
  ],
  [
    "custom error codes removed",
    { inputs: { ...address, responseErrorCodes: shapes.responseErrorCodes }, news: { responseErrorCodes: [] } },
  ],
  ["no custom error codes", { inputs: { ...address, isDeleteResponseErrorCodes: true } }],
  [
    "authorization by OAuth",
    { inputs: { ...oauth, oauthConfig: { publicKey: "k", tokenLocation: "HEADER", loginRedirectUrl: "http://login.example.com" } } },
  ],
];
