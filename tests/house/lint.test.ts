/** The lint rules of the house bite: who may import whom, the docblock on every export, the length of functions. */
import { Linter } from "eslint";
import tseslint from "typescript-eslint";

interface Rooms {
  roomRules: (syntax: object[]) => Linter.Config[];
}
interface House {
  house: NonNullable<Linter.Config["plugins"]>[string];
}
const { roomRules } = jest.requireActual<Rooms>("../../tools/eslint/rooms.cjs");
const { house } = jest.requireActual<House>("../../tools/eslint/house.cjs");

const base = {
  files: ["**/*.ts"],
  languageOptions: { parser: tseslint.parser },
  plugins: { house, "@typescript-eslint": tseslint.plugin },
} as Linter.Config;

const complaints = (filename: string, text: string, rules: Linter.Config[]): string[] =>
  new Linter({ cwd: "/" }).verify(text, [base, ...rules], { filename: `/${filename}` }).map(({ ruleId, message }) => ruleId ?? message);

describe("who may import whom", () => {
  const arrow = (from: string, statement: string): string[] => complaints(from, statement, roomRules([]));

  it.each([
    ["provider/core/check.ts", 'import { a } from "./value";'],
    ["provider/core/deep/check.ts", 'import { a } from "../value";'],
    ["provider/provider.ts", 'import { a } from "./core/check";'],
    ["provider/verbs/create.ts", 'import { a } from "../core/check";'],
    ["provider/plugin/server.ts", 'import { a } from "../provider"; import b from "@grpc/grpc-js"; import { c } from "./gen/provider";'],
    ["provider/http/send.ts", 'import { a } from "../core/errors"; import type { B } from "../core/contract"; import "node:http";'],
    [
      "provider/modules/index.ts",
      'import { a } from "./search"; const b = () => import("./cloud"); import type { M } from "../core/contract";',
    ],
    [
      "provider/modules/search/lookups/a.ts",
      'import { a } from "../../../core/errors"; import { b } from "../client"; import "node:crypto";',
    ],
    ["provider/main.ts", 'import { a } from "./plugin/server"; import { b } from "./modules/index";'],
    ["tests/emulators/search/router.ts", 'import { a } from "../store";'],
    ["tests/provider/core/check.test.ts", 'import { a } from "../../../provider/core/check";'],
  ])("lets %s say %s", (from, statement) => {
    expect(arrow(from, statement)).toEqual([]);
  });

  const early = "@typescript-eslint/no-restricted-imports";
  const late = "no-restricted-syntax";

  it.each([
    ["provider/core/check.ts", 'import { a } from "../http/send";', early],
    ["provider/core/check.ts", 'import "node:fs";', early],
    ["provider/core/check.ts", 'import type { A } from "../plugin/codec";', early],
    ["provider/provider.ts", 'import { a } from "./modules/search/index";', early],
    ["provider/provider.ts", 'import { a } from "./plugin/codec";', early],
    ["provider/verbs/create.ts", 'import { a } from "../http/send";', early],
    ["provider/plugin/server.ts", 'import { a } from "../modules/index";', early],
    ["provider/plugin/server.ts", 'const a = () => import("../http/send");', late],
    ["provider/http/send.ts", 'import { a } from "../core/value";', early],
    ["provider/http/send.ts", 'import a from "undici";', early],
    ["provider/modules/index.ts", 'import { a } from "../http/send";', early],
    ["provider/modules/search/client.ts", 'import { a } from "../cloud/client";', early],
    ["provider/modules/cloud/functions/a.ts", 'import { a } from "../../search/client";', early],
    ["provider/modules/search/client.ts", 'const a = require("../../plugin/codec");', late],
    ["provider/modules/search/client.ts", 'import { a } from "../../provider";', early],
    ["tests/emulators/search/router.ts", 'import { a } from "../../../provider/core/value";', early],
    ["tools/pulumi.ts", 'import { a } from "../provider/core/value";', early],
  ])("stops %s at %s", (from, statement, rule) => {
    expect(arrow(from, statement)).toEqual([rule]);
  });
});

describe("house/docblock", () => {
  const found = (text: string): string[] => complaints("provider/a.ts", text, [{ rules: { "house/docblock": "error" } } as Linter.Config]);

  it.each(["function a() {}", "const a = 1;", "class A {}", "interface A {}", "type A = 1;", "enum A {}"])(
    "asks for one above export %s",
    (code) => {
      expect(found(`export ${code}`)).toEqual(["house/docblock"]);
      expect(found(`// no docblock\nexport ${code}`)).toEqual(["house/docblock"]);
      expect(found(`/** What it answers. */\nexport ${code}`)).toEqual([]);
    },
  );

  it("asks once for overloads, and never for what is handed on", () => {
    expect(
      found("/** One. */\nexport function a(x: 1): 1;\nexport function a(x: 2): 2;\nexport function a(x: number) { return x; }"),
    ).toEqual([]);
    expect(found('export { a } from "./a";\nexport * from "./b";')).toEqual([]);
  });
});

describe("house/function-lines", () => {
  const rule = { rules: { "house/function-lines": ["error", { max: 3 }] } } as Linter.Config;
  const found = (text: string): string[] => complaints("tests/a.test.ts", text, [rule]);

  it("stops long functions, and lets describe be as long as it likes", () => {
    expect(found("function a() {\n  b();\n  c();\n}")).toEqual(["house/function-lines"]);
    expect(found("const a = () => {\n  b();\n};")).toEqual([]);
    expect(found('it("a", () => {\n  b();\n  c();\n});')).toEqual(["house/function-lines"]);
    for (const suite of ["describe", "describe.each([1])", "describe.skip"]) expect(found(`${suite}("a", () => {\n\n\n\n});`)).toEqual([]);
  });
});
