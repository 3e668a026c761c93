/** ImportOpenApi in the emulator. */
import type { JsonObject } from "../../exchange";
import { rejection } from "../caller";
import type { Setup } from "./setup";
import { beginning, createSetup } from "./setup";

let setup: Setup;
beforeEach(() => (setup = createSetup()));

/** The document of the specification. */
const yaml = `openapi: 3.0.0
info:
  title: orders
  version: 1.0.0
paths:
  /api/test:
    get:
      operationId: test
      x-apigw-api-type: NORMAL
      x-apigw-protocol: HTTP
      x-apigw-cors: false
      x-apigw-service-timeout: 15
      x-apigw-backend:
        ServiceType: HTTP
        ServiceConfig:
          Url: http://backend.example.com
          Path: /test
          Method: GET
      responses:
        '200':
          description: ok
`;

const mock: JsonObject = { ServiceType: "MOCK", ServiceMockReturnMessage: "hello" };
const operation = (more: JsonObject = {}): JsonObject => ({ "x-apigw-backend": mock, responses: {}, ...more });
const json = (paths: JsonObject, more: JsonObject = {}): string =>
  JSON.stringify({ openapi: "3.0.0", info: { title: "t", version: "1" }, paths, ...more });

const load = (Content: string, more: JsonObject = {}): JsonObject =>
  setup.call("ImportOpenApi", { ServiceId: setup.serviceId, Content, ...more });
const entries = (response: JsonObject): JsonObject[] => (response.Result as JsonObject).ApiSet as JsonObject[];
const read = (ApiId: JsonObject[string] | undefined): JsonObject =>
  setup.result("DescribeApi", { ServiceId: setup.serviceId, ApiId: ApiId ?? null });

it("creates the API of a document in YAML", () => {
  const response = load(yaml, { EncodeType: "YAML", ContentVersion: "openAPI" });
  const created = { ApiName: "test", Path: "/api/test", Method: "GET", CreatedTime: beginning, Status: "success", ErrMsg: null };
  const entry = { ...created, ApiId: expect.stringMatching(/^api-[a-z0-9]{8}$/) };
  expect(response).toEqual({ Result: { TotalCount: 1, ApiSet: [entry] } });
  expect(read(entries(response)[0]?.ApiId)).toMatchObject({
    ServiceId: setup.serviceId,
    ApiName: "test",
    ApiType: "NORMAL",
    AuthType: "NONE",
    Protocol: "HTTP",
    EnableCORS: false,
    RequestConfig: { Path: "/api/test", Method: "GET" },
    ServiceType: "HTTP",
    ServiceTimeout: 15,
    ServiceConfig: { Url: "http://backend.example.com", Path: "/test", Method: "GET" },
  });
});

it("creates one API for each operation of a document in JSON, with their parameters", () => {
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const page = { name: "page", in: "query", description: "Which", schema: { type: "number", default: 1 } };
  const paths = {
    "/orders/{id}": { parameters: [id], get: operation({ parameters: [page] }), post: operation({ operationId: "change" }) },
  };
  const [get, post] = entries(load(json(paths), { EncodeType: "JSON", ContentVersion: "OpenAPI" }));
  expect([get, post]).toMatchObject([
    { ApiName: "/orders/{id}-GET", Method: "GET", Status: "success" },
    { ApiName: "change", Method: "POST", Status: "success" },
  ]);
  const first = { Name: "id", Desc: "", Position: "PATH", Type: "integer", DefaultValue: "", Required: true };
  const second = { Name: "page", Desc: "Which", Position: "QUERY", Type: "number", DefaultValue: "1", Required: false };
  expect(read(get?.ApiId).RequestParameters).toEqual([first, second]);
  expect(read(post?.ApiId).RequestParameters).toEqual([first]);
});

it("reports the outcome of each operation, and keeps the successful ones", () => {
  setup.gateway.failingImports.add("PUT /three");
  const [taken, fresh, failed] = entries(load(json({ "/one": { get: operation() }, "/three": { get: operation(), put: operation() } })));
  expect(taken).toMatchObject({
    ApiId: null,
    Path: "/one",
    Status: "fail",
    ErrMsg: expect.stringMatching(/path and method/),
    CreatedTime: null,
  });
  expect(fresh).toMatchObject({ Path: "/three", Method: "GET", Status: "success", ErrMsg: null });
  expect(failed).toMatchObject({ ApiId: null, Path: "/three", Method: "PUT", Status: "fail", ErrMsg: expect.any(String) });
  expect(setup.gateway.apis.size).toBe(3);
  expect(entries(load(json({ "/three": { get: operation() } })))).toMatchObject([{ Status: "fail" }]);
});

describe("nothing is created from", () => {
  const format = "InvalidParameter.FormatError";
  const wrongBackEnd = "InvalidParameterValue.InvalidServiceConfig";
  it.each<[string, string, string]>([
    ["no YAML", "openapi: [", format],
    ["a text", "hello", format],
    ["another version", json({ "/x": { get: operation() } }, { openapi: "2.0" }), format],
    ["no info", json({ "/x": { get: operation() } }, { info: null }), format],
    ["no operation", json({}), format],
    ["a path without slash", json({ x: { get: operation() } }), format],
    ["a strange method", json({ "/x": { fetch: operation() } }), format],
    ["an operation that is none", json({ "/x": { get: "y" } }), format],
    ["a cookie", json({ "/x": { get: operation({ parameters: [{ name: "c", in: "cookie" }] }) } }), format],
    ["no back end", json({ "/x": { get: { responses: {} } } }), "MissingParameter.BackendSpecificParam"],
    ["a strange back end", json({ "/x": { get: operation({ "x-apigw-backend": { ServiceType: "FTP" } }) } }), wrongBackEnd],
    ["an unknown member", json({ "/x": { get: operation({ "x-apigw-backend": { ...mock, Colour: "red" } }) } }), wrongBackEnd],
    [
      "a good and a bad operation",
      json({ "/x": { get: operation(), put: operation({ "x-apigw-timeout": 1, "x-apigw-cors": 1 }) } }),
      wrongBackEnd,
    ],
  ])("%s", (_, content, code) => {
    expect(load(content)).toEqual(rejection(code));
    expect(setup.gateway.apis.size).toBe(2);
  });

  it.each<[JsonObject, string]>([
    [{ EncodeType: "XML" }, "InvalidParameterValue.UnsupportedParameter"],
    [{ EncodeType: "JSON" }, "InvalidParameter.FormatError"],
    [{ ContentVersion: "swagger" }, "InvalidParameterValue.UnsupportedParameter"],
    [{ ServiceId: "service-00000000" }, "ResourceNotFound.InvalidService"],
    [{ Content: null }, "MissingParameter"],
  ])("the document with %p", (wrong, code) => {
    expect(load(yaml, wrong)).toEqual(rejection(code));
    expect(setup.gateway.apis.size).toBe(2);
  });
});
