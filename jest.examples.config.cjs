/** The tests of the examples in schema.json with the compilers of their languages: apart from the others, because the first run fetches packages. */
const swc = { jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" }, sourceMaps: "inline" };

module.exports = {
  testEnvironment: "node",
  roots: ["<rootDir>/tests/examples/tokens"],
  testMatch: ["**/*.tokentest.ts"],
  transform: { "\\.[cm]?tsx?$": ["@swc/jest", swc] },
  globalSetup: "<rootDir>/tests/examples/tokens/setup.cjs",
  reporters: ["default", "<rootDir>/tools/jest/counts.cjs"],
  maxWorkers: 2,
  testTimeout: 600_000,
};
