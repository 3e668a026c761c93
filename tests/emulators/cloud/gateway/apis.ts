/** APIs of the gateway: made, read, changed, deleted, listed. */
import type { JsonObject } from "../../exchange";
import type { Actions, CallContext } from "../api";
import { page } from "../api";
import { details, listed } from "./api-responses";
import { checkDefinition, definitionOf, modified } from "./api-definition";
import { creation, modification } from "./api-shapes";
import type { Meanings } from "./filters";
import { filtered, filters } from "./filters";
import { apisOf, runGuards, findApi, findService, rejectWith, stamp, write } from "./finding";
import { unplanned } from "./plan-filters";
import { defined, frontOf } from "./subjects";
import type { Api, Service, GatewayState } from "./gateway-state";

/** Path and method are unique in a service. */
function unique(gateway: GatewayState, api: Api, code: string): void {
  const { Path, Method } = frontOf(api);
  const taken = apisOf(gateway, api.serviceId).some((other) => {
    const front = frontOf(other);
    return other.id !== api.id && front.Path === Path && front.Method === Method;
  });
  if (taken) rejectWith(`InvalidParameterValue.${code}`, `The service has an API with path ${Path} and method ${Method} already.`);
}

/** The back end must exist: the channel of a back end, the authorization API of a business API. */
function related(gateway: GatewayState, api: Api): void {
  const { UpstreamId } = (defined(api, "ServiceConfig") ?? {}) as JsonObject;
  if ((UpstreamId ?? "") !== "" && !gateway.upstreams.has(String(UpstreamId))) {
    rejectWith("InvalidParameterValue.InvalidUpstream", "The back-end channel does not exist.");
  }
  const id = defined(api, "AuthRelationApiId") ?? "";
  if (id === "" && (defined(api, "AuthType") !== "OAUTH" || defined(api, "ApiBusinessType") === "OAUTH")) return;
  const authorization = gateway.apis.get(String(id));
  if (authorization === undefined || defined(authorization, "ApiBusinessType") !== "OAUTH") {
    rejectWith("ResourceNotFound.InvalidOauthApi", "The authorization API does not exist.");
  }
}

function create(gateway: GatewayState, service: Service, params: JsonObject, { now }: CallContext): JsonObject {
  const definition = definitionOf(params);
  checkDefinition(definition, "CreateApi");
  const time = { created: stamp(now), modified: stamp(now) };
  const api: Api = { id: gateway.newId("api"), serviceId: service.id, ...time, definition, limits: {} };
  unique(gateway, api, "InvalidApiRequestConfig");
  related(gateway, api);
  gateway.apis.set(api.id, api);
  return { Result: { ApiId: api.id, ...frontOf(api), CreatedTime: api.created } };
}

function modify(gateway: GatewayState, service: Service, params: JsonObject, { now }: CallContext): JsonObject {
  const api = findApi(gateway, service, params.ApiId);
  const definition = modified(api.definition, params);
  if (definition.Protocol !== api.definition.Protocol)
    rejectWith("UnsupportedOperation.ModifyProtocol", "The protocol of an API cannot be changed.");
  checkDefinition(definition, "ModifyApi");
  const requestedInputs: Api = { ...api, modified: stamp(now), definition };
  unique(gateway, requestedInputs, "InvalidRequestParameters");
  related(gateway, requestedInputs);
  gateway.apis.set(api.id, requestedInputs);
  return {};
}

function remove(gateway: GatewayState, service: Service, { ApiId }: JsonObject, now: Date): JsonObject {
  const { id } = findApi(gateway, service, ApiId);
  const business = gateway.apis.entries().some(([, { definition }]) => definition.AuthRelationApiId === id);
  if (business) rejectWith("UnsupportedOperation.UnsupportedDeleteApi", "Business APIs are bound to this authorization API.");
  runGuards(gateway.guards.api, id, now);
  gateway.apis.delete(id);
  return { Result: true };
}

/** The type of business is misspelt by the API itself. APIs have no tags here. */
const table: Meanings<Api> = {
  ApiId: ({ id }, filterValue) => id === filterValue,
  ApiName: (api, filterValue) => String(defined(api, "ApiName") ?? "").includes(filterValue),
  ApiPath: (api, filterValue) => frontOf(api).Path.includes(filterValue),
  ApiType: (api, filterValue) => (defined(api, "ApiType") ?? "NORMAL") === filterValue,
  AuthRelationApiId: (api, filterValue) => defined(api, "AuthRelationApiId") === filterValue,
  AuthType: (api, filterValue) => (defined(api, "AuthType") ?? "NONE") === filterValue,
  ApiBuniessType: (api, filterValue) => (defined(api, "ApiBusinessType") ?? "NORMAL") === filterValue,
  Tags: () => false,
  TagKeys: () => false,
};

function list(gateway: GatewayState, service: Service, params: JsonObject, { now }: CallContext): JsonObject {
  const planned = unplanned(gateway, params.Filters, { now, subject: ({ id, serviceId }: Api) => ({ serviceId, apiId: id }) });
  const found = filtered(apisOf(gateway, service.id), params.Filters, { ...table, ...planned }).map(listed);
  return { Result: { TotalCount: found.length, ApiIdStatusSet: page(found, params) } };
}

const names = { "ServiceId!": "string", "ApiId!": "string" } as const;

/** CreateApi, DescribeApi, ModifyApi, DeleteApi, DescribeApisStatus, DescribeApiForApiApp. */
export const apis = (gateway: GatewayState): Actions => ({
  CreateApi: {
    params: creation,
    run: (params, context) => write(gateway, context, params.ServiceId, (service) => create(gateway, service, params, context)),
  },
  DescribeApi: {
    params: names,
    run(params, context) {
      const service = findService(gateway, context, params.ServiceId);
      return { Result: details(service, findApi(gateway, service, params.ApiId), context.now) };
    },
  },
  ModifyApi: {
    params: modification,
    run: (params, context) => write(gateway, context, params.ServiceId, (service) => modify(gateway, service, params, context)),
  },
  DeleteApi: {
    params: names,
    run: (params, context) => write(gateway, context, params.ServiceId, (service) => remove(gateway, service, params, context.now)),
  },
  DescribeApisStatus: {
    params: { "ServiceId!": "string", Filters: filters, Limit: "integer", Offset: "integer" },
    run: (params, context) => list(gateway, findService(gateway, context, params.ServiceId), params, context),
  },
  DescribeApiForApiApp: {
    params: { ...names, "ApiRegion!": "string" },
    run(params, context) {
      const service = findService(gateway, { ...context, region: String(params.ApiRegion) }, params.ServiceId);
      return { Result: details(service, findApi(gateway, service, params.ApiId), context.now) };
    },
  },
});
