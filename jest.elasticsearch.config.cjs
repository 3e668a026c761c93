/**
 * The tests on a genuine Elasticsearch node: `*.estest.ts`, and the cases of the resources and functions, which `make test` runs on the emulator. They are apart
 * from the others because the first run fetches 909 MB.
 */
const swc = { jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" }, sourceMaps: "inline" };

module.exports = {
  testEnvironment: "node",
  roots: ["<rootDir>/tests/elasticsearch", "<rootDir>/tests/provider/modules/search/cases"],
  testMatch: ["**/*.estest.ts", "**/cases/*.test.ts"],
  transform: { "\\.[cm]?tsx?$": ["@swc/jest", swc] },
  globalSetup: "<rootDir>/tests/elasticsearch/setup.cjs",
  globalTeardown: "<rootDir>/tests/elasticsearch/teardown.cjs",
  reporters: ["default", "<rootDir>/tools/jest/counts.cjs"],
  maxWorkers: 1,
  testTimeout: 60_000,
};
