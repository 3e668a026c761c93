// schema.json as it is committed: its form, what was generated from it, and what the generators and the API reference need of it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatSchema } from "../../../provider/tools/schema-text";
import { typesText } from "../../../provider/tools/types-text";
import { examples, root, schema, schemaText, tokenProperties, typeProperties } from "./schema-file";

const all = [...typeProperties, ...tokenProperties];
const at = (list: typeof all): string[] => list.map((entry) => entry.at);
const kinds = (token: string): string[] => examples.filter((example) => example.token === token).map(({ language }) => language);

describe("schema.json", () => {
  it("147: is sorted and indented, with one line end at the end", () => {
    expect(formatSchema(schemaText)).toBe(schemaText);
    expect(schemaText).toMatch(/[^\n]\n$/);
  });

  it("is what provider/core/gen/types.ts was generated from", () => {
    expect(readFileSync(join(root, "provider/core/gen/types.ts"), "utf8")).toBe(typesText(schema));
  });

  it("is of the same version as the package of the repository", () => {
    const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    expect(schema.version).toBe(manifest.version);
  });

  it("holds the search module whole", () => {
    const search = (table: object = {}): string[] => Object.keys(table).filter((token) => token.startsWith("quartet:search:"));
    expect(search(schema.functions)).toHaveLength(51);
    expect(search(schema.resources)).toHaveLength(4);
    expect(Object.values(schema.types ?? {}).filter((type) => type.enum === undefined)).toHaveLength(19);
  });

  it("describes every property in whole sentences", () => {
    expect(at(all.filter(({ property }) => !/^[^ ].*[.`]$/s.test(property.description ?? "")))).toEqual([]);
  });

  it("describes every token, type and enum value", () => {
    const tables: Record<string, { description?: string }>[] = [schema.types ?? {}, schema.functions ?? {}, schema.resources ?? {}];
    const values = Object.values(schema.types ?? {}).flatMap((type): { value: unknown; description?: string }[] => type.enum ?? []);
    const texts = [...tables.flatMap((table) => Object.values(table)), ...values].map(({ description = "" }) => description);
    expect(texts.filter((text) => !/\w/.test(text))).toEqual([]);
  });

  it("leaves the defaults of nested types to the provider, so that the environment can speak first", () => {
    expect(at(typeProperties.filter(({ property }) => property.default !== undefined))).toEqual([]);
  });

  it("lets no SDK copy the environment into settings", () => {
    expect(at(all.filter(({ property }) => property.defaultInfo !== undefined))).toEqual([]);
  });

  it("declares the same settings for stacks and for explicit providers, all of them secret", () => {
    expect(schema.provider?.inputProperties).toEqual(schema.config?.variables);
    expect(Object.values(schema.config?.variables ?? {}).map(({ secret }) => secret)).toEqual([true, true, true]);
  });

  it("names only properties that exist in its lists of required ones", () => {
    const sides = [
      ...Object.values(schema.types ?? {}),
      ...Object.values(schema.resources ?? {}),
      ...Object.values(schema.functions ?? {}).flatMap(({ inputs = {}, outputs = {} }) => [inputs, outputs]),
      ...Object.values(schema.resources ?? {}).map((resource) => ({
        properties: resource.inputProperties,
        required: resource.requiredInputs,
      })),
    ];
    expect(sides.flatMap(({ properties = {}, required = [] }) => required.filter((name) => !(name in properties)))).toEqual([]);
  });

  it("mentions every allowed value where a closed list is taken", () => {
    const silent = all.filter(({ property }) => {
      const type = schema.types?.[property.$ref?.replace("#/types/", "") ?? ""];
      return type?.enum?.some(({ value }) => !property.description?.includes(`\`${value}\``));
    });
    expect(at(silent)).toEqual([]);
  });

  it("mentions the default of every input that has one", () => {
    expect(at(all.filter(({ property }) => property.default !== undefined && !property.description?.includes("Default: ")))).toEqual([]);
  });

  it.each(Object.keys(schema.resources ?? {}))("shows %s in TypeScript and YAML, and how to import it", (token) => {
    expect(kinds(token)).toEqual(["typescript", "yaml"]);
    expect(schema.resources?.[token]?.description).toMatch(
      new RegExp(`\n## Import\n\n[^\`]*[\\s\\S]*\`\`\`sh\n\\$ pulumi import ${token} \\S+ \\S+\n\`\`\`$`),
    );
  });

  it.each(["getSearchConnector", "getSearchEnrichPolicy", "getSearchIndexTemplate"])("shows %s in TypeScript and YAML", (name) => {
    expect(kinds(`quartet:search:${name}`)).toEqual(["typescript", "yaml"]);
  });

  it("shows nothing in one language only", () => {
    const tokens = [...new Set(examples.map(({ token }) => token))];
    expect(tokens.filter((token) => kinds(token).join() !== "typescript,yaml")).toEqual([]);
  });

  it("151: names the SDK packages after the plugin, with the version of the schema", () => {
    expect(schema.language["nodejs"]).toMatchObject({ packageName: "pulumi-quartet", respectSchemaVersion: true });
    expect(schema.language["python"]).toMatchObject({
      packageName: "pulumi_quartet",
      respectSchemaVersion: true,
      pyproject: { enabled: true },
    });
    expect(schema.language["go"]).toMatchObject({ respectSchemaVersion: true, generateResourceContainerTypes: true });
    expect(schema.language["csharp"]).toMatchObject({ respectSchemaVersion: true });
  });
});
