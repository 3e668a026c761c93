/** docs/reference: current, complete, and showing what the schema states. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createCatalog } from "../../tools/reference/catalog";
import { committedReference, currentReference, outdatedPages } from "../../tools/reference/main";
import { relations } from "../../tools/reference/related";
import { reference } from "../../tools/reference/reference";
import type { SchemaFile } from "../../tools/reference/schema-file";
import { markdown, summaryOf, withExamples, type Page } from "../../tools/reference/text";

const example = [
  "Sets a field. More.",
  "",
  "<!--Start PulumiCodeChooser -->",
  "```typescript",
  'const a = "{{{b}}}<c>";',
  "```",
  "```yaml",
  "a: quartet:search:getThings",
  "```",
  "<!--End PulumiCodeChooser -->",
].join("\n");

const schema: SchemaFile = {
  name: "quartet",
  version: "1.0.0",
  provider: {
    description: "Settings.",
    inputProperties: { region: { type: "string", description: "Region." } },
    methods: { show: "pulumi:providers:quartet/show" },
  },
  types: {
    "quartet:search:Kind": { type: "string", enum: [{ value: "a", description: "The first." }, { value: "b" }] },
    "quartet:search:Block": {
      type: "object",
      properties: { kind: { $ref: "#/types/quartet:search:Kind" }, size: { type: "integer", default: 3 } },
      required: ["kind"],
    },
  },
  resources: {
    "quartet:search:Thing": {
      description: `${example}\n\n## Import\n\nBy name.`,
      inputProperties: {
        name: { type: "string", replaceOnChanges: true, description: "See `getThings`." },
        blocks: { type: "array", items: { $ref: "#/types/quartet:search:Block" }, secret: true },
      },
      requiredInputs: ["name"],
      properties: { name: { type: "string", replaceOnChanges: true, description: "See `getThings`." }, size: { type: "number" } },
      required: ["name"],
    },
  },
  functions: {
    "pulumi:providers:quartet/show": { description: "Shows.", outputs: { properties: { result: { type: "string" } } } },
    "quartet:search:getThings": {
      description: "Lists things. All.\n\nNotice.",
      deprecationMessage: "Soon gone.",
      inputs: { properties: {} },
    },
  },
};
const pages = reference(schema, () => "# Module\n\n## Thing\n");
const page: Page = {
  catalog: createCatalog(schema),
  path: "search/Thing.md",
  module: "search",
  token: "quartet:search:Thing",
  shown: new Set(),
};

test("the committed reference is what `npm run generate:reference` writes", () => {
  expect(outdatedPages()).toEqual([]);
});

test("every token of the schema has a page with inputs and a link to its module", () => {
  const committed = committedReference();
  const catalog = createCatalog(JSON.parse(readFileSync(join(__dirname, "..", "..", "schema.json"), "utf8")) as SchemaFile);
  const without = catalog.entries.filter((entry) => !/^## (Inputs|Settings)$/m.test(committed.get(entry.page) ?? ""));
  expect(without).toEqual([]);
  const { resources = {}, functions = {} } = catalog.schema;
  expect(catalog.entries.length).toBe(1 + Object.keys(resources).length + Object.keys(functions).length);
});

test("the page of a function states its name in the Go SDK", () => {
  const sdk = join(__dirname, "..", "..", "sdk", "go", "quartet");
  const files = readdirSync(sdk, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".go"));
  const inSdk = files.flatMap((path) => readFileSync(join(sdk, path), "utf8").match(/(?<=^func )Lookup\w+(?<!Output)(?=\()/gm) ?? []);
  const stated = [...committedReference().values()].flatMap((text) => /(?<=^In Go, the function is `)\w+/m.exec(text) ?? []);
  expect(inSdk.length).toBeGreaterThan(5);
  expect([...stated].sort()).toEqual(inSdk.sort());
});

test("the output is the same each time", () => {
  expect([...currentReference()]).toEqual([...currentReference()]);
});

test("paths of the pages", () => {
  expect([...pages.keys()]).toEqual(["README.md", "search/README.md", "provider.md", "show.md", "search/Thing.md", "search/getThings.md"]);
});

test("a resource: marks, nested types, outputs, import and links", () => {
  const text = pages.get("search/Thing.md")!;
  expect(text).toContain("- **`name`** (string, required, a change replaces the resource): See [`getThings`](getThings.md).\n");
  expect(text).toContain(
    '- **`blocks`** (array of object, secret):\n  - **`kind`** (one of 2 values, required):\n    - `"a"`: The first.\n    - `"b"`\n  - **`size`** (integer, default `3`):',
  );
  expect(text).toContain("`id` is the ID of the resource. Same as the inputs: `name`.\n\n- **`size`** (number, may be unset):");
  expect(text).toContain("## Import\n\nBy name.");
  expect(text).toContain("- About the same object: [`getThings`](getThings.md)");
  expect(text).toContain("(../../modules/search.md#thing)");
});

test("examples: one block per language, code as it is", () => {
  const text = withExamples(markdown(example, page));
  expect(text).toContain(
    '<details open>\n<summary>TypeScript</summary>\n\n```typescript\nconst a = "{{{b}}}<c>";\n```\n\n</details>\n<details>\n<summary>YAML</summary>',
  );
  expect(() => withExamples(example.replace("yaml", "cobol"))).toThrow("unknown language cobol");
});

test("text outside of code cannot become HTML or an expression of the site", () => {
  expect(markdown("a < b, `x<y>{{z}}`, {{c}}", page)).toBe("a &lt; b, `x<y>{{z}}`, &#123;&#123;c}}");
});

test("the summary is the first sentence", () => {
  const [, , object, objects] = page.catalog.entries;
  expect([summaryOf(object!), summaryOf(objects!)]).toEqual(["Sets a field.", "Lists things."]);
});

test("relations: a function of the same object is not listed again as used", () => {
  const [, , object, objects] = page.catalog.entries;
  expect(relations(page.catalog).get(object!)).toEqual({ sameObject: [objects], uses: [], usedBy: [] });
});
