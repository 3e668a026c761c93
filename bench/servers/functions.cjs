// The functions of the official provider server that bench/calls.ts compares: each sends the same HTTP request as the plugin with Node's own fetch, and
// returns the same members, as the author of an ordinary provider would write it.
"use strict";
const { createHash } = require("node:crypto");

const { FIVETRAN_API_URL, FIVETRAN_APIKEY, FIVETRAN_APISECRET, ELASTICSEARCH_ENDPOINTS } = process.env;

async function get(url, headers) {
  const response = await fetch(url, { headers });
  if (!response.ok) throw new Error(`GET ${url}: HTTP ${response.status}: ${await response.text()}`);
  return response.json();
}

const camelCase = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

/** Renames the members at every depth and omits those that are null. */
function camelCased(value) {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [camelCase(name), camelCased(member)]));
}

async function pipelineRecord(path, accept) {
  const authorization = `Basic ${Buffer.from(`${FIVETRAN_APIKEY}:${FIVETRAN_APISECRET}`).toString("base64")}`;
  const { data } = await get(`${FIVETRAN_API_URL}${path}`, { authorization, accept });
  return data;
}

const version1 = "application/json";
const version2 = "application/json;version=2";

async function getGroup({ id }) {
  return { ...camelCased(await pipelineRecord(`/groups/${encodeURIComponent(id)}`, version1)), lastUpdated: "" };
}

/** References that the schema requires are empty texts where the service returns none. */
function references({ private_link_id, proxy_agent_id, hybrid_deployment_agent_id }) {
  return {
    privateLinkId: private_link_id ?? "",
    proxyAgentId: proxy_agent_id ?? "",
    hybridDeploymentAgentId: hybrid_deployment_agent_id ?? "",
  };
}

async function getDestination({ id }) {
  const record = await pipelineRecord(`/destinations/${encodeURIComponent(id)}`, version2);
  const { setup_tests: _tests, config, ...members } = record;
  const { brand_new_option: _unknown, port, ...rest } = config;
  return { ...camelCased(members), ...references(record), config: { ...camelCased(rest), port: Number(port) } };
}

function connectionOutputs(record) {
  const { config: _config, setup_tests: _tests, source_sync_details: _details, schema, status, ...members } = record;
  const { schema_status: _schemaStatus, ...shownStatus } = status;
  return {
    ...camelCased(members),
    ...references(record),
    dailySyncTime: record.daily_sync_time ?? "",
    failedAt: record.failed_at ?? "",
    serviceVersion: String(record.service_version),
    name: schema,
    destinationSchema: { prefix: schema },
    status: camelCased(shownStatus),
  };
}

async function getConnection({ id }) {
  return connectionOutputs(await pipelineRecord(`/connections/${encodeURIComponent(id)}`, version2));
}

async function getConnector({ id }) {
  const record = await pipelineRecord(`/connections/${encodeURIComponent(id)}`, version2);
  const { a_new_field: _unknown, schema_prefix: _prefix, ...config } = record.config;
  return { ...connectionOutputs(record), config: camelCased(config) };
}

let clusterUuid;

async function getSearchIndexTemplate({ name }) {
  const { index_templates: templates } = await get(`${ELASTICSEARCH_ENDPOINTS}/_index_template/${encodeURIComponent(name)}`, {
    accept: "application/json",
  });
  clusterUuid ??= (await get(ELASTICSEARCH_ENDPOINTS, { accept: "application/json" })).cluster_uuid;
  const { index_patterns, composed_of, priority, version, _meta, template } = templates[0].index_template;
  return {
    id: `${clusterUuid}/${name}`,
    name,
    indexPatterns: index_patterns,
    composedOfs: composed_of,
    ignoreMissingComponentTemplates: [],
    priority,
    version,
    metadata: JSON.stringify(_meta),
    template: { settings: JSON.stringify(template.settings), mappings: JSON.stringify(template.mappings) },
  };
}

/** A required input, defaults, the JSON text and its hash; sends no request. */
async function getSearchIngestProcessorBytes({ field, ignoreFailure = false, ignoreMissing = false }) {
  const body = { ignore_failure: ignoreFailure, field, ignore_missing: ignoreMissing };
  const json = JSON.stringify({ bytes: body }, null, 1);
  return { field, ignoreFailure, ignoreMissing, json, id: createHash("sha1").update(json).digest("hex") };
}

module.exports = {
  "quartet:datapipeline:getConnection": getConnection,
  "quartet:datapipeline:getConnector": getConnector,
  "quartet:datapipeline:getDestination": getDestination,
  "quartet:datapipeline:getGroup": getGroup,
  "quartet:search:getSearchIndexTemplate": getSearchIndexTemplate,
  "quartet:search:getSearchIngestProcessorBytes": getSearchIngestProcessorBytes,
};
