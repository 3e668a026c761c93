/** What an emulated Fivetran account holds: records as version 2 of the representation shows them, each in a store by id. */
import type { JsonObject } from "../exchange";
import { Store } from "../store";

/** The kinds of records. The id of a destination, a key or an account of a group is that of its group; roles have their name as id. */
const kinds = [
  "connections",
  "destinations",
  "groups",
  "users",
  "teams",
  "hybridAgents",
  "proxyAgents",
  "privateLinks",
  "packages",
] as const;
const more = ["transformations", "projects", "webhooks", "logServices", "connectorTypes", "roles", "sshKeys", "serviceAccounts"] as const;

/** Records of the account by id. */
export type Records = Record<(typeof kinds)[number] | (typeof more)[number], Store<JsonObject>>;

/** All that the service has. Tests change it without a request. */
export interface PipelineAccount extends Records {
  /** Lists that belong to one record, by their path without the slash at its start, such as `groups/projected_sickle/users`; what is not here is empty. */
  owned: Map<string, JsonObject[]>;
  /** The account itself, and who the key belongs to. */
  info: JsonObject;
}

/** An account with nothing in it. */
export const emptyAccount = (): PipelineAccount => ({
  ...(Object.fromEntries([...kinds, ...more].map((kind) => [kind, new Store<JsonObject>()])) as Records),
  owned: new Map(),
  info: { account_id: "empty_account", account_name: "Empty" },
});

/** Puts records into a store by their id. */
export const fill = (store: Store<JsonObject>, records: readonly JsonObject[]): void => {
  for (const record of records) store.set(String(record["id"]), record);
};
