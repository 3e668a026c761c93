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
const later = new Set([
  "networking_method",
  "private_link_id",
  "proxy_agent_id",
  "hybrid_deployment_agent_id",
  "data_delay_sensitivity",
  "data_delay_threshold",
]);

const without = (record: JsonObject, gone: (key: string) => boolean): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !gone(key)));

const whole = (record: JsonObject, version: Version): JsonObject => (version === 2 ? record : without(record, (key) => later.has(key)));
const inList = (record: JsonObject, version: Version): JsonObject => without(whole(record, version), (key) => key === "config");
const asItIs = (record: JsonObject): JsonObject => record;
const inRows =
  (...hidden: string[]) =>
  (record: JsonObject): JsonObject =>
    without(record, (key) => hidden.includes(key));

interface Kind {
  store: keyof Records;
  /** As the codes of not-found call it. */
  noun: string;
}

const record = (account: PipelineAccount, { store, noun }: Kind, id: string): JsonObject => {
  const found = account[store].get(id);
  if (!found) throw missing(noun, id);
  return found;
};

const get = (path: string, source: Source): Route<Source> => ({ method: "GET", path, handler: source });

/** The list of a kind, and one of it. `hidden` are the fields that rows do not have. */
const both = (path: string, kind: Kind, hidden: string[] = []): Route<Source>[] => [
  get(path, {
    versioned: false,
    filters: {},
    read: (account) => account[kind.store].entries().map(([, row]) => row),
    show: inRows(...hidden),
  }),
  get(`${path}/{id}`, { versioned: false, read: (account, { id = "" }) => record(account, kind, id), show: asItIs }),
];

/** The list and the records that have two versions; rows show no config. */
const versioned = (path: string, kind: Kind, filters: Source["filters"]): Route<Source>[] =>
  both(path, kind).map((route) => ({
    ...route,
    handler: {
      ...route.handler,
      versioned: true,
      show: route.path === path ? inList : whole,
      ...(route.handler.filters && { filters }),
    },
  }));

/** How one item of a list that belongs to a record is identified, and its name in the error when it is missing. */
interface Member {
  key: string;
  noun: string;
}

/** Lists that belong to a record, and one item of each. */
const owned = (path: string, kind: Kind, lists: Readonly<Record<string, Member>>): Route<Source>[] =>
  Object.entries(lists).flatMap(([name, { key, noun }]) => {
    const rows = (account: PipelineAccount, id: string): JsonObject[] => {
      record(account, kind, id);
      return account.owned.get(`${path.slice(1)}/${id}/${name}`) ?? [];
    };
    return [
      get(`${path}/{id}/${name}`, { versioned: false, filters: {}, read: (account, { id = "" }) => rows(account, id), show: asItIs }),
      get(`${path}/{id}/${name}/{item}`, {
        versioned: false,
        read(account, { id = "", item = "" }) {
          const found = rows(account, id).find((row) => row[key] === item);
          if (!found) throw missing(noun, item);
          return found;
        },
        show: asItIs,
      }),
    ];
  });

const connection: Kind = { store: "connections", noun: "Connector" };
const destination: Kind = { store: "destinations", noun: "Destination" };
const group: Kind = { store: "groups", noun: "Group" };
const user: Kind = { store: "users", noun: "User" };
const team: Kind = { store: "teams", noun: "Team" };

/** Members of a group that have an address of their own. */
const beside = (name: string, store: keyof Records): Route<Source> =>
  get(`/groups/{id}/${name}`, {
    versioned: false,
    read(account, { id = "" }) {
      record(account, group, id);
      return record(account, { store, noun: "Group" }, id);
    },
    show: asItIs,
  });

const ofGroup = get("/groups/{id}/connections", {
  versioned: false,
  filters: { schema: "schema" },
  read(account, { id = "" }) {
    record(account, group, id);
    const rows = account.connections.entries().map(([, row]) => row);
    return rows.filter((row) => row["group_id"] === id);
  },
  show: (row) => inList(row, 2),
});

const ofProxy = get("/proxy/{id}/connections", {
  versioned: false,
  filters: {},
  read(account, { id = "" }) {
    record(account, { store: "proxyAgents", noun: "ProxyAgent" }, id);
    const rows = account.connections.entries().filter(([, row]) => row["proxy_agent_id"] === id);
    return rows.map(([connection_id]) => ({ connection_id }));
  },
  show: asItIs,
});

/** Whose key it is. */
const about = get("/account/info", { versioned: false, read: ({ info }) => info, show: asItIs });

const approved: Readonly<Record<string, Member>> = {
  certificates: { key: "hash", noun: "Certificate" },
  fingerprints: { key: "hash", noun: "Fingerprint" },
};
const members: Readonly<Record<"connections" | "groups", Member>> = {
  connections: { key: "id", noun: "Connector" },
  groups: { key: "id", noun: "Group" },
};

const lone = (path: string, kind: Kind): Route<Source>[] => both(path, kind).slice(0, 1);

/** All addresses. */
export const routes: readonly Route<Source>[] = [
  ...versioned("/connections", connection, { group_id: "group_id", schema: "schema" }),
  ...owned("/connections", connection, approved),
  ...versioned("/destinations", destination, {}),
  ...owned("/destinations", destination, approved),
  ...both("/groups", group),
  ...owned("/groups", group, { users: { key: "id", noun: "User" } }),
  beside("public-key", "sshKeys"),
  beside("service-account", "serviceAccounts"),
  ofGroup,
  ofProxy,
  about,
  ...both("/users", user),
  ...owned("/users", user, members),
  ...both("/teams", team),
  ...owned("/teams", team, { ...members, users: { key: "user_id", noun: "User" } }),
  ...both("/hybrid-deployment-agents", { store: "hybridAgents", noun: "RemoteExecutionAgent" }),
  ...both("/proxy", { store: "proxyAgents", noun: "ProxyAgent" }, ["usage"]),
  ...both("/private-links", { store: "privateLinks", noun: "PrivateLink" }, ["config"]),
  ...both("/transformations/package-metadata", { store: "packages", noun: "PackageMetadata" }),
  ...both("/transformations", { store: "transformations", noun: "Transformation" }),
  ...both("/transformation-projects", { store: "projects", noun: "TransformationProject" }, [
    "status",
    "errors",
    "setup_tests",
    "project_config",
  ]),
  ...both("/webhooks", { store: "webhooks", noun: "Webhook" }),
  ...both("/external-logging", { store: "logServices", noun: "LogService" }, ["config"]),
  ...lone("/roles", { store: "roles", noun: "Role" }),
  ...both("/metadata/connector-types", { store: "connectorTypes", noun: "ConnectorType" }),
];
