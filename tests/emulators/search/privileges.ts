/** The actions behind the endpoints, and the cluster privileges that grant them. */

const TEMPLATE_READ = ["manage_index_templates", "monitor", "manage", "all"];
const TEMPLATE_WRITE = ["manage_index_templates", "manage", "all"];
const PIPELINE_WRITE = ["manage_ingest_pipelines", "manage_pipeline", "manage", "all"];
const MONITOR = ["monitor", "manage", "all"];

/** Action name to the privileges that grant it, in the order in which the server lists them. */
export const ACTIONS = {
  "cluster:monitor/main": MONITOR,
  "cluster:monitor/health": MONITOR,
  "indices:admin/index_template/get": TEMPLATE_READ,
  "indices:admin/index_template/put": TEMPLATE_WRITE,
  "indices:admin/index_template/delete": TEMPLATE_WRITE,
  "cluster:admin/component_template/get": TEMPLATE_READ,
  "cluster:admin/component_template/put": TEMPLATE_WRITE,
  "cluster:admin/component_template/delete": TEMPLATE_WRITE,
  "cluster:admin/ingest/pipeline/get": ["read_pipeline", "manage_ingest_pipelines", "manage_pipeline", "manage", "all"],
  "cluster:admin/ingest/pipeline/put": PIPELINE_WRITE,
  "cluster:admin/ingest/pipeline/delete": PIPELINE_WRITE,
  "indices:admin/get": ["all"],
} as const satisfies Record<string, readonly string[]>;

/** An action of the server, as its error texts name it. */
export type Action = keyof typeof ACTIONS;
