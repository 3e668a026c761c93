// Cases 87, 88 and 93 to 98: inputs of resources. tests/provider/core/validate covers the rules, and tests/provider/modules those of each resource. See
// docs/protocol.md#check.
import * as fixtures from "../support/fixture";
import { until } from "../support/waiting";
import { pipeline, template } from "../support/fixture";
import { secret, secretPaths, unknown, type Properties } from "../support/structs";

const fixture = fixtures.fixtureOfFile();
const processors = ['{"drop":{}}'];
const minimal = { name: "logs", indexPatterns: ["logs-*"] };
const failuresOf = async (news: Properties) => (await fixture.rpc.check({ ...template, news })).failures;

test("87, 88, 97, 98: marks and spelling are kept, absent values stay absent, another Check changes nothing, and nothing is kept for later ones", async () => {
  const news: Properties = {
    name: "logs",
    indexPatterns: ["b-*", secret("a-*"), unknown],
    metadata: '{ "owner" : "team a",\n "n": 1.0 }',
    priority: secret(7),
    dataStream: {},
    template: { settings: secret('{"index.number_of_shards" : "3"}'), mappings: unknown, aliases: [{ name: "app", isHidden: unknown }] },
    timeouts: { create: "1h30m" },
  };
  const checked = { inputs: news, failures: [] };
  expect(await fixture.rpc.check({ ...template, news, seed: "one" })).toEqual(checked);
  expect(await fixture.rpc.check({ ...template, news, olds: news, seed: "two" })).toEqual(checked);
  expect(await fixture.rpc.check({ ...template, news: minimal, seed: "two" })).toEqual({ inputs: minimal, failures: [] });
});

test("93: secrets of the schema are marked although the input is plain, also beside failures", async () => {
  const searchConnections = [{ endpoints: ["http://h:1"], bearerToken: "abc", caFile: "/ca.pem" }];
  const { inputs, failures } = await fixture.rpc.check({ ...pipeline, news: { searchConnections, unexpected: 1 } });
  expect(failures.map(({ property }) => property)).toEqual(["processors", "unexpected"]);
  expect(secretPaths(inputs).sort()).toEqual(["searchConnections[0].bearerToken", "searchConnections[0].endpoints"]);
});

// The path is that of the member `property` of a failure if this is an input that is given, else the reason begins with it (`Rpc.check` reads both): the CLI
// prints the value of the top-level input that `property` names, and `{<nil>}` for a nested path. So `property` cannot hold the exact path in every case.
test("94: each fault is one failure with its exact path, all at once", async () => {
  const news: Properties = {
    ...minimal,
    priority: -1,
    template: { aliases: [{ name: "first" }, { filter: '{"properties": {"a": {"type" "keyword"}}}', isHiden: true }] },
    searchConnections: [{ apiKey: "a", bearerToken: "b" }],
  };
  const expected: [property: string, reason: RegExp][] = [
    ["priority", /expected at least 0; got -1/],
    ["searchConnections[0].apiKey", /apiKey and bearerToken exclude each other/],
    ["template.aliases[1].filter", /not a JSON object: syntax error at line 1, column 30, near .{3}perties/],
    ["template.aliases[1].isHiden", /unknown property "isHiden"; did you mean "isHidden"\?/],
    ["template.aliases[1].name", /required/],
  ];
  expect(await failuresOf(news)).toEqual(
    expected.map(([property, reason]) => ({ property, reason: expect.stringMatching(reason) as string })),
  );
});

test("94: a value outside an open enumeration is kept, with a warning; an empty one fails", async () => {
  const before = fixture.engine.lines.length;
  const news = { name: "p", processors, fieldAccessPattern: "clasic" };
  expect(await fixture.rpc.check({ ...pipeline, news })).toEqual({ inputs: news, failures: [] });
  await until("warning of the value", () => fixture.engine.lines.length > before);
  const message = expect.stringContaining('did you mean "classic"?') as string;
  expect(fixture.engine.lines.slice(before)).toMatchObject([{ severity: "warning", message }]);
  const { failures } = await fixture.rpc.check({ ...pipeline, news: { ...news, fieldAccessPattern: "" } });
  expect(failures).toEqual([{ property: "fieldAccessPattern", reason: 'expected one of classic, flexible; got ""' }]);
});

test("95: failures over secret values do not quote them", async () => {
  fixture.rpc.secrets.add("not-to-be-shown");
  const text = secret("not-to-be-shown");
  const searchConnections = [{ endpoints: ["not-to-be-shown"], insecure: text, caFingerprint: text }];
  const news = { ...minimal, priority: text, metadata: text, dataStream: { hidden: text }, searchConnections };
  expect(await failuresOf(news)).toHaveLength(6); // The client searches the failures.
});

test("96: the inputs that Read returns for an import are accepted", async () => {
  await fixture.search();
  const inputs = { name: "p", processors, onFailures: processors, metadata: '{"owner":"ops"}', version: 2 };
  await fixture.rpc.create({ ...pipeline, inputs });
  const imported = await fixture.rpc.read({ ...pipeline, id: "p" });
  expect(await fixture.rpc.check({ ...pipeline, news: imported.inputs! })).toEqual({ inputs, failures: [] });
});
