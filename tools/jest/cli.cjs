/** Before the first test with the real Pulumi CLI: builds the plugin when it is stale, and brings the CLI, which may take minutes once, so that no test has to wait for it. */
module.exports = async () => {
  const { buildPlugin } = require("../../tests/support/build-plugin");
  await buildPlugin();
  const { ensurePulumi } = require("../pulumi");
  await ensurePulumi({ languages: ["yaml", "nodejs"] });
};
