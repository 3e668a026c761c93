/** The parameters of CreateApi and ModifyApi. */
import type { Shapes } from "../api";

const healthCheck: Shapes = {
  IsHealthCheck: "boolean",
  RequestVolumeThreshold: "integer",
  SleepWindowInMilliseconds: "integer",
  ErrorThresholdPercentage: "integer",
};

/** CreateApi takes a parameter of the front end in part, ModifyApi as a whole. */
const requestParameter: Shapes = {
  Name: "string",
  Desc: "string",
  Position: "string",
  Type: "string",
  DefaultValue: "string",
  Required: "boolean",
};
const wholeParameter: Shapes = Object.fromEntries(Object.entries(requestParameter).map(([name, shape]) => [`${name}!`, shape]));

const constantParameter: Shapes = { Name: "string", Desc: "string", Position: "string", DefaultValue: "string" };

const serviceParameter: Shapes = {
  Name: "string",
  Position: "string",
  RelevantRequestParameterPosition: "string",
  RelevantRequestParameterName: "string",
  DefaultValue: "string",
  RelevantRequestParameterDesc: "string",
  RelevantRequestParameterType: "string",
};

const serviceConfig: Shapes = {
  Product: "string",
  UniqVpcId: "string",
  Url: "string",
  Path: "string",
  Method: "string",
  UpstreamId: "string",
  CosConfig: { "Action!": "string", "BucketName!": "string", Authorization: "boolean", PathMatchMode: "string" },
};

const functions: Shapes = {
  ServiceScfFunctionName: "string",
  ServiceScfFunctionNamespace: "string",
  ServiceScfFunctionQualifier: "string",
  ServiceScfFunctionType: "string",
  ServiceScfIsIntegratedResponse: "boolean",
  ServiceScfEventIsAsyncCall: "boolean",
  ServiceWebsocketRegisterFunctionName: "string",
  ServiceWebsocketRegisterFunctionNamespace: "string",
  ServiceWebsocketRegisterFunctionQualifier: "string",
  ServiceWebsocketCleanupFunctionName: "string",
  ServiceWebsocketCleanupFunctionNamespace: "string",
  ServiceWebsocketCleanupFunctionQualifier: "string",
  ServiceWebsocketTransportFunctionName: "string",
  ServiceWebsocketTransportFunctionNamespace: "string",
  ServiceWebsocketTransportFunctionQualifier: "string",
};

const responses: Shapes = {
  IsDeleteResponseErrorCodes: "boolean",
  ResponseType: "string",
  ResponseSuccessExample: "string",
  ResponseFailExample: "string",
  ResponseErrorCodes: [{ Code: "integer", Msg: "string", Desc: "string", ConvertedCode: "integer", NeedConvert: "boolean" }],
};

const identity: Shapes = { EIAMAppType: "string", EIAMAuthType: "string", EIAMAppId: "string", TokenTimeout: "integer" };

/** What both take. `[]` empties the lists of parameters; error codes are emptied by a flag of their own. */
const both: Shapes = {
  "ServiceId!": "string",
  "ServiceType!": "string",
  "RequestConfig!": { Path: "string", Method: "string" },
  ApiName: "string",
  ApiDesc: "string",
  ApiType: "string",
  AuthType: "string",
  EnableCORS: "boolean",
  "ConstantParameters[]": [constantParameter],
  ApiBusinessType: "string",
  AuthRelationApiId: "string",
  OauthConfig: { "PublicKey!": "string", "TokenLocation!": "string", LoginRedirectUrl: "string" },
  ServiceMockReturnMessage: "string",
  "MicroServices[]": [{ "ClusterId!": "string", "NamespaceId!": "string", "MicroServiceName!": "string" }],
  ServiceTsfLoadBalanceConf: {
    IsLoadBalance: "boolean",
    Method: "string",
    SessionStickRequired: "boolean",
    SessionStickTimeout: "integer",
  },
  ServiceTsfHealthCheckConf: healthCheck,
  TargetServicesLoadBalanceConf: "integer",
  TargetServicesHealthCheckConf: healthCheck,
  IsDebugAfterCharge: "boolean",
  ServiceConfig: serviceConfig,
  "ServiceParameters[]": [serviceParameter],
  IsBase64Encoded: "boolean",
  EventBusId: "string",
  ...functions,
  ...responses,
  ...identity,
};

/** Of CreateApi. */
export const creation: Shapes = {
  ...both,
  "RequestParameters[]": [requestParameter],
  "Protocol!": "string",
  "ServiceTimeout!": "integer",
  TargetServices: [{ "VmIp!": "string", "VpcId!": "string", "VmPort!": "integer", "HostIp!": "string", DockerIp: "string" }],
  TargetNamespaceId: "string",
  UserType: "string",
  Owner: "string",
};

/** Of ModifyApi: it has no target machines and no owner. */
export const modification: Shapes = {
  ...both,
  "RequestParameters[]": [wholeParameter],
  "ApiId!": "string",
  Protocol: "string",
  ServiceTimeout: "integer",
  AuthRequired: "boolean",
  TagSpecifications: { "Key!": "string", "Value!": "string" },
  IsBase64Trigger: "boolean",
  Base64EncodedTriggerRules: [{ "Name!": "string", "Value!": ["string"] }],
};
