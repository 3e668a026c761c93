/** Before the first test with the real Pulumi CLI: brings the CLI, which may take minutes once, so that no test has to wait for it. */
module.exports = async () => {
  const { ensurePulumi } = require("../pulumi");
  await ensurePulumi({ languages: ["yaml", "nodejs"] });
};
