/** Roles and users that the server defines. Of most roles only the cluster privileges are here. */
import type { JsonObject } from "../exchange";

const reserved = { _reserved: true };
const readable = ["monitor", "read", "view_index_metadata", "read_cross_cluster"];

const role = (cluster: readonly string[], description: string, members: JsonObject = {}): JsonObject => ({
  cluster: [...cluster],
  indices: [],
  applications: [],
  run_as: [],
  metadata: reserved,
  transient_metadata: { enabled: true },
  description,
  ...members,
});

const everywhere = (more: JsonObject): JsonObject[] => [
  { names: ["*"], privileges: ["all"], allow_restricted_indices: false, ...more },
  { names: ["*"], privileges: readable, allow_restricted_indices: true, ...more },
];

const systemUser = (product: string): JsonObject =>
  role(
    ["monitor", "cluster:admin/xpack/monitoring/bulk"],
    `Grants access necessary for the ${product} system user to send system-level data (such as monitoring) to Elasticsearch. This role should not be assigned to users as the granted permissions may change between releases.`,
  );

/** Roles by name, as the server returns them. */
export const reservedRoles: Readonly<Record<string, JsonObject>> = {
  superuser: role(
    ["all"],
    "Grants full access to cluster management and data indices. This role also grants direct read-only access to restricted indices like .security. A user with this role can impersonate any other user in the system, manage security and create roles with unlimited privileges. Take extra care when assigning it to a user.",
    {
      indices: everywhere({}),
      applications: [{ application: "*", privileges: ["*"], resources: ["*"] }],
      run_as: ["*"],
      transient_metadata: {},
      remote_indices: everywhere({ clusters: ["*"] }),
      remote_cluster: [{ privileges: ["monitor_enrich", "monitor_stats"], clusters: ["*"] }],
    },
  ),
  transport_client: role(
    ["transport_client"],
    "Grants the privileges required to access the cluster through the Java Transport Client. The Java Transport Client fetches information about the nodes in the cluster using the Node Liveness API and the Cluster State API (when sniffing is enabled). Assign your users this role if they use the Transport Client.",
  ),
  kibana_system: role(["monitor", "manage_index_templates", "manage_pipeline", "manage_ilm"], "Grants access necessary for Kibana."),
  logstash_system: systemUser("Logstash"),
  beats_system: systemUser("Beats"),
  apm_system: systemUser("APM"),
  remote_monitoring_collector: role(["monitor"], "Grants the minimum privileges required to collect monitoring data."),
  remote_monitoring_agent: role(["manage_index_templates", "manage_ingest_pipelines", "monitor"], "Writes monitoring data."),
};

/** The roles of each user of the server. */
export const builtinRoles: Readonly<Record<string, readonly string[]>> = {
  elastic: ["superuser"],
  kibana: ["kibana_system"],
  kibana_system: ["kibana_system"],
  logstash_system: ["logstash_system"],
  beats_system: ["beats_system"],
  apm_system: ["apm_system"],
  remote_monitoring_user: ["remote_monitoring_collector", "remote_monitoring_agent"],
};
