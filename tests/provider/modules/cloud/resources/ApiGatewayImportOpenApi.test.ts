/** APIs of an OpenAPI document. See docs/modules/cloud.md#openapi-imports. */
import type { PlainMap } from "../../../../../provider/core/values/value";
import { clientOver } from "../support";
import { stackFixture, rejection, withService, type StackFixture } from "./stack-fixture";

const operation = (name: string): object => ({
  operationId: name,
  "x-apigw-service-timeout": 15,
  "x-apigw-backend": { ServiceType: "HTTP", ServiceConfig: { Url: "http://backend.example.com", Path: "/test", Method: "GET" } },
  parameters: [{ name: "q", in: "query", schema: { type: "string" } }],
  responses: { 200: { description: "ok" } },
});
const document = (...names: string[]): string =>
  JSON.stringify({
    openapi: "3.0.0",
    info: { title: "orders", version: "1.0.0" },
    paths: Object.fromEntries(names.map((name) => [`/${name}`, { get: operation(name) }])),
  });

async function setup(): Promise<{ at: StackFixture; program: { serviceId: string; content: string; encodeType: string } }> {
  const { over, serviceId } = await withService();
  return {
    at: stackFixture("ApiGatewayImportOpenApi", over),
    program: { serviceId, content: document("one", "two", "three"), encodeType: "JSON" },
  };
}

async function existing() {
  const { at, program } = await setup();
  return { at: await at.with(program), program };
}

const idsOf = ({ emulator }: StackFixture): string[] => emulator.gateway.apis.entries().map(([id]) => id);

describe("a document", () => {
  test("becomes an API for each of its operations, by one call", async () => {
    const { at, program } = await setup();
    expect(await at.stack.up(program)).toBe("create");
    const [first, ...rest] = at.newCalls();
    expect(first).toMatchObject({ action: "ImportOpenApi" });
    expect(first!.params).toEqual({
      ServiceId: program.serviceId,
      Content: program.content,
      EncodeType: "JSON",
      ContentVersion: "openAPI",
    });
    expect(rest.map(({ action }) => action)).toEqual(Array(3).fill("DescribeApi"));
    const [apiId] = idsOf(at);
    expect(at.stack.stored!.id).toBe(`${program.serviceId}#${apiId}`);
    expect(at.stack.outputs).toMatchObject({
      ...program,
      contentVersion: "openAPI",
      apiGatewayImportOpenApiId: at.stack.stored!.id,
      apiId,
      importedApiIds: idsOf(at),
      apiName: "one",
      requestConfigPath: "/one",
      requestConfigMethod: "GET",
      serviceConfigTimeout: 15,
      enableCors: false,
      serviceConfigUrl: "http://backend.example.com",
      serviceConfigPath: "/test",
      serviceConfigType: "HTTP",
      requestParameters: [{ name: "q", position: "QUERY", type: "string", required: false }],
    });
    for (const absent of ["oauthConfigs", "serviceTsfLoadBalanceConfs", "serviceConfigCosConfigs", "apiDesc"])
      expect(at.stack.outputs).not.toHaveProperty(absent);
  });

  test("is YAML by default", async () => {
    const { at, program } = await setup();
    const content =
      "openapi: 3.0.0\ninfo: {title: a, version: '1'}\npaths:\n  /a:\n    get: {x-apigw-backend: {ServiceType: MOCK, ServiceMockReturnMessage: x}}\n";
    await at.stack.up({ serviceId: program.serviceId, content });
    expect(at.newCalls()[0]!.params).toMatchObject({ EncodeType: "YAML", ContentVersion: "openAPI" });
    expect(at.stack.outputs).toMatchObject({ encodeType: "YAML", serviceConfigMockReturnMessage: "x" });
  });

  test("returns objects as lists of one", async () => {
    const { at } = await existing();
    const [first] = idsOf(at);
    const { definition } = at.emulator.gateway.apis.get(first!)!;
    Object.assign(definition, {
      OauthConfig: { PublicKey: "k", TokenLocation: "HEADER", LoginRedirectUrl: "" },
      ServiceTsfLoadBalanceConf: { IsLoadBalance: true, Method: "RandomRule" },
      ServiceTsfHealthCheckConf: { IsHealthCheck: false },
      ServiceConfig: { CosConfig: { Action: "GetObject", BucketName: "b" } },
    });
    expect(await at.stack.refresh()).toEqual([]);
    expect(at.stack.outputs).toMatchObject({
      oauthConfigs: [{ publicKey: "k", tokenLocation: "HEADER" }],
      serviceTsfLoadBalanceConfs: [{ isLoadBalance: true, method: "RandomRule" }],
      serviceConfigCosConfigs: [{ action: "GetObject", bucketName: "b" }],
    });
    expect(at.stack.outputs).not.toHaveProperty("serviceTsfHealthCheckConfs");
  });

  test("is equal in another spelling of the version", async () => {
    const { at, program } = await existing();
    expect(await at.stack.up(program)).toBe("same");
    expect(await at.stack.refresh()).toEqual([]);
    expect(await at.stack.preview({ ...program, contentVersion: "OpenAPI" })).toEqual([]);
  });

  test.each([
    ["content", document("one", "four")],
    ["serviceId", "service-other000"],
    ["encodeType", "YAML"],
    ["contentVersion", "swagger"],
  ])("is replaced for another %s", async (property, value) => {
    const { at, program } = await existing();
    expect(await at.stack.preview({ ...program, [property]: value })).toEqual([`${property}!`]);
    if (property !== "content") return;
    expect(await at.stack.up({ ...program, [property]: value })).toBe("delete first");
    expect(at.emulator.gateway.apis.entries().map(([, api]) => api.definition["ApiName"])).toEqual(["one", "four"]);
  });

  test("cannot be imported into the state, and the message has a remedy", async () => {
    const { at, program } = await existing();
    at.newCalls();
    for (const id of [at.id, program.serviceId])
      await expect(at.stack.import(id)).rejects.toThrow(/Import failed: quartet:cloud:ApiGatewayImportOpenApi .*Import each API as/);
    expect(at.newCalls()).toEqual([]);
  });
});

describe("a partial import", () => {
  async function half() {
    const { at, program } = await setup();
    at.emulator.gateway.failingImports.add("GET /one").add("GET /three");
    const text = await at.stack.up(program).catch((error: Error) => error.message);
    return { at, program, text };
  }

  test("keeps what was created, and reports what was not", async () => {
    const { at, program, text } = await half();
    expect(text).toMatch(/failed for 2 operations.*1 were imported.*\nGET \/one: The API cannot be created\.\nGET \/three: /s);
    expect(at.stack.stored!.id).toBe(`${program.serviceId}#${idsOf(at)[0]}`);
    expect(at.stack.outputs).toMatchObject({ apiName: "two", importedApiIds: idsOf(at), content: "" });
    await at.stack.destroy();
    expect(idsOf(at)).toEqual([]);
  });

  test("is neither reported as complete by the next update, nor imported again", async () => {
    const { at, program } = await half();
    at.actions();
    await expect(at.stack.up(program)).rejects.toThrow(/the import was partial.*pulumi up --replace/);
    expect(at.actions()).not.toContain("ImportOpenApi");
    expect(at.stack.stored!.unfinished).toHaveLength(1);
  });

  test("is replaced after a refresh", async () => {
    const { at, program } = await half();
    expect(await at.stack.refresh()).toEqual(["content"]);
    at.emulator.gateway.failingImports.clear();
    expect(await at.stack.up(program)).toBe("delete first");
    expect(at.stack.outputs).toMatchObject(program);
    expect(idsOf(at)).toHaveLength(3);
    expect(await at.stack.up(program)).toBe("same");
  });
});

describe("an import that fails", () => {
  test("for all operations leaves nothing in the state", async () => {
    const { at, program } = await setup();
    for (const name of ["one", "two", "three"]) at.emulator.gateway.failingImports.add(`GET /${name}`);
    await expect(at.stack.up(program)).rejects.toThrow(/failed for 3 operations of the document:\nGET \/one/);
    expect(at.stack.stored).toBeUndefined();
  });

  test.each<[string, PlainMap]>([
    ["no list", { Result: { TotalCount: 0, ApiSet: null } }],
    ["an empty list", { Result: { TotalCount: 0, ApiSet: [] } }],
  ])("with %s says how to find what may have been made", async (_name, response) => {
    const { at, program } = await setup();
    at.override = ({ action }) => (action === "ImportOpenApi" ? response : undefined);
    await expect(at.stack.up(program)).rejects.toThrow(/the response contains no ID.*Look for APIs of the document in service/s);
    expect(at.stack.stored).toBeUndefined();
  });

  test("is not repeated, with any status, and an entry without an ID is ignored", async () => {
    const { at, program } = await setup();
    const row = { Path: "/a", Method: "GET", ErrMsg: null };
    const ApiSet = [
      { ...row, Status: "success", ApiId: null },
      { ...row, Status: "running", ApiId: "api-00000000" },
    ];
    at.override = ({ action }) => (action === "ImportOpenApi" ? { Result: { TotalCount: 2, ApiSet } } : undefined);
    await expect(at.stack.up(program)).rejects.toThrow(/failed for 2 operations.*GET \/a: no reason given/s);
    expect(at.actions()).toEqual(["ImportOpenApi"]);
  });

  test("for an invalid document creates nothing", async () => {
    const { at, program } = await setup();
    await expect(at.stack.up({ ...program, content: "{}" })).rejects.toThrow("InvalidParameter.FormatError");
    await expect(at.stack.up({ ...program, content: " ", serviceId: "a#b" })).rejects.toThrow(/content \| must not be empty\nserviceId \|/);
    expect(at.stack.stored).toBeUndefined();
  });

  test("in the first read keeps the ID and all APIs", async () => {
    const { at, program } = await setup();
    at.rejectAction(({ action }) => action === "DescribeApi", "FailedOperation.ApiError");
    await expect(at.stack.up(program)).rejects.toThrow("DescribeApi failed");
    expect(at.stack.outputs).toMatchObject({ importedApiIds: idsOf(at), content: program.content });
    at.recover();
    expect(await at.stack.up(program)).toBe("update");
    expect(at.stack.outputs).toMatchObject({ apiName: "one", importedApiIds: idsOf(at) });
    await at.stack.destroy();
    expect(idsOf(at)).toEqual([]);
  });
});

describe("APIs that another writer deletes", () => {
  test("are dropped from the list; the object is deleted with the last one", async () => {
    const { at } = await existing();
    const [first, second, third] = idsOf(at);
    at.emulator.gateway.apis.delete(first!);
    expect(await at.stack.refresh()).toEqual([]);
    expect(at.stack.stored!.id).toContain(first);
    expect(at.stack.outputs).toMatchObject({ importedApiIds: [second, third], apiId: second, apiName: "two" });
    at.emulator.gateway.apis.delete(second!);
    at.emulator.gateway.apis.delete(third!);
    expect(await at.stack.refresh()).toEqual(["gone"]);
  });

  test("are deleted with their service, but not after an error", async () => {
    const { at } = await existing();
    at.rejectAction(({ action }) => action === "DescribeApi", "FailedOperation.ApiError");
    await expect(at.stack.refresh()).rejects.toThrow("FailedOperation.ApiError");
    at.rejectAction(({ action }) => action === "DescribeApi", "ResourceNotFound.InvalidService");
    expect(await at.stack.refresh()).toEqual(["gone"]);
  });
});

describe("deletion", () => {
  test("deletes every API, deleted ones included, and may be repeated", async () => {
    const { at, program } = await existing();
    const imported = idsOf(at);
    at.emulator.gateway.apis.delete(imported[1]!);
    const stored = { ...at.stack.stored! };
    await at.stack.destroy();
    expect(at.newCalls().map(({ action, params }) => [action, params])).toEqual(
      imported.map((ApiId) => ["DeleteApi", { ServiceId: program.serviceId, ApiId }]),
    );
    at.stack.stored = stored;
    await at.stack.destroy();
  });

  test("continues where it stopped, and keeps other APIs", async () => {
    const { at, program } = await existing();
    const other = { ServiceId: program.serviceId, ServiceType: "MOCK", ServiceMockReturnMessage: "x", Protocol: "HTTP", ServiceTimeout: 5 };
    await clientOver(at.send).write("CreateApi", { ...other, RequestConfig: { Path: "/other", Method: "GET" } });
    const [, second] = idsOf(at);
    at.override = ({ action, params }) => (action === "DeleteApi" && params["ApiId"] === second ? rejection("OperationDenied") : undefined);
    await expect(at.stack.destroy()).rejects.toThrow("OperationDenied");
    expect(idsOf(at)).toHaveLength(3);
    at.recover();
    await at.stack.destroy();
    expect(idsOf(at)).toHaveLength(1);
  });
});
