/** APIs as the different actions show them. Members that are not set show as the empty value of their type, or null. */
import type { Json, JsonObject } from "../../exchange";
import { byName } from "../../objects";
import { socketFunctions } from "./api-definition";
import { defined, frontOf, timesOf } from "./call";
import type { Api, Service } from "./gateway-state";
import { environmentsOf } from "./published";

const all = (value: Json, ...names: string[]): JsonObject => byName(names, () => value);

const empties: JsonObject = {
  ...all(null, "ApiName", "ApiDesc", "OauthConfig", "ServiceTimeout", "ServiceType", "ServiceTsfLoadBalanceConf"),
  ...all(null, "ServiceTsfHealthCheckConf", "Base64EncodedTriggerRules", "ServiceScfEventIsAsyncCall"),
  ...all("", "AuthRelationApiId", "ResponseType", "ResponseSuccessExample", "ResponseFailExample", "ServiceMockReturnMessage"),
  ...all("", "ServiceScfFunctionName", "ServiceScfFunctionNamespace", "ServiceScfFunctionQualifier", ...socketFunctions),
  ...all(false, "IsDebugAfterCharge", "ServiceScfIsIntegratedResponse", "EnableCORS", "IsBase64Encoded", "IsBase64Trigger"),
  ...all([], "RequestParameters", "ConstantParameters", "MicroServices"),
  ApiType: "NORMAL",
  Protocol: "HTTP",
  AuthType: "NONE",
  ApiBusinessType: "NORMAL",
};

const emptyConfig: JsonObject = { ...all("", "Product", "UniqVpcId", "Url", "Path", "Method"), ...all(null, "UpstreamId", "CosConfig") };
const emptyParameter: JsonObject = { ...all(null, "Name", "Position", "Type", "DefaultValue", "Desc"), Required: false };
const emptyCode: JsonObject = { Code: null, Msg: "", Desc: "", ConvertedCode: 0, NeedConvert: false };

const shownAs = (api: Api, ...names: string[]): JsonObject => ({
  ServiceId: api.serviceId,
  ApiId: api.id,
  ...timesOf(api),
  ...byName(names, (name) => defined(api, name) ?? empties[name] ?? null),
});

const rows = (api: Api, name: string) => (defined(api, name) ?? []) as JsonObject[];

/** What DescribeApi and DescribeApiForApiApp return. */
export const details = (service: Service, api: Api, now: Date): JsonObject => {
  const config = defined(api, "ServiceConfig") as JsonObject | null;
  return {
    ...shownAs(api, ...Object.keys(empties)),
    ServiceName: service.given.ServiceName!,
    ServiceDesc: service.given.ServiceDesc!,
    RequestConfig: frontOf(api),
    RequestParameters: rows(api, "RequestParameters").map((parameter) => ({ ...emptyParameter, ...parameter })),
    ResponseErrorCodes: rows(api, "ResponseErrorCodes").map((code) => ({ ...emptyCode, ...code })),
    ServiceConfig: config && { ...emptyConfig, ...config },
    ServiceParameters: rows(api, "ServiceParameters").map(({ RelevantRequestParameterType: _, ...parameter }) => parameter),
    InternalDomain: null,
    ...all([], "MicroServicesInfo", "Tags"),
    Environments: environmentsOf(service, api, now),
  };
};

const common = ["ApiName", "ApiDesc", "AuthType", "Protocol", "ApiType"];

/** One element of DescribeApisStatus. */
export const listedApi = (api: Api): JsonObject => ({ ...shownAs(api, ...common), ...frontOf(api) });

/** One element of `ApiIdStatusSet` as DescribeService lists it. */
export const summary = (api: Api): JsonObject => ({
  ...shownAs(api, ...common, "IsDebugAfterCharge", "ApiBusinessType", "AuthRelationApiId", "OauthConfig"),
  ...frontOf(api),
  UniqVpcId: "",
  TokenLocation: (defined(api, "OauthConfig") as JsonObject | null)?.TokenLocation ?? null,
});
