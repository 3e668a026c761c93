/** Before the first test with the real Pulumi CLI: builds the plugin if it is stale, and installs the CLI, which may take minutes, so that no test exceeds its time limit by waiting for it. */
module.exports = async () => {
  const { buildPlugin } = require("../../tests/support/build-plugin");
  await buildPlugin();
  const { ensurePulumi } = require("../pulumi");
  await ensurePulumi({ languages: ["yaml", "nodejs"] });
};
