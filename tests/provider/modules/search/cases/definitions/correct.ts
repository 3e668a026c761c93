/** Fifty definitions that the vendor's API documentation permits. */

import { hot, mapped, policy, round, set, warm } from "./parts";

/** By kind: the definitions. */
export const correct: Readonly<Record<string, readonly object[]>> = {
  SearchIndexLifecyclePolicy: [
    hot({ rollover: { maxAge: "7d", maxPrimaryShardSize: "50gb" } }),
    policy({
      hot: {
        minAge: "0ms",
        actions: { rollover: { maxAge: "7d", maxPrimaryShardSize: "50gb" }, forcemerge: { maxNumSegments: 1 }, readonly: true },
      },
    }),
    hot({ rollover: { maxDocs: 1000, minDocs: 1 }, shrink: { numberOfShards: 1 } }),
    policy({ warm: { minAge: "36h", actions: { allocate: { numberOfReplicas: 0 } } } }),
    policy({ warm: { minAge: "30d", actions: {} }, delete: { minAge: "0ms", actions: { delete: {} } } }),
    warm({ allocate: { require: { data: "warm" } }, migrate: { enabled: false } }),
    warm({ shrink: { maxPrimaryShardSize: "50gb", allowWriteAfterShrink: true } }),
    warm({ forcemerge: { maxNumSegments: 1, indexCodec: "best_compression" } }),
    policy({ warm: { actions: { setPriority: {}, unfollow: true } }, cold: { minAge: "720h", actions: { setPriority: { priority: 0 } } } }),
    policy({ cold: { minAge: "30d", actions: { allocate: { totalShardsPerNode: -1, exclude: { _ip: "10.0.0.1" } } } } }),
    policy({
      hot: { actions: { rollover: { maxAge: "7d", maxPrimaryShardSize: "50gb" }, downsample: { fixedInterval: "1h" } } },
      warm: { minAge: "7d", actions: { downsample: { fixedInterval: "1d" } } },
    }),
    policy({ delete: { minAge: "90d", actions: { waitForSnapshot: { policy: "nightly" }, delete: { deleteSearchableSnapshot: false } } } }),
    { name: "7-days@default", phases: { delete: { actions: {} } }, metadata: '{"team":"search"}' },
  ],
  SearchDataStream: [
    { name: "logs-nginx.access-default" },
    { name: "logs-app_2@eu", forceDestroy: true },
    { name: "logs-sharded", settings: '{"index":{"number_of_shards":2}}' },
  ],
  SearchDataStreamLifecycle: [
    { name: "logs-app" },
    { name: "logs-app", dataRetention: "30d", enabled: false },
    { name: "logs-app", downsamplings: [round("1d", "5m")] },
    {
      name: "logs-app",
      dataRetention: "720h",
      downsamplings: [round("10d", "1h"), round("100d", "10h")],
    },
  ],
  SearchDataStreamOptions: [
    { name: "logs-app", failureStore: { enabled: true, lifecycle: { dataRetention: "7d" } } },
    { name: "logs-app", failureStore: { lifecycle: { enabled: false } } },
  ],
  SearchIndex: [
    { name: "new" },
    { name: "new-2026.01.05_a" },
    { name: "<new-{now/d}>" },
    set('{"number_of_shards":3,"index.number_of_replicas":"0","index":{"refresh_interval":"-1"}}'),
    set('{"translog.durability":"async","translog.sync_interval":"30s","search.idle.after":"5m"}'),
    {
      name: "new",
      settings: '{"sort.field":["a","b"],"sort.order":["asc","desc"]}',
      mappings: '{"properties":{"a":{"type":"date"},"b":{"type":"keyword"}}}',
    },
    {
      name: "new",
      settings: '{"analysis":{"analyzer":{"folded":{"type":"custom","tokenizer":"standard","filter":["lowercase"]}}}}',
      mappings: '{"properties":{"a":{"type":"text","analyzer":"folded"}}}',
    },
    mapped('{"properties":{"a":{"type":"keyword","ignore_above":256,"fields":{"text":{"type":"text"}}}}}'),
    mapped('{"properties":{"a":{"type":"date","format":"yyyy-MM-dd HH:mm:ss||epoch_millis"}}}'),
    mapped('{"properties":{"a":{"type":"nested","dynamic":false,"properties":{"b":{"type":"long"}}}}}'),
    mapped('{"properties":{"a":{"type":"double","coerce":false}}}'),
    mapped('{"properties":{"a":{"type":"dense_vector","dims":3,"similarity":"cosine"}}}'),
    mapped('{"dynamic":"strict","_source":{"excludes":["secret.*"]},"properties":{"a.b":{"type":"ip"}}}'),
    mapped('{"dynamic_templates":[{"texts":{"match_mapping_type":"string","mapping":{"type":"keyword"}}}],"_meta":{"v":1}}'),
    mapped('{"runtime":{"day":{"type":"keyword","script":{"source":"emit(\'x\')"}}}}'),
    {
      name: "new",
      aliases: [
        { name: "a", filter: '{"term":{"level":"error"}}', routing: "1" },
        { name: "b", isWriteIndex: true },
      ],
    },
  ],
  SearchIndexSettings: [
    { index: "orders", settings: '{"priority":10,"routing.allocation.require.zone":"a"}' },
    { index: "orders", settings: '{"codec":"best_compression"}', allowReopen: true },
    { index: "orders", settings: '{"search.slowlog.threshold.query.warn":"10s","blocks.write":false}' },
  ],
  SearchIndexMappings: [
    {
      index: "orders",
      mappings: '{"properties":{"customer":{"type":"keyword","ignore_above":64},"address":{"properties":{"city":{"type":"keyword"}}}}}',
    },
    { index: "orders", mappings: '{"_meta":{"owner":"search"}}' },
  ],
  SearchIndexAlias: [
    {
      name: "all-orders",
      members: [
        { index: "orders", isWriteIndex: true, filter: '{"range":{"n":{"gte":1}}}' },
        { index: "more", searchRouting: "1,2", indexRouting: "1" },
      ],
    },
  ],
  SearchIndexAliasMember: [{ alias: "current", index: "more", isHidden: false }],
  SearchTemplateCustomization: [
    { name: "logs-nginx.access@custom", settings: '{"number_of_replicas":0}', mappings: '{"properties":{"team":{"type":"keyword"}}}' },
  ],
  SearchStoredScript: [
    { scriptId: "add", lang: "painless", context: "ingest", source: "ctx.total = ctx.a + ctx.b" },
    { scriptId: "rank", lang: "painless", context: "score", source: "_score * params.boost" },
  ],
  SearchClusterSettings: [
    { persistent: { "cluster.max_shards_per_node": "2000", "indices.recovery.max_bytes_per_sec": "50mb" } },
    { persistent: { "logger.org.elasticsearch.discovery": "DEBUG" } },
  ],
};
