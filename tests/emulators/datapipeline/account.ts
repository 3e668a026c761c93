/** What an emulated Fivetran account holds: records as version 2 of the representation shows them, each in a store by id. */
import type { JsonObject } from "../exchange";
import { Store } from "../store";

/** Records of the account by id. */
export interface Records {
  connections: Store<JsonObject>;
  /** The id of a destination is that of its group. */
  destinations: Store<JsonObject>;
  groups: Store<JsonObject>;
  users: Store<JsonObject>;
  teams: Store<JsonObject>;
  hybridAgents: Store<JsonObject>;
  proxyAgents: Store<JsonObject>;
  privateLinks: Store<JsonObject>;
  packages: Store<JsonObject>;
  transformations: Store<JsonObject>;
  projects: Store<JsonObject>;
  webhooks: Store<JsonObject>;
  logServices: Store<JsonObject>;
  connectorTypes: Store<JsonObject>;
  /** By name: roles have no id. */
  roles: Store<JsonObject>;
  /** What a group shows beside itself, by the id of the group. */
  sshKeys: Store<JsonObject>;
  serviceAccounts: Store<JsonObject>;
}

/** All that the service has. Tests change it without a request. */
export interface PipelineAccount extends Records {
  /** Lists that belong to one record, by their path without the slash at its start, such as `groups/projected_sickle/users`; what is not here is empty. */
  owned: Map<string, JsonObject[]>;
  /** The account itself, and who the key belongs to. */
  info: JsonObject;
}

/** An account with nothing in it. */
export const emptyAccount = (): PipelineAccount => {
  const store = (): Store<JsonObject> => new Store<JsonObject>();
  return {
    connections: store(),
    destinations: store(),
    groups: store(),
    users: store(),
    teams: store(),
    hybridAgents: store(),
    proxyAgents: store(),
    privateLinks: store(),
    packages: store(),
    transformations: store(),
    projects: store(),
    webhooks: store(),
    logServices: store(),
    connectorTypes: store(),
    roles: store(),
    sshKeys: store(),
    serviceAccounts: store(),
    owned: new Map(),
    info: { account_id: "empty_account", account_name: "Empty" },
  };
};

/** Puts records into a store by their id. */
export const fill = (store: Store<JsonObject>, records: readonly JsonObject[]): void => {
  for (const record of records) store.set(String(record["id"]), record);
};
