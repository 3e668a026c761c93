// The processor helpers: every example, the defaults, the checks. See docs/modules/search.md#processor-functions and docs/modules/search.md#processor-table.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { ProviderFunction } from "../../../../../provider/contract/function";
import { toPlainMap, type Plain, type PlainMap } from "../../../../../provider/core/values/value";
import { processors } from "../../../../../provider/modules/search/functions/processors";
import { checked, schema } from "../support";
import { inContext, requestContext } from "../../../../support/contexts";

interface Sample {
  name: keyof typeof processors;
  processor: string;
  inputs: PlainMap;
  json: string;
  id: string;
}

const samples = JSON.parse(readFileSync(path.resolve(__dirname, "../../../../samples/processors.json"), "utf8")) as Sample[];
const helpers = processors as unknown as Record<string, ProviderFunction<undefined, PlainMap, PlainMap>>;

function read(name: string, inputs: PlainMap, lines?: string[]): PlainMap {
  const { inputs: complete, failures } = checked(`quartet:search:${name}`, helpers[name]!, inputs);
  if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join("; "));
  return helpers[name]!.read(toPlainMap(complete), inContext(undefined, requestContext(lines))) as PlainMap;
}

function wrong(name: string, inputs: PlainMap): string[] {
  return checked(`quartet:search:${name}`, helpers[name]!, inputs).failures.map(({ property, reason }) => `${property} | ${reason}`);
}

const short = (name: string): string => `getSearchIngestProcessor${name}`;
const body = (outputs: PlainMap): PlainMap => Object.values(JSON.parse(outputs["json"] as string) as Record<string, PlainMap>)[0]!;

test("there is a sample for every helper, and a helper for every one in the schema", () => {
  const tokens = schema.functionTokens().filter((token) => token.includes("IngestProcessor"));
  expect(
    Object.keys(processors)
      .map((name) => `quartet:search:${name}`)
      .sort(),
  ).toEqual(tokens.sort());
  expect(samples.map(({ name }) => name).sort()).toEqual(Object.keys(processors).sort());
});

describe("examples", () => {
  test.each(samples)("$name", ({ name, inputs, json, id }) => {
    const outputs = read(name, inputs);
    expect(JSON.stringify(JSON.parse(outputs["json"] as string))).toBe(json);
    expect(outputs["id"]).toBe(id);
  });
});

describe("with required inputs only", () => {
  // These require exactly one of two inputs, which the schema cannot express.
  const retained: Record<string, string> = {
    getSearchIngestProcessorAppend: "values",
    getSearchIngestProcessorScript: "source",
    getSearchIngestProcessorSet: "value",
  };

  test.each(samples)("$name writes its defaults and no other key", ({ name, inputs, json }) => {
    const { properties = {}, required = [] } = schema.function(`quartet:search:${name}`)!.inputs!;
    const needed = Object.fromEntries(Object.entries(inputs).filter(([key]) => required.includes(key) || retained[name] === key));
    const expected = Object.values(JSON.parse(json) as Record<string, PlainMap>)[0]!;
    for (const key of Object.keys(inputs).filter((given) => !(given in needed))) {
      const remote = key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      delete expected[remote];
      const fallback = properties[key]?.default;
      if (fallback !== undefined) expected[remote] = fallback;
    }
    expect(body(read(name, needed))).toEqual(expected);
  });

  test.each(samples)("$name returns all required outputs, and no absent input", ({ name, inputs }) => {
    const { outputs: shape } = schema.function(`quartet:search:${name}`)!;
    const outputs = read(name, inputs);
    expect(Object.keys(outputs)).toEqual(expect.arrayContaining(shape!.required!));
    const { properties = {} } = schema.function(`quartet:search:${name}`)!.inputs!;
    const known = ["id", "json", ...Object.keys(properties).filter((key) => key in inputs || properties[key]!.default !== undefined)];
    expect(Object.keys(outputs).sort()).toEqual(known.sort());
  });
});

describe("what is written", () => {
  test("an explicit empty text removes a default", () => {
    expect(
      body(read(short("Date"), { field: "a", formats: ["UNIX"], timezone: "", locale: "", outputFormat: "", targetField: "" })),
    ).toEqual({
      ignore_failure: false,
      field: "a",
      formats: ["UNIX"],
    });
  });

  test("`set` keys are written when given, empty or not", () => {
    expect(body(read(short("Set"), { field: "a", value: "" }))).toMatchObject({ value: "" });
    expect(body(read(short("Json"), { field: "a", addToRoot: false }))).toMatchObject({ add_to_root: false });
    expect(body(read(short("CommunityId"), { sourcePort: 0 }))).toMatchObject({ source_port: 0 });
  });

  test("empty lists, maps and objects are omitted where only content is written", () => {
    const grok = body(read(short("Grok"), { field: "a", patterns: ["x"], patternDefinitions: {}, tag: "", description: "" }));
    expect(Object.keys(grok)).toEqual(["ignore_failure", "field", "patterns", "trace_match", "ignore_missing"]);
    expect(body(read(short("Script"), { source: "x", params: "{}" }))).toEqual({ ignore_failure: false, source: "x" });
    expect(body(read(short("Foreach"), { field: "a", processor: "{}" }))).toMatchObject({ processor: {} });
  });

  test("sorted sets: sorted and without duplicates in the text, as given in the outputs", () => {
    const outputs = read(short("Remove"), { fields: ["b", "a", "b"] });
    expect(body(outputs)["field"]).toEqual(["a", "b"]);
    expect(outputs["fields"]).toEqual(["b", "a", "b"]);
  });

  test("names of fields have the keys of the numbers (community_id)", () => {
    const text = read(short("CommunityId"), { sourcePortField: "s.port", destinationPort: 443, icmpCodeField: "c" })["json"] as string;
    expect(Object.keys(body({ json: text }))).toEqual([
      "ignore_failure",
      "source_port",
      "destination_port",
      "icmp_code",
      "seed",
      "ignore_missing",
    ]);
    expect(body({ json: text })).toMatchObject({ source_port: "s.port", destination_port: 443, icmp_code: "c" });
  });

  test("members of inputOutput keep their order; an empty one is omitted", () => {
    const both = read(short("Inference"), { modelId: "m", inputOutput: { outputField: "o", inputField: "i" } })["json"] as string;
    expect(both).toContain('"input_output": {\n   "input_field": "i",\n   "output_field": "o"\n  }');
    expect(body(read(short("Inference"), { modelId: "m", inputOutput: { inputField: "i" } }))["input_output"]).toEqual({
      input_field: "i",
    });
  });

  test("keys of maps are sorted", () => {
    const text = read(short("Redact"), { field: "a", patterns: ["x"], patternDefinitions: { B: "1", A: "2" } })["json"] as string;
    expect(text.indexOf('"A"')).toBeLessThan(text.indexOf('"B"'));
  });

  test("entries of onFailures are embedded with sorted keys, with any white space", () => {
    const tight = read(short("Drop"), { onFailures: ['{"set":{"value":"1","field":"a"}}'] });
    const wide = read(short("Drop"), { onFailures: ['{ "set" :\n {"field": "a", "value": "1"} }'] });
    expect(tight["json"]).toContain('"on_failure": [\n   {\n    "set": {\n     "field": "a",\n     "value": "1"\n    }\n   }\n  ]');
    expect([wide["json"], wide["id"]]).toEqual([tight["json"], tight["id"]]);
  });

  test("a boolean or number for a text takes its JSON spelling", () => {
    expect(body(read(short("Set"), { field: "a", value: 1 }))["value"]).toBe("1");
    expect(body(read(short("Append"), { field: "a", values: [true, 2.5] }))["value"]).toEqual(["true", "2.5"]);
  });

  test.each<[value: Plain]>([[3], [0.5], [false], ["3"], [""], [[]], [["a", 1, [true]]], [{ b: 1, a: [null] }]])(
    "typed values keep their type: %j",
    (value) => {
      const set = read(short("Set"), { field: "a", typedValue: value });
      expect(body(set)["value"]).toEqual(value);
      // The Python SDK could not read it.
      expect(set).not.toHaveProperty("typedValue");
      const append = read(short("Append"), { field: "a", typedValues: [value, 1] });
      expect(body(append)["value"]).toEqual([value, 1]);
      // Programs that read the output are compiled for an array.
      expect(append).toHaveProperty("values", []);
    },
  );

  test("several data sets and namespaces are lists under the key of one", () => {
    const names = { datasets: ["{{service.name}}", "generic"], namespaces: ["{{tenant}}", "default"] };
    const outputs = read(short("Reroute"), names);
    expect(body(outputs)).toEqual({ ignore_failure: false, dataset: names.datasets, namespace: names.namespaces });
    expect(outputs).toMatchObject(names);
  });

  test("all outputs from inputs are known to", () => {
    expect(new Set(Object.values(helpers).flatMap(({ derived = [] }) => derived))).toEqual(new Set(["json", "id"]));
    expect(Object.values(helpers).every(({ remote }) => remote === false)).toBe(true);
  });
});

describe("what is rejected", () => {
  const filler: PlainMap = { field: "a", fields: ["a"], processor: "{}" };

  test.each([
    ["Append", "values", {}],
    ["Append", "typedValues", {}],
    ["Csv", "targetFields", {}],
    ["Date", "formats", {}],
    ["Fingerprint", "fields", {}],
    ["Grok", "patterns", {}],
    ["Redact", "patterns", {}],
    ["Remove", "fields", {}],
    ["Drop", "onFailures", {}],
  ])("%s: an empty list of %s", (name, property) => {
    const known = schema.function(`quartet:search:${short(name)}`)!.inputs!.properties!;
    const others = Object.fromEntries(Object.entries(filler).filter(([key]) => key in known));
    expect(wrong(short(name), { ...others, [property]: [] })).toEqual([`${property} | expected at least one entry; got none`]);
  });

  test.each(["not json", "[]", "1", '"text"', "null", ""])("an entry of onFailures that is %p", (entry) => {
    const [first, ...rest] = wrong(short("Bytes"), { field: "a", onFailures: ['{"drop":{}}', entry] });
    expect(first).toMatch(/^onFailures\[1\] \| onFailures\[1\]: not a JSON object/);
    expect(rest).toEqual([]);
  });

  test.each([
    ["Foreach", { field: "a", processor: "[]" }, "processor"],
    ["Script", { source: "x", params: "1" }, "params"],
    ["Inference", { modelId: "m", inferenceConfig: "{" }, "inferenceConfig"],
  ])("%s: %j", (name, inputs, property) => {
    expect(wrong(short(name), inputs)).toEqual([expect.stringMatching(new RegExp(`^${property} \\| not a JSON object`))]);
  });

  test.each([0, 65535])("seed %p is accepted", (seed) => expect(wrong(short("CommunityId"), { seed })).toEqual([]));
  test.each([-1, 65536, 1.5])("seed %p", (seed) =>
    expect(wrong(short("CommunityId"), { seed })).toEqual([expect.stringMatching(/^seed \| /)]),
  );

  test.each(["sourcePort", "destinationPort", "ianaNumber", "icmpType", "icmpCode"])("%s beside the name of a field for it", (property) => {
    expect(wrong(short("CommunityId"), { [property]: 1, [`${property}Field`]: "f" })).toEqual([
      expect.stringContaining(`${property}Field and ${property} exclude each other`),
    ]);
  });

  test.each(["sourcePort", "destinationPort", "ianaNumber", "icmpType", "icmpCode"])(
    "%s logs a warning that names the field input",
    (property) => {
      const lines: string[] = [];
      read(short("CommunityId"), { [property]: 0 }, lines);
      expect(lines).toEqual([
        expect.stringMatching(new RegExp(`^warning: Processor community_id: ${property}: .* rejects .*\\. Use ${property}Field\\.$`)),
      ]);
      const withoutError: string[] = [];
      read(short("CommunityId"), { [`${property}Field`]: "f" }, withoutError);
      expect(withoutError).toEqual([]);
    },
  );

  test.each(samples)("$name logs nothing for its sample, unless Elasticsearch rejects a default", ({ name, inputs }) => {
    const lines: string[] = [];
    read(name, inputs, lines);
    const isLocaleMissing = name === short("Date") && !("locale" in inputs);
    const warning = /^warning: Processor date: locale: .*ENGLISH.*fails on every document\. Set locale, for example "en"\.$/;
    expect(lines).toEqual(isLocaleMissing ? [expect.stringMatching(warning)] : []);
    lines.length = 0;
    if (isLocaleMissing) read(name, { ...inputs, locale: "en" }, lines);
    expect(lines).toEqual([]);
  });

  test.each([
    ["Circle", "shapeType", { field: "a", errorDistance: 1 }],
    ["Convert", "type", { field: "a" }],
    ["DateIndexName", "dateRounding", { field: "a" }],
    ["Fingerprint", "method", { fields: ["a"] }],
    ["Grok", "ecsCompatibility", { field: "a", patterns: ["x"] }],
    ["Json", "addToRootConflictStrategy", { field: "a" }],
    ["Sort", "order", { field: "a" }],
    ["GeoGrid", "tileType", { field: "a" }],
    ["GeoGrid", "targetFormat", { field: "a", tileType: "geotile" }],
  ])("%s: an unknown value of %s", (name, property, inputs) => {
    const { failures, warnings } = checked(`quartet:search:${short(name)}`, helpers[short(name)]!, { ...inputs, [property]: "other" });
    expect(failures).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(new RegExp(`^${property}: "other" is not one of the known values .*; it is sent unchanged`)),
    ]);
  });

  test.each<[name: string, one: string, other: string, value: Plain]>([
    ["Script", "scriptId", "source", "x"],
    ["Set", "value", "copyFrom", "x"],
    ["Set", "typedValue", "copyFrom", "x"],
    ["Set", "typedValue", "value", "x"],
    ["Append", "typedValues", "values", ["x"]],
  ])("%s: both or none of %s and %s", (name, one, other, value) => {
    const field: PlainMap = name === "Script" ? {} : { field: "a" };
    expect(wrong(short(name), { ...field, [one]: value, [other]: value })).toHaveLength(1);
    expect(wrong(short(name), field)).toHaveLength(1);
    expect(wrong(short(name), { ...field, [one]: value })).toEqual([]);
    expect(wrong(short(name), { ...field, [other]: value })).toEqual([]);
  });

  test.each(["dataset", "namespace"])("Reroute: both %s and a list of them", (name) => {
    expect(wrong(short("Reroute"), { [name]: "a", [`${name}s`]: ["b"] })).toEqual([
      `${name}s | ${name}s and ${name} exclude each other. Set only one of them.`,
    ]);
  });

  test("all failures are reported at once", () => {
    const failures = wrong(short("Date"), { formats: [], onFailures: ["x"], locale: {} });
    expect(failures.map((failure) => failure.split(" | ")[0])).toEqual(["field", "formats", "locale", "onFailures[0]"]);
  });
});
