/** The budgets and the import rules of the house, as rules that fail. What one file cannot show (circles, percentiles, repetition) is in tests/house. */
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";
import { house } from "./tools/eslint/house.cjs";
import { roomRules } from "./tools/eslint/rooms.cjs";

const noDefault = [
  { selector: "ExportDefaultDeclaration", message: "Name what you export: no default exports." },
  { selector: 'ExportSpecifier[exported.name="default"]', message: "Name what you export: no default exports." },
];

const budgets = {
  "max-lines": ["error", { max: 300, skipBlankLines: false, skipComments: false }],
  "house/function-lines": ["error", { max: 60 }],
  "max-params": "off",
  "@typescript-eslint/max-params": ["error", { max: 4 }],
  "max-depth": ["error", 3],
};

const types = {
  "@typescript-eslint/no-explicit-any": "error",
  "@typescript-eslint/consistent-type-imports": ["error", { prefer: "type-imports", fixStyle: "inline-type-imports" }],
  "@typescript-eslint/no-import-type-side-effects": "error",
  "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true }],
  "@typescript-eslint/no-floating-promises": "error",
  "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: { arguments: false, attributes: false } }],
  "@typescript-eslint/only-throw-error": "error",
  "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
};

const correctness = {
  eqeqeq: ["error", "always", { null: "ignore" }],
  "no-var": "error",
  "prefer-const": "error",
  "no-debugger": "error",
  "no-self-compare": "error",
  "no-unreachable": "error",
  "no-unsafe-finally": "error",
  "no-control-regex": "off",
  "no-restricted-syntax": ["error", ...noDefault],
};

const outsideWorld = ["process", "fetch", "setTimeout", "setInterval", "setImmediate", "require"];
const clocks = [
  { object: "Date", property: "now" },
  { object: "Math", property: "random" },
];

export default defineConfig(
  globalIgnores(["**/gen/", "sdk/", "**/bin/", ".tools/", "coverage/"]),
  { plugins: { house, "@typescript-eslint": tseslint.plugin }, linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.ts"],
    languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: { ...budgets, ...types, ...correctness },
  },
  { files: ["provider/**/*.ts", "tools/**/*.ts"], rules: { "house/docblock": "error" } },
  {
    files: ["provider/**/*.ts"],
    ignores: ["provider/tools/**"],
    rules: { "no-restricted-globals": ["error", "fetch"] },
  },
  // stdout is the engine's (provider-protocol.md 1.4); only main.ts touches the console, to turn it away from there.
  { files: ["provider/**/*.ts"], ignores: ["provider/tools/**", "provider/main.ts"], rules: { "no-console": "error" } },
  {
    files: ["provider/core/**/*.ts"],
    rules: { "no-restricted-globals": ["error", ...outsideWorld], "no-restricted-properties": ["error", ...clocks] },
  },
  ...roomRules(noDefault),
  // Programs of users have a tsconfig of their own and are compiled by the language host.
  { files: ["examples/**/*.ts"], ignores: ["examples/demo/**"], extends: [tseslint.configs.disableTypeChecked] },
);
