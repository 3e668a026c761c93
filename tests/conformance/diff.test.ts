// Cases 99 to 109 and 112: changes as messages. tests/support/rpc.ts asserts the invariants of case 111 for every response. tests/provider/core/compare
// covers the comparison, and tests/provider/modules/search/resources the equality of templates. See docs/protocol.md#diff.
import type { Differences } from "../support/rpc";
import * as fixtures from "../support/fixture";
import { template } from "../support/fixture";
import { secret, unknown, type Properties } from "../support/structs";

const fixture = fixtures.fixtureOfFile();
const full: Properties = {
  name: "logs",
  indexPatterns: ["a-*", "b-*"],
  priority: 1,
  composedOfs: ["a", "b"],
  dataStream: { hidden: true },
  template: { mappings: '{"properties":{},"dynamic":true}', aliases: [{ name: "app", routing: "1" }] },
};
const { template: inner, ...rest } = full;
const headers = (value: string): Properties => ({
  searchConnections: [{ headers: Object.fromEntries(["a.b", 'a"b', "a\\b", "", "plain", "x[0]"].map((key) => [key, value])) }],
});
const none: Partial<Differences> = { changes: "none", diffs: [], replaces: [], detailed: {}, deleteBeforeReplace: false };
const replaced = { replaces: ["name"], detailed: { name: "UPDATE_REPLACE" }, deleteBeforeReplace: true };

interface Case {
  old?: Properties;
  olds?: Properties;
  ignore?: string[];
  news: Properties;
  expected: Partial<Differences>;
}

const cases: Record<string, Case> = {
  "99: other outputs are no change": { olds: { ...full, priority: 9 }, news: full, expected: none },
  "100: a secret mark alone is no change": {
    news: { ...full, composedOfs: ["a", secret("b")], dataStream: secret({ hidden: true }) },
    expected: none,
  },
  "101: a changed leaf has its path, and its top-level key in diffs": {
    news: { ...full, template: { ...(inner as Properties), aliases: [{ name: "app", routing: "2" }] }, priority: 2 },
    expected: { diffs: ["priority", "template"], detailed: { priority: "UPDATE", "template.aliases[0].routing": "UPDATE" } },
  },
  "102: an object that is added as a whole": { old: rest, news: full, expected: { detailed: { template: "ADD" } } },
  "102: an object that is removed as a whole": { news: rest, expected: { detailed: { template: "DELETE" } } },
  "103: an element of an ordered list, by index": {
    news: { ...full, composedOfs: ["a", "x", "b"] },
    expected: { detailed: { "composedOfs[1]": "ADD" } },
  },
  "103: a permutation of a set": { news: { ...full, indexPatterns: ["b-*", "a-*"] }, expected: none },
  "104: a JSON string in another layout": {
    news: { ...full, template: { ...(inner as Properties), mappings: '{ "dynamic": true,\n"properties": {} }' } },
    expected: none,
  },
  "105: another name replaces, and a template is deleted first": { news: { ...full, name: "other" }, expected: replaced },
  "106: so does an unknown name": { news: { ...full, name: unknown }, expected: replaced },
  "106: and a secret unknown one": { news: { ...full, name: secret(unknown) }, expected: replaced },
  "107: ignored are a leaf, an element pattern and a whole object": {
    ignore: ["priority", "composedOfs[*]", 'template["aliases"]'],
    news: { ...full, template: { ...(inner as Properties), aliases: [] }, priority: 2, composedOfs: ["a", "c"], dataStream: {} },
    expected: { detailed: { "dataStream.hidden": "DELETE" } },
  },
  "108: keys with dots and quotes": {
    old: headers("1"),
    news: headers("2"),
    expected: {
      detailed: Object.fromEntries(
        ['["a.b"]', '["a\\"b"]', '["a\\b"]', '[""]', ".plain", '["x[0]"]'].map((path) => [`searchConnections[0].headers${path}`, "UPDATE"]),
      ),
    },
  },
};

describe("112: without a request", () => {
  test.each(Object.entries(cases))("%s", async (_title, { old: oldInputs = full, expected, ...request }) => {
    const search = await fixture.search();
    expect(await fixture.rpc.diff({ ...template, oldInputs, ...request })).toMatchObject(expected);
    expect(search.requests).toEqual([]);
  });
});

test("109: without old inputs, or with empty ones, the outputs stand in, without false differences", async () => {
  for (const old of [{}, { oldInputs: {} }]) {
    const more = { ...template, olds: { ...full, deprecated: false }, ...old };
    expect(await fixture.rpc.diff({ ...more, news: full })).toMatchObject(none);
    expect((await fixture.rpc.diff({ ...more, news: { ...full, priority: 2 } })).detailed).toEqual({ priority: "UPDATE" });
  }
});
