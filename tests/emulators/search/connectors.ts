/** `/_connector`: create, read, list, delete, and the parts of a connector, with the checks of the real server. See docs/modules/search.md#connectors. */
import type { EmulatorReply, JsonObject } from "../exchange";
import { Store } from "../store";
import { bodyOf, type Call, endpoint, flag, type Run, type State, supports, wholeNumber } from "./api";
import { indexNameProblems, type Part, PARTS, registerService, type SchemaEntry, takenName } from "./connector-parts";
import { acknowledged, failure, illegal, notFound, rejectProblems, reply } from "./errors";
import { mergedObjects } from "./json";
import { written } from "./numbers";
import { bool, nullable, readObject, string } from "./object-parser";
import { type Action, connectorRead, connectorWrite } from "./privileges";

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
    throw failure(404, "document_missing_exception", `[${id}]: document missing`, extra);
  }
}

const create = (index: Index, call: Call) => {
  const sent = call.body === "" ? {} : readObject("connector_put_request", creation, bodyOf(call));
  rejectProblems(indexNameProblems(sent.index_name, sent.is_native === true && isNine(index.state)));
  return () => {
    const id = call.parts.id ?? index.state.randomBytes(15).toString("base64url");
    const { index_name: indexName } = sent;
    if (typeof indexName === "string" && index.taken(indexName, id)) throw takenName(indexName);
    const result = index.connectors.has(id) ? "updated" : "created";
    index.connectors.set(id, newConnector(sent, index.state.now(), isNine(index.state)));
    return reply(result === "created" ? 201 : 200, { id, result });
  };
};

const number = (call: Call, name: string, fallback: number) => {
  const value = wholeNumber(call, name, fallback);
  if (value < 0) throw illegal(`Parameter [${name}] cannot be < 0`);
  return value;
};

/** In the order of the index names; connectors without one come last. */
const list = (index: Index, call: Call) => {
  const from = number(call, "from", 0);
  const size = number(call, "size", 100);
  const key = ({ index_name: name }: JsonObject) => (typeof name === "string" ? name : "\uffff");
  return () => {
    const found = index.connectors
      .entries()
      .filter(([, connector]) => isLive(connector))
      .sort(([, a], [, b]) => (key(a) < key(b) ? -1 : Number(key(a) > key(b))));
    return reply(200, { count: found.length, results: found.slice(from, from + size).map(([id, connector]) => ({ id, ...connector })) });
  };
};

const erase = (index: Index, call: Call) => {
  const { id = "" } = call.parts;
  const gone = !isNine(index.state);
  const connector = index.live(id, gone);
  if (gone) index.connectors.delete(id);
  else index.connectors.set(id, { ...connector, deleted: true });
  return acknowledged();
};

const partRoute = (index: Index, name: string, { verb, looks, read }: Part) => {
  const prepared = (call: Call) => {
    const sent = read(bodyOf(call));
    rejectProblems(sent.problems);
    return sent;
  };
  const run: Run<ReturnType<Part["read"]>> = (call, _, { change }) => {
    const { id = "" } = call.parts;
    const connector = looks ? index.live(id) : index.document(id);
    const taken = (indexName: string) => index.taken(indexName, id);
    const next = mergedObjects(connector, change({ connector, id, taken, prefixed: isNine(index.state) }));
    index.connectors.set(id, next);
    return reply(200, { result: written(next) === written(connector) ? "noop" : "updated" });
  };
  return endpoint(`PUT /_connector/{id}/${name}`, [`cluster:admin/xpack/connector/update_${verb}`, connectorWrite], run, prepared);
};

/** The routes of connectors, and what tests hold of them. */
export const createConnectors = (state: State) => {
  const index = new Index(state);
  const deleted = isNine(state) ? "include_deleted" : "";
  const read = (call: Call) => create(index, call);
  const put: Action = ["cluster:admin/xpack/connector/put", connectorWrite];
  const run: Run<() => EmulatorReply> = (_, _state, work) => work();
  return {
    routes: [
      endpoint("GET /_connector?from&size", ["cluster:admin/xpack/connector/list", connectorRead], run, (call) => list(index, call)),
      endpoint("POST /_connector", ["cluster:admin/xpack/connector/post", connectorWrite], run, read),
      endpoint("PUT /_connector/{id}", put, run, read),
      endpoint(`GET /_connector/{id}?${deleted}`, ["cluster:admin/xpack/connector/get", connectorRead], (call) => {
        const { id = "" } = call.parts;
        return reply(200, { id, ...index.live(id, flag(call, "include_deleted")) });
      }),
      endpoint("DELETE /_connector/{id}", ["cluster:admin/xpack/connector/delete", connectorWrite], (call) => erase(index, call)),
      ...Object.entries(PARTS).map(([name, part]) => partRoute(index, name, part)),
    ],
    connectors: {
      /** Connectors by id, as they are in the server's index. From 9.0 on a deleted one stays, marked `deleted`. */
      connectors: index.connectors,
      /** The service of this connector starts and registers the schema of its configuration. Fails when there is no such connector. */
      registerConnectorService: (id: string, schema: Readonly<Record<string, SchemaEntry>>) =>
        registerService(index.connectors, id, schema),
    },
  };
};
