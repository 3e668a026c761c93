/** Descriptions use the standard sentences of docs/decisions/writing-style.md. */
import type { PropertySpec } from "../../provider/core/schema/schema";
import { schema } from "../provider/tools/schema-file";

type Properties = Readonly<
  Record<string, PropertySpec & { description?: string; deprecationMessage?: string; replaceOnChanges?: boolean }>
>;
type Shape = { properties?: Properties; description?: string };

/** A property with its place. */
const places = (at: string, properties: Properties = {}) =>
  Object.entries(properties).map(([name, property]) => ({ at: `${at}.${name}`, name, property, text: property.description ?? "" }));

const resources = Object.entries(schema.resources as unknown as Record<string, Shape & { inputProperties?: Properties }>);
const functions = Object.entries(schema.functions as unknown as Record<string, Shape & { inputs?: Shape; outputs?: Shape }>);
const types = Object.entries(schema.types as unknown as Record<string, Shape>);
const inputs = resources.flatMap(([token, { inputProperties }]) => places(token, inputProperties));
const all = [
  ...inputs,
  ...resources.flatMap(([token, { properties }]) => places(token, properties)),
  ...functions.flatMap(([token, { inputs: taken, outputs }]) => [
    ...places(`${token} inputs`, taken?.properties),
    ...places(`${token} outputs`, outputs?.properties),
  ]),
  ...types.flatMap(([token, { properties }]) => places(token, properties)),
];

const at = (found: readonly { at: string }[]): string[] => found.map((place) => place.at);

test("an input that replaces says so", () => {
  const replacing = inputs.filter(({ property }) => property.replaceOnChanges);
  expect(replacing.length).toBeGreaterThan(100);
  expect(at(replacing.filter(({ text }) => !/Changing this replaces the \w+/.test(text)))).toEqual([]);
});

test("a default is stated, with its value", () => {
  const declared = [...inputs, ...functions.flatMap(([token, { inputs: taken }]) => places(token, taken?.properties))].filter(
    ({ property }) => property.default !== undefined,
  );
  const sentence = ({ property }: (typeof declared)[number]): string =>
    property.default === "" ? "Defaults to an empty string." : `Defaults to \`${String(property.default)}\``;
  expect(declared.length).toBeGreaterThan(50);
  expect(at(declared.filter((place) => !place.text.includes(sentence(place))))).toEqual([]);
});

/** Outputs that have the value of the service where the request leaves it out, or that state what it means. */
const reported = /otherwise same as the input|Same as the input/;

test("an output of a function that repeats an input says so", () => {
  const repeated = functions.flatMap(([token, { inputs: taken, outputs }]) => {
    const effective = places("", taken?.properties).filter(
      ({ property, name }) => property.deprecationMessage === undefined && name !== "id",
    );
    const names = new Set(effective.map(({ name }) => name));
    return places(token, outputs?.properties).filter(({ name }) => names.has(name));
  });
  expect(repeated.length).toBeGreaterThan(100);
  expect(at(repeated.filter(({ text }) => !reported.test(text)))).toEqual([]);
});

const phrases =
  /\bA change replaces\b|\bServer default\b|\bwhen not given\b|\b[Aa]bsent (?:when|if)\b|\bas (?:a )?text\b|\bISO 8601 in UTC\b|\bUpdated in place\b|\bDefault: |\bNeeds Elasticsearch\b|\bwhite space\b|\bThe order is not significant\b/;

test("no other wording of a standard sentence", () => {
  const prose = (text: string): string => text.replaceAll(/```[^]*?```/g, "");
  const tokens = [...resources, ...functions, ...types].map(([token, { description = "" }]) => ({ at: token, text: description }));
  expect(at([...all, ...tokens].filter(({ text }) => phrases.test(prose(text))))).toEqual([]);
});

test("a resource begins with what it does", () => {
  const verbs = /^(?:Manages|Creates|Binds|Allows|Publishes|Sets|Switches|Takes|Restores) /;
  expect(resources.filter(([, { description = "" }]) => !verbs.test(description)).map(([token]) => token)).toEqual([]);
});
