/** An object in the place of a string: the message shows how to make JSON text exactly where the schema describes the string as JSON. */
import type { Failure } from "../../provider/core/errors/errors";
import type { PropertySpec } from "../../provider/core/schema/schema";
import { validate, type RulesOf } from "../../provider/core/validate/validate";
import type { Value, ValueMap } from "../../provider/core/values/value";
import { modules } from "../../provider/modules/index";
import { fromJson } from "../../provider/plugin/codec";
import { Registry, rulesByType } from "../../provider/verbs/registry";
import { schema } from "./fixture";

type Described = PropertySpec & { description?: string };
/** A string inside of inputs: inputs with an object in its place, and its description. */
type Place = [at: string, wrap: (value: Value) => ValueMap, description: string];

const registry = new Registry({ schema, modules, send: () => Promise.reject(new Error("no request")), env: {}, fromJson });
const description = ({ description: text = "" }: Described) => text;

/** Returns the places of strings in a property; a type inside of itself is left out. */
function placesIn(at: string, spec: Described, wrap: (value: Value) => ValueMap, above: readonly string[] = []): Place[] {
  const { type, items, $ref } = spec;
  if (type === "string") return [[at, wrap, description(spec)]];
  if (items) return placesIn(`${at}[0]`, { ...items, description: description(spec) }, (value) => wrap([value]), above);
  if ($ref === undefined || above.includes($ref)) return [];
  return Object.entries(schema.type($ref)?.properties ?? {}).flatMap(([key, member]) =>
    placesIn(`${at}.${key}`, member, (value) => wrap({ [key]: value }), [...above, $ref]),
  );
}

const settings = "the settings";

async function shapeOf(token: string) {
  if (token === settings) {
    const all = await Promise.all(Object.values(modules).map(({ load }) => load()));
    const rulesOf: RulesOf = (type) => all.map(({ rules }) => rules?.[type]).find((rules) => rules !== undefined);
    return { properties: schema.provider.inputProperties ?? {}, rules: undefined, rulesOf };
  }
  if (schema.function(token)) {
    const { spec, implementation, rulesOf } = await registry.function(token);
    return { properties: spec.inputs?.properties ?? {}, rules: implementation.rules, rulesOf };
  }
  const { spec, traits, module } = await registry.resource(token);
  return { properties: spec.inputProperties ?? {}, rules: traits.rules, rulesOf: rulesByType(module) };
}

const tokens = [settings, ...schema.functionTokens(), ...schema.resourceTokens()];
let jsonTexts = 0;

test.each(tokens)("%s", async (token) => {
  const { properties, rules, rulesOf } = await shapeOf(token);
  const places = Object.entries(properties).flatMap(([key, spec]) => placesIn(key, spec, (value) => ({ [key]: value })));
  const reasonAt = (at: string, inputs: ValueMap) => {
    const { failures } = validate({ properties }, inputs, { schema, rules, rulesOf });
    return failures.find(({ property }: Failure) => property === at)?.reason ?? "";
  };
  const expected = places.map(([at, , text]) => {
    const isJson = /(?:, as|, each|element is) a JSON string\b(?! or\b)/.test(text);
    return { at, isJson, isProcessor: isJson && /^Processor/.test(text) };
  });
  jsonTexts += expected.filter(({ isJson }) => isJson).length;
  const found = places.map(([at, wrap]) => {
    const reason = reasonAt(at, wrap({ a: 1 }));
    const isProcessor = reason.includes("getSearchIngestProcessorSet, or `JSON.stringify`");
    return { at, isJson: reason.includes("Write it as JSON text: "), isProcessor };
  });
  expect(found).toEqual(expected);
});

test("the schema describes JSON texts", () => expect(jsonTexts).toBeGreaterThan(50));
