/** The tests on a genuine Elasticsearch node, `*.estest.ts`: apart from the others, for the first run fetches 909 MB. */
const swc = { jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" }, sourceMaps: "inline" };

module.exports = {
  testEnvironment: "node",
  roots: ["<rootDir>/tests/elasticsearch"],
  testMatch: ["**/*.estest.ts"],
  transform: { "\\.[cm]?tsx?$": ["@swc/jest", swc] },
  globalSetup: "<rootDir>/tests/elasticsearch/setup.cjs",
  globalTeardown: "<rootDir>/tests/elasticsearch/teardown.cjs",
  reporters: ["default", "<rootDir>/tools/jest/counts.cjs"],
  maxWorkers: 1,
  testTimeout: 60_000,
};
