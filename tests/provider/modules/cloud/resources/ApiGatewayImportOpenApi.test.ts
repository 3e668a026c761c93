/** APIs of an OpenAPI document. See docs/modules/cloud.md#openapi-imports. */
import { created, errorMessageOf, setupOf, type Setup, expectNoDrift } from "./setup";

const title = "import of a document";

/** Returns the IDs of the APIs that the import has created. */
const idsOf = ({ emulator, prerequisites: { apiIds, keyedApiId } }: Setup) =>
  emulator.gateway.apis.names().filter((id) => ![...apiIds, keyedApiId].includes(id));

/** A stack of an import that fails for these operations of the two. */
async function failing(...operations: string[]) {
  const fixture = setupOf(title);
  for (const operation of operations) fixture.emulator.gateway.failingImports.add(operation);
  return Object.assign(fixture, { text: await errorMessageOf(fixture.stack.up(fixture.program)) });
}

test("a document becomes an API for each of its operations, whose first one is the state", async () => {
  const fixture = await created(title);
  const { stack, program, prerequisites, sent } = fixture;
  const { serviceId } = prerequisites;
  expect(sent("ImportOpenApi")).toEqual({
    ServiceId: serviceId,
    Content: program["content"],
    EncodeType: "JSON",
    ContentVersion: "openAPI",
  });
  const [apiId] = idsOf(fixture);
  expect(stack.stored!.id).toBe(`${serviceId}#${apiId}`);
  expect(stack.outputs).toMatchObject({
    ...program,
    apiId,
    importedApiIds: idsOf(fixture),
    apiName: "first",
    requestConfigPath: "/first",
    serviceConfigTimeout: 15,
    serviceConfigUrl: "http://backend.example.com",
  });
  for (const absent of ["oauthConfigs", "serviceTsfLoadBalanceConfs", "apiDesc"]) expect(stack.outputs).not.toHaveProperty(absent);
});

test("it is YAML by default", async () => {
  const content =
    "openapi: 3.0.0\ninfo: {title: a, version: '1'}\npaths:\n  /a:\n    get: {x-apigw-backend: {ServiceType: MOCK, ServiceMockReturnMessage: x}}\n";
  const { stack, sent } = await created(title, { content, encodeType: undefined });
  expect(sent("ImportOpenApi")).toMatchObject({ EncodeType: "YAML", ContentVersion: "openAPI" });
  expect(stack.outputs).toMatchObject({ encodeType: "YAML", serviceConfigMockReturnMessage: "x" });
});

test("a partial import keeps what was created, is not repeated, and is deleted", async () => {
  const fixture = await failing("GET /first");
  const { stack, program, prerequisites, text, actions } = fixture;
  expect(text).toMatch(/failed for 1 operations.*1 were imported.*\nGET \/first: The API cannot be created\./s);
  expect(stack.stored!.id).toBe(`${prerequisites.serviceId}#${idsOf(fixture)[0]}`);
  expect(stack.outputs).toMatchObject({ apiName: "second", importedApiIds: idsOf(fixture), content: "" });
  actions();
  await expect(stack.up(program)).rejects.toThrow(/the import was partial.*run `pulumi refresh`, then `pulumi up`/);
  expect(actions()).not.toContain("ImportOpenApi");
  expect(stack.stored!.unfinished).toHaveLength(1);
  await stack.refresh();
  expect(await stack.preview(program)).toEqual(["content!"]);
  await stack.destroy();
  expect(idsOf(fixture)).toEqual([]);
});

test("an import that fails for all operations leaves nothing in the state", async () => {
  const { stack, text } = await failing("GET /first", "GET /second");
  expect(text).toMatch(/failed for 2 operations of the document:\nGET \/first: The API cannot be created\.\nGET \/second: /);
  expect(stack.stored).toBeUndefined();
});

const row = { Path: "/a", Method: "GET", ErrMsg: null };

test.each([
  [null, /the response contains no ID.*Look for APIs of the document in service/s],
  [
    [
      { ...row, Status: "success", ApiId: null },
      { ...row, Status: "running", ApiId: "api-00000000" },
    ],
    /failed for 2 operations.*GET \/a: no reason given/s,
  ],
])("an import without results, without an ID or with another status is an error, and is not repeated: %j", async (ApiSet, message) => {
  const { stack, program, respond, actions } = setupOf(title);
  respond("ImportOpenApi", { Result: { TotalCount: 2, ApiSet } });
  await expect(stack.up(program)).rejects.toThrow(message);
  expect(stack.stored).toBeUndefined();
  expect(actions()).toEqual(["ImportOpenApi"]);
});

test("APIs that another writer deletes are dropped from the list; the object is deleted with the last one", async () => {
  const fixture = await created(title);
  const { stack, emulator } = fixture;
  const [first, second] = idsOf(fixture) as [string, string];
  emulator.gateway.apis.delete(first);
  await expectNoDrift(stack);
  expect(stack.stored!.id).toContain(first);
  expect(stack.outputs).toMatchObject({ importedApiIds: [second], apiId: second, apiName: "second" });
  emulator.gateway.apis.delete(second);
  expect(await stack.refresh()).toEqual(["gone"]);
});
