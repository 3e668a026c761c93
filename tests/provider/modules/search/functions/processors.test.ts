// The processor helpers: every example, the defaults, the checks. See docs/modules/search.md#processor-functions and docs/modules/search.md#processor-table.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { ProviderFunction } from "../../../../../provider/contract/function";
import { toPlainMap, type Plain, type PlainMap } from "../../../../../provider/core/values/value";
import { processors } from "../../../../../provider/modules/search/functions/processors";
import { inContext, requestContext } from "../../../../support/contexts";
import { checked, schema } from "../support";

interface Sample {
  name: keyof typeof processors;
  inputs: PlainMap;
  json: string;
  id: string;
}

const samples = JSON.parse(readFileSync(path.resolve(__dirname, "../../../../samples/processors.json"), "utf8")) as Sample[];
const helpers = processors as unknown as Record<string, ProviderFunction<undefined, PlainMap, PlainMap>>;
const full = (name: string) => (name in helpers ? name : `getSearchIngestProcessor${name}`);
const inputsOf = (name: string) => samples.find((sample) => sample.name === full(name))!.inputs;
const validated = (name: string, inputs: PlainMap) => checked(full(name), inputs);

function read(name: string, inputs: PlainMap, lines?: string[]) {
  const { inputs: complete, failures } = validated(name, inputs);
  expect(failures).toEqual([]);
  return helpers[full(name)]!.read(toPlainMap(complete), inContext(undefined, requestContext(undefined, lines))) as PlainMap;
}

const wrong = (name: string, inputs: PlainMap) => validated(name, inputs).failures.map(({ property, reason }) => `${property} | ${reason}`);
const contentOf = (json: unknown) => Object.values(JSON.parse(json as string) as Record<string, PlainMap>)[0]!;
const body = (name: string, inputs: PlainMap) => contentOf(read(name, inputs)["json"]);

test("there is a sample for every helper, a helper for every one in the schema, and none sends a request or has other derived outputs", () => {
  const tokens = schema.functionTokens().filter((token) => token.includes("IngestProcessor"));
  const names = Object.keys(processors).sort();
  expect(names.map((name) => `quartet:search:${name}`)).toEqual(tokens.sort());
  expect(samples.map(({ name }) => name).sort()).toEqual(names);
  for (const { derived, remote } of Object.values(helpers)) expect([derived, remote]).toEqual([["json", "id"], false]);
});

/** Helpers that require exactly one of two inputs, which the schema cannot express. */
const retained: Readonly<Record<string, string>> = { Append: "values", Script: "source", Set: "value" };

test.each(samples)("$name: its example, and required inputs only; nothing is logged unless Elasticsearch rejects a default", (sample) => {
  const { name, inputs, json, id } = sample;
  const { inputs: { properties = {}, required = [] } = {}, outputs: shape } = schema.function(`quartet:search:${name}`)!;
  const lines: string[] = [];
  const outputs = read(name, inputs, lines);
  expect([JSON.stringify(JSON.parse(outputs["json"] as string)), outputs["id"]]).toEqual([json, id]);
  expect(Object.keys(outputs)).toEqual(expect.arrayContaining(shape!.required!));
  const known = ["id", "json", ...Object.keys(properties).filter((key) => key in inputs || properties[key]!.default !== undefined)];
  expect(Object.keys(outputs).sort()).toEqual(known.sort());
  const isLocaleMissing = name === full("Date") && !("locale" in inputs);
  const warning = /^warning: Processor date: locale: .*ENGLISH.*fails on every document\. Set locale, for example "en"\.$/;
  expect(lines.splice(0)).toEqual(isLocaleMissing ? [expect.stringMatching(warning)] : []);
  if (isLocaleMissing) read(name, { ...inputs, locale: "en" }, lines);
  expect(lines).toEqual([]);

  const isNeeded = (key: string) => required.includes(key) || retained[name.replace("getSearchIngestProcessor", "")] === key;
  const expected = contentOf(json);
  for (const key of Object.keys(inputs).filter((given) => !isNeeded(given))) {
    const remote = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    delete expected[remote];
    const fallback = properties[key]?.default;
    if (fallback !== undefined) expected[remote] = fallback;
  }
  expect(body(name, Object.fromEntries(Object.entries(inputs).filter(([key]) => isNeeded(key))))).toEqual(expected);
});

const field = { field: "a" };

test.each([
  [
    "an explicit empty text removes a default",
    "Date",
    { timezone: "", locale: "", outputFormat: "", targetField: "" },
    {},
    ["timezone", "locale", "output_format", "target_field"],
  ],
  [
    "empty lists, maps and objects are omitted where only content is written",
    "Grok",
    { patternDefinitions: {}, tag: "", description: "" },
    {},
    ["pattern_definitions", "tag", "description"],
  ],
  [
    "names of fields have the keys of the numbers",
    "CommunityId",
    { sourcePortField: "s.port", destinationPort: 443, icmpCodeField: "c" },
    { source_port: "s.port", destination_port: 443, icmp_code: "c" },
  ],
  ["keys that are set are written, empty or not", "Set", { value: "" }, { value: "" }],
  ["zero", "CommunityId", { sourcePort: 0 }, { source_port: 0 }],
  ["an empty processor", "Foreach", { processor: "{}" }, { processor: {} }],
  ["sets are sorted and without duplicates", "Remove", { fields: ["b", "a", "b"] }, { field: ["a", "b"] }],
  ["a number for a text takes its JSON spelling", "Set", { value: 1 }, { value: "1" }],
  ["and so do those in a list", "Append", { values: [true, 2.5] }, { value: ["true", "2.5"] }],
])("%s", (...row) => {
  const [, name, inputs, content, absent = []] = row;
  const found = body(name, { ...inputsOf(name), ...inputs });
  expect(found).toMatchObject(content);
  for (const key of absent) expect(found).not.toHaveProperty(key);
});

const set = '"on_failure": [\n   {\n    "set": {\n     "field": "a",\n     "value": "1"\n    }\n   }\n  ]';

test.each([
  [
    "members of inputOutput keep their order",
    "Inference",
    { inputOutput: { outputField: "o", inputField: "i" } },
    '"input_output": {\n   "input_field": "i",\n   "output_field": "o"\n  }',
  ],
  ["an empty one is omitted", "Inference", { inputOutput: { inputField: "i" } }, '"input_output": {\n   "input_field": "i"\n  }'],
  ["keys of maps are sorted", "Redact", { patternDefinitions: { B: "1", A: "2" } }, '"A": "2",\n   "B": "1"'],
  ["entries of onFailures are embedded with sorted keys", "Drop", { onFailures: ['{"set":{"value":"1","field":"a"}}'] }, set],
  ["with any white space", "Drop", { onFailures: ['{ "set" :\n {"field": "a", "value": "1"} }'] }, set],
])("%s", (_title, name, inputs, text) => expect(read(name, { ...inputsOf(name), ...inputs })["json"]).toContain(text));

test("several data sets and namespaces are lists under the key of one", () => {
  const found = body("Reroute", { datasets: ["{{service.name}}", "generic"], namespaces: ["{{tenant}}", "default"] });
  expect(found).toMatchObject({ dataset: ["{{service.name}}", "generic"], namespace: ["{{tenant}}", "default"] });
});

test("outputs have sets as given", () => expect(read("Remove", { fields: ["b", "a", "b"] })["fields"]).toEqual(["b", "a", "b"]));

test.each([[3], [0.5], [false], ["3"], [""], [[]], [["a", 1, [true]]], [{ b: 1, a: [null] }]])(
  "typed values keep their type: %j",
  (value) => {
    const set = read("Set", { field: "a", typedValue: value });
    expect(contentOf(set["json"])["value"]).toEqual(value);
    // The Python SDK could not read it.
    expect(set).not.toHaveProperty("typedValue");
    const append = read("Append", { field: "a", typedValues: [value, 1] });
    expect(contentOf(append["json"])["value"]).toEqual([value, 1]);
    // Programs that read the output are compiled for an array.
    expect(append).toHaveProperty("values", []);
  },
);

const none = /\| expected at least one entry; got none$/;
const noJson = /^(\S+) \| (?:\1: )?not a JSON object/;
const ports = ["sourcePort", "destinationPort", "ianaNumber", "icmpType", "icmpCode"];
const lists = { Append: "values", Csv: "targetFields", Date: "formats", Fingerprint: "fields", Grok: "patterns", Redact: "patterns" };

test.each([
  ...Object.entries({ ...lists, Remove: "fields", Drop: "onFailures" }).map(([name, key]) => [name, { [key]: [] }, none] as never),
  ...["not json", "[]", "1", '"text"', "null", ""].map((entry) => ["Bytes", { onFailures: ['{"drop":{}}', entry] }, noJson] as never),
  ["Foreach", { processor: "[]" }, noJson],
  ["Script", { params: "1" }, noJson],
  ["Inference", { inferenceConfig: "{" }, noJson],
  ...[-1, 65536, 1.5].map((seed) => ["CommunityId", { seed }, /^seed \| /] as never),
  ...ports.map(
    (port) => ["CommunityId", { [port]: 1, [`${port}Field`]: "f" }, new RegExp(`${port}Field and ${port} exclude each other`)] as never,
  ),
  ["Reroute", { datasets: ["b"] }, /^datasets \| datasets and dataset exclude each other\. Set only one of them\.$/],
  ["Reroute", { namespaces: ["b"] }, /^namespaces \| namespaces and namespace exclude each other/],
])("%s with %j is rejected", (name, inputs, failure) =>
  expect(wrong(name, { ...inputsOf(name), ...inputs })).toEqual([expect.stringMatching(failure)]),
);

test.each([0, 65535])("seed %p is accepted", (seed) => expect(wrong("CommunityId", { seed })).toEqual([]));

test.each(ports)("%s logs a warning that names the field input", (port) => {
  const lines: string[] = [];
  read("CommunityId", { [`${port}Field`]: "f" }, lines);
  read("CommunityId", { [port]: 0 }, lines);
  const warning = new RegExp(`^warning: Processor community_id: ${port}: .* rejects .*\\. Use ${port}Field\\.$`);
  expect(lines).toEqual([expect.stringMatching(warning)]);
});

test.each([
  ["Circle", "shapeType"],
  ["Convert", "type"],
  ["DateIndexName", "dateRounding"],
  ["Fingerprint", "method"],
  ["Grok", "ecsCompatibility"],
  ["Json", "addToRootConflictStrategy"],
  ["Sort", "order"],
  ["GeoGrid", "tileType"],
  ["GeoGrid", "targetFormat"],
])("%s: an unknown value of %s is a warning", (name, property) => {
  const { failures, warnings } = validated(name, { ...inputsOf(name), [property]: "other" });
  expect(failures).toEqual([]);
  expect(warnings).toEqual([
    expect.stringMatching(new RegExp(`^${property}: "other" is not one of the known values .*; it is sent unchanged`)),
  ]);
});

test.each<[name: string, one: string, other: string, value: Plain, inputs: PlainMap]>([
  ["Script", "scriptId", "source", "x", {}],
  ["Set", "value", "copyFrom", "x", field],
  ["Set", "typedValue", "copyFrom", "x", field],
  ["Set", "typedValue", "value", "x", field],
  ["Append", "typedValues", "values", ["x"], field],
])("%s: exactly one of %s and %s", (...row) => {
  const [name, one, other, value, inputs] = row;
  const counts = [{}, { [one]: value }, { [other]: value }, { [one]: value, [other]: value }].map(
    (more) => wrong(name, { ...inputs, ...more }).length,
  );
  expect(counts).toEqual([1, 0, 0, 1]);
});

test("all failures are reported at once", () => {
  const failures = wrong("Date", { formats: [], onFailures: ["x"], locale: {} });
  expect(failures.map((failure) => failure.split(" | ")[0])).toEqual(["field", "formats", "locale", "onFailures[0]"]);
});
