/** The tests of the packages in sdk, with the tools of their languages: apart from the others, because the first run fetches these tools. */
const swc = { jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" }, sourceMaps: "inline" };

module.exports = {
  testEnvironment: "node",
  roots: ["<rootDir>/tests/sdk"],
  testMatch: ["**/*.sdktest.ts"],
  transform: { "\\.[cm]?tsx?$": ["@swc/jest", swc] },
  globalSetup: "<rootDir>/tests/sdk/setup.cjs",
  reporters: ["default", "<rootDir>/tools/jest/counts.cjs"],
  maxWorkers: 2,
  testTimeout: 300_000,
};
