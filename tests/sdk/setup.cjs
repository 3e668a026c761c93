/** Before the first test of the SDKs: builds the plugin and the npm package, which the suites share, and finds the tools of each language, which may take minutes on the first run. */
const { execFileSync } = require("node:child_process");
const { join } = require("node:path");

module.exports = async () => {
  const { buildPlugin } = require("../support/build-plugin");
  const { ensurePython } = require("../../tools/python");
  const { probe } = require("./parts");
  const { findGo, findMaven, findNpm, hosts, oldestCli } = require("./toolchain");
  await buildPlugin();
  execFileSync(process.execPath, [require.resolve("tsx/cli"), join(__dirname, "..", "..", "tools", "sdk.ts")], { stdio: "inherit" });
  await probe("npm", findNpm);
  await probe("python", () => ensurePython({ name: "python-sdk", packages: ["pulumi>=3.231.0,<4", "mypy>=1.11", "build"] }));
  await probe("go", findGo);
  await probe("java", findMaven);
  await probe("hosts", hosts);
  await probe("oldest", oldestCli);
};
