/** After the last test: ends the nodes of setup.cjs. */
module.exports = async () => {
  for (const node of globalThis.elasticsearchNodes ?? []) await node.stop();
};
