/** The two recipes: the files that they name exist for every function and resource of the schema, and their code compiles in its place. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { typesText, type SchemaFile } from "../../provider/tools/types-text";
import { filesBelow, read, top } from "../architecture/files";
import { schema } from "../provider/tools/schema-file";
import { compileErrors } from "../provider/tools/typescript-examples";

const text = (path: string) => readFileSync(join(top, path), "utf8");
const words = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Returns the rows of the table of files; some state whether the row of a table needs the file, too. */
function rowsOf(recipe: string) {
  const rows = [...text(recipe).matchAll(/^\| \d+ \| `([^`]+)` \|[^|]*\|(?: (yes|no) \|)?$/gm)];
  return rows.map(([, file = "", forRow]) => ({ file, forRow }));
}

/** The tokens of a table, with the module that has their example, and its service. */
const tokensOf = (table: object = {}) =>
  Object.keys(table)
    .filter((token) => token.startsWith("quartet:"))
    .map((token) => token.split(":") as [string, string, string])
    .map(([, module, name]) => ({ service: module.split("/")[0]!, module, name }));

const contents = new Map<string, string>();

/** Returns the names and the texts of the files below a path; a token may occur in either. */
function contentOf(path: string) {
  const content =
    contents.get(path) ??
    read(filesBelow(path))
      .map((file) => `${file.path}\n${file.text}`)
      .join("\n");
  contents.set(path, content);
  return content;
}

/** Files that name every token of the service; the others depend on the token. */
const general = /^(schema\.json|provider\/modules\/<service>\/(functions|resources)\/$|examples\/)/;
const functionRecipe = "docs/adding-a-function.md";
const resourceRecipe = "docs/adding-a-resource.md";

describe.each([
  [functionRecipe, tokensOf(schema.functions)],
  [resourceRecipe, tokensOf(schema.resources)],
])("%s", (recipe, tokens) => {
  const rows = rowsOf(recipe);

  it("states the number of its files, as CONTRIBUTING.md does", () => {
    const count = words[rows.length]!;
    expect(text(recipe).toLowerCase()).toContain(`you write ${count} files`);
    expect(text("CONTRIBUTING.md")).toContain(`(${recipe}): ${count} files`);
  });

  it("names paths that exist for every service, and files of which each token has its part", () => {
    const files = rows.map(({ file }) => file);
    const shared = files.filter((file) => !file.includes("<name>") && !file.startsWith("tests/samples"));
    const paths = shared.flatMap((file) => tokens.map(({ service }) => file.replace("<service>", service)));
    expect(paths.filter((path) => !existsSync(join(top, path)))).toEqual([]);
    const missing = tokens.flatMap(({ service, module, name }) =>
      files
        .filter((file) => general.test(file))
        .map((file) => file.replace("<service>", file.startsWith("examples/") ? module : service).replace("<name>", name))
        // An example is YAML, or PCL where YAML cannot express it.
        .filter((file) => ![file, file.replace(/yaml$/, "pp")].some((path) => contentOf(path).includes(name)))
        .map((file) => `${file}: ${name}`),
    );
    expect(missing).toEqual([]);
  });
});

test("the recipe of a function states the number of files of a row", () => {
  const count = rowsOf(functionRecipe).filter(({ forRow }) => forRow === "yes").length;
  for (const path of [functionRecipe, "CONTRIBUTING.md"]) expect(text(path)).toContain(`${words[count]} for a row of a table`);
});

/** Returns the blocks of a recipe whose first line has this form, with what its group matches. */
function blocks(recipe: string, info: RegExp): [detail: string, code: string][] {
  const fences = [...text(recipe).matchAll(/^```(.*)\n([\s\S]*?\n)```$/gm)];
  return fences.flatMap(([, first = "", code = ""]) => {
    const detail = info.exec(first)?.[1];
    return detail === undefined ? [] : [[detail, code]];
  });
}

/** Returns schema.json with the tokens of a recipe. */
function extendedSchema(recipe: string) {
  const added = blocks(recipe, /^json schema=(\w+)$/) as ["functions" | "resources" | "types", string][];
  return added.reduce<SchemaFile>(
    (whole, [section, code]) => ({ ...whole, [section]: { ...whole[section], ...(JSON.parse(`{${code}}`) as object) } }),
    schema,
  );
}

test.each([
  [functionRecipe, ["provider/modules/datapipeline/functions/getWidgets.ts", "provider/modules/datapipeline/functions/recipe-rows.ts"]],
  [resourceRecipe, ["provider/modules/search/resources/SearchWordList.ts"]],
])("the code of %s compiles with the types that its part of the schema generates", (recipe, paths) => {
  const { options } = ts.parseJsonConfigFileContent({ compilerOptions: tsconfig().compilerOptions }, ts.sys, top);
  const rows = blocks(recipe, /^typescript (row)$/).map(([, code]): [string, string] => [
    "provider/modules/datapipeline/functions/recipe-rows.ts",
    `import { listFunction } from "./list-function";\n\nexport const rows = {\n${code}};\n`,
  ]);
  const files = [...blocks(recipe, /^typescript file=(\S+)$/), ...rows];
  expect(files.map(([path]) => path).sort()).toEqual(paths);
  const types: [string, string] = ["provider/core/gen/types.ts", typesText(extendedSchema(recipe))];
  const errors = (added: string): string[] =>
    [...compileErrors(new Map([...files.map(([path, code]): [string, string] => [path, code + added]), types]), options).values()].flat();
  expect(errors("")).toEqual([]);
  expect(errors('export const wrong: number = "";\n')).toHaveLength(paths.length);
});

const tsconfig = () => JSON.parse(text("tsconfig.json")) as { compilerOptions: object };

test("the sample of the function has the outputs of its schema", () => {
  const [[, sample] = []] = blocks(functionRecipe, /^json (sample)$/);
  const { outputs } = extendedSchema(functionRecipe).functions!["quartet:datapipeline:getWidgets"]!;
  const { found } = JSON.parse(sample ?? "") as { found: object };
  expect(Object.keys(found).sort()).toEqual(Object.keys(outputs?.properties ?? {}).sort());
});
