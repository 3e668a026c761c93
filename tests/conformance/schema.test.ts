// Case 149: every token of the schema is implemented, and no other one. More about the schema is in tests/provider/tools.
import { status } from "@grpc/grpc-js";
import { schema } from "../provider/tools/schema-file";
import { failureOf } from "../support/failure";
import { list } from "../support/listing";
import { fixtureOfFile } from "../support/fixture";

const fixture = fixtureOfFile();

test("149: every function and every resource has a handler", async () => {
  for (const token of Object.keys(schema.functions!).filter((token) => token.startsWith("quartet:"))) {
    const { failures } = await fixture.rpc.invoke(token, { "no such argument": true });
    expect([token, failures.map(({ property }) => property)]).toEqual([token, expect.arrayContaining(['["no such argument"]'])]);
  }
  for (const [type, { requiredInputs = [] }] of Object.entries(schema.resources!)) {
    const { failures } = await fixture.rpc.check({ type, news: { unexpected: 1 } });
    expect([type, failures.map(({ property }) => property)]).toEqual([type, expect.arrayContaining(["unexpected", ...requiredInputs])]);
  }
});

test("68, 149: a token that the schema does not declare is rejected by every verb, with the nearest one", async () => {
  const { rpc } = fixture;
  const type = "quartet:search:SearchIngestPipelin";
  const calls = [
    rpc.invoke(type),
    rpc.check({ type, news: {} }),
    rpc.diff({ type, oldInputs: {}, news: {} }),
    rpc.create({ type, inputs: {} }),
    rpc.read({ type, id: "a" }),
    rpc.update({ type, id: "a", olds: {}, news: {} }),
    rpc.delete({ type, id: "a", properties: {} }),
    list(rpc, type),
  ];
  const nearest = expect.stringMatching(/unknown .*"quartet:search:SearchIngestPipelin".*did you mean "/) as string;
  for (const failed of await Promise.all(calls.map(failureOf))) expect(failed).toEqual({ code: status.INVALID_ARGUMENT, message: nearest });
  for (const name of ["constructor", "getSearchIndexTemplate"])
    expect((await failureOf(rpc.check({ type: `quartet:search:${name}`, news: {} }))).code).toBe(status.INVALID_ARGUMENT);
});
