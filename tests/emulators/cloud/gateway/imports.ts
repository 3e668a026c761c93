/** ImportOpenApi: makes one API for each operation of a document. See docs/modules/cloud.md#openapi-imports. */
import type { JsonObject } from "../../exchange";
import type { Actions, CallContext } from "../api";
import { apisOf, rejectWith, stamp, write } from "./finding";
import type { Operation } from "./openapi";
import { readOpenApi } from "./openapi";
import { frontOf } from "./subjects";
import type { Service, GatewayState } from "./gateway-state";

/** Why an operation cannot become an API, or nothing. */
const obstacle = (gateway: GatewayState, service: Service, { path, method }: Operation): string | undefined => {
  if (gateway.failingImports.has(`${method} ${path}`)) return "The API cannot be created.";
  const taken = apisOf(gateway, service.id).some((api) => frontOf(api).Path === path && frontOf(api).Method === method);
  return taken ? "The service has an API with this path and method already." : undefined;
};

/** Makes one API, and returns its line of the response. A line of a failure has no id and no time. */
const importOne = (gateway: GatewayState, service: Service, operation: Operation, { now }: CallContext): JsonObject => {
  const { path, method, definition } = operation;
  const reason = obstacle(gateway, service, operation);
  const front = { ApiName: definition.ApiName ?? null, Path: path, Method: method };
  if (reason !== undefined) return { ApiId: null, ...front, CreatedTime: null, Status: "fail", ErrMsg: reason };
  const id = gateway.newId("api");
  const created = stamp(now);
  gateway.apis.set(id, { id, serviceId: service.id, created, modified: created, definition, limits: {} });
  return { ApiId: id, ...front, CreatedTime: created, Status: "success", ErrMsg: null };
};

const importAll = (gateway: GatewayState, service: Service, params: JsonObject, context: CallContext): JsonObject => {
  const { Content, EncodeType = "YAML", ContentVersion = "openAPI" } = params;
  if (!["YAML", "JSON"].includes(EncodeType as string) || (ContentVersion as string).toLowerCase() !== "openapi") {
    rejectWith("InvalidParameterValue.UnsupportedParameter", "`EncodeType` must be YAML or JSON, `ContentVersion` openAPI.");
  }
  const operations = readOpenApi(Content as string, EncodeType as string);
  const entries = operations.map((operation) => importOne(gateway, service, operation, context));
  return { Result: { TotalCount: entries.length, ApiSet: entries } };
};

/** ImportOpenApi. A document with a fault makes nothing; an operation that fails leaves the others alone. */
export const imports = (gateway: GatewayState): Actions => ({
  ImportOpenApi: {
    params: { "ServiceId!": "string", "Content!": "string", EncodeType: "string", ContentVersion: "string" },
    run: (params, context) => write(gateway, context, params.ServiceId, (service) => importAll(gateway, service, params, context)),
  },
});
