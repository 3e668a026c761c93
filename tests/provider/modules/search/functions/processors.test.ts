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
const full = (name: string): string => (name in helpers ? name : `getSearchIngestProcessor${name}`);
const shapeOf = (name: string) => schema.function(`quartet:search:${full(name)}`)!;
const validated = (name: string, inputs: PlainMap) => checked(`quartet:search:${full(name)}`, helpers[full(name)]!, inputs);

function read(name: string, inputs: PlainMap, lines?: string[]): PlainMap {
  const { inputs: complete, failures } = validated(name, inputs);
  expect(failures).toEqual([]);
  return helpers[full(name)]!.read(toPlainMap(complete), inContext(undefined, requestContext(lines))) as PlainMap;
}

const wrong = (name: string, inputs: PlainMap): string[] =>
  validated(name, inputs).failures.map(({ property, reason }) => `${property} | ${reason}`);
const contentOf = (json: unknown): PlainMap => Object.values(JSON.parse(json as string) as Record<string, PlainMap>)[0]!;
const body = (name: string, inputs: PlainMap): PlainMap => contentOf(read(name, inputs)["json"]);

test("there is a sample for every helper, and a helper for every one in the schema", () => {
  const tokens = schema.functionTokens().filter((token) => token.includes("IngestProcessor"));
  const names = Object.keys(processors).sort();
  expect(names.map((name) => `quartet:search:${name}`)).toEqual(tokens.sort());
  expect(samples.map(({ name }) => name).sort()).toEqual(names);
});

describe.each(samples)("$name", ({ name, inputs, json, id }) => {
  const { inputs: { properties = {}, required = [] } = {}, outputs: shape } = shapeOf(name);

  test("writes its example, and returns all required outputs and no absent input", () => {
    const outputs = read(name, inputs);
    expect([JSON.stringify(JSON.parse(outputs["json"] as string)), outputs["id"]]).toEqual([json, id]);
    expect(Object.keys(outputs)).toEqual(expect.arrayContaining(shape!.required!));
    const known = ["id", "json", ...Object.keys(properties).filter((key) => key in inputs || properties[key]!.default !== undefined)];
    expect(Object.keys(outputs).sort()).toEqual(known.sort());
  });

  test("with required inputs only, writes its defaults and no other key", () => {
    // These require exactly one of two inputs, which the schema cannot express.
    const retained: Record<string, string> = { Append: "values", Script: "source", Set: "value" };
    const isNeeded = (key: string): boolean => required.includes(key) || retained[name.replace("getSearchIngestProcessor", "")] === key;
    const expected = contentOf(json);
    for (const key of Object.keys(inputs).filter((given) => !isNeeded(given))) {
      const remote = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      delete expected[remote];
      const fallback = properties[key]?.default;
      if (fallback !== undefined) expected[remote] = fallback;
    }
    expect(body(name, Object.fromEntries(Object.entries(inputs).filter(([key]) => isNeeded(key))))).toEqual(expected);
  });

  test("logs nothing for its sample, unless Elasticsearch rejects a default", () => {
    const lines: string[] = [];
    read(name, inputs, lines);
    const isLocaleMissing = name === full("Date") && !("locale" in inputs);
    const warning = /^warning: Processor date: locale: .*ENGLISH.*fails on every document\. Set locale, for example "en"\.$/;
    expect(lines.splice(0)).toEqual(isLocaleMissing ? [expect.stringMatching(warning)] : []);
    if (isLocaleMissing) read(name, { ...inputs, locale: "en" }, lines);
    expect(lines).toEqual([]);
  });
});

test.each<[title: string, name: string, inputs: PlainMap, content: PlainMap]>([
  [
    "an explicit empty text removes a default",
    "Date",
    { field: "a", formats: ["UNIX"], timezone: "", locale: "", outputFormat: "", targetField: "" },
    { ignore_failure: false, field: "a", formats: ["UNIX"] },
  ],
  [
    "empty lists, maps and objects are omitted where only content is written",
    "Grok",
    { field: "a", patterns: ["x"], patternDefinitions: {}, tag: "", description: "" },
    { ignore_failure: false, field: "a", patterns: ["x"], trace_match: false, ignore_missing: false },
  ],
  ["an empty object as well", "Script", { source: "x", params: "{}" }, { ignore_failure: false, source: "x" }],
  [
    "names of fields have the keys of the numbers",
    "CommunityId",
    { sourcePortField: "s.port", destinationPort: 443, icmpCodeField: "c" },
    { ignore_failure: false, source_port: "s.port", destination_port: 443, icmp_code: "c", seed: 0, ignore_missing: false },
  ],
  [
    "several data sets and namespaces are lists under the key of one",
    "Reroute",
    { datasets: ["{{service.name}}", "generic"], namespaces: ["{{tenant}}", "default"] },
    { ignore_failure: false, dataset: ["{{service.name}}", "generic"], namespace: ["{{tenant}}", "default"] },
  ],
])("%s", (_title, name, inputs, content) => expect(body(name, inputs)).toEqual(content));

test.each<[title: string, name: string, inputs: PlainMap, content: PlainMap]>([
  ["keys that are set are written, empty or not", "Set", { field: "a", value: "" }, { value: "" }],
  ["false", "Json", { field: "a", addToRoot: false }, { add_to_root: false }],
  ["zero", "CommunityId", { sourcePort: 0 }, { source_port: 0 }],
  ["an empty processor", "Foreach", { field: "a", processor: "{}" }, { processor: {} }],
  ["sets are sorted and without duplicates", "Remove", { fields: ["b", "a", "b"] }, { field: ["a", "b"] }],
  [
    "an empty member of inputOutput is omitted",
    "Inference",
    { modelId: "m", inputOutput: { inputField: "i" } },
    { input_output: { input_field: "i" } },
  ],
  ["a number for a text takes its JSON spelling", "Set", { field: "a", value: 1 }, { value: "1" }],
  ["and so do those in a list", "Append", { field: "a", values: [true, 2.5] }, { value: ["true", "2.5"] }],
])("%s", (_title, name, inputs, content) => expect(body(name, inputs)).toMatchObject(content));

test.each<[title: string, name: string, inputs: PlainMap, text: string]>([
  [
    "members of inputOutput keep their order",
    "Inference",
    { modelId: "m", inputOutput: { outputField: "o", inputField: "i" } },
    '"input_output": {\n   "input_field": "i",\n   "output_field": "o"\n  }',
  ],
  ["keys of maps are sorted", "Redact", { field: "a", patterns: ["x"], patternDefinitions: { B: "1", A: "2" } }, '"A": "2",\n   "B": "1"'],
  ...['{"set":{"value":"1","field":"a"}}', '{ "set" :\n {"field": "a", "value": "1"} }'].map(
    (entry) =>
      [
        "entries of onFailures are embedded with sorted keys, with any white space",
        "Drop",
        { onFailures: [entry] },
        '"on_failure": [\n   {\n    "set": {\n     "field": "a",\n     "value": "1"\n    }\n   }\n  ]',
      ] as [string, string, PlainMap, string],
  ),
])("%s", (_title, name, inputs, text) => expect(read(name, inputs)["json"]).toContain(text));

test("outputs have sets as given", () => expect(read("Remove", { fields: ["b", "a", "b"] })["fields"]).toEqual(["b", "a", "b"]));

test.each<[value: Plain]>([[3], [0.5], [false], ["3"], [""], [[]], [["a", 1, [true]]], [{ b: 1, a: [null] }]])(
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

test("all outputs from inputs are known to, and no helper sends a request", () => {
  expect(new Set(Object.values(helpers).flatMap(({ derived = [] }) => derived))).toEqual(new Set(["json", "id"]));
  expect(Object.values(helpers).every(({ remote }) => remote === false)).toBe(true);
});

const field = { field: "a" };
const none = /\| expected at least one entry; got none$/;
const noJson = /^(\S+) \| (?:\1: )?not a JSON object/;
const ports = ["sourcePort", "destinationPort", "ianaNumber", "icmpType", "icmpCode"];

test.each<[name: string, inputs: PlainMap, failure: RegExp]>([
  ["Append", { ...field, values: [] }, none],
  ["Append", { ...field, typedValues: [] }, none],
  ["Csv", { ...field, targetFields: [] }, none],
  ["Date", { ...field, formats: [] }, none],
  ["Fingerprint", { fields: [] }, none],
  ["Grok", { ...field, patterns: [] }, none],
  ["Redact", { ...field, patterns: [] }, none],
  ["Remove", { fields: [] }, none],
  ["Drop", { onFailures: [] }, none],
  ...["not json", "[]", "1", '"text"', "null", ""].map(
    (entry) => ["Bytes", { ...field, onFailures: ['{"drop":{}}', entry] }, noJson] as [string, PlainMap, RegExp],
  ),
  ["Foreach", { ...field, processor: "[]" }, noJson],
  ["Script", { source: "x", params: "1" }, noJson],
  ["Inference", { modelId: "m", inferenceConfig: "{" }, noJson],
  ...[-1, 65536, 1.5].map((seed) => ["CommunityId", { seed }, /^seed \| /] as [string, PlainMap, RegExp]),
  ...ports.map(
    (port) =>
      ["CommunityId", { [port]: 1, [`${port}Field`]: "f" }, new RegExp(`${port}Field and ${port} exclude each other`)] as [
        string,
        PlainMap,
        RegExp,
      ],
  ),
  ["Reroute", { dataset: "a", datasets: ["b"] }, /^datasets \| datasets and dataset exclude each other\. Set only one of them\.$/],
  ["Reroute", { namespace: "a", namespaces: ["b"] }, /^namespaces \| namespaces and namespace exclude each other/],
])("%s with %j is rejected", (name, inputs, failure) => expect(wrong(name, inputs)).toEqual([expect.stringMatching(failure)]));

test.each([0, 65535])("seed %p is accepted", (seed) => expect(wrong("CommunityId", { seed })).toEqual([]));

test.each(ports)("%s logs a warning that names the field input", (port) => {
  const lines: string[] = [];
  read("CommunityId", { [`${port}Field`]: "f" }, lines);
  read("CommunityId", { [port]: 0 }, lines);
  const warning = new RegExp(`^warning: Processor community_id: ${port}: .* rejects .*\\. Use ${port}Field\\.$`);
  expect(lines).toEqual([expect.stringMatching(warning)]);
});

test.each([
  ["Circle", "shapeType", { ...field, errorDistance: 1 }],
  ["Convert", "type", field],
  ["DateIndexName", "dateRounding", field],
  ["Fingerprint", "method", { fields: ["a"] }],
  ["Grok", "ecsCompatibility", { ...field, patterns: ["x"] }],
  ["Json", "addToRootConflictStrategy", field],
  ["Sort", "order", field],
  ["GeoGrid", "tileType", field],
  ["GeoGrid", "targetFormat", { ...field, tileType: "geotile" }],
])("%s: an unknown value of %s is a warning", (name, property, inputs) => {
  const { failures, warnings } = validated(name, { ...inputs, [property]: "other" });
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
