/**
 * Tests are TypeScript, transformed by swc, in three projects: `unit` is quick and needs nothing; `wire` talks to the built plugin or an own server
 * over loopback; `cli` runs the real Pulumi CLI. Suites that need something built say so in their own set-up.
 */
const swc = { jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" }, sourceMaps: "inline" };

const folders = {
  wire: ["tests/plugin", "tests/conformance", "tests/faults", "tests/upgrade"],
  cli: ["tests/cli", "tests/examples"],
};
const elsewhere = ["tests/elasticsearch"]; // jest.elasticsearch.config.cjs

const project = (displayName, testMatch, ignored = []) => ({
  displayName,
  testEnvironment: "node",
  roots: ["<rootDir>/tests"],
  testMatch: testMatch.map((folder) => `<rootDir>/${folder}/**/*.test.ts`),
  testPathIgnorePatterns: ["/node_modules/", ...ignored.map((folder) => `<rootDir>/${folder}/`)],
  transform: { "\\.[cm]?tsx?$": ["@swc/jest", swc] },
});

module.exports = {
  maxWorkers: 2,
  testTimeout: 30_000,
  reporters: ["default", "<rootDir>/tools/jest/counts.cjs"],
  projects: [
    project("unit", ["tests"], [...folders.wire, ...folders.cli, ...elsewhere]),
    { ...project("wire", folders.wire), globalSetup: "<rootDir>/tools/jest/wire.cjs" },
    { ...project("cli", folders.cli), globalSetup: "<rootDir>/tools/jest/cli.cjs" },
  ],
};
