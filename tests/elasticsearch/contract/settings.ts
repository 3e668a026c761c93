/** Contract of settings and mappings inside templates. */
import { each, inner, only, streaming, type Groups } from "./step";

const settings = (...values: unknown[]) => each("settings", ...values);
const mappings = (...values: unknown[]) => each("mappings", ...values);
const fields = (...types: unknown[]) => mappings(...each("properties", ...each("a", ...types)));

/** All groups. */
export const groups: Groups = {
  // How settings are spelled, and what is returned.
  "template settings: spelling": inner(
    ...settings(
      {},
      { index: { number_of_shards: 3 } },
      { number_of_shards: 3, index: { number_of_shards: 4 } },
      { "index.codec": "default", codec: "best_compression" },
      { codec: "best_compression", "index.codec": "default" },
      { index: { a: { b: {} } } },
      { number_of_shards: null },
      { analysis: { analyzer: { a: { type: "custom", tokenizer: "standard", filter: ["lowercase", "asciifolding"] } } } },
      ...[[], [1, true, null], [{ a: 1 }]].map((default_field) => ({ query: { default_field } })),
      { index: { sort: { field: ["a", "b"], order: ["asc", "desc"] } } },
      [],
      "x",
      null,
    ),
  ),
  // Rejected values and unknown names.
  "template settings: names and values": [
    inner(
      ...settings(
        ...each("number_of_shards", 0, "x", 2000, 1.5, true, [1], "3 ", "", 1024),
        ...each("refresh_interval", 5, "-1", "x", "1.5s", "5 s", null),
        ...each("hidden", "false", "yes"),
        ...["numbr_of_shards", "", "index.", "archived.x"].flatMap((name) => each(name, 1)),
        ...["uuid", "shard.check_on_startup", "mapping.coerce"].flatMap((name) => each(name, "x")),
        { "logger.x": "y" },
        { number_of_replicas: -1 },
        { foo: null },
        { version: { created: 1 } },
        { codec: "xx" },
        { auto_expand_replicas: "0-1" },
        { mode: "logsdb" },
      ),
    ),
    only(
      "type",
      "several faults are listed in the order of a hash table",
      inner(...settings({ foo: 1, bar: 2 }, { number_of_shards: "x", foo: "y" }, { number_of_shards: "x", number_of_replicas: "y" })),
    ),
    only(
      "status",
      "several names are equally near, the node lists them in no fixed order",
      inner(...settings({ index: null }, { index: [] })),
    ),
  ],
  // Mappings: what is returned, and the faults of root members and field types.
  "template mappings": [
    inner(
      ...mappings(
        {},
        { _doc: { properties: { a: { type: "keyword" } } } },
        { _doc: { properties: {} }, dynamic: true },
        { foo: { properties: {} } },
        { foo: 1 },
        { _foo: 1 },
        ...each("dynamic", "strict", "sometimes", "RUNTIME"),
        { dynamic_templates: {} },
        ...each("properties", [], [1], null, "x", 1),
        ...each("runtime", [], "x"),
        [],
        null,
      ),
      ...fields(
        { type: "nope" },
        { typ: "keyword" },
        {},
        1,
        { type: "keyword", foo: 1 },
        { type: "long", coerce: true, foo: 1 },
        ...each("properties", [1], "x"),
      ),
      { mappings: { properties: { "": { type: "keyword" } } } },
    ),
    only("type", "the reason quotes the decoder of Java", inner(...mappings("x", '{"properties":{}}'))),
    streaming(
      ...mappings(
        { properties: { "@timestamp": { type: "keyword" } } },
        { properties: { "@timestamp": { type: "date" } } },
        { _data_stream_timestamp: { enabled: true } },
      ),
    ),
  ],
};
