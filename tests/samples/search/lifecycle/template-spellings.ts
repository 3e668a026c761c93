/** Index templates: forms that mean the same to the server. See docs/modules/search.md#index-template-equality. */
import type { Kind } from "./kind";
import { aliases, inner, kept, minimal, mappings, settings, store, stream } from "./template-inputs";

const long = "12345678901234567890";

/** The forms of templates. */
export const spellings: Kind["spellings"] = {
  "the least": minimal,
  "defaults in words": {
    ...minimal,
    composedOfs: [],
    ignoreMissingComponentTemplates: [],
    metadata: "",
    deprecated: false,
    dataStream: { hidden: false, allowCustomRouting: false },
    template: {},
  },
  "blank metadata": { ...minimal, metadata: "  " },
  "empty metadata": { ...minimal, metadata: "{}" },
  zeros: { ...minimal, priority: 0, version: 0 },
  "a pattern twice": { ...minimal, indexPatterns: ["z-*", "a-*", "a-*"] },
  "component templates": { ...minimal, composedOfs: ["base"] },
  "letters of all kinds": { name: "é:%日?&=+\"'\\~", indexPatterns: ["ü-*"], metadata: '{"a":"<b>&\u2028\u{1F600}"}' },
  "settings: nested": settings({ index: { number_of_shards: 3, refresh_interval: "5s" } }),
  "settings: with dots": settings({ "index.number_of_shards": 3, "index.refresh_interval": "5s" }),
  "settings: without index.": settings({ number_of_shards: "3", refresh_interval: "5s", hidden: true }),
  "settings: half nested, half with dots": settings({
    index: { "routing.allocation.include": { _tier_preference: "data_hot" } },
    "blocks.read_only": false,
  }),
  "settings: a fraction": settings({ "merge.policy.deletes_pct_allowed": 25.5, "index.priority": 7 }),
  "settings: a fraction without need": inner({ settings: '{"merge.policy.deletes_pct_allowed":25.0}' }),
  "settings: lists": settings({ sort: { field: ["a"], order: ["asc"] }, query: { default_field: [] } }),
  "settings: null": settings({ "index.codec": null, "index.number_of_replicas": 2 }),
  "settings: one key in two spellings": inner({ settings: '{"number_of_shards":2,"index":{"number_of_shards":1}}' }),
  "settings: an analyzer": settings({ analysis: { analyzer: { a: { type: "custom", tokenizer: "standard", filter: ["lowercase"] } } } }),
  "settings: empty": settings({}),
  "settings: an empty index": settings({ index: {} }),
  "mappings: as they are": mappings({ properties: { a: { type: "object", properties: { b: { type: "long" } } }, "c.d": { type: "ip" } } }),
  "mappings: inside _doc": mappings({ _doc: { dynamic: "strict", properties: { a: { type: "keyword" } } } }),
  "mappings: nothing inside _doc": mappings({ _doc: {} }),
  "mappings: empty": mappings({}),
  "mappings: texts for scalars": mappings({
    dynamic: "true",
    numeric_detection: "false",
    properties: { a: { type: "keyword", ignore_above: "256" } },
  }),
  "mappings: dynamic templates": mappings({
    dynamic_templates: [
      { a: { match_mapping_type: ["string"], match: "a*", unmatch: ["b*", "c*"], mapping: { type: "keyword" } } },
      { b: { path_match: ["n.*"], path_unmatch: "m.*", mapping: { type: "text" } } },
    ],
  }),
  "mappings: scripts": mappings({
    runtime: { a: { type: "long", script: "emit(1)" }, b: { type: "long", script: { source: "emit(2)" } } },
  }),
  "mappings: numbers of many digits": inner({ mappings: `{"_meta":{"b":${long},"10":1.50,"9":1e30}}` }),
  "aliases: routing": aliases({ name: "a", routing: "1" }),
  "aliases: a pair": aliases({ name: "a", indexRouting: "1", searchRouting: "2,3" }),
  "aliases: routing and one of the pair": aliases(
    { name: "a", routing: "1", searchRouting: "2" },
    { name: "b", routing: "1", indexRouting: "3" },
  ),
  "aliases: empty texts and flags": aliases(
    { name: "b", routing: "", isHidden: false },
    { name: "a", isWriteIndex: false, indexRouting: "" },
  ),
  "aliases: filters": aliases({ name: "b", filter: `{ "term": {"a": ${long}} }` }, { name: "a", filter: "{}" }),
  "aliases: none": inner({ aliases: [] }),
  "a data stream": { ...minimal, dataStream: {} },
  "a data stream that is hidden": { ...minimal, dataStream: { hidden: true } },
  "a lifecycle": stream({ lifecycle: {} }),
  "a lifecycle that says it is on": stream({ lifecycle: { enabled: true } }),
  "a lifecycle that is off": stream({ lifecycle: { enabled: false, dataRetention: "24h" } }),
  ...Object.fromEntries(["7 D", "07d", "+7d", "0", "0d", "-1", "1440m", "5micros"].map((text) => [`a retention of ${text}`, kept(text)])),
  "a failure store": store({ enabled: true }),
  "a failure store that is off": store({ enabled: false }),
  "a failure store with an empty lifecycle": store({ enabled: true, lifecycle: {} }),
  "a failure store with a lifecycle alone": store({ lifecycle: { dataRetention: "07 D" } }),
  "a failure store whose lifecycle is off": store({ enabled: true, lifecycle: { enabled: false } }),
};
