/** After the last test: ends the node of setup.cjs. */
module.exports = async () => {
  await globalThis.elasticsearchNode?.stop();
};
