/** APIs of an OpenAPI document. See docs/modules/cloud.md#openapi-imports. */
import type { PlainMap } from "../../../../../provider/core/values/value";
import { stackFixture, withService, type StackFixture } from "./stack-fixture";

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
});
