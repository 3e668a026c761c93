/** The cluster privileges that grant groups of actions, in the order in which the server lists them. */

/** An action of the server, as its error texts name it, and the cluster privileges that grant it. */
export interface Action {
  name: string;
  grantedBy: readonly string[];
}

/** Makes an action. */
export const action = (name: string, grantedBy: readonly string[]): Action => ({ name, grantedBy });

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
