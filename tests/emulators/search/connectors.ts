/** `/_connector`: create, read, list, delete, and the parts of a connector, with the checks of the real server. See docs/modules/search.md#connectors. */
import type { EmulatorReply, JsonObject } from "../exchange";
import type { Route } from "../router";
import { matches, Store } from "../store";
import type { Call, Endpoint, State } from "./api";
import { compareVersions, flag, wholeNumber } from "./api";
import type { SchemaEntry } from "./connector-configuration";
import { registerService } from "./connector-configuration";
import { merged, newConnector } from "./connector-document";
import type { Part } from "./connector-parts";
import { indexNameProblems, PARTS, takenName } from "./connector-parts";
import { bad, illegal, notFound, numbered, reply, SearchFailure } from "./errors";
import { parseJson } from "./json";
import { written } from "./numbers";
import { bool, nullable } from "./object-parser";
import { readShape, string } from "./shapes";
import { action, connectorRead, connectorWrite } from "./privileges";

/** What tests see of the connectors, and what they do in place of the connector service. */
export interface Connectors {
  /** Connectors by id, as they are in the server's index. From 9.0 on a deleted one stays, marked `deleted`. */
  connectors: Store<JsonObject>;
  /** The service of this connector starts and registers the schema of its configuration. Fails when there is no such connector. */
  registerConnectorService(id: string, schema: Readonly<Record<string, SchemaEntry>>): void;
}

const creationFields = {
  description: string,
  index_name: nullable(string),
  is_native: bool,
  language: string,
  name: string,
  service_type: string,
};
const creation = { name: "connector_put_request", fields: creationFields };

const validate = (problems: readonly string[]): void => {
  if (problems.length > 0) throw bad("action_request_validation_exception", numbered(problems));
};

/** Since 9.0 a deleted connector is only marked, and the index of a provider-managed one needs a prefix. */
const isNine = ({ version, buildFlavor }: State): boolean => buildFlavor === "serverless" || compareVersions(version, "9.0.0") >= 0;

const isLive = (connector: JsonObject | undefined): connector is JsonObject => connector !== undefined && connector.deleted !== true;

/** The connectors of one server. */
class Index {
  readonly connectors = new Store<JsonObject>();
  constructor(readonly state: State) {}

  /** Whether another connector fills that index. */
  taken(indexName: string, id?: string): boolean {
    return this.connectors.entries().some(([other, each]) => other !== id && isLive(each) && each.index_name === indexName);
  }

  live(id: string, includesDeleted = false): JsonObject {
    const connector = this.connectors.get(id);
    if (!connector || !(includesDeleted || isLive(connector))) throw notFound(`connector [${id}] not found`);
    return connector;
  }

  /** The connector that a partial write meets: a deleted one is still there. */
  document(id: string): JsonObject {
    const connector = this.connectors.get(id);
    if (connector) return connector;
    const extra = { index_uuid: "_na_", shard: "0", index: ".elastic-connectors-v1" };
    throw new SearchFailure(404, { type: "document_missing_exception", reason: `[${id}]: document missing`, extra });
  }
}

const create = (index: Index, call: Call): (() => EmulatorReply) => {
  const sent = call.body === "" ? {} : readShape(creation, parseJson(call.body));
  validate(indexNameProblems(sent.index_name, sent.is_native === true && isNine(index.state)));
  return () => {
    const id = call.parts.id ?? index.state.randomBytes(15).toString("base64url");
    const { index_name: indexName } = sent;
    if (typeof indexName === "string" && index.taken(indexName, id)) throw takenName(indexName);
    const result = index.connectors.has(id) ? "updated" : "created";
    index.connectors.set(id, newConnector(sent, index.state.now(), isNine(index.state)));
    return reply(result === "created" ? 201 : 200, { id, result });
  };
};

const number = ({ query }: Call, name: string, fallback: number): number => {
  const value = wholeNumber(query, name, fallback);
  if (value < 0) throw illegal(`Parameter [${name}] cannot be < 0`);
  return value;
};

/** What a call of the list requests: each filter is a member and the texts of which it must have one. */
const expected = ({ query }: Call): ((connector: JsonObject) => boolean) => {
  const filters = [["index_name", "index_name"] as const, ["name", "connector_name"] as const, ["service_type", "service_type"] as const];
  const requested = filters.flatMap(([member, parameter]) => {
    const texts = (query.get(parameter) ?? "").split(",").filter((text) => text !== "");
    return texts.length > 0 ? [{ member, texts }] : [];
  });
  const pattern = `*${query.get("query") ?? ""}*`;
  const searched = query.has("query") && pattern !== "**" ? ["index_name", "name", "description"] : [];
  return (connector) =>
    requested.every(({ member, texts }) => texts.includes(String(connector[member]))) &&
    (searched.length === 0 || searched.some((member) => matches(pattern, String(connector[member] ?? ""))));
};

/** In the order of the index names; connectors without one come last. */
const list = (index: Index, call: Call): (() => EmulatorReply) => {
  const from = number(call, "from", 0);
  const size = number(call, "size", 100);
  const fits = expected(call);
  const includesDeleted = flag(call, "include_deleted");
  const key = ({ index_name: name }: JsonObject): string => (typeof name === "string" ? name : "\uffff");
  return () => {
    const found = index.connectors
      .entries()
      .filter(([, connector]) => (includesDeleted || isLive(connector)) && fits(connector))
      .sort(([, a], [, b]) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
    return reply(200, { count: found.length, results: found.slice(from, from + size).map(([id, connector]) => ({ id, ...connector })) });
  };
};

const erase = (index: Index, id: string, hard: boolean): EmulatorReply => {
  const gone = hard || !isNine(index.state);
  const connector = index.live(id, gone);
  if (gone) index.connectors.delete(id);
  else index.connectors.set(id, { ...connector, deleted: true });
  return reply(200, { acknowledged: true });
};

const update = (
  index: Index,
  { action, looks, bodiless, read }: Part,
  call: Call,
): { action: Part["action"]; run: () => EmulatorReply } => {
  if (!bodiless && call.body === "") throw bad("parse_exception", "request body is required");
  const { problems, change } = read(bodiless ? undefined : parseJson(call.body));
  validate(problems);
  const id = call.parts.id ?? "";
  const taken = (indexName: string): boolean => index.taken(indexName, id);
  const run = (): EmulatorReply => {
    const connector = looks ? index.live(id) : index.document(id);
    const { changes, replaced = {} } = change({ connector, id, now: index.state.now(), taken, prefixed: isNine(index.state) });
    const next = { ...merged(connector, changes), ...replaced };
    const same = Object.keys(replaced).length === 0 && written(next) === written(connector);
    index.connectors.set(id, next);
    return reply(200, { result: same ? "noop" : "updated" });
  };
  return { action, run };
};

const partRoute = (index: Index, name: string, part: Part): Route<Endpoint> => ({
  method: "PUT",
  path: `/_connector/{id}/${name}`,
  handler: { query: {}, takesBody: !part.bodiless, prepare: (call) => update(index, part, call) },
});

/** The routes of connectors, and what tests hold of them. */
export const createConnectors = (state: State): { routes: Route<Endpoint>[]; connectors: Connectors } => {
  const index = new Index(state);
  const put: Endpoint = {
    query: {},
    takesBody: true,
    prepare: (call) => ({ action: action("cluster:admin/xpack/connector/put", connectorWrite), run: create(index, call) }),
  };
  const post: Endpoint = {
    ...put,
    prepare: (call) => ({ action: action("cluster:admin/xpack/connector/post", connectorWrite), run: create(index, call) }),
  };
  const nine = isNine(state);
  const show: Endpoint = {
    query: nine ? { include_deleted: "bool" } : {},
    prepare: (call) => {
      const { id = "" } = call.parts;
      const includesDeleted = flag(call, "include_deleted");
      return {
        action: action("cluster:admin/xpack/connector/get", connectorRead),
        run: () => reply(200, { id, ...index.live(id, includesDeleted) }),
      };
    },
  };
  const filters = { from: "text", size: "text", index_name: "text", connector_name: "text", service_type: "text", query: "text" } as const;
  const all: Endpoint = {
    query: { ...filters, ...(nine ? { include_deleted: "bool" as const } : {}) },
    prepare: (call) => ({ action: action("cluster:admin/xpack/connector/list", connectorRead), run: list(index, call) }),
  };
  const remove: Endpoint = {
    query: { delete_sync_jobs: "bool", ...(nine ? { hard: "bool" as const } : {}) },
    prepare: (call) => {
      const hard = flag(call, "hard");
      return { action: action("cluster:admin/xpack/connector/delete", connectorWrite), run: () => erase(index, call.parts.id ?? "", hard) };
    },
  };
  const routes: [string, string, Endpoint][] = [
    ["GET", "/_connector", all],
    ["POST", "/_connector", post],
    ["PUT", "/_connector", put],
    ["GET", "/_connector/{id}", show],
    ["PUT", "/_connector/{id}", put],
    ["DELETE", "/_connector/{id}", remove],
  ];
  return {
    routes: [
      ...routes.map(([method, path, handler]): Route<Endpoint> => ({ method, path, handler })),
      ...Object.entries(PARTS).map(([name, part]) => partRoute(index, name, part)),
    ],
    connectors: {
      connectors: index.connectors,
      registerConnectorService: (id, schema) => registerService(index.connectors, id, schema),
    },
  };
};
