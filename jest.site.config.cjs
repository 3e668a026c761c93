/** The tests of the site in a browser: apart from the others, because they build the site with packages of its own, and need Chromium. */
const swc = { jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" }, sourceMaps: "inline" };

module.exports = {
  testEnvironment: "node",
  roots: ["<rootDir>/tests/site"],
  testMatch: ["**/*.sitetest.ts"],
  transform: { "\\.[cm]?tsx?$": ["@swc/jest", swc] },
  globalSetup: "<rootDir>/tests/site/setup.cjs",
  reporters: ["default", "<rootDir>/tools/jest/counts.cjs"],
  maxWorkers: 1,
  testTimeout: 600_000,
};
