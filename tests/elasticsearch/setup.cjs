/**
 * Before the first test: builds the plugin where it is older than its sources, and starts the node without security that all suites share; its URL is
 * in ELASTICSEARCH_NODE. Where it is not available, the reason is written to the terminal and to the file that TEST_UNAVAILABLE names, and no test runs.
 */
const { writeFileSync } = require("node:fs");
const { buildPlugin } = require("../support/build-plugin");
const { ElasticsearchUnavailable, startElasticsearch } = require("./node");

module.exports = async () => {
  await buildPlugin();
  try {
    globalThis.elasticsearchNode = await startElasticsearch();
    process.env.ELASTICSEARCH_NODE = globalThis.elasticsearchNode.url;
  } catch (cause) {
    if (!(cause instanceof ElasticsearchUnavailable)) throw cause;
    if (process.env.TEST_UNAVAILABLE) writeFileSync(process.env.TEST_UNAVAILABLE, cause.message);
    throw new Error(`no Elasticsearch node to test on: ${cause.message}`, { cause });
  }
};
