/** APIs of the gateway: created, read, changed, deleted, listed. */
import type { JsonObject } from "../../exchange";
import { paging, reject, strings } from "../api";
import { checkDefinition, creation, definitionOf, modification, modified } from "./api-definition";
import { details, listedApi } from "./api-responses";
import { associated } from "./apps";
import { apiKey, apisOf, type Call, defined, done, filters, frontOf, has, is, type Meanings, type Run, type Table, writing } from "./call";
import { stamps, type Api, type GatewayState } from "./gateway-state";
import { plansOf } from "./plans";

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

const create = writing((call, { id: serviceId }) => {
  const definition = definitionOf(call.params);
  checkDefinition(definition, "CreateApi");
  const api: Api = { id: call.gateway.newId("api"), serviceId, ...stamps(call.now), definition, limits: {} };
  keep(call, api, "InvalidApiRequestConfig");
  return { Result: { ApiId: api.id, ...frontOf(api), CreatedTime: api.created } };
});

const modify = writing((call, service) => {
  const api = call.findApi(service);
  const definition = modified(api.definition, call.params);
  if (definition.Protocol !== api.definition.Protocol)
    reject("UnsupportedOperation.ModifyProtocol", "The protocol of an API cannot be changed.");
  checkDefinition(definition, "ModifyApi");
  keep(call, { ...api, modified: stamps(call.now).modified, definition }, "InvalidRequestParameters");
  return {};
});

const remove = writing((call, service) => {
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
});

const describe =
  (regionOf: (call: Call) => string): Run =>
  (call) => {
    const service = call.find("services", { region: regionOf(call) });
    return { Result: details(service, call.findApi(service), call.now) };
  };

const meanings: Meanings<Api> = { ApiId: is(({ id }) => id), ApiName: has((api) => defined(api, "ApiName")) };

const list: Run = (call) => {
  const rows = call.filtered(apisOf(call.gateway, call.find("services").id), meanings);
  return call.listed("ApiIdStatusSet", rows.map(listedApi));
};

/** The actions of APIs. */
export const apis: Table = {
  CreateApi: [creation, create],
  DescribeApi: [apiKey, describe(({ region }) => region)],
  ModifyApi: [modification, modify],
  DeleteApi: [apiKey, remove],
  DescribeApisStatus: [{ ...strings("ServiceId!"), ...filters, ...paging }, list],
  DescribeApiForApiApp: [{ ...apiKey, ...strings("ApiRegion!") }, describe(({ params }) => String(params.ApiRegion))],
};
