/** The actions behind the endpoints, and the cluster privileges that grant them. */

const TEMPLATE_READ = ["manage_index_templates", "monitor", "manage", "all"];
const TEMPLATE_WRITE = ["manage_index_templates", "manage", "all"];
const PIPELINE_WRITE = ["manage_ingest_pipelines", "manage_pipeline", "manage", "all"];
const MONITOR = ["monitor", "manage", "all"];
const CONNECTOR_READ = ["monitor_connector", "manage_connector", "manage", "all"];
const CONNECTOR_WRITE = ["manage_connector", "manage", "all"];
const ENRICH_WRITE = ["manage_enrich", "manage", "all"];

/** Action name to the privileges that grant it, in the order in which the server lists them. */
export const ACTIONS = {
  "cluster:monitor/main": MONITOR,
  "cluster:monitor/health": MONITOR,
  "indices:admin/index_template/get": TEMPLATE_READ,
  "indices:admin/index_template/simulate": TEMPLATE_WRITE,
  "indices:admin/index_template/put": TEMPLATE_WRITE,
  "indices:admin/index_template/delete": TEMPLATE_WRITE,
  "cluster:admin/component_template/get": TEMPLATE_READ,
  "cluster:admin/component_template/put": TEMPLATE_WRITE,
  "cluster:admin/component_template/delete": TEMPLATE_WRITE,
  "cluster:admin/ingest/pipeline/get": ["read_pipeline", "manage_ingest_pipelines", "manage_pipeline", "manage", "all"],
  "cluster:admin/ingest/pipeline/simulate": ["read_pipeline", "manage_ingest_pipelines", "manage_pipeline", "manage", "all"],
  "cluster:admin/ingest/pipeline/put": PIPELINE_WRITE,
  "cluster:admin/ingest/pipeline/delete": PIPELINE_WRITE,
  "cluster:admin/xpack/connector/get": CONNECTOR_READ,
  "cluster:admin/xpack/connector/list": CONNECTOR_READ,
  "cluster:admin/xpack/connector/post": CONNECTOR_WRITE,
  "cluster:admin/xpack/connector/put": CONNECTOR_WRITE,
  "cluster:admin/xpack/connector/delete": CONNECTOR_WRITE,
  "cluster:admin/xpack/connector/update_name": CONNECTOR_WRITE,
  "cluster:admin/xpack/connector/update_index_name": CONNECTOR_WRITE,
  "cluster:admin/xpack/connector/update_service_type": CONNECTOR_WRITE,
  "cluster:admin/xpack/connector/update_native": CONNECTOR_WRITE,
  "cluster:admin/xpack/connector/update_pipeline": CONNECTOR_WRITE,
  "cluster:admin/xpack/connector/update_scheduling": CONNECTOR_WRITE,
  "cluster:admin/xpack/connector/update_features": CONNECTOR_WRITE,
  "cluster:admin/xpack/connector/update_api_key_id": CONNECTOR_WRITE,
  "cluster:admin/xpack/connector/update_configuration": CONNECTOR_WRITE,
  "cluster:admin/xpack/connector/update_status": CONNECTOR_WRITE,
  "cluster:admin/xpack/connector/update_error": CONNECTOR_WRITE,
  "cluster:admin/xpack/connector/update_last_seen": CONNECTOR_WRITE,
  "cluster:admin/xpack/enrich/get": ["monitor_enrich", "manage_enrich", "manage", "all"],
  "cluster:admin/xpack/enrich/put": ENRICH_WRITE,
  "cluster:admin/xpack/enrich/delete": ENRICH_WRITE,
  "cluster:admin/xpack/enrich/execute": ENRICH_WRITE,
  "indices:admin/get": ["all"],
} as const satisfies Record<string, readonly string[]>;

/** An action of the server, as its error texts name it. */
export type Action = keyof typeof ACTIONS;
