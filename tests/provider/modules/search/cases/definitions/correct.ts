/** Definitions that the vendor's API documentation permits. */

/** A kind, and a definition. */
export type Correct = readonly [kind: string, inputs: object];

const json = JSON.stringify;
const policy = (phases: object, more: object = {}): object => ({ name: "logs", phases, ...more });
const mapped = (field: object): object => ({ name: "new", mappings: json({ properties: { a: field } }) });
const configured = (settings: object): object => ({ name: "new", settings: json(settings) });
const rollover = { maxAge: "7d", maxPrimaryShardSize: "50gb" };

const policies: Correct[] = [
  ["SearchIndexLifecyclePolicy", policy({ hot: { actions: { rollover } } })],
  [
    "SearchIndexLifecyclePolicy",
    policy({ hot: { minAge: "0ms", actions: { rollover, forcemerge: { maxNumSegments: 1 }, readonly: true } } }),
  ],
  ["SearchIndexLifecyclePolicy", policy({ hot: { actions: { rollover: { maxDocs: 1000, minDocs: 1 }, shrink: { numberOfShards: 1 } } } })],
  ["SearchIndexLifecyclePolicy", policy({ warm: { minAge: "36h", actions: { allocate: { numberOfReplicas: 0 } } } })],
  ["SearchIndexLifecyclePolicy", policy({ warm: { minAge: "30d", actions: {} }, delete: { minAge: "0ms", actions: { delete: {} } } })],
  ["SearchIndexLifecyclePolicy", policy({ warm: { actions: { allocate: { require: { data: "warm" } }, migrate: { enabled: false } } } })],
  ["SearchIndexLifecyclePolicy", policy({ warm: { actions: { shrink: { maxPrimaryShardSize: "50gb", allowWriteAfterShrink: true } } } })],
  ["SearchIndexLifecyclePolicy", policy({ warm: { actions: { forcemerge: { maxNumSegments: 1, indexCodec: "best_compression" } } } })],
  [
    "SearchIndexLifecyclePolicy",
    policy({ warm: { actions: { setPriority: {}, unfollow: true } }, cold: { minAge: "720h", actions: { setPriority: { priority: 0 } } } }),
  ],
  [
    "SearchIndexLifecyclePolicy",
    policy({ cold: { minAge: "30d", actions: { allocate: { totalShardsPerNode: -1, exclude: { _ip: "10.0.0.1" } } } } }),
  ],
  [
    "SearchIndexLifecyclePolicy",
    policy({
      hot: { actions: { rollover, downsample: { fixedInterval: "1h" } } },
      warm: { minAge: "7d", actions: { downsample: { fixedInterval: "1d" } } },
    }),
  ],
  [
    "SearchIndexLifecyclePolicy",
    policy({ delete: { minAge: "90d", actions: { waitForSnapshot: { policy: "nightly" }, delete: { deleteSearchableSnapshot: false } } } }),
  ],
  ["SearchIndexLifecyclePolicy", policy({ delete: { actions: {} } }, { name: "7-days@default", metadata: json({ team: "search" }) })],
];

const streams: Correct[] = [
  ["SearchDataStream", { name: "logs-nginx.access-default" }],
  ["SearchDataStream", { name: "logs-app_2@eu", forceDestroy: true }],
  ["SearchDataStream", { name: "logs-sharded", settings: json({ index: { number_of_shards: 2 } }) }],
  ["SearchDataStreamLifecycle", { name: "logs-app" }],
  ["SearchDataStreamLifecycle", { name: "logs-app", dataRetention: "30d", enabled: false }],
  ["SearchDataStreamLifecycle", { name: "logs-app", downsamplings: [{ after: "1d", fixedInterval: "5m" }] }],
  [
    "SearchDataStreamLifecycle",
    {
      name: "logs-app",
      dataRetention: "720h",
      downsamplings: [
        { after: "10d", fixedInterval: "1h" },
        { after: "100d", fixedInterval: "10h" },
      ],
    },
  ],
  ["SearchDataStreamOptions", { name: "logs-app", failureStore: { enabled: true, lifecycle: { dataRetention: "7d" } } }],
  ["SearchDataStreamOptions", { name: "logs-app", failureStore: { lifecycle: { enabled: false } } }],
];

const indices: Correct[] = [
  ["SearchIndex", { name: "new" }],
  ["SearchIndex", { name: "new-2026.01.05_a" }],
  ["SearchIndex", { name: "<new-{now/d}>" }],
  ["SearchIndex", configured({ number_of_shards: 3, "index.number_of_replicas": "0", index: { refresh_interval: "-1" } })],
  ["SearchIndex", configured({ "translog.durability": "async", "translog.sync_interval": "30s", "search.idle.after": "5m" })],
  [
    "SearchIndex",
    configured({ "sort.field": ["a", "b"], "sort.order": ["asc", "desc"] }) && {
      name: "new",
      settings: json({ "sort.field": ["a", "b"], "sort.order": ["asc", "desc"] }),
      mappings: json({ properties: { a: { type: "date" }, b: { type: "keyword" } } }),
    },
  ],
  [
    "SearchIndex",
    {
      name: "new",
      settings: json({ analysis: { analyzer: { folded: { type: "custom", tokenizer: "standard", filter: ["lowercase"] } } } }),
      mappings: json({ properties: { a: { type: "text", analyzer: "folded" } } }),
    },
  ],
  ["SearchIndex", mapped({ type: "keyword", ignore_above: 256, fields: { text: { type: "text" } } })],
  ["SearchIndex", mapped({ type: "date", format: "yyyy-MM-dd HH:mm:ss||epoch_millis" })],
  ["SearchIndex", mapped({ type: "nested", dynamic: false, properties: { b: { type: "long" } } })],
  ["SearchIndex", mapped({ type: "double", coerce: false })],
  ["SearchIndex", mapped({ type: "dense_vector", dims: 3, similarity: "cosine" })],
  [
    "SearchIndex",
    { name: "new", mappings: json({ dynamic: "strict", _source: { excludes: ["secret.*"] }, properties: { "a.b": { type: "ip" } } }) },
  ],
  [
    "SearchIndex",
    {
      name: "new",
      mappings: json({ dynamic_templates: [{ texts: { match_mapping_type: "string", mapping: { type: "keyword" } } }], _meta: { v: 1 } }),
    },
  ],
  ["SearchIndex", { name: "new", mappings: json({ runtime: { day: { type: "keyword", script: { source: "emit('x')" } } } }) }],
  [
    "SearchIndex",
    {
      name: "new",
      aliases: [
        { name: "a", filter: json({ term: { level: "error" } }), routing: "1" },
        { name: "b", isWriteIndex: true },
      ],
    },
  ],
  ["SearchIndexSettings", { index: "orders", settings: json({ priority: 10, "routing.allocation.require.zone": "a" }) }],
  ["SearchIndexSettings", { index: "orders", settings: json({ codec: "best_compression" }), allowReopen: true }],
  ["SearchIndexSettings", { index: "orders", settings: json({ "search.slowlog.threshold.query.warn": "10s", "blocks.write": false }) }],
  [
    "SearchIndexMappings",
    {
      index: "orders",
      mappings: json({
        properties: { customer: { type: "keyword", ignore_above: 64 }, address: { properties: { city: { type: "keyword" } } } },
      }),
    },
  ],
  ["SearchIndexMappings", { index: "orders", mappings: json({ _meta: { owner: "search" } }) }],
];

const others: Correct[] = [
  [
    "SearchIndexAlias",
    {
      name: "all-orders",
      members: [
        { index: "orders", isWriteIndex: true, filter: json({ range: { n: { gte: 1 } } }) },
        { index: "more", searchRouting: "1,2", indexRouting: "1" },
      ],
    },
  ],
  ["SearchIndexAliasMember", { alias: "current", index: "more", isHidden: false }],
  [
    "SearchTemplateCustomization",
    {
      name: "logs-nginx.access@custom",
      settings: json({ number_of_replicas: 0 }),
      mappings: json({ properties: { team: { type: "keyword" } } }),
    },
  ],
  ["SearchStoredScript", { scriptId: "add", lang: "painless", context: "ingest", source: "ctx.total = ctx.a + ctx.b" }],
  ["SearchStoredScript", { scriptId: "rank", lang: "painless", context: "score", source: "_score * params.boost" }],
  ["SearchClusterSettings", { persistent: { "cluster.max_shards_per_node": "2000", "indices.recovery.max_bytes_per_sec": "50mb" } }],
  ["SearchClusterSettings", { persistent: { "logger.org.elasticsearch.discovery": "DEBUG" } }],
];

/** Fifty definitions. */
export const correct: readonly Correct[] = [...policies, ...streams, ...indices, ...others];
