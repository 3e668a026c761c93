/** Before the first test of the SDKs: builds the plugin and finds the tools of each language, which may take minutes on the first run. */
module.exports = async () => {
  const { buildPlugin } = require("../support/build-plugin");
  const { ensurePython } = require("../../tools/python");
  const { probe } = require("./parts");
  const { findGo, findMaven, findNpm, hosts, oldestCli } = require("./toolchain");
  await buildPlugin();
  await probe("npm", findNpm);
  await probe("python", () => ensurePython({ name: "python-sdk", packages: ["pulumi>=3.231.0,<4", "mypy>=1.11", "build"] }));
  await probe("go", findGo);
  await probe("java", findMaven);
  await probe("hosts", hosts);
  await probe("oldest", oldestCli);
};
