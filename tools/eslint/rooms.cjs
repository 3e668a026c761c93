/** Who may import whom: the table of the house as settings of `no-restricted-imports`, one room per row. */

const modules = ["search", "cloud", "datapipeline", "eventrouting"];

/** Matches imports that climb out of the folder and enter one of the rooms. */
const climbing = (...rooms) => `^(\\.\\./)+(${rooms.join("|")})(/|$)`;
const packages = "^[^.]";
const packagesButNode = "^(?!\\.|node:)";
const openTelemetry = "^@opentelemetry/";

/** Files of the room, what they may import (said to whoever breaks the rule), and the forbidden arrows. */
const rooms = [
  {
    files: ["provider/core/**"],
    law: "core is pure and imports core only",
    forbidden: [packages, climbing("plugin", "provider", "verbs", "http", "modules", "tools", "tracing", "main")],
  },
  {
    files: ["provider/provider.ts", "provider/verbs/**"],
    law: "the verbs of the provider import core only; modules and send are handed in",
    forbidden: [
      packages,
      "^\\./(plugin|http|modules|tools|tracing|main)(/|$)",
      climbing("plugin", "http", "modules", "tools", "tracing", "main"),
    ],
  },
  {
    files: ["provider/plugin/**"],
    law: "plugin imports the provider, core, its own gen and types of tracing",
    forbidden: [climbing("http", "modules", "tools", "main")],
    typesOnly: [climbing("tracing"), openTelemetry],
  },
  {
    files: ["provider/tracing/spans.ts"],
    law: "tracing imports nothing of the house, and its libraries only where they are bundled apart",
    forbidden: [packagesButNode, climbing("core", "plugin", "provider", "verbs", "http", "modules", "tools", "main")],
    typesOnly: ["^\\./otlp$"],
  },
  {
    files: ["provider/tracing/otlp.ts"],
    law: "tracing imports nothing of the house",
    forbidden: [climbing("core", "plugin", "provider", "verbs", "http", "modules", "tools", "main")],
  },
  {
    files: ["provider/http/**"],
    law: "http imports core/errors and types of core, and of packages only those of Node",
    forbidden: [packagesButNode, climbing("plugin", "provider", "verbs", "modules", "tools", "tracing", "main")],
    typesOnly: ["^(\\.\\./)+core(?!/errors$)(/|$)"],
  },
  {
    files: ["provider/modules/index.ts"],
    law: "the list of modules names modules and nothing else",
    forbidden: [`^(?!\\./(${modules.join("|")})$)`],
    typesAllowed: true,
  },
  ...modules.map((name) => ({
    files: [`provider/modules/${name}/**`],
    law: "a module imports core, http and itself, and of packages only those of Node",
    forbidden: [
      packagesButNode,
      climbing("plugin", "provider", "verbs", "modules", "tools", "tracing", "main", ...modules.filter((other) => other !== name)),
    ],
  })),
  {
    files: ["provider/modules/eventrouting/credentials/google-auth.ts"],
    law: "the vendor's auth library is bundled apart: this file imports Node, that library and nothing of the house",
    forbidden: ["^(?!node:|google-auth-library$)"],
  },
  {
    files: ["tests/emulators/**"],
    law: "an emulator has its own knowledge and imports nothing of the provider",
    forbidden: ["(^|/)provider(/|$)"],
  },
  { files: ["examples/**", "tools/**"], law: "examples and tools import nothing of the provider", forbidden: ["(^|/)provider(/|$)"] },
];

const pattern = (law, allowTypeImports) => (regex) => ({ regex, message: `${law} (tools/eslint/rooms.cjs).`, allowTypeImports });

/** `import()` and `require()` are arrows too; the rule above does not see them. */
const late = (law) => (regex) => {
  const source = `[value=/${regex.replaceAll("/", "\\u002F")}/]`;
  const selector = `ImportExpression > Literal.source${source}, CallExpression[callee.name="require"] > Literal.arguments:first-child${source}`;
  return { selector, message: `${law} (tools/eslint/rooms.cjs).` };
};

/** The settings for the flat config. `syntax` are restrictions of syntax that hold in every room: a later setting of that rule replaces the former. */
exports.roomRules = (syntax) =>
  rooms.map(({ files, law, forbidden, typesOnly = [], typesAllowed = false }) => ({
    files,
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        { patterns: [...forbidden.map(pattern(law, typesAllowed)), ...typesOnly.map(pattern(law, true))] },
      ],
      "no-restricted-syntax": ["error", ...syntax, ...[...forbidden, ...typesOnly].map(late(law))],
    },
  }));
