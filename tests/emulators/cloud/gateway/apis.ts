/** APIs of the gateway: made, read, changed, deleted, listed. */
import type { JsonObject } from "../../exchange";
import type { Actions, CallContext } from "../api";
import { page } from "../api";
import { details, listed } from "./apiAnswers";
import { checkDefinition, definitionOf, modified } from "./apiDefinition";
import { creation, modification } from "./apiShapes";
import type { Meanings } from "./filters";
import { filtered, filters } from "./filters";
import { apisOf, runGuards, findApi, findService, refuse, stamp, write } from "./finding";
import { unplanned } from "./planFilters";
import { defined, frontOf } from "./subjects";
import type { Api, Service, World } from "./world";

/** Path and method are unique in a service. */
function unique(world: World, api: Api, code: string): void {
  const { Path, Method } = frontOf(api);
  const taken = apisOf(world, api.serviceId).some((other) => {
    const front = frontOf(other);
    return other.id !== api.id && front.Path === Path && front.Method === Method;
  });
  if (taken) refuse(`InvalidParameterValue.${code}`, `The service has an API with path ${Path} and method ${Method} already.`);
}

/** The back end must exist: the channel of a back end, the authorization API of a business API. */
function related(world: World, api: Api): void {
  const { UpstreamId } = (defined(api, "ServiceConfig") ?? {}) as JsonObject;
  if ((UpstreamId ?? "") !== "" && !world.upstreams.has(String(UpstreamId))) {
    refuse("InvalidParameterValue.InvalidUpstream", "The back-end channel does not exist.");
  }
  const id = defined(api, "AuthRelationApiId") ?? "";
  if (id === "" && (defined(api, "AuthType") !== "OAUTH" || defined(api, "ApiBusinessType") === "OAUTH")) return;
  const authorization = world.apis.get(String(id));
  if (authorization === undefined || defined(authorization, "ApiBusinessType") !== "OAUTH") {
    refuse("ResourceNotFound.InvalidOauthApi", "The authorization API does not exist.");
  }
}

function create(world: World, service: Service, params: JsonObject, { now }: CallContext): JsonObject {
  const definition = definitionOf(params);
  checkDefinition(definition, "CreateApi");
  const time = { created: stamp(now), modified: stamp(now) };
  const api: Api = { id: world.newId("api"), serviceId: service.id, ...time, definition, limits: {} };
  unique(world, api, "InvalidApiRequestConfig");
  related(world, api);
  world.apis.set(api.id, api);
  return { Result: { ApiId: api.id, ...frontOf(api), CreatedTime: api.created } };
}

function modify(world: World, service: Service, params: JsonObject, { now }: CallContext): JsonObject {
  const api = findApi(world, service, params.ApiId);
  const definition = modified(api.definition, params);
  if (definition.Protocol !== api.definition.Protocol)
    refuse("UnsupportedOperation.ModifyProtocol", "The protocol of an API cannot be changed.");
  checkDefinition(definition, "ModifyApi");
  const requestedInputs: Api = { ...api, modified: stamp(now), definition };
  unique(world, requestedInputs, "InvalidRequestParameters");
  related(world, requestedInputs);
  world.apis.set(api.id, requestedInputs);
  return {};
}

function remove(world: World, service: Service, { ApiId }: JsonObject, now: Date): JsonObject {
  const { id } = findApi(world, service, ApiId);
  const business = world.apis.entries().some(([, { definition }]) => definition.AuthRelationApiId === id);
  if (business) refuse("UnsupportedOperation.UnsupportedDeleteApi", "Business APIs are bound to this authorization API.");
  runGuards(world.guards.api, id, now);
  world.apis.delete(id);
  return { Result: true };
}

/** The type of business is misspelt by the API itself. APIs have no tags here. */
const table: Meanings<Api> = {
  ApiId: ({ id }, wanted) => id === wanted,
  ApiName: (api, wanted) => String(defined(api, "ApiName") ?? "").includes(wanted),
  ApiPath: (api, wanted) => frontOf(api).Path.includes(wanted),
  ApiType: (api, wanted) => (defined(api, "ApiType") ?? "NORMAL") === wanted,
  AuthRelationApiId: (api, wanted) => defined(api, "AuthRelationApiId") === wanted,
  AuthType: (api, wanted) => (defined(api, "AuthType") ?? "NONE") === wanted,
  ApiBuniessType: (api, wanted) => (defined(api, "ApiBusinessType") ?? "NORMAL") === wanted,
  Tags: () => false,
  TagKeys: () => false,
};

function list(world: World, service: Service, params: JsonObject, { now }: CallContext): JsonObject {
  const planned = unplanned(world, params.Filters, { now, subject: ({ id, serviceId }: Api) => ({ serviceId, apiId: id }) });
  const found = filtered(apisOf(world, service.id), params.Filters, { ...table, ...planned }).map(listed);
  return { Result: { TotalCount: found.length, ApiIdStatusSet: page(found, params) } };
}

const names = { "ServiceId!": "string", "ApiId!": "string" } as const;

/** CreateApi, DescribeApi, ModifyApi, DeleteApi, DescribeApisStatus, DescribeApiForApiApp. */
export const apis = (world: World): Actions => ({
  CreateApi: {
    params: creation,
    run: (params, context) => write(world, context, params.ServiceId, (service) => create(world, service, params, context)),
  },
  DescribeApi: {
    params: names,
    run(params, context) {
      const service = findService(world, context, params.ServiceId);
      return { Result: details(service, findApi(world, service, params.ApiId), context.now) };
    },
  },
  ModifyApi: {
    params: modification,
    run: (params, context) => write(world, context, params.ServiceId, (service) => modify(world, service, params, context)),
  },
  DeleteApi: {
    params: names,
    run: (params, context) => write(world, context, params.ServiceId, (service) => remove(world, service, params, context.now)),
  },
  DescribeApisStatus: {
    params: { "ServiceId!": "string", Filters: filters, Limit: "integer", Offset: "integer" },
    run: (params, context) => list(world, findService(world, context, params.ServiceId), params, context),
  },
  DescribeApiForApiApp: {
    params: { ...names, "ApiRegion!": "string" },
    run(params, context) {
      const service = findService(world, { ...context, region: String(params.ApiRegion) }, params.ServiceId);
      return { Result: details(service, findApi(world, service, params.ApiId), context.now) };
    },
  },
});
