/** ImportOpenApi: makes one API for each operation of a document. See docs/modules/cloud.md#openapi-imports. */
import type { JsonObject } from "../../exchange";
import type { Actions, CallContext } from "../api";
import { apisOf, refuse, stamp, write } from "./finding";
import type { Operation } from "./openapi";
import { readOpenApi } from "./openapi";
import { frontOf } from "./subjects";
import type { Service, World } from "./world";

/** Why an operation cannot become an API, or nothing. */
const obstacle = (world: World, service: Service, { path, method }: Operation): string | undefined => {
  if (world.failingImports.has(`${method} ${path}`)) return "The API cannot be created.";
  const taken = apisOf(world, service.id).some((api) => frontOf(api).Path === path && frontOf(api).Method === method);
  return taken ? "The service has an API with this path and method already." : undefined;
};

/** Makes one API, and returns its line of the response. A line of a failure has no id and no time. */
const importOne = (world: World, service: Service, operation: Operation, { now }: CallContext): JsonObject => {
  const { path, method, definition } = operation;
  const reason = obstacle(world, service, operation);
  const front = { ApiName: definition.ApiName ?? null, Path: path, Method: method };
  if (reason !== undefined) return { ApiId: null, ...front, CreatedTime: null, Status: "fail", ErrMsg: reason };
  const id = world.newId("api");
  const created = stamp(now);
  world.apis.set(id, { id, serviceId: service.id, created, modified: created, definition, limits: {} });
  return { ApiId: id, ...front, CreatedTime: created, Status: "success", ErrMsg: null };
};

const importAll = (world: World, service: Service, params: JsonObject, context: CallContext): JsonObject => {
  const { Content, EncodeType = "YAML", ContentVersion = "openAPI" } = params;
  if (!["YAML", "JSON"].includes(EncodeType as string) || (ContentVersion as string).toLowerCase() !== "openapi") {
    refuse("InvalidParameterValue.UnsupportedParameter", "`EncodeType` must be YAML or JSON, `ContentVersion` openAPI.");
  }
  const operations = readOpenApi(Content as string, EncodeType as string);
  const entries = operations.map((operation) => importOne(world, service, operation, context));
  return { Result: { TotalCount: entries.length, ApiSet: entries } };
};

/** ImportOpenApi. A document with a fault makes nothing; an operation that fails leaves the others alone. */
export const imports = (world: World): Actions => ({
  ImportOpenApi: {
    params: { "ServiceId!": "string", "Content!": "string", EncodeType: "string", ContentVersion: "string" },
    run: (params, context) => write(world, context, params.ServiceId, (service) => importAll(world, service, params, context)),
  },
});
