// Cases 99 to 112: which inputs changed, by semantic equality and by path. See docs/protocol.md#diff and docs/modules/search.md#index-template-equality.
// tests/support/rpc.ts asserts the invariants of case 111 for every response.
import { diffViolations } from "../support/invariants";
import type { Differences } from "../support/rpc";
import * as fixtures from "../support/fixture";
import { pipeline, template } from "../support/fixture";
import type { Json, Properties } from "../support/structs";
import { secret, unknown } from "../support/structs";

const fixture = fixtures.fixtureOfFile();
const drop = '{"drop":{}}';
const minimal: Properties = { name: "logs", indexPatterns: ["logs-*"] };
const full: Properties = {
  ...minimal,
  priority: 1,
  metadata: '{"owner":"a"}',
  composedOfs: ["a", "b"],
  dataStream: { hidden: true },
  template: {
    settings: '{"number_of_shards":3}',
    mappings: '{"properties":{"a":{"type":"keyword"}}}',
    aliases: [{ name: "app", routing: "1" }],
  },
};

const diff = async (oldInputs: Properties, news: Properties, more: { olds?: Properties; ignore?: string[] } = {}): Promise<Differences> =>
  fixture.rpc.diff({ ...template, oldInputs, news, ...more });
const withTemplate = (part: Properties): Properties => ({ ...full, template: { ...(full["template"] as Properties), ...part } });
const none = { changes: "none", diffs: [], replaces: [], detailed: {}, deleteBeforeReplace: false };

test("99: equal inputs are no change, whatever the outputs", async () => {
  expect(await diff(full, full, { olds: { ...full, priority: 9, template: { settings: "{}" } } })).toMatchObject(none);
});

test.each<[string, Properties]>([
  ["a text", { ...full, metadata: secret('{"owner":"a"}') }],
  ["a member", { ...full, dataStream: { hidden: secret(true) } }],
  ["a list", { ...full, composedOfs: secret(["a", "b"]) }],
  ["an element", { ...full, composedOfs: ["a", secret("b")] }],
])("100: a secret mark alone on %s is no change", async (_title, marked) => {
  expect(await diff(full, marked)).toMatchObject(none);
  expect(await diff(marked, full)).toMatchObject(none);
});

test("101: a changed leaf is reported by its path, its top-level key in diffs", async () => {
  expect(await diff(full, { ...full, dataStream: { hidden: false } })).toMatchObject({
    diffs: ["dataStream"],
    detailed: { "dataStream.hidden": "UPDATE" },
  });
  expect(await diff(full, withTemplate({ aliases: [{ name: "app", routing: "2" }] }))).toMatchObject({
    diffs: ["template"],
    detailed: { "template.aliases[0].routing": "UPDATE" },
  });
  expect(await diff(full, { ...full, priority: 2, metadata: "{}" })).toMatchObject({
    diffs: ["metadata", "priority"],
    detailed: { metadata: "UPDATE", priority: "UPDATE" },
  });
});

test("102: an object that is added or removed as a whole is one ADD or DELETE at its path", async () => {
  expect((await diff(minimal, full)).detailed).toEqual({
    priority: "ADD",
    metadata: "ADD",
    composedOfs: "ADD",
    dataStream: "ADD",
    template: "ADD",
  });
  expect((await diff(full, minimal)).detailed).toEqual({
    priority: "DELETE",
    metadata: "DELETE",
    composedOfs: "DELETE",
    dataStream: "DELETE",
    template: "DELETE",
  });
  expect((await diff(full, withTemplate({ lifecycle: { dataRetention: "7d" } }))).detailed).toEqual({ "template.lifecycle": "ADD" });
});

test("103: in an ordered list elements are reported by index; the order of a set does not count", async () => {
  expect((await diff(full, { ...full, composedOfs: ["a", "x", "b"] })).detailed).toEqual({ "composedOfs[1]": "ADD" });
  expect((await diff(full, { ...full, composedOfs: ["a"] })).detailed).toEqual({ "composedOfs[1]": "DELETE" });
  expect((await diff(full, { ...full, composedOfs: ["b", "a"] })).diffs).toEqual(["composedOfs"]);
  expect(await diff({ ...full, indexPatterns: ["a-*", "b-*"] }, { ...full, indexPatterns: ["b-*", "a-*"] })).toMatchObject(none);
  const aliases = [{ name: "a" }, { name: "b" }];
  expect(await diff(withTemplate({ aliases }), withTemplate({ aliases: [...aliases].reverse() }))).toMatchObject(none);
});

test.each<[string, Properties, Properties]>([
  [
    "JSON text with other white space and order",
    withTemplate({ mappings: '{"dynamic":true,"properties":{}}' }),
    withTemplate({ mappings: '{ "properties" : {},\n"dynamic": true }' }),
  ],
  ["settings nested or dotted, as numbers or texts", full, withTemplate({ settings: '{"index":{"number_of_shards":"3"}}' })],
  ["settings with and without index.", full, withTemplate({ settings: '{"index.number_of_shards":3}' })],
  ["metadata in another order", { ...full, metadata: '{"a":1,"b":[1,2]}' }, { ...full, metadata: '{"b":[1, 2],"a":1}' }],
  [
    "a default that is given",
    full,
    { ...full, dataStream: { hidden: true, allowCustomRouting: false }, ignoreMissingComponentTemplates: [], deprecated: false },
  ],
  ["an alias by its effect", full, withTemplate({ aliases: [{ name: "app", indexRouting: "1", searchRouting: "1", isHidden: false }] })],
  ["null", full, { ...full, version: null, deprecated: null }],
])("104: %s is no change", async (_title, before, after) => {
  expect(await diff(before, after)).toMatchObject(none);
  expect(await diff(after, before)).toMatchObject(none);
});

test("104: processors are compared as JSON, a list of one as that one; their order counts", async () => {
  const two = ['{"remove":{"field":"a"}}', drop];
  const compare = (news: Json): Promise<Differences> =>
    fixture.rpc.diff({ ...pipeline, oldInputs: { name: "p", processors: two }, news: { name: "p", processors: news } });
  expect(await compare(['{ "remove": {"field" : ["a"]} }', drop])).toMatchObject(none);
  expect((await compare([...two].reverse())).detailed).toEqual({ "processors[0]": "DELETE", "processors[1]": "ADD" });
});

test("105: another name is a replacement; a template is deleted first, a pipeline is not", async () => {
  expect(await diff(full, { ...full, name: "other" })).toMatchObject({
    replaces: ["name"],
    detailed: { name: "UPDATE_REPLACE" },
    deleteBeforeReplace: true,
  });
  const oldInputs = { name: "p", processors: [drop] };
  const changed = await fixture.rpc.diff({ ...pipeline, oldInputs, news: { name: "q", processors: [] } });
  expect(changed).toMatchObject({ diffs: ["name", "processors"], replaces: ["name"], deleteBeforeReplace: false });
  expect((await diff(full, { ...full, priority: 2 })).deleteBeforeReplace).toBe(false);
});

test("106: an unknown name is a replacement; another unknown is an update", async () => {
  expect(await diff(full, { ...full, name: unknown })).toMatchObject({ replaces: ["name"], detailed: { name: "UPDATE_REPLACE" } });
  expect(await diff(full, { ...full, name: secret(unknown) })).toMatchObject({ replaces: ["name"] });
  expect(await diff(full, { ...full, dataStream: { hidden: unknown }, version: unknown })).toMatchObject({
    replaces: [],
    detailed: { "dataStream.hidden": "UPDATE", version: "ADD" },
  });
});

test.each<[string, string[], string[]]>([
  ["a leaf", ["priority"], ["composedOfs", "template"]],
  ["a whole object", ["template"], ["composedOfs", "priority"]],
  ["an element", ["composedOfs[1]"], ["priority", "template"]],
  ["any element", ["composedOfs[*]"], ["priority", "template"]],
  ["a member of any element", ["template.aliases[*].routing"], ["composedOfs", "priority"]],
  ["a member of an element, quoted", ['template["aliases"][0].routing'], ["composedOfs", "priority"]],
  ["several", ["priority", "composedOfs", "template.aliases"], []],
])("107: ignoreChanges of %s", async (_title, ignore, diffs) => {
  const news = { ...withTemplate({ aliases: [{ name: "app", routing: "2" }] }), priority: 2, composedOfs: ["a", "c"] };
  expect((await diff(full, news, { ignore })).diffs).toEqual(diffs);
});

test("108: paths of keys with dots and quotes lead back to the keys", async () => {
  const keys = ["a.b", 'a"b', "a\\b", "", "plain", "x[0]", "é"];
  const connected = (value: string): Properties => ({
    ...minimal,
    searchConnections: [{ headers: Object.fromEntries(keys.map((key) => [key, value])) }],
  });
  const { detailed } = await diff(connected("1"), connected("2"));
  const prefix = "searchConnections[0].headers";
  const found = Object.keys(detailed).map((path) => {
    expect(path.startsWith(prefix)).toBe(true);
    const step = path.slice(prefix.length);
    // The engine parses `\"` as a quote, and every other backslash literally.
    return step.startsWith(".") ? step.slice(1) : step.slice(2, -2).replaceAll('\\"', '"');
  });
  expect(found.sort()).toEqual([...keys].sort());
});

test.each<[string, { oldInputs?: Properties }]>([
  ["absent", {}],
  ["empty", { oldInputs: {} }],
])("109: old inputs that are %s: the outputs stand in, without false differences", async (_title, old) => {
  await fixture.search();
  const inputs = { ...full, composedOfs: [] };
  const { id, properties } = await fixture.rpc.create({ ...template, inputs });
  expect(await fixture.rpc.diff({ ...template, id, olds: properties, news: inputs, ...old })).toMatchObject(none);
  expect((await fixture.rpc.diff({ ...template, id, olds: properties, news: { ...inputs, priority: 2 }, ...old })).detailed).toEqual({
    priority: "UPDATE",
  });
});

describe("110: a refresh without drift is no change", () => {
  const samples: [string, typeof template, Properties][] = [
    ["the least template", template, minimal],
    ["a full template", template, { ...full, composedOfs: [] }],
    [
      "a template in the words of a person",
      template,
      {
        ...minimal,
        indexPatterns: ["b-*", "a-*"],
        metadata: '{ "b": 1, "a": {} }',
        dataStream: {},
        template: {
          settings: '{ "index.number_of_replicas": 0, "refresh_interval": "5s" }',
          mappings: '{"_doc":{"properties":{"n":{"type":"object","properties":{}}}}}',
          lifecycle: {},
        },
      },
    ],
    ["a template with empty parts", template, { ...minimal, template: {}, composedOfs: [], metadata: "" }],
    ["the least pipeline", pipeline, { name: "p", processors: [drop] }],
    [
      "a full pipeline",
      pipeline,
      {
        name: "p",
        description: "",
        processors: ['{ "set": {"field": "a", "value": 1} }', '{"remove":{"field":["a"]}}'],
        onFailures: [drop],
        metadata: '{ "z": 1 }',
        version: 0,
        deprecated: false,
      },
    ],
    ["a pipeline of its own connection", pipeline, { name: "p", processors: [drop], timeouts: { read: "30s" } }],
  ];
  test.each(samples)("%s", async (_title, subject, given) => {
    const search = await fixture.search();
    const inputs = await fixture.rpc.inputs(subject, subject === pipeline ? { ...given, searchConnections: [search.block] } : given);
    const { id, properties } = await fixture.rpc.create({ ...subject, inputs });
    const now = await fixture.rpc.read({ ...subject, id, inputs, properties });
    expect(now.inputs).toEqual(inputs);
    expect(now.properties).toEqual(properties);
    expect(await fixture.rpc.diff({ ...subject, id, oldInputs: now.inputs!, olds: now.properties!, news: inputs })).toMatchObject(none);
  });
});

test("111: the wrapper that validates every response of Diff finds contradictions", () => {
  const valid = { changes: 2, diffs: ["a"], replaces: ["a"], detailedDiff: { "a.b": { kind: 5 } }, hasDetailedDiff: true };
  expect(diffViolations(valid)).toEqual([]);
  expect(diffViolations({ ...valid, changes: 1 })).toHaveLength(1);
  expect(diffViolations({ ...valid, diffs: ["a", "c"] })).toHaveLength(1);
  expect(diffViolations({ ...valid, replaces: [] })).toHaveLength(1);
  expect(diffViolations({ ...valid, hasDetailedDiff: false })).toHaveLength(1);
});

test("112: Diff sends no request", async () => {
  const search = await fixture.search();
  await diff(full, minimal);
  await diff(full, { ...full, name: unknown });
  expect(search.requests).toEqual([]);
});
