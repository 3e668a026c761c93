/** ImportOpenApi: creates one API for each operation of a document. See docs/modules/cloud.md#openapi-imports. */
import { load } from "js-yaml";
import type { Json, JsonObject } from "../../exchange";
import { isObject } from "../../objects";
import { CloudFailure, FORMAT, oneOf, readParameters, reject, text } from "../api";
import { checkDefinition, creation } from "./api-definition";
import { isTaken } from "./apis";
import { type Call, type Table, writing } from "./call";
import { stamps, type Service } from "./gateway-state";

/** One operation of a document. */
interface Operation {
  path: string;
  method: string;
  /** As CreateApi takes it, without ServiceId. */
  definition: JsonObject;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const besides = ["summary", "description", "servers", "parameters", "$ref"];

const bad = (message: string) => reject(FORMAT, message);

const parsed = (text: string, encoding: string): unknown => {
  try {
    return encoding === "JSON" ? JSON.parse(text) : load(text);
  } catch {
    return bad(`\`Content\` is not valid ${encoding}.`);
  }
};

const positions: Readonly<Record<string, string>> = { query: "QUERY", header: "HEADER", path: "PATH" };

const requestParameter = ({ name, in: place, description, required, schema }: JsonObject): JsonObject => ({
  Name: name ?? null,
  Desc: description ?? "",
  Position: positions[String(place)] ?? bad("The place of a parameter must be query, header or path."),
  Type: isObject(schema) ? (schema.type ?? "string") : "string",
  DefaultValue: isObject(schema) && schema.default !== undefined ? String(schema.default) : "",
  Required: required ?? false,
});

/** The members of the back end are those of CreateApi: ServiceType, ServiceConfig, ServiceMockReturnMessage and so on. */
const backEndOf = (operation: JsonObject) => {
  const backEnd = operation["x-apigw-backend"];
  return isObject(backEnd) ? backEnd : reject("MissingParameter.BackendSpecificParam", "An operation has no `x-apigw-backend`.");
};

const definitionOf = (path: string, method: string, operation: JsonObject, shared: Json | undefined): JsonObject => {
  const parameters = [shared, operation.parameters].flatMap((list) => (list ?? []) as JsonObject[]);
  return {
    ApiName: operation.operationId ?? `${path}-${method}`,
    ApiDesc: operation.description ?? operation.summary ?? "",
    ApiType: operation["x-apigw-api-type"] ?? "NORMAL",
    AuthType: "NONE",
    Protocol: operation["x-apigw-protocol"] ?? "HTTP",
    EnableCORS: operation["x-apigw-cors"] ?? false,
    RequestConfig: { Path: path, Method: method },
    ServiceTimeout: operation["x-apigw-service-timeout"] ?? 15,
    ...(parameters.length > 0 && { RequestParameters: parameters.map(requestParameter) }),
    ...backEndOf(operation),
  };
};

/** The definition as CreateApi would take it; whatever CreateApi would reject is a wrong back end here. */
const checked = (definition: JsonObject): JsonObject => {
  try {
    const { ServiceId: _, ...rest } = readParameters(JSON.stringify({ ...definition, ServiceId: "" }), creation);
    checkDefinition(rest, "CreateApi");
    return rest;
  } catch (cause) {
    return cause instanceof CloudFailure
      ? reject("InvalidParameterValue.InvalidServiceConfig", cause.message)
      : bad("The operation cannot be read.");
  }
};

const operationsOf = ([path, item]: [string, Json]): Operation[] => {
  if (!path.startsWith("/")) bad("A path must start with a slash.");
  if (!isObject(item)) return bad("A path must hold operations.");
  const unexpected = Object.keys(item).find((key) => !methods.includes(key) && !besides.includes(key) && !key.startsWith("x-"));
  if (unexpected !== undefined) bad(`\`${unexpected}\` is not a method.`);
  return methods
    .filter((method) => item[method] !== undefined)
    .map((name) => {
      const operation = item[name];
      const method = name.toUpperCase();
      if (!isObject(operation)) return bad("An operation must be an object.");
      return { path, method, definition: checked(definitionOf(path, method, operation, item.parameters)) };
    });
};

/**
 * The operations of a document in its order.
 * @throws CloudFailure `InvalidParameter.FormatError` (no document of OpenAPI 3, nothing in it), `MissingParameter.BackendSpecificParam`,
 *   `InvalidParameterValue.InvalidServiceConfig`.
 */
const readOpenApi = (text: string, encoding: string): Operation[] => {
  const document = parsed(text, encoding);
  if (!isObject(document) || !/^3\.\d+\.\d+$/.test(String(document.openapi))) return bad("`Content` is not a document of OpenAPI 3.");
  if (!isObject(document.info) || !isObject(document.paths)) return bad("The document has no `info` or no `paths`.");
  const operations = Object.entries(document.paths).flatMap(operationsOf);
  return operations.length > 0 ? operations : bad("The document has no operation.");
};

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
