/** Before the first test of the examples: finds the tools of each language. C# is generated and not compiled, because no .NET SDK is required. */
const { ensurePython } = require("../../../tools/python");
const cli = require("../../../tools/jest/cli.cjs");
const { probe } = require("../../sdk/parts");
const { findGo, findMaven } = require("../../sdk/toolchain");

module.exports = async () => {
  await cli();
  await probe("python", () => ensurePython({ name: "python-examples", packages: ["pulumi>=3.231.0,<4", "mypy>=1.11"] }));
  await probe("go", findGo);
  await probe("java", findMaven);
};
