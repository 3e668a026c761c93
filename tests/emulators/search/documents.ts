/** Documents of indices and data streams as far as they are counted: writes, refresh, `_count`, `_stats`. Pipelines do not run. Measured on 8.19.8. */
import type { JsonObject } from "../exchange";
import { type Api, type Call, endpoint, flag, type Run, type State } from "./api";
import type { StoredDataStream } from "./data-streams";
import { bad, illegal, illegalCause, notServerless, reply, SearchFailure } from "./errors";
import { checkBlocks, checkOpen, expandOf, newIndex, selectIndices, type StoredIndex } from "./index-store";
import { type ObjectNode, parseJson } from "./json";
import { type Action, superuser } from "./privileges";

const EMPTY_BYTES = 249;
const DOCUMENT_BYTES = 3_420;

const TIMESTAMP = "@timestamp";

/** The write index of a data stream, which takes new documents only. */
const writeIndex = ({ parts, query, body }: Call, stream: StoredDataStream) => {
  const type = query.get("op_type") ?? (parts.id === undefined ? "create" : "index");
  if (type !== "create") throw illegal("only write ops with an op_type of create are allowed in data streams");
  const document = parseJson(body) as ObjectNode;
  if (!document.fields.some(({ name }) => name === TIMESTAMP)) {
    const causedBy = illegalCause(`data stream timestamp field [${TIMESTAMP}] is missing`);
    throw new SearchFailure(400, { type: "document_parsing_exception", reason: `[1:${body.length}] failed to parse`, causedBy });
  }
  return stream.indices.at(-1)!;
};

const write: Run = (call, state) => {
  const stream = state.dataStreams.get(call.parts.index ?? "");
  const index = stream ? writeIndex(call, stream) : (call.parts.index ?? "");
  const { id = state.randomBytes(15).toString("base64url") } = call.parts;
  if (!state.indices.has(index)) state.indices.set(index, newIndex(index, {}, state));
  checkOpen(index, state);
  checkBlocks(index, "write", state);
  const stored = state.indices.get(index)!;
  const isNew = !stored.documents.has(id);
  stored.documents.add(id);
  if (flag(call, "refresh")) stored.visible = stored.documents.size;
  const result = { _index: index, _id: id, _version: isNew ? 1 : 2, result: isNew ? "created" : "updated" };
  const _shards = { total: 2, successful: 1, failed: 0 };
  return reply(isNew ? 201 : 200, { ...result, _shards, _seq_no: stored.documents.size - 1, _primary_term: 1 });
};

const sum = (indices: readonly StoredIndex[], of: (index: StoredIndex) => number) => indices.reduce((total, index) => total + of(index), 0);
const primaries = ({ settings }: StoredIndex) => Number(settings["index.number_of_shards"]);
const shards = (indices: readonly StoredIndex[]): JsonObject => ({
  total: sum(indices, (index) => primaries(index) * (1 + Number(index.settings["index.number_of_replicas"]))),
  successful: sum(indices, primaries),
  failed: 0,
});

/** The indices that a call means, by name. */
const indicesOf = (call: Call, state: State, isOpen: boolean): [string, StoredIndex][] => {
  const names = selectIndices(call.parts.index ?? "_all", state, { expand: expandOf(call.query.get("expand_wildcards")) });
  if (isOpen) for (const name of names) checkOpen(name, state);
  return names.map((name) => [name, state.indices.get(name)!]);
};

const openIndices = (call: Call, state: State) => indicesOf(call, state, true).map(([, index]) => index);

const METRICS = ["docs", "store"];

const partOf = (indices: readonly StoredIndex[], metrics: readonly string[]): JsonObject => {
  if (indices.length === 0) return {};
  const documents = sum(indices, ({ visible }) => visible);
  const bytes = sum(indices, ({ documents: all }) => EMPTY_BYTES + DOCUMENT_BYTES * all.size);
  const docs = { count: documents, deleted: 0, total_size_in_bytes: documents * DOCUMENT_BYTES };
  const store = { size_in_bytes: bytes, total_data_set_size_in_bytes: bytes, reserved_in_bytes: 0 };
  return { ...(metrics.includes("docs") && { docs }), ...(metrics.includes("store") && { store }) };
};

const read = (call: Call) => {
  if (call.body === "" || parseJson(call.body).kind !== "object") throw bad("parse_exception", "request body is required");
};
const rejectTyped = () => {
  throw illegal("the emulator keeps no documents of types");
};
const index: Action = ["indices:data/write/index", superuser];

/** The routes of documents. */
export const documentApi: Api = [
  endpoint("POST /{index}/_doc?refresh:text&timeout&routing&op_type", index, write, read),
  endpoint("PUT /{index}/_doc/{id}?refresh:text&timeout&routing&op_type", index, write, read),
  endpoint(
    "POST /{index}/_refresh?expand_wildcards&allow_no_indices&ignore_unavailable",
    ["indices:admin/refresh", superuser],
    (call, state) => {
      const indices = openIndices(call, state);
      for (const index of indices) index.visible = index.documents.size;
      return reply(200, { _shards: shards(indices) });
    },
  ),
  endpoint(
    "GET /{index}/_count?expand_wildcards&allow_no_indices&ignore_unavailable",
    ["indices:data/read/search", superuser],
    (call, state) => {
      const indices = openIndices(call, state);
      const successful = sum(indices, primaries);
      return reply(200, {
        count: sum(indices, ({ visible }) => visible),
        _shards: { total: successful, successful, skipped: 0, failed: 0 },
      });
    },
  ),
  endpoint(
    "GET /{index}/_stats/{metric}?expand_wildcards&forbid_closed_indices&level",
    ["indices:monitor/stats", superuser],
    (call, state) => {
      const { index = "", metric = "" } = call.parts;
      if (state.buildFlavor === "serverless") throw notServerless(`Request for uri [/${index}/_stats/${metric}] with method [GET]`);
      const metrics = metric.split(",");
      const unexpected = metrics.find((each) => !METRICS.includes(each));
      if (unexpected !== undefined) throw illegal(`request [/${index}/_stats/${metric}] contains unrecognized metric: [${unexpected}]`);
      const indices = indicesOf(call, state, flag(call, "forbid_closed_indices", true));
      const part = (selected: readonly StoredIndex[]): JsonObject => ({
        primaries: partOf(selected, metrics),
        total: partOf(selected, metrics),
      });
      const entry = (each: StoredIndex): JsonObject => {
        const uuid = each.settings["index.uuid"] ?? "_na_";
        return { uuid, health: "yellow", status: each.isClosed ? "close" : "open", ...part([each]) };
      };
      const all = indices.map(([, each]) => each);
      const entries = Object.fromEntries(indices.map(([name, each]) => [name, entry(each)]));
      return reply(200, { _shards: shards(all), _all: part(all), indices: entries });
    },
  ),
  endpoint("POST /{index}/{type}", index, rejectTyped, rejectTyped),
];
