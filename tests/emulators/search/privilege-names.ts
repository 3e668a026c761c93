/** The names of cluster and index privileges, and which of them contain others. */
import { compareVersions } from "./api";
import { illegal } from "./errors";
import type { SearchFailure } from "./errors";

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
export type PrivilegeKind = "cluster" | "index";

/** The server's complaint about a privilege that it does not have, or undefined. Names of actions and their patterns are accepted. */
export const privilegeProblem = (kind: PrivilegeKind, name: string, version: string): string | undefined => {
  const names = (kind === "cluster" ? CLUSTER : INDEX).filter((each) => compareVersions(version, SINCE[each] ?? "8.0.0") >= 0);
  const isAction = kind === "cluster" ? /^(cluster:|indices:admin\/(index_)?template\/)/ : /^indices:/;
  if (names.includes(name.toLowerCase()) || isAction.test(name)) return undefined;
  const predefined = kind === "cluster" ? "cluster privilege names" : "fixed indices privileges";
  const alternatives = `either one of the predefined ${predefined} [${names.join(",")}] or a pattern over one of the available ${kind} actions`;
  return `unknown ${kind} privilege [${name}]. a privilege must be ${alternatives}`;
};

/** The 400 for the first privilege that the server does not have. */
export const unknownPrivilege = (kind: PrivilegeKind, names: readonly string[], version: string): SearchFailure | undefined => {
  const problem = names.map((name) => privilegeProblem(kind, name, version)).find((each) => each !== undefined);
  return problem === undefined ? undefined : illegal(problem);
};

/** Whether privileges of an identity contain another one. */
export const contains = (kind: PrivilegeKind, owned: readonly string[], wanted: string): boolean => {
  const own = owned.map((each) => each.toLowerCase());
  if (own.includes("all") || own.includes(wanted)) return true;
  if (kind === "cluster") return own.includes("manage") && !NOT_MANAGED.includes(wanted);
  return own.some((each) => CONTAINED[each]?.includes(wanted));
};
