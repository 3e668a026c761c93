// The generated types of modules: what schema.json has no example of. schema.test.ts compares the types of schema.json.
import { typesText, type SchemaFile } from "../../../provider/tools/types-text";

const text = (parts: Partial<SchemaFile>) => typesText({ name: "quartet", version: "0.0.0", ...parts });
const object = { type: "object" as const, properties: { a: { type: "string" as const } } };

test.each<[what: string, parts: Partial<SchemaFile>, part: string]>([
  ["an empty schema", {}, "export type Functions = {};\n\n/** Inputs and state of each resource. */\nexport type Resources = {};\n"],
  [
    "equal names of two modules",
    {
      types: { "quartet:search:Tag": object, "quartet:eventrouting/v1:Tag": object },
      config: { variables: { one: { $ref: "#/types/quartet:search:Tag" }, two: { $ref: "#/types/quartet:eventrouting%2Fv1:Tag" } } },
    },
    "  one?: Search.Tag;\n  two?: EventroutingV1.Tag;\n",
  ],
  [
    "a required setting with an odd name, and a constant",
    { config: { variables: { "odd-name": { type: "string", const: "full" } }, defaults: ["odd-name"] } },
    '  "odd-name": "full";\n',
  ],
  [
    "a result that is not an object",
    { functions: { "quartet:search:getNames": { returnType: { type: "array", items: { type: "string" } } } } },
    "    inputs: Record<string, never>;\n    outputs: string[];\n",
  ],
  [
    "the end of a comment in a description",
    { types: { "quartet:search:Cron": { type: "object", description: "Such as 0 */5 * * * ?. More.", properties: {} } } },
    "  /** Such as 0 * /5 * * * ?. */\n  export type Cron = {};\n",
  ],
])("%s", (_what, parts, part) => expect(text(parts)).toContain(part));

test.each<[parts: Partial<SchemaFile>, message: string]>([
  [
    { types: { "quartet:search:GetThingInputs": object }, functions: { "quartet:search:getThing": { inputs: object } } },
    "two tokens of the schema give the type Search.GetThingInputs",
  ],
  [
    { config: { variables: { one: { $ref: "#/resources/quartet:search:Thing" } } } },
    "no type for the reference #/resources/quartet:search:Thing",
  ],
  [{ types: { "quartet:search": { type: "object" } } }, "quartet:search is no token of three parts"],
])("%j fails", (parts, message) => expect(() => text(parts)).toThrow(message));
