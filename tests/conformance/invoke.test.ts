// Cases 65 to 75 and 86: arguments of functions, and marks of results; functions.test.ts calls each function. See docs/protocol.md#invoke.
import { status } from "@grpc/grpc-js";
import { failureOf } from "../support/failure";
import * as fixtures from "../support/fixture";
import { lookupToken } from "../support/fixture";
import { plainTexts, reveal, secret, secretPaths, sentinels, unknown } from "../support/structs";

const fixture = fixtures.fixtureOfFile();
const processor = (name: string) => `quartet:search:getSearchIngestProcessor${name}`;

test("66, 67: all failures are reported at once, in the order of the paths, and no request is sent", async () => {
  const search = await fixture.search();
  const searchConnections = [{ endpoints: "http://h:1", pasword: "x" }];
  const { failures } = await fixture.rpc.invoke(lookupToken, { zeta: 1, searchConnections });
  expect(failures.map(({ property }) => property)).toEqual([
    "name",
    "searchConnections[0].endpoints",
    "searchConnections[0].pasword",
    "zeta",
  ]);
  expect(failures[2]!.reason).toContain('unknown property "pasword"; did you mean "password"?');
  expect(search.requests).toEqual([]);
});

test.each([
  [processor("Byte"), /"quartet:search:getSearchIngestProcessorBytes"/],
  ["quartet:serch:getSearchIndexTemplate", /"quartet:search:getSearchIndexTemplate".*no module "serch"/],
  ["quartet:search:__proto__", /unknown function/],
])("68: the unknown token %s is named with the nearest one", async (token, expected) => {
  const { code, message } = await failureOf(fixture.rpc.invoke(token));
  expect([code, message]).toEqual([status.INVALID_ARGUMENT, expect.stringMatching(expected)]);
  expect(message).toContain(`"${token}"`);
});

test("69: defaults apply to absent and null values; false, 0 and empty texts are kept", async () => {
  const token = processor("CommunityId");
  expect(await fixture.rpc.resultOf(token, { ignoreFailure: null, icmpType: 0, tag: "" })).toMatchObject({
    ignoreFailure: false,
    ignoreMissing: false,
    seed: 0,
    icmpType: 0,
    tag: "",
  });
  const token2 = processor("NetworkDirection");
  expect(await fixture.rpc.resultOf(token2, { internalNetworks: ["private"], ignoreMissing: false })).toMatchObject({
    ignoreMissing: false,
  });
});

test("70: no result, error, failure or log line contains a secret argument in plain", async () => {
  fixture.rpc.secrets.add("hidden-word");
  const hidden = secret("hidden-word");
  const result = await fixture.rpc.resultOf(processor("Set"), { field: "a", value: hidden, tag: "plain" });
  expect(plainTexts(result)).not.toContain("hidden-word");
  expect(secretPaths(result).sort()).toEqual(["id", "json", "value"]);
  const { failures } = await fixture.rpc.invoke(processor("Convert"), { field: "a", type: "auto", ignoreMissing: hidden });
  expect(failures.map(({ property }) => property)).toEqual(["ignoreMissing"]);
  await fixture.search();
  await fixture.rpc.resultOf(lookupToken, { name: hidden });
});

test("71, 72: only secrets of the schema are marked, at the leaf; absent values have no mark", async () => {
  const { url } = await fixture.search({ security: undefined });
  const block = { endpoints: [url], apiKey: "a2V5", caFile: "", password: null, bearerToken: secret(null) };
  const result = await fixture.rpc.resultOf(lookupToken, { name: "logs", searchConnections: [block] });
  expect(secretPaths(result).sort()).toEqual(["searchConnections[0].apiKey", "searchConnections[0].endpoints"]);
  expect(reveal(result)).toEqual({ name: "logs", searchConnections: [{ endpoints: [url], apiKey: "a2V5", caFile: "" }] });
});

test("73, 74, 86: a preview says that a missing argument may be unknown; otherwise a function returns the same", async () => {
  const search = await fixture.search();
  const call = (preview: boolean, args = {}) => fixture.rpc.invoke(lookupToken, args, preview);
  expect((await call(true)).failures).toEqual([{ property: "name", reason: expect.stringMatching(/required.*preview/) }]);
  expect((await call(false)).failures).toEqual([{ property: "name", reason: expect.not.stringContaining("preview") }]);
  expect(await call(true, { name: "logs" })).toEqual(await call(false, { name: "logs" }));
  expect(search.requests.length).toBe(2);
});

test("75: a sentinel as an argument is a failure, and no request is sent", async () => {
  const search = await fixture.search();
  for (const name of [...Object.values(sentinels), secret(unknown)])
    expect((await fixture.rpc.invoke(lookupToken, { name })).failures).toEqual([
      { property: "name", reason: expect.stringContaining("its value is unknown") },
    ]);
  expect(search.requests).toEqual([]);
});
