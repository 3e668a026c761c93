/** Definitions that break a rule of the vendor's API documentation, each in one way. */

/** A kind, the mistake, the definition, and why a preview does not find the mistake. */
export type Broken = readonly [kind: string, mistake: string, inputs: object, missed?: string];

const json = JSON.stringify;
const noDryRun = "the server has no request that validates it without writing";
const policy = (phases: object): object => ({ name: "logs", phases });
const rounds = (...all: [after: string, fixedInterval: string][]): object => ({
  name: "logs-app",
  downsamplings: all.map(([after, fixedInterval]) => ({ after, fixedInterval })),
});
const mapped = (field: object): object => ({ name: "new", mappings: json({ properties: { a: field } }) });
const rollover = { maxAge: "7d" };
const snapshot = (snapshotRepository: string): object => ({ searchableSnapshot: { snapshotRepository } });

const policies: Broken[] = [
  [
    "SearchIndexLifecyclePolicy",
    "forcemerge in the hot phase without rollover",
    policy({ hot: { actions: { forcemerge: { maxNumSegments: 1 } } } }),
  ],
  ["SearchIndexLifecyclePolicy", "rollover without a maximum", policy({ hot: { actions: { rollover: { minDocs: 5 } } } })],
  [
    "SearchIndexLifecyclePolicy",
    "shrink by number and by size",
    policy({ warm: { actions: { shrink: { numberOfShards: 1, maxPrimaryShardSize: "50gb" } } } }),
  ],
  ["SearchIndexLifecyclePolicy", "shrink to no shard", policy({ warm: { actions: { shrink: { numberOfShards: 0 } } } })],
  ["SearchIndexLifecyclePolicy", "allocate without a rule", policy({ warm: { actions: { allocate: {} } } })],
  [
    "SearchIndexLifecyclePolicy",
    "migrate beside allocation rules",
    policy({ warm: { actions: { allocate: { require: { data: "warm" } }, migrate: { enabled: true } } } }),
  ],
  ["SearchIndexLifecyclePolicy", "a frozen phase without a searchable snapshot", policy({ frozen: { minAge: "30d", actions: {} } })],
  [
    "SearchIndexLifecyclePolicy",
    "phases out of order",
    policy({ warm: { minAge: "30d", actions: {} }, delete: { minAge: "7d", actions: { delete: {} } } }),
  ],
  ["SearchIndexLifecyclePolicy", "an age in weeks", policy({ delete: { minAge: "2w", actions: { delete: {} } } })],
  [
    "SearchIndexLifecyclePolicy",
    "a size without a unit of bytes",
    policy({ hot: { actions: { rollover: { maxPrimaryShardSize: "50 gigs" } } } }),
  ],
  ["SearchIndexLifecyclePolicy", "a merge to no segment", policy({ warm: { actions: { forcemerge: { maxNumSegments: 0 } } } })],
  [
    "SearchIndexLifecyclePolicy",
    "a codec that forcemerge does not know",
    policy({ warm: { actions: { forcemerge: { maxNumSegments: 1, indexCodec: "zstd" } } } }),
  ],
  ["SearchIndexLifecyclePolicy", "a negative priority", policy({ warm: { actions: { setPriority: { priority: -1 } } } })],
  [
    "SearchIndexLifecyclePolicy",
    "forcemerge after a searchable snapshot",
    policy({ hot: { actions: { rollover, ...snapshot("r") } }, warm: { actions: { forcemerge: { maxNumSegments: 1 } } } }),
  ],
  [
    "SearchIndexLifecyclePolicy",
    "two snapshot repositories",
    policy({ cold: { minAge: "7d", actions: snapshot("a") }, frozen: { minAge: "30d", actions: snapshot("b") } }),
  ],
  [
    "SearchIndexLifecyclePolicy",
    "an action that does not exist",
    policy({ warm: { actions: { otherActions: json({ compress: {} }) } } }),
    `${noDryRun}, and a newer server may have the action`,
  ],
  ["SearchIndexLifecyclePolicy", "a name with a comma", { name: "logs,metrics", phases: { delete: { actions: { delete: {} } } } }],
];

const streams: Broken[] = [
  ["SearchDataStream", "a name in upper case", { name: "Logs-app" }],
  ["SearchDataStream", "a name of a backing index", { name: ".ds-logs-app" }],
  ["SearchDataStream", "a name with a number sign", { name: "logs-#1" }],
  ["SearchDataStream", "no template for the name", { name: "events" }],
  ["SearchDataStreamLifecycle", "a retention in words", { name: "logs-app", dataRetention: "30 days" }],
  ["SearchDataStreamLifecycle", "a negative retention", { name: "logs-app", dataRetention: "-7d" }],
  ["SearchDataStreamLifecycle", "rounds out of order", rounds(["10d", "1h"], ["1d", "2h"])],
  ["SearchDataStreamLifecycle", "a round that is no multiple of the one before", rounds(["1d", "1h"], ["7d", "90m"])],
  ["SearchDataStreamLifecycle", "a round of less than five minutes", rounds(["1d", "1m"])],
  ["SearchDataStreamLifecycle", "a pattern in place of a name", { name: "logs-*", dataRetention: "7d" }],
  [
    "SearchDataStreamOptions",
    "a retention of failures in words",
    { name: "logs-app", failureStore: { lifecycle: { dataRetention: "one week" } } },
  ],
];

const indices: Broken[] = [
  ["SearchIndex", "a name with a blank", { name: "my orders" }],
  ["SearchIndex", "no shards", { name: "new", settings: json({ number_of_shards: 0 }) }],
  ["SearchIndex", "a misspelled setting", { name: "new", settings: json({ refresh_intervall: "5s" }) }],
  ["SearchIndex", "an interval without a unit", { name: "new", settings: json({ refresh_interval: "5 sec" }) }],
  ["SearchIndex", "a type of field that was removed", mapped({ type: "string" })],
  ["SearchIndex", "a misspelled parameter", mapped({ type: "keyword", ignore_abov: 256 })],
  ["SearchIndex", "an analyzer that is not defined", mapped({ type: "text", analyzer: "germn" })],
  ["SearchIndex", "a value of dynamic that does not exist", { name: "new", mappings: json({ dynamic: "sometimes" }) }],
  [
    "SearchIndex",
    "a filter of an alias with an unknown query",
    { name: "new", aliases: [{ name: "a", filter: json({ trem: { a: 1 } }) }] },
  ],
  ["SearchIndexSettings", "the number of shards of an index that exists", { index: "orders", settings: json({ number_of_shards: 2 }) }],
  ["SearchIndexSettings", "a negative number of replicas", { index: "orders", settings: json({ number_of_replicas: -1 }) }],
  ["SearchIndexSettings", "a static setting of an open index", { index: "orders", settings: json({ codec: "best_compression" }) }],
  ["SearchIndexSettings", "an alias in place of an index", { index: "current", settings: json({ priority: 1 }) }],
  [
    "SearchIndexMappings",
    "another type of a field that exists",
    { index: "orders", mappings: json({ properties: { customer: { type: "long" } } }) },
  ],
  [
    "SearchIndexMappings",
    "a parameter of another type of field",
    { index: "orders", mappings: json({ properties: { b: { type: "long", analyzer: "standard" } } }) },
  ],
];

const others: Broken[] = [
  [
    "SearchIndexAlias",
    "two write indices",
    {
      name: "a",
      members: [
        { index: "orders", isWriteIndex: true },
        { index: "more", isWriteIndex: true },
      ],
    },
  ],
  ["SearchIndexAlias", "the name of an index", { name: "orders", members: [{ index: "more" }] }, noDryRun],
  ["SearchIndexAliasMember", "a filter that is no JSON", { alias: "a", index: "orders", filter: "level:error" }],
  ["SearchTemplateCustomization", "a misspelled setting", { name: "logs@custom", settings: json({ numer_of_replicas: 0 }) }],
  [
    "SearchTemplateCustomization",
    "an unknown type of field",
    { name: "logs@custom", mappings: json({ properties: { a: { type: "varchar" } } }) },
  ],
  ["SearchStoredScript", "a script that does not compile", { scriptId: "s", lang: "painless", context: "ingest", source: "ctx.a = (1;" }],
  ["SearchClusterSettings", "a misspelled setting", { persistent: { "cluster.routing.allocation.enabled": "all" } }],
];

/** Fifty mistakes. */
export const broken: readonly Broken[] = [...policies, ...streams, ...indices, ...others];
