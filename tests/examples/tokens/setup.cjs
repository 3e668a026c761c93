/** Before the first test of the examples: finds the tools of each language. C# is generated and not compiled, because no .NET SDK is required. */
const { execFileSync } = require("node:child_process");
const { ensurePython } = require("../../../tools/python");
const cli = require("../../../tools/jest/cli.cjs");
const { probe } = require("../../sdk/parts");

module.exports = async () => {
  await cli();
  await probe("python", () => ensurePython({ name: "python-examples", packages: ["pulumi>=3.231.0,<4", "mypy>=1.11"] }));
  await probe("go", () => execFileSync("go", ["version"], { encoding: "utf8" }).trim());
};
