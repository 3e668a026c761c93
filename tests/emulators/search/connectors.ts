/** `/_connector`: create, read, list, delete, and the parts of a connector, with the checks of the real server. See docs/modules/search.md#connectors. */
import type { EmulatorReply, JsonObject } from "../exchange";
import { type Api, bodyOf, type Call, endpoint, flag, type Run, type State, supports, wholeNumber } from "./api";
import { indexNameProblems, type Part, PARTS, takenName } from "./connector-parts";
import { acknowledged, failure, illegal, notFound, rejectProblems, reply } from "./errors";
import { mergedObjects } from "./json";
import { written } from "./numbers";
import { bool, nullable, readObject, string } from "./object-parser";
import { connectorRead, connectorWrite } from "./privileges";

const creation = {
  description: string,
  index_name: nullable(string),
  is_native: bool,
  language: string,
  name: string,
  service_type: string,
};

/** Since 9.0 a deleted connector is only marked, and the index of a provider-managed one needs a prefix. */
const isNine = (state: State) => supports(state, "9.0.0");

const isLive = (connector: JsonObject | undefined): connector is JsonObject => connector !== undefined && connector.deleted !== true;

const MIDNIGHT = { enabled: false, interval: "0 0 0 * * ?" };

/** The rule that lets everything through; a connector starts with it, active and as a draft. */
const rules = (at: string): JsonObject => ({
  advanced_snippet: { created_at: at, updated_at: at, value: {} },
  rules: [{ created_at: at, field: "_", id: "DEFAULT", order: 0, policy: "include", rule: "regex", updated_at: at, value: ".*" }],
  validation: { errors: [], state: "valid" },
});

/** A new connector. Members without a value are absent, but for those of the last sync, which are null. */
const newConnector = (
  { name = "", is_native = false, ...creation }: { name?: string; is_native?: boolean; index_name?: string | null },
  now: Date,
  marksDeleted: boolean,
): JsonObject => {
  const given = Object.entries(creation).filter(([, value]) => value !== undefined && value !== null);
  const at = now.toISOString();
  return {
    configuration: {},
    custom_scheduling: {},
    filtering: [{ active: rules(at), domain: "DEFAULT", draft: rules(at) }],
    is_native,
    last_access_control_sync_error: null,
    last_access_control_sync_status: null,
    last_access_control_sync_scheduled_at: null,
    last_incremental_sync_scheduled_at: null,
    last_sync_error: null,
    last_sync_scheduled_at: null,
    last_sync_status: null,
    last_synced: null,
    name,
    scheduling: { access_control: { ...MIDNIGHT }, full: { ...MIDNIGHT }, incremental: { ...MIDNIGHT } },
    status: is_native ? "needs_configuration" : "created",
    sync_now: false,
    ...(marksDeleted && { deleted: false }),
    ...(Object.fromEntries(given) as JsonObject),
  };
};

/** Whether another connector fills that index. */
const isTaken = ({ connectors }: State, indexName: string, id?: string) =>
  connectors.entries().some(([other, each]) => other !== id && isLive(each) && each.index_name === indexName);

const liveConnector = ({ connectors }: State, id: string, includesDeleted = false) => {
  const connector = connectors.get(id);
  if (!connector || !(includesDeleted || isLive(connector))) throw notFound(`connector [${id}] not found`);
  return connector;
};

/** The connector that a partial write meets: a deleted one is still there. */
const documentOf = ({ connectors }: State, id: string) => {
  const connector = connectors.get(id);
  if (connector) return connector;
  const extra = { index_uuid: "_na_", shard: "0", index: ".elastic-connectors-v1" };
  throw failure(404, "document_missing_exception", `[${id}]: document missing`, extra);
};

const create = (call: Call, state: State) => {
  const sent = call.body === "" ? {} : readObject("connector_put_request", creation, bodyOf(call));
  rejectProblems(indexNameProblems(sent.index_name, sent.is_native === true && isNine(state)));
  return () => {
    const id = call.parts.id ?? state.randomBytes(15).toString("base64url");
    const { index_name: indexName } = sent;
    if (typeof indexName === "string" && isTaken(state, indexName, id)) throw takenName(indexName);
    const result = state.connectors.has(id) ? "updated" : "created";
    state.connectors.set(id, newConnector(sent, state.now(), isNine(state)));
    return reply(result === "created" ? 201 : 200, { id, result });
  };
};

const number = (call: Call, name: string, fallback: number) => {
  const value = wholeNumber(call, name, fallback);
  if (value < 0) throw illegal(`Parameter [${name}] cannot be < 0`);
  return value;
};

/** In the order of the index names; connectors without one come last. */
const list = (call: Call, { connectors }: State) => {
  const from = number(call, "from", 0);
  const size = number(call, "size", 100);
  const key = ({ index_name: name }: JsonObject) => (typeof name === "string" ? name : "\uffff");
  return () => {
    const found = connectors
      .entries()
      .filter(([, connector]) => isLive(connector))
      .sort(([, a], [, b]) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
    return reply(200, { count: found.length, results: found.slice(from, from + size).map(([id, connector]) => ({ id, ...connector })) });
  };
};

const partRoute = ([name, { verb, looks, read }]: [string, Part]) => {
  const prepared = (call: Call) => {
    const sent = read(bodyOf(call));
    rejectProblems(sent.problems);
    return sent;
  };
  const run: Run<ReturnType<Part["read"]>> = (call, state, { change }) => {
    const { id = "" } = call.parts;
    const connector = looks ? liveConnector(state, id) : documentOf(state, id);
    const taken = (indexName: string) => isTaken(state, indexName, id);
    const next = mergedObjects(connector, change({ connector, id, taken, prefixed: isNine(state) }));
    state.connectors.set(id, next);
    return reply(200, { result: written(next) === written(connector) ? "noop" : "updated" });
  };
  return endpoint(`PUT /_connector/{id}/${name}`, [`cluster:admin/xpack/connector/update_${verb}`, connectorWrite], run, prepared);
};

/** The routes of connectors. */
export const connectorApi = (server: State): Api => {
  const deleted = isNine(server) ? "include_deleted" : "";
  const run: Run<() => EmulatorReply> = (_, _state, work) => work();
  return [
    endpoint("GET /_connector?from&size", ["cluster:admin/xpack/connector/list", connectorRead], run, list),
    endpoint("POST /_connector", ["cluster:admin/xpack/connector/post", connectorWrite], run, create),
    endpoint("PUT /_connector/{id}", ["cluster:admin/xpack/connector/put", connectorWrite], run, create),
    endpoint(`GET /_connector/{id}?${deleted}`, ["cluster:admin/xpack/connector/get", connectorRead], (call, state) => {
      const { id = "" } = call.parts;
      return reply(200, { id, ...liveConnector(state, id, flag(call, "include_deleted")) });
    }),
    endpoint("DELETE /_connector/{id}", ["cluster:admin/xpack/connector/delete", connectorWrite], (call, state) => {
      const { id = "" } = call.parts;
      const isGone = !isNine(state);
      const connector = liveConnector(state, id, isGone);
      if (isGone) state.connectors.delete(id);
      else state.connectors.set(id, { ...connector, deleted: true });
      return acknowledged();
    }),
    ...Object.entries(PARTS).map(partRoute),
  ];
};
