// Reads schema.json, and the examples in its descriptions.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PropertySpec } from "../../../provider/core/schema/schema";
import { exampleLanguages, withoutLanguages } from "../../../provider/tools/examples-text";
import type { SchemaFile } from "../../../provider/tools/types-text";
import { generatorSchema } from "../../../tools/generator-schema";

/** The folder of the repository. */
export const root = join(__dirname, "..", "..", "..");

/** The text of schema.json. */
export const schemaText = readFileSync(join(root, "schema.json"), "utf8");

/** The parsed schema.json. */
export const schema = JSON.parse(schemaText) as SchemaFile & { language: Record<string, Record<string, unknown>> };

const notServed = exampleLanguages.filter((language) => language !== "yaml");

/** The schema that GetSchema returns: for generators, with examples in YAML only. See docs/decisions/examples-in-the-schema.md. */
export const servedSchema: unknown = JSON.parse(JSON.stringify(generatorSchema(schema)), (key, value: unknown) =>
  key === "description" && typeof value === "string" ? withoutLanguages(value, notServed) : value,
);

/** A property of the schema with its place, such as `quartet:search:SearchConnector inputs.name`. */
export interface Placed {
  at: string;
  property: PropertySpec & { description?: string };
}

const placed = (at: string, properties: Readonly<Record<string, PropertySpec>> = {}): Placed[] =>
  Object.entries(properties).map(([name, property]) => ({ at: `${at}.${name}`, property }));

/** The properties of all object types. */
export const typeProperties: Placed[] = Object.entries(schema.types ?? {}).flatMap(([token, type]) => placed(token, type.properties));

/** The properties of settings, functions and resources. */
export const tokenProperties: Placed[] = [
  ...placed("settings", schema.config?.variables),
  ...placed("provider inputs", schema.provider?.inputProperties),
  ...Object.entries(schema.functions ?? {}).flatMap(([token, { inputs, outputs }]) => [
    ...placed(`${token} inputs`, inputs?.properties),
    ...placed(`${token} outputs`, outputs?.properties),
  ]),
  ...Object.entries(schema.resources ?? {}).flatMap(([token, { inputProperties, properties }]) => [
    ...placed(`${token} inputs`, inputProperties),
    ...placed(`${token} outputs`, properties),
  ]),
];

/** One fenced example of a description. */
export interface Example {
  token: string;
  language: string;
  code: string;
}

const described = { ...schema.functions, ...schema.resources };
const choosers = /<!--Start PulumiCodeChooser -->\n([\s\S]*?)\n<!--End PulumiCodeChooser -->/g;
const fences = /^```(\w+)\n([\s\S]*?)\n```$/gm;

/** Returns all examples of the schema: fences between the two markers of the SDK generators. */
export const examples: Example[] = Object.entries(described).flatMap(([token, { description = "" }]) =>
  [...description.matchAll(choosers)].flatMap(([, chooser = ""]) =>
    [...chooser.matchAll(fences)].map(([, language = "", code = ""]) => ({ token, language, code })),
  ),
);
