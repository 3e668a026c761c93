/** The code of the two recipes compiles in its place, with the types that its part of the schema generates. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { typesText, type SchemaFile } from "../../provider/tools/types-text";
import { root, schema } from "../provider/tools/schema-file";

/** Returns the blocks of a recipe whose first line has this form. */
function blocks(recipe: string, info: RegExp): { detail: string; code: string }[] {
  const text = readFileSync(join(root, "docs", recipe), "utf8");
  const fences = [...text.matchAll(/^```(.*)\n([\s\S]*?\n)```$/gm)].map(([, first = "", code = ""]) => ({ first, code }));
  return fences.flatMap(({ first, code }) => {
    const detail = info.exec(first);
    return detail ? [{ detail: detail[1] ?? "", code }] : [];
  });
}

/** Returns schema.json with the tokens of a recipe. */
function extendedSchema(recipe: string): SchemaFile {
  const tokensOf = (section: string): object[] =>
    blocks(recipe, /^json schema=(\w+)$/)
      .filter(({ detail }) => detail === section)
      .map(({ code }) => JSON.parse(`{${code}}`) as object);
  const functions = Object.assign({}, schema.functions, ...tokensOf("functions")) as SchemaFile["functions"];
  const resources = Object.assign({}, schema.resources, ...tokensOf("resources")) as SchemaFile["resources"];
  const types = Object.assign({}, schema.types, ...tokensOf("types")) as SchemaFile["types"];
  return { ...schema, functions, resources, types };
}

/** Returns the files of a recipe by path. A row of a table is put into a file that imports what the table imports. */
function filesOf(recipe: string): Map<string, string> {
  const files = blocks(recipe, /^typescript file=(\S+)$/).map(({ detail, code }) => [detail, code] as const);
  const rows = blocks(recipe, /^typescript (row)$/).map(({ code }): [string, string] => [
    "provider/modules/datapipeline/functions/recipe-rows.ts",
    `import { listFunction } from "./list";\n\nexport const rows = {\n${code}};\n`,
  ]);
  return new Map([...files, ...rows]);
}

/** Returns the compile errors of the files in the repository. */
function compile(files: ReadonlyMap<string, string>): string[] {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), (path) => readFileSync(path, "utf8")) as { config: object };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const texts = new Map([...files].map(([path, code]) => [join(root, path), code]));
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => texts.has(name) || fileExists.call(host, name);
  host.getSourceFile = (name, target, ...rest) => {
    const text = texts.get(name);
    return text === undefined ? getSourceFile.call(host, name, target, ...rest) : ts.createSourceFile(name, text, target);
  };
  const program = ts.createProgram([...texts.keys()], { ...options, noEmit: true }, host);
  const errors = [...texts.keys()].flatMap((name) => program.getSemanticDiagnostics(program.getSourceFile(name)));
  return errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

test.each([
  [
    "adding-a-function.md",
    ["provider/modules/datapipeline/functions/getWidgets.ts", "provider/modules/datapipeline/functions/recipe-rows.ts"],
  ],
  ["adding-a-resource.md", ["provider/modules/search/resources/SearchWordList.ts"]],
])("docs/%s", (recipe, paths) => {
  const files = filesOf(recipe);
  expect([...files.keys()].sort()).toEqual(paths);
  const types = typesText(extendedSchema(recipe));
  expect(compile(new Map([...files, ["provider/core/gen/types.ts", types]]))).toEqual([]);
  const wrong = new Map([...files].map(([path, code]) => [path, `${code}export const wrong: number = "";\n`]));
  expect(compile(new Map([...wrong, ["provider/core/gen/types.ts", types]]))).toHaveLength(paths.length);
});

test("the sample of the function has the outputs of its schema", () => {
  const [sample] = blocks("adding-a-function.md", /^json (sample)$/);
  const { outputs } = extendedSchema("adding-a-function.md").functions!["quartet:datapipeline:getWidgets"]!;
  const { found } = JSON.parse(sample?.code ?? "") as { found: object };
  expect(Object.keys(found).sort()).toEqual(Object.keys(outputs?.properties ?? {}).sort());
});
