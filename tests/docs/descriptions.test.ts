/** Descriptions use the standard sentences of docs/decisions/writing-style.md. */
import { schema, tokenProperties, typeProperties, type Placed } from "../provider/tools/schema-file";

const resourceInputs = tokenProperties.filter(({ at }) => / inputs\./.test(at) && at.split(" ")[0]! in schema.resources!);
const functionInputs = tokenProperties.filter(({ at }) => / inputs\./.test(at) && at.split(" ")[0]! in schema.functions!);
const textOf = ({ property }: Placed) => property.description ?? "";
const placesOf = (found: readonly { at: string }[]) => found.map(({ at }) => at);

test("an input that replaces says so", () => {
  const replacing = resourceInputs.filter(({ property }) => property.replaceOnChanges);
  expect(replacing.length).toBeGreaterThan(100);
  expect(placesOf(replacing.filter((place) => !/Changing this replaces the \w+/.test(textOf(place))))).toEqual([]);
});

test("a default is stated, with its value", () => {
  const declared = [...resourceInputs, ...functionInputs].filter(({ property }) => property.default !== undefined);
  const sentence = ({ property }: Placed) =>
    property.default === "" ? "Defaults to an empty string." : `Defaults to \`${String(property.default)}\``;
  expect(declared.length).toBeGreaterThan(50);
  expect(placesOf(declared.filter((place) => !textOf(place).includes(sentence(place))))).toEqual([]);
});

test("an output of a function that repeats an input says so", () => {
  const effective = functionInputs.filter(({ at, property }) => property.deprecationMessage === undefined && !at.endsWith(".id"));
  const repeats = new Set(effective.map(({ at }) => at.replace(" inputs.", " outputs.")));
  const repeated = tokenProperties.filter(({ at }) => repeats.has(at));
  expect(repeated.length).toBeGreaterThan(100);
  // Some have the value of the service where the request leaves it out, or state what it means.
  expect(placesOf(repeated.filter((place) => !/otherwise same as the input|Same as the input/.test(textOf(place))))).toEqual([]);
});

const phrases =
  /\bA change replaces\b|\bServer default\b|\bwhen not given\b|\b[Aa]bsent (?:when|if)\b|\bas (?:a )?text\b|\bISO 8601 in UTC\b|\bUpdated in place\b|\bDefault: |\bNeeds Elasticsearch\b|\bwhite space\b|\bThe order is not significant\b/;

test("no other wording of a standard sentence", () => {
  const tokens = Object.entries({ ...schema.resources, ...schema.functions, ...schema.types });
  const all = [...tokenProperties, ...typeProperties, ...tokens.map(([at, property]) => ({ at, property }))];
  expect(placesOf(all.filter((place) => phrases.test(textOf(place).replaceAll(/```[^]*?```/g, ""))))).toEqual([]);
});

test("a resource begins with what it does", () => {
  const verbs = /^(?:Manages|Creates|Binds|Allows|Publishes|Sets|Switches|Takes|Restores) /;
  const resources = Object.entries(schema.resources ?? {});
  expect(resources.filter(([, { description = "" }]) => !verbs.test(description)).map(([token]) => token)).toEqual([]);
});
