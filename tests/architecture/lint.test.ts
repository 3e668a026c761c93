/** The lint rules find violations: the dependency direction, the docblock on every export, the length of functions. */
import { Linter } from "eslint";
import tseslint from "typescript-eslint";

interface Layers {
  layerRules: (syntax: object[]) => Linter.Config[];
}
interface Plugin {
  quartet: NonNullable<Linter.Config["plugins"]>[string];
}
const { layerRules } = jest.requireActual<Layers>("../../tools/eslint/layers.cjs");
const { quartet } = jest.requireActual<Plugin>("../../tools/eslint/plugin.cjs");

const base = {
  files: ["**/*.ts"],
  languageOptions: { parser: tseslint.parser },
  plugins: { quartet, "@typescript-eslint": tseslint.plugin },
};

const messages = (filename: string, text: string, rules: Linter.Config[]) =>
  new Linter({ cwd: "/" }).verify(text, [base, ...rules], { filename: `/${filename}` }).map(({ ruleId, message }) => ruleId ?? message);

describe("dependency direction", () => {
  const violations = (from: string, statement: string) => messages(from, statement, layerRules([]));

  it.each([
    ["provider/provider.ts", 'import { a } from "./core/check";'],
    ["provider/plugin/server.ts", 'import { a } from "../provider"; import b from "@grpc/grpc-js"; import { c } from "./gen/provider";'],
    ["provider/http/send.ts", 'import { a } from "../core/errors/errors"; import type { B } from "../contract/http"; import "node:http";'],
    ["provider/modules/index.ts", 'const b = () => import("./cloud"); import type { M } from "../core/contract";'],
    ["provider/modules/search/lookups/a.ts", 'import { a } from "../../../core/errors"; import { b } from "../client";'],
  ])("allows in %s: %s", (from, statement) => {
    expect(violations(from, statement)).toEqual([]);
  });

  const staticImport = "@typescript-eslint/no-restricted-imports";
  const dynamicImport = "no-restricted-syntax";

  it.each([
    ["provider/core/check.ts", 'import { a } from "../http/send";', staticImport],
    ["provider/core/check.ts", 'import "node:fs";', staticImport],
    ["provider/provider.ts", 'import { a } from "./modules/search/index";', staticImport],
    ["provider/verbs/create.ts", 'import { a } from "../http/send";', staticImport],
    ["provider/plugin/server.ts", 'import { a } from "../modules/index";', staticImport],
    ["provider/plugin/server.ts", 'const a = () => import("../http/send");', dynamicImport],
    ["provider/http/send.ts", 'import { a } from "../core/value";', staticImport],
    ["provider/modules/index.ts", 'import { a } from "../http/send";', staticImport],
    ["provider/modules/search/client.ts", 'import { a } from "../cloud/client";', staticImport],
    ["provider/modules/search/client.ts", 'const a = require("../../plugin/codec");', dynamicImport],
    ["tests/emulators/search/router.ts", 'import { a } from "../../../provider/core/value";', staticImport],
    ["tools/pulumi.ts", 'import { a } from "../provider/core/value";', staticImport],
  ])("rejects in %s: %s", (from, statement, rule) => {
    expect(violations(from, statement)).toEqual([rule]);
  });
});

describe("quartet/docblock", () => {
  const found = (text: string) => messages("provider/a.ts", text, [{ rules: { "quartet/docblock": "error" } }]);

  it.each(["function a() {}", "const a = 1;", "class A {}", "interface A {}", "type A = 1;", "enum A {}"])(
    "requires one above export %s",
    (code) => {
      expect(found(`// no docblock\nexport ${code}`)).toEqual(["quartet/docblock"]);
      expect(found(`/** Returns a. */\nexport ${code}`)).toEqual([]);
    },
  );

  it("requires one for overloads, and none for re-exports", () => {
    expect(found("/** One. */\nexport function a(x: 1): 1;\nexport function a(x: number) { return x; }")).toEqual([]);
    expect(found('export { a } from "./a";')).toEqual([]);
  });
});

describe("quartet/function-lines", () => {
  const rule = { rules: { "quartet/function-lines": ["error", { max: 3 }] } } as Linter.Config;
  const found = (text: string) => messages("tests/a.test.ts", text, [rule]);

  it("rejects long functions, but not long describe blocks", () => {
    expect(found("function a() {\n  b();\n  c();\n}")).toEqual(["quartet/function-lines"]);
    expect(found("const a = () => {\n  b();\n};")).toEqual([]);
    expect(found('it("a", () => {\n  b();\n  c();\n});')).toEqual(["quartet/function-lines"]);
    for (const suite of ["describe", "describe.each([1])", "describe.skip"]) expect(found(`${suite}("a", () => {\n\n\n\n});`)).toEqual([]);
  });
});
