/** The dependency direction: which layer may import which, as settings of `no-restricted-imports`, one layer per row. See docs/architecture.md. */

const modules = ["search", "cloud", "datapipeline", "eventrouting"];

/** Matches imports that leave the folder and enter one of the layers. */
const climbing = (...layers) => `^(\\.\\./)+(${layers.join("|")})(/|$)`;
const packages = "^[^.]";
const packagesButDiff = "^(?!diff$)[^.]";
const packagesButNode = "^(?!\\.|node:)";
const openTelemetry = "^@opentelemetry/";

/** The files of a layer, what they may import (the message of a violation), and the forbidden imports. */
const layers = [
  {
    files: ["provider/contract/**"],
    rule: "the contract is types only",
    forbidden: [packages, climbing("plugin", "provider", "verbs", "http", "kit", "modules", "tools", "tracing", "main")],
    typesOnly: [climbing("core")],
  },
  {
    files: ["provider/core/**"],
    rule: "core is pure and imports core, the contract and the library diff only",
    forbidden: [packagesButDiff, climbing("plugin", "provider", "verbs", "http", "kit", "modules", "tools", "tracing", "main")],
  },
  {
    files: ["provider/kit/**"],
    rule: "kit imports core and http only; no vendor decides what it does",
    forbidden: [packages, climbing("plugin", "provider", "verbs", "modules", "tools", "tracing", "main")],
  },
  {
    files: ["provider/provider.ts", "provider/verbs/**"],
    rule: "the verbs of the provider import core and the contract only; modules and send are parameters",
    forbidden: [
      packages,
      "^\\./(plugin|http|kit|modules|tools|tracing|main)(/|$)",
      climbing("plugin", "http", "kit", "modules", "tools", "tracing", "main"),
    ],
  },
  {
    files: ["provider/plugin/**"],
    rule: "plugin imports the provider, core, its own gen and types of tracing",
    forbidden: [climbing("http", "kit", "modules", "tools", "main")],
    typesOnly: [climbing("tracing"), openTelemetry],
  },
  {
    files: ["provider/tracing/spans.ts"],
    rule: "tracing imports no other layer, and its libraries only where they are bundled separately",
    forbidden: [packagesButNode, climbing("contract", "core", "kit", "plugin", "provider", "verbs", "http", "modules", "tools", "main")],
    typesOnly: ["^\\./otlp$"],
  },
  {
    files: ["provider/tracing/otlp.ts"],
    rule: "tracing imports no other layer",
    forbidden: [climbing("contract", "core", "kit", "plugin", "provider", "verbs", "http", "modules", "tools", "main")],
  },
  {
    files: ["provider/http/**"],
    rule: "http imports core/errors, core/concurrency and types of the contract and of core, and of packages only those of Node",
    forbidden: [packagesButNode, climbing("plugin", "provider", "verbs", "kit", "modules", "tools", "tracing", "main")],
    typesOnly: ["^(\\.\\./)+core(?!/errors/|/concurrency/)(/|$)", climbing("contract")],
  },
  {
    files: ["provider/modules/index.ts"],
    rule: "the list of modules imports modules only",
    forbidden: [`^(?!\\./(${modules.join("|")})$)`],
    typesAllowed: true,
  },
  ...modules.map((name) => ({
    files: [`provider/modules/${name}/**`],
    rule: "a module imports the contract, core, http, kit and itself, and of packages only those of Node",
    forbidden: [
      packagesButNode,
      climbing("plugin", "provider", "verbs", "modules", "tools", "tracing", "main", ...modules.filter((other) => other !== name)),
    ],
  })),
  {
    files: ["provider/modules/eventrouting/credentials/google-auth.ts"],
    rule: "the vendor's auth library is bundled separately: this file imports Node, that library and types only",
    forbidden: ["^(?!node:|google-auth-library$)"],
    typesAllowed: true,
  },
  {
    files: ["tests/emulators/**"],
    rule: "an emulator imports nothing of the provider, so that it does not repeat its mistakes",
    forbidden: ["(^|/)provider(/|$)"],
  },
  { files: ["examples/**", "tools/**"], rule: "examples and tools import nothing of the provider", forbidden: ["(^|/)provider(/|$)"] },
];

const pattern = (rule, allowTypeImports) => (regex) => ({ regex, message: `${rule} (tools/eslint/layers.cjs).`, allowTypeImports });

/** `import()` and `require()` are imports, too; `no-restricted-imports` does not cover them. */
const dynamic = (rule) => (regex) => {
  const source = `[value=/${regex.replaceAll("/", "\\u002F")}/]`;
  const selector = `ImportExpression > Literal.source${source}, CallExpression[callee.name="require"] > Literal.arguments:first-child${source}`;
  return { selector, message: `${rule} (tools/eslint/layers.cjs).` };
};

/** The settings for the flat config. `syntax`: restrictions of syntax for every layer, since a later setting of that rule replaces an earlier one. */
exports.layerRules = (syntax) =>
  layers.map(({ files, rule, forbidden, typesOnly = [], typesAllowed = false }) => ({
    files,
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        { patterns: [...forbidden.map(pattern(rule, typesAllowed)), ...typesOnly.map(pattern(rule, true))] },
      ],
      "no-restricted-syntax": ["error", ...syntax, ...[...forbidden, ...typesOnly].map(dynamic(rule))],
    },
  }));
