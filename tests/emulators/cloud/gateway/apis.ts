/** APIs of the gateway: created, read, changed, deleted, listed. */
import type { Json, JsonObject } from "../../exchange";
import { byName } from "../../objects";
import { paging, reject, strings } from "../api";
import { checkDefinition, creation, definitionOf, modification, modified, socketFunctions } from "./api-definition";
import { associated } from "./apps";
import { apiKey, apisOf, type Call, defined, done, filters, frontOf, has, is, type Run, type Table, timesOf, writing } from "./call";
import { type Api, type GatewayState, type Service, stamps } from "./gateway-state";
import { plansOf } from "./plans";
import { environmentsOf } from "./publication";

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
const listedApi = (api: Api): JsonObject => ({ ...shownAs(api, ...common), ...frontOf(api) });

/** One element of `ApiIdStatusSet` as DescribeService lists it. */
export const summary = (api: Api): JsonObject => ({
  ...shownAs(api, ...common, "IsDebugAfterCharge", "ApiBusinessType", "AuthRelationApiId", "OauthConfig"),
  ...frontOf(api),
  UniqVpcId: "",
  TokenLocation: (defined(api, "OauthConfig") as JsonObject | null)?.TokenLocation ?? null,
});

/** Whether the service has another API with that path and method, which are unique in a service. */
export const isTaken = (gateway: GatewayState, serviceId: string, { Path, Method }: { Path: string; Method: string }, id = ""): boolean =>
  apisOf(gateway, serviceId).some((other) => other.id !== id && frontOf(other).Path === Path && frontOf(other).Method === Method);

/** Keeps an API. Path and method must be free; the channel of a back end and the authorization API of a business API must exist. */
function keep({ gateway }: Call, api: Api, code: string) {
  if (isTaken(gateway, api.serviceId, frontOf(api), api.id))
    reject(`InvalidParameterValue.${code}`, "The service has an API with this path and method already.");
  const { UpstreamId = null } = (defined(api, "ServiceConfig") ?? {}) as JsonObject;
  if ((UpstreamId ?? "") !== "" && !gateway.upstreams.has(String(UpstreamId)))
    reject("InvalidParameterValue.InvalidUpstream", "The upstream does not exist.");
  const id = defined(api, "AuthRelationApiId") ?? "";
  const isBusiness = id !== "" || (defined(api, "AuthType") === "OAUTH" && defined(api, "ApiBusinessType") !== "OAUTH");
  if (isBusiness && defined(gateway.apis.get(String(id)), "ApiBusinessType") !== "OAUTH")
    reject("ResourceNotFound.InvalidOauthApi", "The authorization API does not exist.");
  gateway.apis.set(api.id, api);
}

const describe =
  (regionOf: (call: Call) => string): Run =>
  (call) => {
    const service = call.find("services", { region: regionOf(call) });
    return { Result: details(service, call.findApi(service), call.now) };
  };

/** The actions of APIs. */
export const apis: Table = {
  CreateApi: [
    creation,
    writing((call, { id: serviceId }) => {
      const definition = definitionOf(call.params);
      checkDefinition(definition, "CreateApi");
      const api: Api = { id: call.gateway.newId("api"), serviceId, ...stamps(call.now), definition, limits: {} };
      keep(call, api, "InvalidApiRequestConfig");
      return { Result: { ApiId: api.id, ...frontOf(api), CreatedTime: api.created } };
    }),
  ],
  DescribeApi: [apiKey, describe(({ region }) => region)],
  ModifyApi: [
    modification,
    writing((call, service) => {
      const api = call.findApi(service);
      const definition = modified(api.definition, call.params);
      if (definition.Protocol !== api.definition.Protocol)
        reject("UnsupportedOperation.ModifyProtocol", "The protocol of an API cannot be changed.");
      checkDefinition(definition, "ModifyApi");
      keep(call, { ...api, modified: stamps(call.now).modified, definition }, "InvalidRequestParameters");
      return {};
    }),
  ],
  DeleteApi: [
    apiKey,
    writing((call, service) => {
      const { id } = call.findApi(service);
      const { gateway, now } = call;
      const { apis, appBindings } = gateway;
      if (apis.values().some(({ definition }) => definition.AuthRelationApiId === id))
        reject("UnsupportedOperation.UnsupportedDeleteApi", "Business APIs are bound to this authorization API.");
      if (plansOf(gateway, service.id, now).some(({ target }) => target.apiId === id))
        reject("FailedOperation.ApiBindEnvironmen", "A usage plan is bound to the API.");
      if (appBindings.showing(now, { apiId: id }).length > 0) reject(...associated);
      apis.delete(id);
      return done;
    }),
  ],
  DescribeApisStatus: [
    { ...strings("ServiceId!"), ...filters, ...paging },
    (call) => {
      const rows = call.filtered(apisOf(call.gateway, call.find("services").id), {
        ApiId: is("id"),
        ApiName: has((api) => defined(api, "ApiName")),
      });
      return call.listed("ApiIdStatusSet", rows.map(listedApi));
    },
  ],
  DescribeApiForApiApp: [{ ...apiKey, ...strings("ApiRegion!") }, describe(({ params }) => String(params.ApiRegion))],
};
