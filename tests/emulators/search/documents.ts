/** Documents of indices and data streams as far as they are counted: writes, refresh, `_count`, `_stats`. Pipelines do not run. Measured on 8.19.8. */
import type { EmulatorReply, JsonObject } from "../exchange";
import type { Route } from "../router";
import type { Api, Call, Endpoint, State } from "./api";
import { flag } from "./api";
import type { StoredDataStream } from "./data-streams";
import { bad, illegal, reply, SearchFailure } from "./errors";
import { checkBlocks, checkOpen, expandOf, newIndex, selectIndices } from "./index-store";
import type { StoredIndex } from "./index-store";
import type { ObjectNode } from "./json";
import { parseJson } from "./json";
import { action, superuser } from "./privileges";

const EMPTY_BYTES = 249;
const DOCUMENT_BYTES = 3_420;

const TIMESTAMP = "@timestamp";

/** The write index of a data stream, which takes new documents only. */
const writeIndex = ({ parts, query, body }: Call, stream: StoredDataStream): string => {
  const type = query.get("op_type") ?? (parts.id === undefined ? "create" : "index");
  if (type !== "create") throw illegal("only write ops with an op_type of create are allowed in data streams");
  const document = parseJson(body) as ObjectNode;
  if (!document.fields.some(({ name }) => name === TIMESTAMP)) {
    const causedBy = { type: "illegal_argument_exception", reason: `data stream timestamp field [${TIMESTAMP}] is missing` };
    throw new SearchFailure(400, { type: "document_parsing_exception", reason: `[1:${body.length}] failed to parse`, causedBy });
  }
  return stream.indices.at(-1)!;
};

const write = (call: Call, state: State): EmulatorReply => {
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
  const shards = { total: 2, successful: 1, failed: 0 };
  const number = stored.documents.size - 1;
  return reply(isNew ? 201 : 200, {
    _index: index,
    _id: id,
    _version: isNew ? 1 : 2,
    result: isNew ? "created" : "updated",
    _shards: shards,
    _seq_no: number,
    _primary_term: 1,
  });
};

const primaries = ({ settings }: StoredIndex): number => Number(settings["index.number_of_shards"]);
const shards = (indices: readonly StoredIndex[]): JsonObject => ({
  total: indices.reduce((sum, index) => sum + primaries(index) * (1 + Number(index.settings["index.number_of_replicas"])), 0),
  successful: indices.reduce((sum, index) => sum + primaries(index), 0),
  failed: 0,
});

const openIndices = (call: Call, state: State): StoredIndex[] => {
  const names = selectIndices(call.parts.index ?? "_all", state, { expand: expandOf(call.query.get("expand_wildcards")) });
  for (const name of names) checkOpen(name, state);
  return names.map((name) => state.indices.get(name)!);
};

const refresh = (call: Call, state: State): EmulatorReply => {
  const indices = openIndices(call, state);
  for (const index of indices) index.visible = index.documents.size;
  return reply(200, { _shards: shards(indices) });
};

const count = (call: Call, state: State): EmulatorReply => {
  const indices = openIndices(call, state);
  const successful = indices.reduce((sum, index) => sum + primaries(index), 0);
  const documents = indices.reduce((sum, { visible }) => sum + visible, 0);
  return reply(200, { count: documents, _shards: { total: successful, successful, skipped: 0, failed: 0 } });
};

const METRICS = ["docs", "store"];

const partOf = (indices: readonly StoredIndex[], metrics: readonly string[]): JsonObject => {
  if (indices.length === 0) return {};
  const documents = indices.reduce((sum, { visible }) => sum + visible, 0);
  const bytes = indices.reduce((sum, { documents: all }) => sum + EMPTY_BYTES + DOCUMENT_BYTES * all.size, 0);
  return {
    ...(metrics.includes("docs") && { docs: { count: documents, deleted: 0, total_size_in_bytes: documents * DOCUMENT_BYTES } }),
    ...(metrics.includes("store") && {
      store: { size_in_bytes: bytes, total_data_set_size_in_bytes: bytes, reserved_in_bytes: 0 },
    }),
  };
};

const stats = (call: Call, state: State): EmulatorReply => {
  if (state.buildFlavor === "serverless") {
    const uri = `/${call.parts.index ?? ""}/_stats/${call.parts.metric ?? ""}`;
    const reason = `Request for uri [${uri}] with method [GET] exists but is not available when running in serverless mode`;
    throw new SearchFailure(410, { type: "api_not_available_exception", reason });
  }
  const metrics = (call.parts.metric ?? "").split(",");
  const unexpected = metrics.find((metric) => !METRICS.includes(metric));
  if (unexpected !== undefined)
    throw bad(
      "illegal_argument_exception",
      `request [/${call.parts.index ?? ""}/_stats/${metrics.join(",")}] contains unrecognized metric: [${unexpected}]`,
    );
  const names = selectIndices(call.parts.index ?? "_all", state, { expand: expandOf(call.query.get("expand_wildcards")) });
  if (!call.query.has("forbid_closed_indices") || flag(call, "forbid_closed_indices")) for (const name of names) checkOpen(name, state);
  const indices = names.map((name) => state.indices.get(name)!);
  const part = (selected: readonly StoredIndex[]): JsonObject => ({
    primaries: partOf(selected, metrics),
    total: partOf(selected, metrics),
  });
  const entry = (index: StoredIndex): JsonObject => ({
    uuid: index.settings["index.uuid"] ?? "_na_",
    health: "yellow",
    status: index.isClosed ? "close" : "open",
    ...part([index]),
  });
  return reply(200, {
    _shards: shards(indices),
    _all: part(indices),
    indices: Object.fromEntries(names.map((name, i) => [name, entry(indices[i]!)])),
  });
};

/** The routes of documents. */
export const documentApi: Api = (state) => {
  const wildcards = { expand_wildcards: "text", allow_no_indices: "bool", ignore_unavailable: "bool" } as const;
  const writing: Endpoint = {
    query: { refresh: "text", timeout: "time", routing: "text", op_type: "text" },
    takesBody: true,
    prepare: (call) => {
      if (call.body === "" || parseJson(call.body).kind !== "object") throw bad("parse_exception", "request body is required");
      return { action: action("indices:data/write/index", superuser), run: () => write(call, state) };
    },
  };
  const refreshing: Endpoint = {
    query: wildcards,
    prepare: (call) => ({ action: action("indices:admin/refresh", superuser), run: () => refresh(call, state) }),
  };
  const counting: Endpoint = {
    query: wildcards,
    prepare: (call) => ({ action: action("indices:data/read/search", superuser), run: () => count(call, state) }),
  };
  const measuring: Endpoint = {
    query: { expand_wildcards: "text", forbid_closed_indices: "bool", level: "text" },
    prepare: (call) => ({ action: action("indices:monitor/stats", superuser), run: () => stats(call, state) }),
  };
  const typed: Endpoint = {
    query: {},
    takesBody: true,
    prepare: () => {
      throw bad("illegal_argument_exception", "the emulator keeps no documents of types");
    },
  };
  return [
    { method: "POST", path: "/{index}/_doc", handler: writing },
    { method: "PUT", path: "/{index}/_doc/{id}", handler: writing },
    { method: "POST", path: "/{index}/_refresh", handler: refreshing },
    { method: "GET", path: "/{index}/_count", handler: counting },
    { method: "GET", path: "/{index}/_stats/{metric}", handler: measuring },
    { method: "POST", path: "/{index}/{type}", handler: typed },
  ] satisfies Route<Endpoint>[];
};
