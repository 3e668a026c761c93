/** What an emulated Fivetran account has: records as version 2 of the representation shows them, each in a store by ID. */
import type { JsonObject } from "../exchange";
import { byName } from "../objects";
import { Store } from "../store";

/** The address of the list of each kind of record. The ID of a destination or a log service is that of its group; roles have their name as ID. */
export const lists = {
  connections: "/connections",
  destinations: "/destinations",
  groups: "/groups",
  users: "/users",
  teams: "/teams",
  hybridAgents: "/hybrid-deployment-agents",
  proxyAgents: "/proxy",
  privateLinks: "/private-links",
  packages: "/transformations/package-metadata",
  transformations: "/transformations",
  projects: "/transformation-projects",
  webhooks: "/webhooks",
  logServices: "/external-logging",
  connectorTypes: "/metadata/connector-types",
  roles: "/roles",
} as const;

/** Records of the account by ID. */
export type Records = Record<keyof typeof lists, Store<JsonObject>>;

/** All that the service has. Tests change it without a request. */
export interface PipelineAccount extends Records {
  /** What belongs to one record, by its address such as `/groups/projected_sickle/users`: the rows of a list, or one object; what is not here is empty. */
  owned: Map<string, JsonObject[]>;
}

/** An account with nothing in it. */
export const emptyAccount = (): PipelineAccount => ({
  ...(byName(Object.keys(lists), () => new Store<JsonObject>()) as Records),
  owned: new Map(),
});
