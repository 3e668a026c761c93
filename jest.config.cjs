/**
 * Tests are TypeScript, transformed by swc, in four projects. `unit` needs no other process; `wire` runs the built plugin or a server over loopback; `cli` runs
 * the Pulumi CLI; `long` holds the suites of these that take long by their nature. `make test` runs the first three, `make test-all` all four.
 */
const swc = { jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" }, sourceMaps: "inline" };

const folders = {
  wire: ["tests/conformance", "tests/faults", "tests/upgrade"],
  cli: ["tests/cli", "tests/examples"],
};
const elsewhere = ["tests/elasticsearch"]; // jest.elasticsearch.config.cjs

/** The suites that take long, and why. Each subject has a faster suite in another project. */
const long = {
  "tests/faults/orphans": "fails each request of each operation; tests/invariants/failures does so for chosen requests of each write",
  "tests/faults/memory": "20,000 function calls and 1,000 objects; tests/provider/verbs covers what is kept per call",
  "tests/faults/frames": "thousands of damaged connections; tests/provider/plugin and tests/conformance/negotiation cover single ones",
  "tests/faults/shapes": "every form of every property; tests/conformance/check and tests/conformance/values cover single ones",
  "tests/architecture/contract-members": "runs the type checker; docs/decisions/contract-members.md is what it compares",
  "tests/conformance/engine-exit":
    "processes notice the end of the engine at their next check; tests/provider/plugin/lifetime covers the decision",
  "tests/conformance/load": "messages of 100 MB and thousands of calls at once",
  "tests/examples/demo": "some dozen runs of the CLI",
  "tests/examples/examples": "each example is deployed; tests/cli covers one program of each module",
  "tests/cli/adopt": "builds a language host; tests/cli/terraform imports objects of the same services",
  "tests/cli/archives": "builds archives with the binary of Node.js, which is fetched; tests/tools/dist covers what all archives share",
  "tests/examples/tokens": "deploys all examples; the type check of `make test-examples` is faster",
  "tests/cli/do": "a further command of the CLI",
  "tests/cli/interrupt": "waits for the end of interrupted runs",
  "tests/cli/mistakes": "many failing programs; tests/conformance/check covers the messages",
  "tests/cli/providers": "a variant of tests/cli/lifecycle",
  "tests/cli/release": "generates and builds everything in a clone; tests/tools/release covers the steps",
  "tests/cli/workflows": "builds actionlint; tests/tools/workflows covers what actions may do",
  "tests/cli/workspace": "the workspace of these tests itself",
};
const longPaths = Object.keys(long).map((path) => `<rootDir>/${path}.test.ts`);

/** A project over the tests below some folders, without those of other folders and without the long suites. */
const project = (displayName, folders, ignored = []) => ({
  displayName,
  testEnvironment: "node",
  roots: ["<rootDir>/tests"],
  testMatch: folders.map((folder) => `<rootDir>/${folder}/**/*.test.ts`),
  testPathIgnorePatterns: ["/node_modules/", ...ignored.map((folder) => `<rootDir>/${folder}/`), ...longPaths],
  setupFilesAfterEnv: ["<rootDir>/tools/jest/assertions.cjs"],
  transform: { "\\.[cm]?tsx?$": ["@swc/jest", swc] },
});

module.exports = {
  maxWorkers: 2,
  workerIdleMemoryLimit: "600MB", // Workers keep some memory of every suite.
  testTimeout: 120_000, // Ends what hangs; longer than the limits of single waits and calls (tests/support/waiting.ts).
  reporters: ["default", "<rootDir>/tools/jest/counts.cjs"],
  projects: [
    project("unit", ["tests"], [...folders.wire, ...folders.cli, ...elsewhere]),
    { ...project("wire", folders.wire), globalSetup: "<rootDir>/tools/jest/wire.cjs" },
    { ...project("cli", folders.cli), globalSetup: "<rootDir>/tools/jest/cli.cjs" },
    {
      ...project("long", []),
      testMatch: longPaths,
      testPathIgnorePatterns: ["/node_modules/"],
      globalSetup: "<rootDir>/tools/jest/cli.cjs",
    },
  ],
};
