// Case 149, and group J over gRPC: every token of the schema is implemented. More about the schema is in tests/provider/tools.
import { status } from "@grpc/grpc-js";
import { schema } from "../provider/tools/schema-file";
import { failureOf } from "../support/failure";
import { list } from "../support/listing";
import * as fixtures from "../support/fixture";

const fixture = fixtures.fixtureOfFile();
// Methods of the provider are called with Call (call.test.ts).
const functions = Object.keys(schema.functions!).filter((token) => token.startsWith("quartet:"));
const resources = Object.keys(schema.resources!);

test("147, 151: the schema at the port carries name, version and the address of the plugin", async () => {
  const text = await fixture.rpc.schema();
  const version = await fixture.rpc.version();
  // The version itself: `pulumi import` writes the address into code, where a placeholder becomes an expression.
  const pluginDownloadURL = `https://github.com/quartet-dev/pulumi-quartet/releases/download/v${version}`;
  expect(JSON.parse(text)).toMatchObject({ name: "quartet", version, pluginDownloadURL });
  expect(text).toMatch(/[^\n]\n$/);
});

test.each(functions)("149: %s has a handler", async (token) => {
  const { failures } = await fixture.rpc.invoke(token, { "no such argument": true });
  expect(failures).toContainEqual({ property: '["no such argument"]', reason: expect.stringContaining("unknown property") });
  const required = schema.functions![token]!.inputs?.required ?? [];
  expect(failures.map(({ property }) => property)).toEqual(expect.arrayContaining(required));
});

test.each(resources)("149: %s has a handler for every verb", async (type) => {
  await fixture.search();
  const { failures } = await fixture.rpc.check({ type, news: {} });
  expect(failures.map(({ property }) => property)).toEqual(expect.arrayContaining(schema.resources![type]!.requiredInputs ?? []));
  expect((await fixture.rpc.diff({ type, oldInputs: {}, news: {} })).changes).toBe("none");
  const notOurFault = (code: number): boolean => ![status.INTERNAL, status.UNIMPLEMENTED, status.UNKNOWN].includes(code);
  const read = fixture.rpc.read({ type, id: "none" }).then(
    ({ id }) => (id === "" ? status.OK : status.UNKNOWN),
    ({ code }: { code: number }) => code,
  );
  expect(notOurFault(await read)).toBe(true);
});

test("149: there is no handler that the schema does not declare", async () => {
  for (const token of [
    "quartet:search:SearchIngestPipeline",
    "quartet:search:getSearchIngestPipelines",
    "quartet:search:toString",
    "quartet:search:__proto__",
  ]) {
    expect((await failureOf(fixture.rpc.invoke(token))).code).toBe(status.INVALID_ARGUMENT);
  }
  for (const type of ["quartet:search:getSearchIndexTemplate", "quartet:search:constructor", ""]) {
    expect((await failureOf(fixture.rpc.check({ type, news: {} }))).code).toBe(status.INVALID_ARGUMENT);
    expect((await failureOf(list(fixture.rpc, type))).code).toBe(status.INVALID_ARGUMENT);
  }
});
