/** Breaking changes of the schema are reported; additions and wider inputs are not. */
import fc from "fast-check";
import type { PropertySpec } from "../../../provider/core/schema/schema";
import type { ReleasedSchema } from "../../../provider/tools/schema-changes";
import { breakingChanges } from "../../../provider/tools/schema-changes";
import { schema } from "./schema-file";

const token = "quartet:search:Index";
const kind = { $ref: "#/types/quartet:search:Kind" };

/** A package with one resource, one function, one setting and three types. */
const base: ReleasedSchema = {
  name: "quartet",
  version: "0.1.0",
  language: { nodejs: { packageName: "pulumi-quartet", packageDescription: "first" } },
  config: { variables: { region: { type: "string", defaultInfo: { environment: ["REGION", "OLD_REGION"] } } } },
  provider: { methods: { export: "pulumi:providers:quartet/export" } },
  resources: {
    [token]: {
      inputProperties: { name: { type: "string" }, size: { type: "integer", default: 1 }, kinds: { type: "array", items: kind } },
      requiredInputs: ["name"],
      properties: { name: { type: "string" }, kind, token: { type: "string", secret: true } },
      required: ["name", "kind"],
      listInputs: { properties: { prefix: { type: "string" } } },
    },
  },
  functions: {
    "quartet:search:getIndex": {
      inputs: { properties: { name: { type: "string" }, body: { $ref: "#/types/quartet:search:Body" } } },
      outputs: { properties: { found: { $ref: "#/types/quartet:search:Found" } }, required: ["found"] },
    },
  },
  types: {
    "quartet:search:Kind": { type: "string", enum: [{ value: "a" }, { value: "b" }] },
    "quartet:search:Body": { type: "object", properties: { text: { type: "string" } } },
    "quartet:search:Found": { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
  },
};

/** The changes of a copy of `base` that `edit` has changed. */
const changesOf = (edit: (schema: ReleasedSchema) => void): string[] => {
  const current = structuredClone(base);
  edit(current);
  return breakingChanges(base, current).map(({ path, change }) => `${path} ${change}`);
};

const index = ({ resources }: ReleasedSchema): Record<string, Record<string, PropertySpec>> =>
  resources![token] as unknown as Record<string, Record<string, PropertySpec>>;

const breaking: [string, (schema: ReleasedSchema) => void, string[]][] = [
  ["a resource", ({ resources }) => delete resources![token], [`${token} was removed`]],
  ["a function", ({ functions }) => delete functions!["quartet:search:getIndex"], ["quartet:search:getIndex was removed"]],
  ["a type", ({ types }) => delete types!["quartet:search:Body"], ["quartet:search:Body was removed"]],
  ["a method", ({ provider }) => delete provider!.methods!["export"], ["provider.methods.export was removed"]],
  ["a setting", ({ config }) => delete config!.variables!["region"], ["config.region was removed"]],
  ["an input", (schema) => delete index(schema)["inputProperties"]!["size"], [`${token}.inputs.size was removed`]],
  ["an output", (schema) => delete index(schema)["properties"]!["token"], [`${token}.outputs.token was removed`]],
  ["the query of a list", ({ resources }) => delete resources![token]!.listInputs, [`${token}.listInputs was removed`]],
  ["an enum value", ({ types }) => void types!["quartet:search:Kind"]!.enum!.pop(), ["quartet:search:Kind.b was removed"]],
  [
    "the type of an input",
    (schema) => void (index(schema)["inputProperties"]!["size"] = { type: "string", default: 1 }),
    [`${token}.inputs.size has the type string; it was integer`],
  ],
  [
    "a wider type of an output",
    (schema) => void (index(schema)["properties"]!["kind"] = { oneOf: [{ type: "string" }, kind] }),
    [`${token}.outputs.kind has the type string | quartet:search:Kind; it was quartet:search:Kind`],
  ],
  ["a required input", ({ resources }) => void resources![token]!.requiredInputs!.push("size"), [`${token}.inputs.size became required`]],
  ["an optional output", ({ resources }) => void resources![token]!.required!.pop(), [`${token}.outputs.kind became optional`]],
  [
    "a required member",
    ({ types }) => void (types!["quartet:search:Body"]!.required = ["text"]),
    ["quartet:search:Body.text became required"],
  ],
  ["an optional member", ({ types }) => void (types!["quartet:search:Found"]!.required = []), ["quartet:search:Found.id became optional"]],
  ["a secret", (schema) => void (index(schema)["properties"]!["name"]!.secret = true), [`${token}.outputs.name became secret`]],
  ["no secret", (schema) => void delete index(schema)["properties"]!["token"]!.secret, [`${token}.outputs.token is no longer secret`]],
  [
    "a replacement",
    (schema) => void (index(schema)["inputProperties"]!["name"]!.replaceOnChanges = true),
    [`${token}.inputs.name is replaced on changes; it was updated in place`],
  ],
  [
    "a default",
    (schema) => void (index(schema)["inputProperties"]!["size"]!.default = 2),
    [`${token}.inputs.size has the default 2; it was 1`],
  ],
  [
    "an environment variable",
    ({ config }) => void config!.variables!["region"]!.defaultInfo!.environment!.pop(),
    ["config.region no longer reads the environment variable OLD_REGION"],
  ],
  [
    "the name of a package",
    ({ language }) => void (language!["nodejs"]!["packageName"] = "quartet"),
    ["language.nodejs.packageName was changed"],
  ],
];
test.each(breaking)("%s that changes or is removed is reported", (_, edit, expected) => expect(changesOf(edit)).toEqual(expected));

const compatible: [string, (schema: ReleasedSchema) => void][] = [
  ["a new resource", ({ resources }) => void (resources!["quartet:search:Other"] = {})],
  ["a new input", (schema) => void (index(schema)["inputProperties"]!["other"] = { type: "string" })],
  ["an input that became optional", ({ resources }) => void (resources![token]!.requiredInputs = [])],
  ["an output that is always there", ({ resources }) => void resources![token]!.required!.push("token")],
  ["an open enum", (schema) => void (index(schema)["inputProperties"]!["kinds"]!.items = { oneOf: [{ type: "string" }, kind] })],
  ["an input of type Any", (schema) => void (index(schema)["inputProperties"]!["name"] = { $ref: "pulumi.json#/Any" })],
  ["a new enum value", ({ types }) => void types!["quartet:search:Kind"]!.enum!.push({ value: "c" })],
  ["an update in place", (schema) => void (index(schema)["inputProperties"]!["name"]!.replaceOnChanges = false)],
  ["a description for SDKs", ({ language }) => void (language!["nodejs"]!["packageDescription"] = "second")],
];
test.each(compatible)("%s is compatible", (_, edit) => expect(changesOf(edit)).toEqual([]));

test("each property of the schema that is removed is reported by its path", () => {
  const current = schema as ReleasedSchema;
  const tokens = Object.entries(current.resources!).flatMap(([token, { properties = {} }]) =>
    Object.keys(properties).map((name) => [token, name]),
  );
  fc.assert(
    fc.property(fc.constantFrom(...tokens), ([token, name]) => {
      const { [name!]: _, ...properties } = current.resources![token!]!.properties!;
      const resources = { ...current.resources, [token!]: { ...current.resources![token!], properties } };
      expect(breakingChanges(current, { ...current, resources })).toEqual([{ path: `${token}.outputs.${name}`, change: "was removed" }]);
    }),
    { numRuns: 30 },
  );
});
