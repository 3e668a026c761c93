/**
 * The addresses that read: what each shows of the account, which filters it takes, what it calls a record that is not there, and how a response is framed. See
 * docs/modules/datapipeline.md#requests and docs/modules/datapipeline.md#errors.
 */
import type { EmulatorReply, Json, JsonObject } from "../exchange";
import { pickBy } from "../objects";
import type { Route } from "../router";
import { lists, type PipelineAccount, type Records } from "./account";

/** A rejection: a status, and a body of code and message. */
export class PipelineFailure extends Error {
  constructor(
    readonly status: number,
    /** For example `NotFound_Group`. */
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.name = "PipelineFailure";
  }
}

/** A parameter that the service does not take. */
export const invalid = (message: string): PipelineFailure => new PipelineFailure(400, "InvalidInput", message);

/** There is no such record. */
export const missing = (kind: string, id: string): PipelineFailure =>
  new PipelineFailure(404, `NotFound_${kind}`, `${kind} with id '${id}' does not exist.`);

/** A body as the service writes it; `data` only where there is any. */
export const framed = (status: number, body: { code: string; message?: string; data?: Json }): EmulatorReply => ({
  status,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

/** Version of the representation that is requested. */
export type Version = 1 | 2;

/** What is behind one address. */
export interface Source {
  /** Whether the address has a version 2. */
  versioned: boolean;
  /** Filters of a list: fields of its rows, by the name of the parameter. Absent for a single record. */
  filters?: Readonly<Record<string, string>>;
  /** All rows of the list, or the one record. */
  read(account: PipelineAccount, parts: Readonly<Record<string, string>>): JsonObject[] | JsonObject;
  /** A row or record as it is shown. */
  show(record: JsonObject, version: Version): JsonObject;
}

/** Fields that came with version 2. */
const later = [
  "networking_method",
  "private_link_id",
  "proxy_agent_id",
  "hybrid_deployment_agent_id",
  "data_delay_sensitivity",
  "data_delay_threshold",
];

const without = (record: JsonObject, hidden: readonly string[]): JsonObject => pickBy(record, (_, key) => !hidden.includes(key));

const whole = (record: JsonObject, version: Version) => (version === 2 ? record : without(record, later));

type Kind = readonly [store: keyof Records, noun: string];

const record = (account: PipelineAccount, [store, noun]: Kind, id = "") => {
  const found = account[store].get(id);
  if (!found) throw missing(noun, id);
  return found;
};

const get = (path: string, read: Source["read"], more: Partial<Source> = {}): Route<Source> => ({
  method: "GET",
  path,
  handler: { versioned: false, read, show: (record) => record, ...more },
});

/** The list of a kind, and one of it; rows do not have the fields that are hidden. */
const both = (kind: Kind, hidden: readonly string[] = [], more: Partial<Source> = {}): Route<Source>[] => {
  const path = lists[kind[0]];
  const show = (row: JsonObject, version: Version): JsonObject => without(more.show ? more.show(row, version) : row, hidden);
  const { filters = {}, ...common } = more;
  return [
    get(path, (account) => account[kind[0]].values(), { ...common, filters, show }),
    get(`${path}/{id}`, (account, { id }) => record(account, kind, id), common),
  ];
};

/** A list that belongs to a record. */
const owned = (kind: Kind, name: string): Route<Source> => {
  const path = lists[kind[0]];
  const read: Source["read"] = (account, { id }) => {
    record(account, kind, id);
    return account.owned.get(`${path}/${id}/${name}`) ?? [];
  };
  return get(`${path}/{id}/${name}`, read, { filters: {} });
};

const connection: Kind = ["connections", "Connector"];
const destination: Kind = ["destinations", "Destination"];
const group: Kind = ["groups", "Group"];
const user: Kind = ["users", "User"];
const team: Kind = ["teams", "Team"];

/** What a group has at an address of its own. */
const beside = (name: string): Route<Source> =>
  get(`/groups/{id}/${name}`, (account, { id = "" }) => {
    record(account, group, id);
    const [found] = account.owned.get(`/groups/${id}/${name}`) ?? [];
    if (!found) throw missing("Group", id);
    return found;
  });

const ofGroup: Source["read"] = (account, { id }) => {
  record(account, group, id);
  return account.connections.values().filter((row) => row.group_id === id);
};

const projectDetails = ["status", "errors", "setup_tests", "project_config"];
const versioned = { versioned: true, show: whole };

/** The addresses that lookups of the provider request. */
export const routes: readonly Route<Source>[] = [
  ...both(connection, ["config"], { ...versioned, filters: { group_id: "group_id", schema: "schema" } }),
  ...both(destination, ["config"], versioned),
  ...[connection, destination].flatMap((kind) => [owned(kind, "certificates"), owned(kind, "fingerprints")]),
  ...both(group),
  owned(group, "users"),
  get("/groups/{id}/connections", ofGroup, { filters: { schema: "schema" }, show: (row) => without(row, ["config"]) }),
  beside("public-key"),
  beside("service-account"),
  ...both(user),
  ...both(team),
  ...[user, team].flatMap((kind) => [owned(kind, "connections"), owned(kind, "groups")]),
  owned(team, "users"),
  ...both(["hybridAgents", "RemoteExecutionAgent"]),
  ...both(["proxyAgents", "ProxyAgent"], ["usage"]),
  ...both(["privateLinks", "PrivateLink"], ["config"]),
  ...both(["packages", "PackageMetadata"]),
  ...both(["transformations", "Transformation"]),
  ...both(["projects", "TransformationProject"], projectDetails),
  ...both(["webhooks", "Webhook"]),
  ...both(["logServices", "LogService"], ["config"]),
  ...both(["roles", "Role"]).slice(0, 1),
  ...both(["connectorTypes", "ConnectorType"]).slice(0, 1),
];
