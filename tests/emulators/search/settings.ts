/** Settings of indices and templates: flattened, made text, prefixed, checked, and nested again. See docs/modules/search.md#index-template-equality. */
import type { Json, JsonObject } from "../exchange";
import { failureOf, SearchFailure } from "./errors";
import { type Node, type ObjectNode, token } from "./json";
import { didYouMean, near } from "./suggest";
import { sizeProblem, timeValue } from "./units";

/** `int:least:most`, `float:least:most`, `bool`, `time`, `bytes`, `text`, `list`, or `one:a,b,c`. */
export type Rule = string;

const kinds: Record<Rule, string> = {
  "int:1:1024": "number_of_shards",
  "int:0": `number_of_replicas priority soft_deletes.retention.operations mapping.total_fields.limit mapping.nested_fields.limit
    mapping.nested_objects.limit mapping.dimension_fields.limit allocation.max_retries max_ngram_diff max_shingle_diff max_script_fields
    max_docvalue_fields_search max_refresh_listeners max_inner_result_window indexing.slowlog.source`,
  "int:1": `max_result_window max_rescore_window max_terms_count max_regex_length max_slices_per_scroll max_adjacency_matrix_filters
    analyze.max_token_count routing_partition_size number_of_routing_shards mapping.depth.limit mapping.field_name_length.limit
    highlight.max_analyzed_offset merge.scheduler.max_thread_count merge.scheduler.max_merge_count merge.policy.max_merge_at_once_explicit`,
  "int:2": "merge.policy.max_merge_at_once",
  "int:-1": "routing.allocation.total_shards_per_node",
  int: "format mapping.ignore_above lifecycle.origination_date",
  "float:2": "merge.policy.segments_per_tier",
  "float:0:100": "merge.policy.expunge_deletes_allowed",
  "float:5:50": "merge.policy.deletes_pct_allowed",
  bool: `hidden blocks.read_only blocks.read_only_allow_delete blocks.read blocks.write blocks.metadata mapping.coerce
    mapping.ignore_malformed mapping.total_fields.ignore_dynamic_beyond_limit mapping.synthetic_source.skip_ignored_source_read
    mapping.synthetic_source.skip_ignored_source_write soft_deletes.enabled load_fixed_bitset_filters_eagerly query_string.lenient
    query.parse.allow_unmapped_fields queries.cache.enabled requests.cache.enable merge.scheduler.auto_throttle warmer.enabled
    optimize_auto_generated_id bloom_filter_for_id_field.enabled lifecycle.parse_origination_date lifecycle.prefer_ilm
    highlight.weight_matches_mode.enabled routing.allocation.disk.watermark.ignore search.slowlog.include.user
    indexing.slowlog.include.user indexing.slowlog.reformat logsdb.add_host_name_field logsdb.route_on_sort_fields
    logsdb.sort_on_host_name recovery.use_synthetic_source fast_refresh lifecycle.indexing_complete`,
  time: `refresh_interval gc_deletes search.idle.after translog.sync_interval translog.retention.age translog.flush_threshold_age
    unassigned.node_left.delayed_timeout soft_deletes.retention_lease.period store.stats_refresh_interval
    search.slowlog.threshold.query.warn search.slowlog.threshold.query.info search.slowlog.threshold.query.debug
    search.slowlog.threshold.query.trace search.slowlog.threshold.fetch.warn search.slowlog.threshold.fetch.info
    search.slowlog.threshold.fetch.debug search.slowlog.threshold.fetch.trace indexing.slowlog.threshold.index.warn
    indexing.slowlog.threshold.index.info indexing.slowlog.threshold.index.debug indexing.slowlog.threshold.index.trace
    lifecycle.step.wait_time_threshold`,
  bytes: `translog.flush_threshold_size translog.generation_threshold_size translog.retention.size merge.policy.max_merged_segment
    merge.policy.floor_segment flush_after_merge`,
  list: "query.default_field sort.field sort.order sort.mode sort.missing store.preload routing_path",
  "one:default,best_compression": "codec",
  "one:true,false,checksum": "shard.check_on_startup",
  text: `default_pipeline final_pipeline auto_expand_replicas lifecycle.name lifecycle.rollover_alias store.type store.fs.fs_lock
    write.wait_for_active_shards routing.allocation.enable routing.rebalance.enable compound_format merge.policy.type
    time_series.start_time time_series.end_time allocation.existing_shards_allocator data_path mapping.source.mode
    mapping.synthetic_source_keep recovery.type search.slowlog.level indexing.slowlog.level shard_limit.group translog.durability mode`,
};

/** Full key to kind. */
const KEYS: Readonly<Record<string, Rule>> = Object.fromEntries(
  Object.entries(kinds).flatMap(([rule, names]) => names.split(/\s+/).map((name) => [`index.${name}`, rule])),
);

/** Groups whose members are free: analysis, similarity, allocation filters. */
const PREFIXES = [
  "index.analysis.",
  "index.similarity.",
  "index.routing.allocation.include.",
  "index.routing.allocation.exclude.",
  "index.routing.allocation.require.",
  "index.routing.allocation.initial_recovery.",
];

const keysOf = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/).map((name) => `index.${name}`));

/** Settings that only the creation of an index takes (measured on 8.19.8). */
export const FINAL = keysOf(`number_of_shards routing_partition_size format soft_deletes.enabled logsdb.route_on_sort_fields
  recovery.use_synthetic_source fast_refresh sort.field sort.order sort.mode sort.missing routing_path time_series.start_time mapping.source.mode
  mode`);

const STATIC =
  keysOf(`number_of_routing_shards mapping.ignore_above mapping.coerce mapping.ignore_malformed load_fixed_bitset_filters_eagerly
  query_string.lenient query.parse.allow_unmapped_fields queries.cache.enabled store.stats_refresh_interval store.preload store.fs.fs_lock codec
  shard.check_on_startup store.type data_path mapping.synthetic_source_keep recovery.type`);

/** Whether only a closed index takes a change of the setting (measured on 8.19.8). */
export const isStatic = (key: string): boolean => STATIC.has(key) || /^index\.(analysis|similarity)\./.test(key);

/** Settings that the server sets itself. */
const PRIVATE: ReadonlySet<string> = new Set(["index.version.created", "index.history.uuid", "index.resize.source.uuid"]);

/** A value of one setting: its text, a list of texts, or null for "reset to the default". */
export type Setting = string | string[] | null;
/** Full dotted keys, with the prefix `index.`. */
export type Settings = Map<string, Setting>;

const PREFIX = "index.";

const list = (items: readonly Node[]) =>
  items.map((item) => {
    if (item.kind === "string" || item.kind === "number" || item.kind === "boolean") return item.text;
    const reason = "only value lists are allowed in serialized settings";
    throw new SearchFailure(400, { type: "illegal_state_exception", reason }, {}, item.at);
  });

const collect = (node: ObjectNode, path: string, into: Settings) => {
  for (const { name, value } of node.fields) {
    const key = path + name;
    if (value.kind === "object") collect(value, `${key}.`, into);
    else if (value.kind === "array") into.set(key, list(value.items));
    else into.set(key, value.kind === "null" ? null : value.text);
  }
};

/** Reads settings by full key as they are written, nested or dotted. */
export const collectSettings = (node: Node): Settings => {
  if (node.kind !== "object") throw new Error(`settings are read from objects only, not from ${token(node)}`);
  const written: Settings = new Map();
  collect(node, "", written);
  return written;
};

/**
 * Reads the settings of a body. A key given twice, flat and nested, takes what is written last; but a key without the
 * prefix always wins over its prefixed twin, wherever the two are (measured on 8.19.8).
 */
export const readSettings = (node: Node): Settings => {
  const written = collectSettings(node);
  const isBare = (key: string) => !key.startsWith(PREFIX);
  const prefixed = [...written].filter(([key]) => !isBare(key));
  const bare = [...written].filter(([key]) => isBare(key)).map(([key, value]): [string, Setting] => [PREFIX + key, value]);
  return new Map([...prefixed, ...bare]);
};

/** The nested form in which the server gives settings back. */
export const nestSettings = (settings: Settings): JsonObject => {
  const empty = (): JsonObject => Object.create(null) as JsonObject;
  const root = empty();
  for (const [key, value] of settings) {
    const path = key.split(".");
    const last = path.pop() ?? key;
    let at = root;
    for (const part of path) at = (at[part] ??= empty()) as JsonObject;
    at[last] = value as Json;
  }
  return root;
};

const NUMBER: Record<string, RegExp> = { int: /^[+-]?\d+$/, float: /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/ };

const numberProblem = (key: string, value: string, [kind = "int", minimal = "", most = ""]: readonly string[]) => {
  if (!NUMBER[kind]?.test(value)) return `Failed to parse value [${value}] for setting [${key}]`;
  if (minimal !== "" && Number(value) < Number(minimal))
    return `Failed to parse value [${value}] for setting [${key}] must be >= ${minimal}`;
  if (most !== "" && Number(value) > Number(most)) return `Failed to parse value [${value}] for setting [${key}] must be <= ${most}`;
  return undefined;
};

/** Why a value does not fit the kind of its setting; undefined if it does. */
export const valueProblem = (key: string, value: Setting, rule: Rule): string | undefined => {
  if (value === null || rule === "list" || rule === "text") return undefined;
  const text = Array.isArray(value) ? `[${value.join(", ")}]` : value;
  const [kind = "", ...limits] = rule.split(":");
  if (kind === "int" || kind === "float") return numberProblem(key, text, [kind, ...limits]);
  if (kind === "time") return failureOf(() => timeValue(key, text))?.cause_.reason ?? undefined;
  if (kind === "bool")
    return text === "true" || text === "false" ? undefined : `Failed to parse value [${text}] as only [true] or [false] are allowed.`;
  if (kind === "bytes") return sizeProblem(key, text);
  const words = (limits[0] ?? "").split(",");
  return words.includes(text) ? undefined : `unknown value for [${key}] must be one of [${words.join(", ")}] but was: ${text}`;
};

const problem = (key: string, value: Setting) => {
  if (PRIVATE.has(key)) return `private index setting [${key}] can not be set explicitly`;
  const rule = KEYS[key] ?? (PREFIXES.some((prefix) => key.startsWith(prefix) && key.length > prefix.length) ? "text" : undefined);
  if (rule) return valueProblem(key, value, rule);
  const hint = didYouMean(near(key, Object.keys(KEYS), 0.7));
  return `unknown setting [${key}]${hint || " please check that any required plugins are installed, or check the breaking changes documentation for removed settings"}`;
};

/** The order of entries by their keys. */
export const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** All that is wrong with the settings, key by key in order of their names. */
export const settingProblems = (settings: Settings): string[] =>
  [...settings].sort(byKey).flatMap(([key, value]) => problem(key, value) ?? []);
