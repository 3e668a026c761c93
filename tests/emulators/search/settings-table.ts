/** Index settings known to the emulator: key and kind of value. Facts of Elasticsearch 8.19, without words of its documentation. */

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
export const KEYS: Readonly<Record<string, Rule>> = Object.fromEntries(
  Object.entries(kinds).flatMap(([rule, names]) => names.split(/\s+/).map((name) => [`index.${name}`, rule])),
);

/** Groups whose members are free: analysis, similarity, allocation filters. */
export const PREFIXES = [
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
export const PRIVATE: ReadonlySet<string> = new Set(["index.version.created", "index.history.uuid", "index.resize.source.uuid"]);
