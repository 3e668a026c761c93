/** ImportOpenApi: creates one API for each operation of a document. See docs/modules/cloud.md#openapi-imports. */
import type { JsonObject } from "../../exchange";
import { oneOf, text } from "../api";
import { isTaken } from "./apis";
import { stamps, writing, type Call, type Table } from "./call";
import type { Service } from "./gateway-state";
import { readOpenApi, type Operation } from "./openapi";

/** Why an operation cannot become an API, or nothing. */
const obstacle = ({ gateway }: Call, service: Service, { path, method }: Operation): string | undefined => {
  if (gateway.failingImports.has(`${method} ${path}`)) return "The API cannot be created.";
  return isTaken(gateway, service.id, { Path: path, Method: method })
    ? "The service has an API with this path and method already."
    : undefined;
};

/** Creates one API, and returns its line of the response. A line of a failure has no id and no time. */
const importOne = (call: Call, service: Service, operation: Operation): JsonObject => {
  const { path, method, definition } = operation;
  const reason = obstacle(call, service, operation) ?? null;
  const line = { ApiName: definition.ApiName ?? null, Path: path, Method: method, ErrMsg: reason };
  if (reason !== null) return { ...line, ApiId: null, CreatedTime: null, Status: "fail" };
  const id = call.gateway.newId("api");
  const times = stamps(call.now);
  call.gateway.apis.set(id, { id, serviceId: service.id, ...times, definition, limits: {} });
  return { ...line, ApiId: id, CreatedTime: times.created, Status: "success" };
};

const unsupported = "InvalidParameterValue.UnsupportedParameter";

/** ImportOpenApi. A document with a fault creates nothing; an operation that fails leaves the others alone. */
export const imports: Table = {
  ImportOpenApi: [
    {
      "ServiceId!": "string",
      "Content!": "string",
      EncodeType: oneOf(["YAML", "JSON"], unsupported),
      ContentVersion: text(/^openapi$/i, unsupported),
    },
    writing((call, service) => {
      const { Content, EncodeType = "YAML" } = call.params;
      const operations = readOpenApi(Content as string, EncodeType as string);
      const entries = operations.map((operation) => importOne(call, service, operation));
      return { Result: { TotalCount: entries.length, ApiSet: entries } };
    }),
  ],
};
