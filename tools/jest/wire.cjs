/** Before the first test that starts the plugin: builds it when it is missing or older than its sources. */
module.exports = async () => {
  const { buildPlugin } = require("../../tests/support/build-plugin");
  await buildPlugin();
};
