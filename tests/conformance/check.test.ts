// Cases 87 to 98: validation of the inputs of resources, all failures at once; marks and the user's texts are preserved. See docs/protocol.md#check and docs/protocol.md#autonaming.
// Names are always given in this module: the cases about generated names are listed in README.md.
import type { Failure } from "../support/rpc";
import * as fixtures from "../support/fixture";
import { until } from "../support/waiting";
import { pipeline, template } from "../support/fixture";
import type { Properties } from "../support/structs";
import { isSecret, reveal, secret, secretPaths, unknown } from "../support/structs";

const fixture = fixtures.fixtureOfFile();
const drop = '{"drop":{}}';
const minimal = { name: "logs", indexPatterns: ["logs-*"] };

const failuresOf = async (news: Properties): Promise<Failure[]> => (await fixture.rpc.check({ ...template, news })).failures;

/** Inputs of every form: plain, secret, unknown, and hand-formatted texts. */
const mixed: Properties = {
  name: "logs",
  indexPatterns: ["b-*", secret("a-*"), unknown],
  metadata: '{ "owner" : "team a",\n "n": 1.0 }',
  priority: secret(7),
  version: unknown,
  dataStream: { hidden: secret(true), allowCustomRouting: false },
  template: {
    settings: secret('{"index.number_of_shards" : "3"}'),
    mappings: unknown,
    aliases: [{ name: "app", filter: '{"term" : {"env":"prod"}}', isHidden: unknown }],
  },
  timeouts: { create: "1h30m" },
};

test("87: marks and the spelling of the program are kept, defaults of the server are not added", async () => {
  const { inputs, failures } = await fixture.rpc.check({ ...template, news: mixed });
  expect(failures).toEqual([]);
  expect(inputs).toEqual(mixed);
});

test("88: Check of the result of Check changes nothing, with any seed", async () => {
  const first = await fixture.rpc.check({ ...template, news: mixed, seed: "one" });
  const second = await fixture.rpc.check({ ...template, news: first.inputs, olds: first.inputs, seed: "two" });
  expect(second).toEqual(first);
  const searchConnections = [{ endpoints: ["http://h:1"], apiKey: "abc", headers: { a: "b" } }];
  const marked = await fixture.rpc.check({ ...pipeline, news: { name: "p", processors: [drop], searchConnections } });
  expect(await fixture.rpc.check({ ...pipeline, news: marked.inputs, olds: marked.inputs })).toEqual(marked);
});

test("93: secrets of the schema are marked although the input is plain, also beside failures", async () => {
  const searchConnections = [{ endpoints: ["http://h:1"], bearerToken: "abc", esClientAuthentication: "def", caFile: "/ca.pem" }];
  const { inputs, failures } = await fixture.rpc.check({ ...pipeline, news: { name: "p", processors: [drop], searchConnections } });
  expect(failures).toEqual([]);
  const marked = ["searchConnections[0].bearerToken", "searchConnections[0].endpoints", "searchConnections[0].esClientAuthentication"];
  expect(secretPaths(inputs).sort()).toEqual(marked);
  const wrong = await fixture.rpc.check({ ...pipeline, news: { searchConnections, unheardOf: 1 } });
  expect(wrong.failures.map(({ property }) => property)).toEqual(["processors", "unheardOf"]);
  expect(secretPaths(wrong.inputs).sort()).toEqual(marked);
});

// The path is that of the member `property` of a failure if this is an input that is given, else the reason begins with it (`Rpc.check` reads both): the CLI
// prints the value of the top-level input that `property` names, and `{<nil>}` for a nested path. So `property` cannot hold the exact path in every case.
describe("94: each fault is one failure with its exact path", () => {
  const aliased = (alias: Properties): Properties => ({ ...minimal, template: { aliases: [{ name: "first" }, alias] } });
  const connected = (block: Properties): Properties => ({ ...minimal, searchConnections: [block] });

  test.each<[string, Properties, string, RegExp]>([
    ["a missing nested property", aliased({ filter: "{}" }), "template.aliases[1].name", /required/],
    ["a missing nested object", { ...minimal, template: { dataStreamOptions: {} } }, "template.dataStreamOptions.failureStore", /required/],
    [
      "an unknown nested property",
      aliased({ name: "b", filtre: "{}" }),
      "template.aliases[1].filtre",
      /unknown property "filtre"; did you mean "filter"\?/,
    ],
    ["a wrong nested type", { ...minimal, dataStream: { hidden: "yes" } }, "dataStream.hidden", /expected a boolean; got "yes"/],
    ["an object in the place of a list", { ...minimal, composedOfs: {} }, "composedOfs", /expected a list; got an object/],
    ["an empty list", { ...minimal, indexPatterns: [] }, "indexPatterns", /expected at least one entry; got none/],
    [
      "a JSON text that does not parse",
      { ...minimal, template: { settings: "{number_of_shards: 3}" } },
      "template.settings",
      /not a JSON object/,
    ],
    ["a JSON text that is no object", { ...minimal, metadata: "[1]" }, "metadata", /not a JSON object/],
    ["a JSON text of an alias", aliased({ name: "b", filter: "x" }), "template.aliases[1].filter", /not a JSON object/],
    ["two aliases of one name", aliased({ name: "first" }), "template.aliases", /two aliases have the name "first"/],
    ["a number below the least", { ...minimal, priority: -1 }, "priority", /expected at least 0; got -1/],
    ["a name that the server takes for a pattern", { ...minimal, name: "logs-*" }, "name", /must not contain \*/],
    ["a time limit that is none", { ...minimal, timeouts: { create: "soon" } }, "timeouts.create", /./],
    [
      "two exclusive credentials",
      connected({ apiKey: "a", bearerToken: "b" }),
      "searchConnections[0].apiKey",
      /apiKey and bearerToken exclude each other/,
    ],
    ["half a pair", connected({ certFile: "/c.pem" }), "searchConnections[0].certFile", /certFile requires keyFile/],
    ["a bad address", connected({ endpoints: ["ftp://h"] }), "searchConnections[0].endpoints", /expected an http or https URL/],
    ["a bad fingerprint", connected({ caFingerprint: "ab:cd" }), "searchConnections[0].caFingerprint", /64 hexadecimal characters/],
    ["two connections", { ...minimal, searchConnections: [{}, {}] }, "searchConnections[1]", /expected at most 1 entry; got 2/],
  ])("%s", async (_title, news, property, reason) => {
    expect(await failuresOf(news)).toEqual([{ property, reason: expect.stringMatching(reason) }]);
  });

  test("a value outside an open enumeration is kept, with a warning; an empty one fails", async () => {
    const before = fixture.engine.lines.length;
    const news = { name: "p", processors: [drop], fieldAccessPattern: "clasic" };
    expect((await fixture.rpc.check({ ...pipeline, news })).failures).toEqual([]);
    const message =
      'fieldAccessPattern: "clasic" is not one of the known values classic, flexible; it is sent unchanged; did you mean "classic"?';
    await until("warning of the value", () => fixture.engine.lines.length > before);
    expect(fixture.engine.lines.slice(before)).toMatchObject([{ severity: "warning", message }]);
    const { failures } = await fixture.rpc.check({ ...pipeline, news: { ...news, fieldAccessPattern: "" } });
    expect(failures).toEqual([{ property: "fieldAccessPattern", reason: 'expected one of classic, flexible; got ""' }]);
  });

  test("a value outside a closed enumeration", async () => {
    const type = "quartet:cloud:ApiGatewayUsagePlanAttachment";
    const news = { usagePlanId: "u", serviceId: "s", environment: "test", bindType: "SERVISE" };
    const reason = 'expected one of API, SERVICE; got "SERVISE"; did you mean "SERVICE"?';
    expect((await fixture.rpc.check({ type, news })).failures).toEqual([{ property: "bindType", reason }]);
  });

  test("an entry of a list of JSON texts", async () => {
    const { failures } = await fixture.rpc.check({ ...pipeline, news: { name: "p", processors: [drop, "[]", "{"], onFailures: [] } });
    expect(failures.map(({ property }) => property)).toEqual(["onFailures", "processors[1]", "processors[2]"]);
  });

  test("all faults of one resource are reported at once, fifty of them at most", async () => {
    const { failures } = await fixture.rpc.check({
      ...pipeline,
      news: { processors: Array.from({ length: 80 }, () => "x"), version: 1.5 },
    });
    expect(failures).toHaveLength(51);
    expect(failures.at(-1)).toEqual({ property: "", reason: expect.stringMatching(/^31 more failures omitted/) });
  });

  test("rules skip unknown values", async () => {
    expect(await failuresOf({ ...minimal, searchConnections: [{ username: unknown, apiKey: "a" }] })).toEqual([]);
    expect(await failuresOf({ ...minimal, template: { aliases: [{ name: "a" }, { name: unknown }] } })).toEqual([]);
    expect(await failuresOf({ ...minimal, searchConnections: [{ certFile: "a", keyFile: unknown }] })).toEqual([]);
  });
});

test("95: failures over secret values do not quote them", async () => {
  fixture.rpc.secrets.add("not-to-be-shown");
  const text = secret("not-to-be-shown");
  const news = {
    name: secret("not-to-be-shown,*"),
    indexPatterns: text,
    priority: text,
    metadata: text,
    dataStream: { hidden: text },
    template: { settings: text, aliases: secret([{ name: "not-to-be-shown" }, { name: "not-to-be-shown" }]) },
    timeouts: { read: text },
    searchConnections: [{ endpoints: ["not-to-be-shown"], insecure: text, caFingerprint: text }],
  };
  const { inputs, failures } = await fixture.rpc.check({ ...template, news }); // the client searches the failures
  expect(failures.length).toBeGreaterThanOrEqual(9);
  expect(isSecret(inputs["metadata"])).toBe(true);
});

test("96: the inputs that Read returns for an import are accepted", async () => {
  await fixture.search();
  await fixture.rpc.create({
    ...template,
    inputs: { ...minimal, priority: 3, template: { settings: '{"number_of_shards":1}', aliases: [{ name: "a", routing: "1" }] } },
  });
  await fixture.rpc.create({ ...pipeline, inputs: { name: "p", processors: [drop], onFailures: [drop], metadata: "{}", version: 2 } });
  for (const [subject, id] of [
    [template, "logs"],
    [pipeline, "p"],
  ] as const) {
    const { inputs } = await fixture.rpc.read({ ...subject, id });
    expect(await fixture.rpc.check({ ...subject, news: inputs! })).toEqual({ inputs, failures: [] });
  }
});

test("97: an absent object is not created for its defaults", async () => {
  const { inputs } = await fixture.rpc.check({ ...template, news: minimal });
  expect(inputs).toEqual(minimal);
  expect(reveal((await fixture.rpc.check({ ...template, news: { ...minimal, dataStream: {}, searchConnections: [{}] } })).inputs)).toEqual({
    ...minimal,
    dataStream: {},
    searchConnections: [{}],
  });
});

test("98: the second Check of a replacement is independent of the first", async () => {
  const olds = { ...minimal, priority: 1, metadata: '{"a":1}' };
  const news = { ...minimal, name: "other" };
  expect((await fixture.rpc.check({ ...template, news, olds, seed: "one" })).inputs).toEqual(news);
  expect((await fixture.rpc.check({ ...template, news, seed: "two" })).inputs).toEqual(news);
});
