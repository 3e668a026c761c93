/** APIs as the different actions show them. Members that are not set show as the empty value of their type, or null. */
import type { Json, JsonObject } from "../../exchange";
import { environmentsOf } from "./published";
import { defined, frontOf } from "./subjects";
import type { Api, Service } from "./gateway-state";

const empties: JsonObject = {
  ApiName: null,
  ApiDesc: null,
  ApiType: "NORMAL",
  Protocol: "HTTP",
  AuthType: "NONE",
  ApiBusinessType: "NORMAL",
  AuthRelationApiId: "",
  OauthConfig: null,
  IsDebugAfterCharge: false,
  ResponseType: "",
  ResponseSuccessExample: "",
  ResponseFailExample: "",
  RequestParameters: [],
  ServiceTimeout: null,
  ServiceType: null,
  ConstantParameters: [],
  ServiceMockReturnMessage: "",
  ServiceScfFunctionName: "",
  ServiceScfFunctionNamespace: "",
  ServiceScfFunctionQualifier: "",
  ServiceScfIsIntegratedResponse: false,
  ServiceWebsocketRegisterFunctionName: "",
  ServiceWebsocketRegisterFunctionNamespace: "",
  ServiceWebsocketRegisterFunctionQualifier: "",
  ServiceWebsocketCleanupFunctionName: "",
  ServiceWebsocketCleanupFunctionNamespace: "",
  ServiceWebsocketCleanupFunctionQualifier: "",
  ServiceWebsocketTransportFunctionName: "",
  ServiceWebsocketTransportFunctionNamespace: "",
  ServiceWebsocketTransportFunctionQualifier: "",
  MicroServices: [],
  ServiceTsfLoadBalanceConf: null,
  ServiceTsfHealthCheckConf: null,
  EnableCORS: false,
  IsBase64Encoded: false,
  IsBase64Trigger: false,
  Base64EncodedTriggerRules: null,
};

const emptyConfig: JsonObject = { Product: "", UniqVpcId: "", Url: "", Path: "", Method: "", UpstreamId: null, CosConfig: null };
const emptyParameter: JsonObject = { Name: null, Position: null, Type: null, DefaultValue: null, Required: false, Desc: null };
const emptyCode: JsonObject = { Code: null, Msg: "", Desc: "", ConvertedCode: 0, NeedConvert: false };

const shownAs = (api: Api, names: readonly string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, defined(api, name) ?? empties[name] ?? null]));

const rows = (value: Json): JsonObject[] => (value ?? []) as JsonObject[];

/** What DescribeApi and DescribeApiForApiApp return. */
export const details = (service: Service, api: Api, now: Date): JsonObject => {
  const config = defined(api, "ServiceConfig") as JsonObject | null;
  return {
    ServiceId: service.id,
    ServiceName: service.name,
    ServiceDesc: service.description,
    ApiId: api.id,
    CreatedTime: api.created,
    ModifiedTime: api.modified,
    ...shownAs(api, Object.keys(empties)),
    RequestConfig: frontOf(api),
    RequestParameters: rows(defined(api, "RequestParameters")).map((parameter) => ({ ...emptyParameter, ...parameter })),
    ResponseErrorCodes: rows(defined(api, "ResponseErrorCodes")).map((code) => ({ ...emptyCode, ...code })),
    ServiceConfig: config && { ...emptyConfig, ...config },
    ServiceParameters: rows(defined(api, "ServiceParameters")).map(({ RelevantRequestParameterType: _, ...parameter }) => parameter),
    InternalDomain: null,
    MicroServicesInfo: [],
    Tags: [],
    Environments: environmentsOf(service, api, now),
  };
};

/** One element of `ApiIdStatusSet` as DescribeService lists it. */
export const summary = (api: Api): JsonObject => {
  const oauth = defined(api, "OauthConfig") as JsonObject | null;
  const names = ["ApiName", "ApiDesc", "ApiType", "Protocol", "IsDebugAfterCharge", "AuthType"];
  return {
    ServiceId: api.serviceId,
    ApiId: api.id,
    ...frontOf(api),
    CreatedTime: api.created,
    ModifiedTime: api.modified,
    UniqVpcId: "",
    ...shownAs(api, [...names, "ApiBusinessType", "AuthRelationApiId", "OauthConfig"]),
    TokenLocation: oauth?.TokenLocation ?? null,
  };
};

/** One element of DescribeApisStatus. */
export const listed = (api: Api): JsonObject => ({
  ServiceId: api.serviceId,
  ApiId: api.id,
  ...frontOf(api),
  ...shownAs(api, ["ApiName", "ApiDesc", "AuthType", "Protocol", "ApiType"]),
  CreatedTime: api.created,
  ModifiedTime: api.modified,
});
