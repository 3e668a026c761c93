/** docs/reference is current, so that every change of a page is seen, and complete. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createCatalog } from "../../tools/reference/catalog";
import { committedReference, outdatedPages } from "../../tools/reference/main";
import { markdown, type Page } from "../../tools/reference/text";
import { root, schema } from "../provider/tools/schema-file";

test("the committed reference is what `npm run generate:reference` writes", () => {
  expect(outdatedPages()).toEqual([]);
});

test("every token of the schema has a page with inputs and a link to its module", () => {
  const committed = committedReference();
  const catalog = createCatalog(schema);
  const without = catalog.entries.filter((entry) => !/^## (Inputs|Settings)$/m.test(committed.get(entry.page) ?? ""));
  expect(without).toEqual([]);
  const { resources = {}, functions = {} } = catalog.schema;
  expect(catalog.entries.length).toBe(1 + Object.keys(resources).length + Object.keys(functions).length);
});

test("the page of a function states its name in the Go SDK", () => {
  const sdk = join(root, "sdk", "go", "quartet");
  const files = readdirSync(sdk, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".go"));
  const inSdk = files.flatMap((path) => readFileSync(join(sdk, path), "utf8").match(/(?<=^func )Lookup\w+(?<!Output)(?=\()/gm) ?? []);
  const stated = [...committedReference().values()].flatMap((text) => /(?<=^In Go, the function is `)\w+/m.exec(text) ?? []);
  expect(inSdk.length).toBeGreaterThan(5);
  expect([...stated].sort()).toEqual(inSdk.sort());
});

test("text outside of code cannot become HTML or an expression of the site", () => {
  const page: Page = { catalog: createCatalog({ name: "quartet", version: "1.0.0" }), path: "", module: "search", shown: new Set() };
  expect(markdown("a < b, `x<y>{{z}}`, {{c}}", page)).toBe("a &lt; b, `x<y>{{z}}`, &#123;&#123;c}}");
});
