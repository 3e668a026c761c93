/** Budgets and dependency direction as lint rules. What needs several files (import cycles, percentiles, repetition) is checked in tests/architecture. */
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";
import { dataTables } from "./tools/eslint/data-tables.cjs";
import { layerRules } from "./tools/eslint/layers.cjs";
import { quartet } from "./tools/eslint/plugin.cjs";

const noDefault = [
  { selector: "ExportDefaultDeclaration", message: "Name what you export: no default exports." },
  { selector: 'ExportSpecifier[exported.name="default"]', message: "Name what you export: no default exports." },
];

/** Literals that only pack members or declarations onto a line. Data tables have no line budget. */
const noPacking = [
  { selector: "ObjectExpression > SpreadElement > ObjectExpression", message: "Write the members directly: the literal needs no spread." },
  { selector: "SpreadElement > ArrayExpression", message: "Write the members directly: the literal needs no spread." },
  { selector: "SpreadElement > TSAsExpression > ArrayExpression", message: "Write the members directly: the literal needs no spread." },
  {
    selector: ":not(ForStatement) > VariableDeclaration > VariableDeclarator[id.type='ArrayPattern'] > ArrayExpression.init",
    message: "Write a declaration for each variable.",
  },
];

const budgets = {
  "max-lines": ["error", { max: 300, skipBlankLines: false, skipComments: false }],
  "quartet/function-lines": ["error", { max: 60 }],
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
  "no-sequences": ["error", { allowInParentheses: false }],
  "no-unreachable": "error",
  "no-unsafe-finally": "error",
  "no-control-regex": "off",
  "no-restricted-syntax": ["error", ...noDefault, ...noPacking],
};

const inputAndOutput = ["process", "fetch", "setTimeout", "setInterval", "setImmediate", "require"];
const clocks = [
  { object: "Date", property: "now" },
  { object: "Math", property: "random" },
];

export default defineConfig(
  globalIgnores([
    "**/gen/",
    "sdk/",
    "**/bin/",
    ".tools/",
    "coverage/",
    "examples/tokens/",
    "site/dist/",
    "site/pages/",
    "site/.vitepress/",
  ]),
  { plugins: { quartet, "@typescript-eslint": tseslint.plugin }, linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["**/*.ts"],
    languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: { ...budgets, ...types, ...correctness },
  },
  { files: dataTables, rules: { "max-lines": "off" } },
  { files: ["provider/**/*.ts", "tools/**/*.ts"], rules: { "quartet/docblock": "error" } },
  {
    files: ["provider/**/*.ts"],
    ignores: ["provider/tools/**"],
    rules: { "no-restricted-globals": ["error", "fetch"] },
  },
  // The engine reads stdout; main.ts redirects the console. See docs/protocol.md#standard-output.
  { files: ["provider/**/*.ts"], ignores: ["provider/tools/**", "provider/main.ts"], rules: { "no-console": "error" } },
  {
    files: ["provider/core/**/*.ts"],
    rules: { "no-restricted-globals": ["error", ...inputAndOutput], "no-restricted-properties": ["error", ...clocks] },
  },
  ...layerRules([...noDefault, ...noPacking]),
  // Programs of users have a tsconfig of their own and are compiled by the language host.
  { files: ["examples/**/*.ts"], ignores: ["examples/demo/**"], extends: [tseslint.configs.disableTypeChecked] },
);
