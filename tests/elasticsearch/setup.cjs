/**
 * Before the first test: builds the plugin where it is older than its sources, and starts the nodes that all suites share, without security and with it; their URLs
 * are in ELASTICSEARCH_NODE and ELASTICSEARCH_SECURE_NODE. Where they are not available, the reason is written to the terminal and to the file that
 * TEST_UNAVAILABLE names, and no test runs.
 */
const { writeFileSync } = require("node:fs");
const { buildPlugin } = require("../support/build-plugin");
const { ElasticsearchUnavailable, startElasticsearch } = require("./node");

module.exports = async () => {
  await buildPlugin();
  try {
    const [node, secured] = await Promise.all([startElasticsearch(), startElasticsearch({ security: true })]);
    globalThis.elasticsearchNodes = [node, secured];
    process.env.ELASTICSEARCH_NODE = node.url;
    process.env.ELASTICSEARCH_SECURE_NODE = secured.url;
  } catch (cause) {
    if (!(cause instanceof ElasticsearchUnavailable)) throw cause;
    if (process.env.TEST_UNAVAILABLE) writeFileSync(process.env.TEST_UNAVAILABLE, cause.message);
    throw new Error(`no Elasticsearch node to test on: ${cause.message}`, { cause });
  }
};
