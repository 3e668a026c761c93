/** The addresses of the service that read: what each shows of the account, which filters it takes, what it calls a record that is not there. */
import type { JsonObject } from "../exchange";
import type { Route } from "../router";
import type { PipelineAccount, Records } from "./account";
import { missing } from "./api";

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

const without = (record: JsonObject, hidden: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !hidden.includes(key)));

const whole = (record: JsonObject, version: Version): JsonObject => (version === 2 ? record : without(record, later));
const asItIs = (record: JsonObject): JsonObject => record;

type Kind = readonly [store: keyof Records, noun: string];

const record = (account: PipelineAccount, [store, noun]: Kind, id = ""): JsonObject => {
  const found = account[store].get(id);
  if (!found) throw missing(noun, id);
  return found;
};

const get = (path: string, read: Source["read"], more: Partial<Source> = {}): Route<Source> => ({
  method: "GET",
  path,
  handler: { versioned: false, read, show: asItIs, ...more },
});

/** The list of a kind, and one of it; rows do not have the fields that are hidden. */
const both = (path: string, kind: Kind, hidden: readonly string[] = [], more: Partial<Source> = {}): Route<Source>[] => {
  const show = (row: JsonObject, version: Version): JsonObject => without(more.show ? more.show(row, version) : row, hidden);
  const { filters = {}, ...common } = more;
  return [
    get(path, (account) => account[kind[0]].values(), { ...common, filters, show }),
    get(`${path}/{id}`, (account, { id }) => record(account, kind, id), common),
  ];
};

/** A list that belongs to a record, and one item of it, by its key. */
const owned = (path: string, kind: Kind, [name, key, noun]: readonly [name: string, key: string, noun: string]): Route<Source>[] => {
  const rows = (account: PipelineAccount, id = ""): JsonObject[] => {
    record(account, kind, id);
    return account.owned.get(`${path.slice(1)}/${id}/${name}`) ?? [];
  };
  const one: Source["read"] = (account, { id, item = "" }) => {
    const found = rows(account, id).find((row) => row[key] === item);
    if (!found) throw missing(noun, item);
    return found;
  };
  return [get(`${path}/{id}/${name}`, (account, { id }) => rows(account, id), { filters: {} }), get(`${path}/{id}/${name}/{item}`, one)];
};

const connection: Kind = ["connections", "Connector"];
const destination: Kind = ["destinations", "Destination"];
const group: Kind = ["groups", "Group"];
const user: Kind = ["users", "User"];
const team: Kind = ["teams", "Team"];
const proxy: Kind = ["proxyAgents", "ProxyAgent"];

/** Members of a group that have an address of their own. */
const beside = (name: string, store: keyof Records): Route<Source> =>
  get(`/groups/{id}/${name}`, (account, { id }) => {
    record(account, group, id);
    return record(account, [store, "Group"], id);
  });

/** The connections with a value, of a record that is there. */
const connectionsOf = (account: PipelineAccount, kind: Kind, { id, field }: { id: string | undefined; field: string }): JsonObject[] => {
  record(account, kind, id);
  return account.connections.values().filter((row) => row[field] === id);
};

const ofGroup = get("/groups/{id}/connections", (account, { id }) => connectionsOf(account, group, { id, field: "group_id" }), {
  filters: { schema: "schema" },
  show: (row) => without(row, ["config"]),
});

const ofProxy = get("/proxy/{id}/connections", (account, { id }) => connectionsOf(account, proxy, { id, field: "proxy_agent_id" }), {
  filters: {},
  show: ({ id = "" }) => ({ connection_id: id }),
});

const certificates = ["certificates", "hash", "Certificate"] as const;
const fingerprints = ["fingerprints", "hash", "Fingerprint"] as const;
const connections = ["connections", "id", "Connector"] as const;
const groups = ["groups", "id", "Group"] as const;
const projectDetails = ["status", "errors", "setup_tests", "project_config"];
const versioned = { versioned: true, show: whole };

/** All addresses. */
export const routes: readonly Route<Source>[] = [
  ...both("/connections", connection, ["config"], { ...versioned, filters: { group_id: "group_id", schema: "schema" } }),
  ...[certificates, fingerprints].flatMap((list) => owned("/connections", connection, list)),
  ...both("/destinations", destination, ["config"], versioned),
  ...[certificates, fingerprints].flatMap((list) => owned("/destinations", destination, list)),
  ...both("/groups", group),
  ...owned("/groups", group, ["users", "id", "User"]),
  beside("public-key", "sshKeys"),
  beside("service-account", "serviceAccounts"),
  ofGroup,
  ofProxy,
  get("/account/info", ({ info }) => info),
  ...both("/users", user),
  ...[connections, groups].flatMap((list) => owned("/users", user, list)),
  ...both("/teams", team),
  ...[connections, groups, ["users", "user_id", "User"] as const].flatMap((list) => owned("/teams", team, list)),
  ...both("/hybrid-deployment-agents", ["hybridAgents", "RemoteExecutionAgent"]),
  ...both("/proxy", proxy, ["usage"]),
  ...both("/private-links", ["privateLinks", "PrivateLink"], ["config"]),
  ...both("/transformations/package-metadata", ["packages", "PackageMetadata"]),
  ...both("/transformations", ["transformations", "Transformation"]),
  ...both("/transformation-projects", ["projects", "TransformationProject"], projectDetails),
  ...both("/webhooks", ["webhooks", "Webhook"]),
  ...both("/external-logging", ["logServices", "LogService"], ["config"]),
  ...both("/roles", ["roles", "Role"]).slice(0, 1),
  ...both("/metadata/connector-types", ["connectorTypes", "ConnectorType"]),
];
