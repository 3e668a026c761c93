/** The guide to migration names every resource, and its examples of import IDs are accepted. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { mappedTypes } from "../../tools/terraform/mapping";
import { mappedProviders, terraformProviders, type TerraformProvider } from "../../tools/terraform/names";
import { schema } from "../provider/tools/schema-file";
import { implementationOf } from "../support/in-process";

const docs = join(__dirname, "..", "..", "docs");
const guide = readFileSync(join(docs, "guides", "migration.md"), "utf8");

/** The rows of the tables: the resource is linked, and the import ID, if there is one, is the last cell. */
const rows = [...guide.matchAll(/\| \[`(\w+)`\]\(\.\.\/reference\/([\w/]+)\/(\w+)\.md\) \| (.*) \|$/gm)].map(
  ([, shown = "", section = "", name = "", last = ""]) => ({ shown, section, name, importId: /^`([^`]+)`$/.exec(last)?.[1] }),
);
const tokenOf = ({ section, name }: (typeof rows)[number]) => `quartet:${section}:${name}`;
const violationOf = async (token: string, importId: string) => (await implementationOf(token)).importId?.validate(importId);

test("every resource has one row, whose link leads to its page", () => {
  expect(rows.map(tokenOf).sort()).toEqual(Object.keys(schema.resources!).sort());
  expect(rows.filter(({ shown, name }) => shown !== name)).toEqual([]);
});

test.each(rows)("$name: the import ID is accepted, or its page says that there is none", async (row) => {
  if (row.importId !== undefined) expect(await violationOf(tokenOf(row), row.importId)).toBeUndefined();
  else expect(readFileSync(join(docs, "reference", row.section, `${row.name}.md`), "utf8")).toMatch(/cannot be imported/i);
});

test("the script for Terraform states lists what no mapping has, and what cannot be imported", () => {
  const [, script = ""] = /^```js file=state-import-file\.mjs\n(.*?)^```/ms.exec(guide)!;
  const listOf = (name: string) =>
    [...new RegExp(`^const ${name} = [[{](.*?)[\\]}];`, "ms").exec(script)![1]!.matchAll(/(\w+): "|"(\w+)"/g)].map(
      ([, key, text]) => key ?? text!,
    );
  const withoutId = new Set(rows.filter(({ importId }) => importId === undefined).map(tokenOf));
  const typesOf = (providers: readonly TerraformProvider[]): { type: string; token: string }[] =>
    providers.flatMap((provider) => mappedTypes(provider, "resources", schema).mapped);
  const operations = typesOf(mappedProviders).filter(({ token }) => withoutId.has(token));
  expect(listOf("mappedProviders").sort()).toEqual(mappedProviders.map(({ name }) => name).sort());
  expect(listOf("types").sort()).toEqual(
    typesOf(terraformProviders.filter((provider) => !mappedProviders.includes(provider)))
      .map(({ type }) => type)
      .sort(),
  );
  expect(listOf("operations").sort()).toEqual(operations.map(({ type }) => type).sort());
});

test.each(mappedTypes(terraformProviders[0]!, "resources", schema).mapped)(
  "$type: the ID in a state is accepted",
  async ({ type, token }) => {
    const name = type.endsWith("cluster_settings") ? "cluster-settings" : "logs-app";
    expect(await violationOf(token, `q3nYfJ1lTgSxL8c0Hq0m5A/${name}`)).toBeUndefined();
  },
);

test("functions and settings of the guide are those of the schema", () => {
  const functions = new Set(Object.keys(schema.functions!).map((token) => token.slice(token.lastIndexOf(":") + 1)));
  const named = [...guide.matchAll(/`(get[A-Z]\w*)`/g)]
    .map(([, name = ""]) => name)
    .filter((name) => !["getX", "getSearchX", "getSearchIngestProcessorX"].includes(name));
  expect(named.filter((name) => !functions.has(name))).toEqual([]);
  const settings = [...guide.matchAll(/`quartet:(\w+)`/g)].map(([, name = ""]) => name);
  expect(settings.length).toBeGreaterThan(3);
  expect(settings.filter((name) => !(name in schema.config!.variables!))).toEqual([]);
});
