// schema.json as it is committed: its form, the generated files, and the requirements of the API reference. tools/sdkgen rejects what generators do not accept.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { exampleLanguages } from "../../../provider/tools/examples-text";
import { formatSchema } from "../../../provider/tools/schema-text";
import { typesText } from "../../../provider/tools/types-text";
import { examples, root, schema, schemaText, tokenProperties, typeProperties } from "./schema-file";

const all = [...typeProperties, ...tokenProperties];
const at = (list: typeof all) => list.map((entry) => entry.at);

test("keys are sorted by code units in every object, and required names, each once; other lists and a property named required stay", () => {
  const given = {
    b: { required: ["b", "a", "b"], requiredInputs: ["d", "c"] },
    ä: [{ value: "y" }, { value: "M" }],
    B: { properties: { required: { type: "boolean", description: "b" } } },
    a: null,
  };
  const text = formatSchema(JSON.stringify(given));
  expect(text).toBe(
    `${JSON.stringify(
      {
        B: { properties: { required: { description: "b", type: "boolean" } } },
        a: null,
        b: { required: ["a", "b"], requiredInputs: ["c", "d"] },
        ä: [{ value: "y" }, { value: "M" }],
      },
      undefined,
      2,
    )}\n`,
  );
  expect(formatSchema(text)).toBe(text);
  expect(() => formatSchema('{"name": }')).toThrow(SyntaxError);
});

/** Resources that cannot be imported, with the reason in their description. */
const withoutImport: Readonly<Record<string, string>> = {
  "quartet:cloud:ApiGatewayUpdateService": "the operation leaves no object to read",
  "quartet:cloud:ApiGatewayUpdateApiAppKey": "the operation leaves no object to read",
  "quartet:search:SearchSnapshotRestore": "Elasticsearch keeps nothing of a restore that could be read",
  "quartet:cloud:ApiGatewayImportOpenApi": "Tencent Cloud returns neither the document nor the APIs that were created from it",
};

describe("schema.json", () => {
  it("147: is sorted and indented, with one line end at the end", () => {
    expect(formatSchema(schemaText)).toBe(schemaText);
    expect(schemaText).toMatch(/[^\n]\n$/);
  });

  it("is what provider/core/gen/types.ts was generated from", () => {
    expect(readFileSync(join(root, "provider/core/gen/types.ts"), "utf8")).toBe(typesText(schema));
  });

  it("describes every property in whole sentences, and every token, type and enum value", () => {
    expect(at(all.filter(({ property }) => !/^[^ ].*[.`]$/s.test(property.description ?? "")))).toEqual([]);
    const described = [schema.types, schema.functions, schema.resources].flatMap((table): { description?: string }[] =>
      Object.values(table ?? {}),
    );
    const values = Object.values(schema.types ?? {}).flatMap((type): { value: unknown; description?: string }[] => type.enum ?? []);
    const texts = [...described, ...values, ...all.map(({ property }) => property)].map(({ description = "" }) => description);
    expect(texts.filter((text) => text.length < 20)).toEqual([]);
  });

  it("leaves the defaults of nested types to the provider, so that the environment takes precedence, and lets no SDK copy it", () => {
    expect(at(typeProperties.filter(({ property }) => property.default !== undefined))).toEqual([]);
    expect(at(all.filter(({ property }) => property.defaultInfo !== undefined))).toEqual([]);
  });

  it("declares the same settings for stacks and for explicit providers", () => {
    expect(schema.provider?.inputProperties).toEqual(schema.config?.variables);
  });

  it("marks exactly the settings with credentials as secrets", () => {
    const secrets = Object.entries(schema.config?.variables ?? {}).flatMap(([name, { secret }]) => (secret ? [name] : []));
    expect(secrets).toEqual([
      "agentManagers",
      "apiSecret",
      "assumeRole",
      "assumeRoleWithSaml",
      "assumeRoleWithWebIdentity",
      "dashboards",
      "googleAccessToken",
      "googleCredentials",
      "mfaCertification",
      "searchServers",
      "secretKey",
      "securityToken",
    ]);
  });

  it("mentions every allowed value of a closed list", () => {
    const silent = all.filter(({ property }) => {
      const refs = [property, property.items, ...(property.oneOf ?? [])].flatMap((type) => type?.$ref?.replace("#/types/", "") ?? []);
      const values = refs.flatMap((token) => schema.types?.[token]?.enum ?? []);
      return values.some(({ value }) => !property.description?.includes(`\`${value}\``));
    });
    expect(at(silent)).toEqual([]);
  });

  it("shows every token in every language", () => {
    const tokens = Object.keys({ ...schema.resources, ...schema.functions });
    const shownOf = (token: string) => examples.filter((example) => example.token === token).map(({ language }) => language);
    // YAML has no calls of methods.
    const expected = (token: string): string[] => exampleLanguages.filter((name) => name !== "yaml" || !token.endsWith("/terraformConfig"));
    expect(tokens.map((token) => [token, shownOf(token)])).toEqual(tokens.map((token) => [token, expected(token)]));
  });

  it.each(Object.entries(schema.resources ?? {}))("documents how to import %s, or why it cannot be imported", (token, { description }) => {
    const reason = withoutImport[token];
    if (reason === undefined)
      expect(description).toMatch(
        new RegExp(`\n## Import\n\n[^\`]*[\\s\\S]*\`\`\`sh\n\\$ pulumi import ${token} \\S+ (?:\\S+|'[^'\n]+')\n\`\`\`$`),
      );
    else expect(description).toContain(`This resource cannot be imported: ${reason}.`);
    expect(description?.includes("## Import")).toBe(reason === undefined);
  });

  it("151: names the SDK packages after the plugin, with the version of the schema, and a namespace of C# and a package of Java for every module", () => {
    const respectSchemaVersion = true;
    const modules = ["cloud", "datapipeline", "eventrouting/v1", "search"];
    const ofEveryModule = Object.fromEntries(modules.map((module) => [module, expect.any(String)]));
    expect(schema.language).toMatchObject({
      nodejs: { packageName: "pulumi-quartet", respectSchemaVersion },
      python: { packageName: "pulumi_quartet", respectSchemaVersion, pyproject: { enabled: true } },
      go: { respectSchemaVersion, generateResourceContainerTypes: true },
      csharp: { respectSchemaVersion, namespaces: ofEveryModule },
      java: { packages: ofEveryModule },
    });
  });
});
