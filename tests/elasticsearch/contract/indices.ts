/** Contract of indices: creation, reads, settings, mappings, documents as far as they are counted. */
import { lines, only, sent, type Group, type Steps } from "./step";

const body = {
  settings: {
    refresh_interval: "5s",
    number_of_replicas: 0,
    index: { "sort.field": "x" },
    "index.priority": 3,
    "query.default_field": ["x"],
  },
  mappings: { dynamic: false, properties: { x: { type: "long" }, "h.i": { type: "keyword", ignore_above: "256", index: true } } },
  aliases: { al: { routing: "1", filter: { term: { x: 1 } }, is_write_index: true, is_hidden: false } },
};

/** What an index returns of its mappings. */
const spelled = {
  _source: { enabled: true },
  dynamic: "strict",
  _routing: { required: false },
  properties: {
    o: { type: "object", enabled: true },
    o2: {
      type: "object",
      dynamic: true,
      properties: { a: { type: "text", store: false, fields: { raw: { type: "keyword", ignore_above: "5" } } } },
    },
    n: { type: "nested", properties: {} },
    k: { type: "keyword", index: true, doc_values: true },
    d: { type: "date", format: "strict_date_optional_time||epoch_millis" },
    d2: { type: "date", format: "epoch_millis" },
    l: { type: "long", coerce: false },
    al: { type: "alias", path: "k" },
    e: { type: "object", enabled: false },
    m: { type: "keyword", meta: { unit: "x" } },
    kn: { type: "keyword", norms: true, null_value: "NULL" },
    cp: { type: "text", copy_to: "k" },
    b: { type: "boolean", null_value: "true" },
    ip: { type: "ip" },
    p: { properties: { "q.r": { type: "long" } } },
  },
  numeric_detection: false,
  date_detection: true,
  dynamic_templates: [{ s: { match_mapping_type: ["string"], mapping: { type: "keyword" } } }],
  runtime: { rt: { type: "long", script: "emit(1)" } },
};

/** Creation and what names mean. */
export const creation: Group = {
  title: "indices: creation and names",
  steps: [
    { "PUT /a": body },
    "GET /a?flat_settings=true",
    "GET /a",
    "PUT /a",
    "PUT /b",
    "GET /b,a?flat_settings=true&features=mappings",
    "GET /a?features=nope",
    lines("GET ", "/a,missing", "/a,missing?ignore_unavailable=true", "/al"),
    "GET /*?features=settings&expand_wildcards=open,closed&flat_settings=true",
    lines("GET ", "/*,-b", "/*,-a*?expand_wildcards=all", "/b,*,-*"),
    "GET /*,-.*/_settings?flat_settings=true&expand_wildcards=all",
    "GET /*?expand_wildcards=nope",
    lines("PUT /", "al", "A", "_x", "x%23y", "..", "x".repeat(256)),
    { "PUT /c": { settings: { fake: 1 } } },
    { "PUT /c": { settings: { "index.uuid": "x" } } },
    { "PUT /c": { mappings: { properties: { x: { type: "fake" } } } } },
    { "PUT /c": { aliases: { "a b": {} } } },
    { "PUT /c": { aliases: { a: {} } } },
    only("type", "the write indices are named in the order of a hash table", { "PUT /c": { aliases: { al: { is_write_index: true } } } }),
    { "PUT /c": { aliases: { y: { filter: { fake: {} } } } } },
    only("type", "Java names its own class", "PUT /c?wait_for_active_shards=x"),
    {
      "PUT /_index_template/t": {
        index_patterns: ["c*"],
        template: {
          settings: { number_of_replicas: 0, refresh_interval: "7s" },
          mappings: { properties: { tt: { type: "long" } } },
          aliases: { ta: {} },
        },
      },
      "PUT /c": { settings: { refresh_interval: "9s" }, mappings: { properties: { own: { type: "long" } } }, aliases: { own: {} } },
    },
    "GET /c?flat_settings=true",
    { "PUT /cx": { mappings: { properties: { tt: { type: "keyword" } } } } },
    "GET /cx?features=mappings",
    lines("DELETE /", "missing", "al", "*", "b", "b"),
  ],
};

const changes: Steps = sent(
  "PUT /a/_settings",
  { "index.codec": "best_compression" },
  { number_of_shards: 1 },
  { settings: { number_of_replicas: "1" } },
  {},
  "",
  { "index.priority": 7, refresh_interval: null },
  { number_of_replicas: null, auto_expand_replicas: null },
);

/** Dynamic, static and final settings; blocks. */
export const settings: Group = {
  title: "indices: settings",
  steps: [
    { "PUT /a": body },
    changes,
    { "PUT /a/_settings?reopen=true": { "index.codec": "best_compression", refresh_interval: null } },
    { "PUT /a/_settings?reopen=true": { number_of_shards: 2 }, "PUT /missing/_settings": { number_of_replicas: 1 } },
    "GET /a/_settings?flat_settings=true",
    "GET /a/_settings",
    "GET /a/_settings/index.pri*?flat_settings=true",
    { "PUT /e": { settings: { auto_expand_replicas: "0-1", number_of_routing_shards: 4, number_of_shards: 2 } } },
    "GET /e?flat_settings=true",
    { "PUT /e/_settings": { number_of_replicas: null, auto_expand_replicas: null } },
    "GET /e?flat_settings=true",
    {
      "PUT /e/_settings": { "index.blocks.write": true },
      "PUT /e/_mapping": { properties: { blocked: { type: "long" } } },
      "POST /e/_doc": { x: 1 },
    },
    { "PUT /e/_settings": { "index.blocks.read_only": true } },
    { "PUT /e/_settings": { "index.priority": 1 }, "PUT /e/_mapping": { properties: { other: { type: "long" } } } },
    { "PUT /e/_settings": { "index.blocks.metadata": true } },
    "GET /e",
    "DELETE /e",
    { "PUT /e/_settings": { "index.blocks.metadata": false, "index.blocks.read_only": null } },
    "DELETE /e",
  ],
};

/** How an index returns its mappings, and what a later write may change. */
export const mappings: Group = {
  title: "indices: mappings",
  steps: [
    { "PUT /a": { mappings: spelled } },
    "GET /a/_mapping",
    [
      { properties: { l: { type: "keyword" } } },
      { properties: { m: { type: "keyword", ignore_above: 10 }, y: { type: "text", analyzer: "standard" } } },
      { properties: { y: { type: "text", analyzer: "simple" } } },
      { _meta: { a: 1, b: 2 } },
      { _meta: { c: 1 }, dynamic: "true" },
      { properties: { o: { type: "keyword" } } },
      { properties: { o: { enabled: false } } },
      { properties: { o2: { dynamic: "strict", properties: { z: { type: "date" } } } } },
      { fake: {} },
      { _source: { enabled: false } },
      {},
      "",
      { _meta: {}, dynamic_templates: [], runtime: { rt: null } },
    ].flatMap((sent) => [{ "PUT /a/_mapping": sent }, "GET /a/_mapping"]),
    {
      "PUT /a/_mapping?write_index_only=true": { properties: { w: { type: "long" } } },
      "PUT /missing/_mapping": { properties: { w: { type: "long" } } },
    },
    "GET /a/_mapping",
  ],
};

/** Documents, counts, closed indices. */
export const documents: Group = {
  title: "indices: documents",
  steps: [
    { "PUT /a": { settings: { number_of_replicas: 0, refresh_interval: "-1" } } },
    only("status", "the name of a document is made by the server", { "POST /a/_doc": { x: 1 } }),
    "GET /a/_count",
    "POST /a/_refresh",
    "GET /a/_count",
    only("status", "sizes on disk depend on the node", "GET /a/_stats/docs,store?forbid_closed_indices=false&expand_wildcards=all"),
    "GET /a/_stats/nope",
    "GET /missing/_stats/docs,store",
    "POST /missing/_refresh",
    "POST /a/_close",
    "GET /a/_stats/docs,store",
    "POST /a/_refresh",
    "GET /a/_count",
    "GET /a?flat_settings=true&features=settings",
    "GET /*?features=settings&flat_settings=true",
    { "PUT /a/_settings": { "index.codec": "default" } },
    { "PUT /a/_settings": { number_of_shards: 3 } },
    "POST /a/_open",
    "POST /a/_doc",
  ],
};
