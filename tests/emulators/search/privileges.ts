/** The names of privileges and which of them contain others; actions, and the cluster privileges that grant groups of them, in the order in which the server lists them. */
import { isSince } from "./api";
import { illegal } from "./errors";

/** An action of the server, as its error texts name it, and the cluster privileges that grant it. */
export type Action = readonly [name: string, grantedBy: readonly string[]];

export const monitor = ["monitor", "manage", "all"];
export const manage = ["manage", "all"];
/** In the order in which 8.19.8 lists them. */
export const snapshotRead = ["create_snapshot", "monitor_snapshot", "manage", "all"];
export const snapshotWrite = ["create_snapshot", "manage", "all"];
export const manageSlm = ["manage_slm", "manage", "all"];
export const readSlm = ["read_slm", ...manageSlm];
export const superuser = ["all"];
export const securityRead = ["read_security", "manage_security", "all"];
export const securityWrite = ["manage_security", "all"];
/** What every user may do. */
export const everyone: readonly string[] = [];
export const templateRead = ["manage_index_templates", ...monitor];
export const templateWrite = ["manage_index_templates", "manage", "all"];
export const pipelineRead = ["read_pipeline", "manage_ingest_pipelines", "manage_pipeline", "manage", "all"];
export const pipelineWrite = ["manage_ingest_pipelines", "manage_pipeline", "manage", "all"];
export const connectorRead = ["monitor_connector", "manage_connector", "manage", "all"];
export const connectorWrite = ["manage_connector", "manage", "all"];
export const enrichRead = ["monitor_enrich", "manage_enrich", "manage", "all"];
export const enrichWrite = ["manage_enrich", "manage", "all"];

/** Privileges of the cluster in 8.19. */
const CLUSTER =
  `all cancel_task create_snapshot cross_cluster_replication cross_cluster_search delegate_pki grant_api_key manage manage_api_key
  manage_autoscaling manage_behavioral_analytics manage_ccr manage_connector manage_data_frame_transforms manage_data_stream_global_retention
  manage_enrich manage_ilm manage_index_templates manage_inference manage_ingest_pipelines manage_logstash_pipelines manage_ml manage_oidc
  manage_own_api_key manage_pipeline manage_rollup manage_saml manage_search_application manage_search_query_rules manage_search_synonyms
  manage_security manage_service_account manage_slm manage_token manage_transform manage_user_profile manage_watcher monitor monitor_connector
  monitor_data_frame_transforms monitor_data_stream_global_retention monitor_enrich monitor_inference monitor_ml monitor_rollup
  monitor_snapshot monitor_stats monitor_text_structure monitor_transform monitor_watcher none post_behavioral_analytics_event read_ccr
  read_connector_secrets read_fleet_secrets read_ilm read_pipeline read_security read_slm transport_client write_connector_secrets
  write_fleet_secrets`.split(/\s+/);

/** Privileges of indices in 8.19. */
const INDEX =
  `all auto_configure create create_doc create_index cross_cluster_replication cross_cluster_replication_internal delete delete_index index
  maintenance manage manage_data_stream_lifecycle manage_failure_store manage_follow_index manage_ilm manage_leader_index monitor none read
  read_cross_cluster read_failure_store view_index_metadata write`.split(/\s+/);

/** What `manage` of the cluster does not contain: all that concerns security. */
const NOT_MANAGED = `all manage_security read_security manage_api_key manage_own_api_key grant_api_key manage_token manage_saml manage_oidc
  manage_service_account manage_user_profile delegate_pki cross_cluster_search cross_cluster_replication read_fleet_secrets
  write_fleet_secrets read_connector_secrets write_connector_secrets`.split(/\s+/);

const CONTAINED: Readonly<Record<string, readonly string[]>> = {
  write: ["create", "create_doc", "delete", "index"],
  index: ["create", "create_doc"],
  create: ["create_doc"],
};

const SINCE: Readonly<Record<string, string>> = { monitor_stats: "8.17.0", manage_failure_store: "8.19.0", read_failure_store: "8.19.0" };

/** What kind of privilege a name is. */
type PrivilegeKind = "cluster" | "index";

/** The server's complaints about privileges that it does not have. Names of actions and their patterns are accepted. */
export const privilegeProblems = (kind: PrivilegeKind, wanted: readonly string[], version: string): string[] => {
  const names = (kind === "cluster" ? CLUSTER : INDEX).filter((each) => isSince(version, SINCE[each] ?? "8.0.0"));
  const isAction = kind === "cluster" ? /^(cluster:|indices:admin\/(index_)?template\/)/ : /^indices:/;
  const predefined = kind === "cluster" ? "cluster privilege names" : "fixed indices privileges";
  const alternatives = `either one of the predefined ${predefined} [${names.join(",")}] or a pattern over one of the available ${kind} actions`;
  return wanted
    .filter((name) => !names.includes(name.toLowerCase()) && !isAction.test(name))
    .map((name) => `unknown ${kind} privilege [${name}]. a privilege must be ${alternatives}`);
};

/** Fails for the first privilege that the server does not have. */
export const rejectUnknown = (kind: PrivilegeKind, names: readonly string[], version: string): void => {
  const [problem] = privilegeProblems(kind, names, version);
  if (problem !== undefined) throw illegal(problem);
};

/** Whether privileges of an identity contain another one. */
export const contains = (kind: PrivilegeKind, owned: readonly string[], wanted: string): boolean => {
  const own = owned.map((each) => each.toLowerCase());
  if (own.includes("all") || own.includes(wanted)) return true;
  if (kind === "cluster") return own.includes("manage") && !NOT_MANAGED.includes(wanted);
  return own.some((each) => CONTAINED[each]?.includes(wanted));
};
