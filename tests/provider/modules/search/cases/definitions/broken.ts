/** Fifty definitions that break a rule of the vendor's API documentation, each in one way. */

import { hot, mapped, policy, round, set, warm } from "./parts";

/** By kind: the mistake, the definition, and why a preview does not find the mistake. */
export const broken: Readonly<Record<string, readonly (readonly [mistake: string, inputs: object, missed?: string])[]>> = {
  SearchIndexLifecyclePolicy: [
    ["forcemerge in the hot phase without rollover", hot({ forcemerge: { maxNumSegments: 1 } })],
    ["rollover without a maximum", hot({ rollover: { minDocs: 5 } })],
    ["shrink by number and by size", warm({ shrink: { numberOfShards: 1, maxPrimaryShardSize: "50gb" } })],
    ["shrink to no shard", warm({ shrink: { numberOfShards: 0 } })],
    ["allocate without a rule", warm({ allocate: {} })],
    ["migrate beside allocation rules", warm({ allocate: { require: { data: "warm" } }, migrate: { enabled: true } })],
    ["a frozen phase without a searchable snapshot", policy({ frozen: { minAge: "30d", actions: {} } })],
    ["phases out of order", policy({ warm: { minAge: "30d", actions: {} }, delete: { minAge: "7d", actions: { delete: {} } } })],
    ["an age in weeks", policy({ delete: { minAge: "2w", actions: { delete: {} } } })],
    ["a size without a unit of bytes", hot({ rollover: { maxPrimaryShardSize: "50 gigs" } })],
    ["a merge to no segment", warm({ forcemerge: { maxNumSegments: 0 } })],
    ["a codec that forcemerge does not know", warm({ forcemerge: { maxNumSegments: 1, indexCodec: "zstd" } })],
    ["a negative priority", warm({ setPriority: { priority: -1 } })],
    [
      "forcemerge after a searchable snapshot",
      policy({
        hot: { actions: { rollover: { maxAge: "7d" }, searchableSnapshot: { snapshotRepository: "r" } } },
        warm: { actions: { forcemerge: { maxNumSegments: 1 } } },
      }),
    ],
    [
      "two snapshot repositories",
      policy({
        cold: { minAge: "7d", actions: { searchableSnapshot: { snapshotRepository: "a" } } },
        frozen: { minAge: "30d", actions: { searchableSnapshot: { snapshotRepository: "b" } } },
      }),
    ],
    [
      "an action that does not exist",
      warm({ otherActions: '{"compress":{}}' }),
      "the server has no request that validates it without writing, and a newer server may have the action",
    ],
    ["a name with a comma", { name: "logs,metrics", phases: { delete: { actions: { delete: {} } } } }],
  ],
  SearchDataStream: [
    ["a name in upper case", { name: "Logs-app" }],
    ["a name of a backing index", { name: ".ds-logs-app" }],
    ["a name with a number sign", { name: "logs-#1" }],
    ["no template for the name", { name: "events" }],
  ],
  SearchDataStreamLifecycle: [
    ["a retention in words", { name: "logs-app", dataRetention: "30 days" }],
    ["a negative retention", { name: "logs-app", dataRetention: "-7d" }],
    [
      "rounds out of order",
      {
        name: "logs-app",
        downsamplings: [round("10d", "1h"), round("1d", "2h")],
      },
    ],
    [
      "a round that is no multiple of the one before",
      {
        name: "logs-app",
        downsamplings: [round("1d", "1h"), round("7d", "90m")],
      },
    ],
    ["a round of less than five minutes", { name: "logs-app", downsamplings: [round("1d", "1m")] }],
    ["a pattern in place of a name", { name: "logs-*", dataRetention: "7d" }],
  ],
  SearchDataStreamOptions: [
    ["a retention of failures in words", { name: "logs-app", failureStore: { lifecycle: { dataRetention: "one week" } } }],
  ],
  SearchIndex: [
    ["a name with a blank", { name: "my orders" }],
    ["no shards", set('{"number_of_shards":0}')],
    ["a misspelled setting", set('{"refresh_intervall":"5s"}')],
    ["an interval without a unit", set('{"refresh_interval":"5 sec"}')],
    ["a type of field that was removed", mapped('{"properties":{"a":{"type":"string"}}}')],
    ["a misspelled parameter", mapped('{"properties":{"a":{"type":"keyword","ignore_abov":256}}}')],
    ["an analyzer that is not defined", mapped('{"properties":{"a":{"type":"text","analyzer":"germn"}}}')],
    ["a value of dynamic that does not exist", mapped('{"dynamic":"sometimes"}')],
    ["a filter of an alias with an unknown query", { name: "new", aliases: [{ name: "a", filter: '{"trem":{"a":1}}' }] }],
  ],
  SearchIndexSettings: [
    ["the number of shards of an index that exists", { index: "orders", settings: '{"number_of_shards":2}' }],
    ["a negative number of replicas", { index: "orders", settings: '{"number_of_replicas":-1}' }],
    ["a static setting of an open index", { index: "orders", settings: '{"codec":"best_compression"}' }],
    ["an alias in place of an index", { index: "current", settings: '{"priority":1}' }],
  ],
  SearchIndexMappings: [
    ["another type of a field that exists", { index: "orders", mappings: '{"properties":{"customer":{"type":"long"}}}' }],
    ["a parameter of another type of field", { index: "orders", mappings: '{"properties":{"b":{"type":"long","analyzer":"standard"}}}' }],
  ],
  SearchIndexAlias: [
    [
      "two write indices",
      {
        name: "a",
        members: [
          { index: "orders", isWriteIndex: true },
          { index: "more", isWriteIndex: true },
        ],
      },
    ],
    [
      "the name of an index",
      { name: "orders", members: [{ index: "more" }] },
      "the server has no request that validates it without writing",
    ],
  ],
  SearchIndexAliasMember: [["a filter that is no JSON", { alias: "a", index: "orders", filter: "level:error" }]],
  SearchTemplateCustomization: [
    ["a misspelled setting", { name: "logs@custom", settings: '{"numer_of_replicas":0}' }],
    ["an unknown type of field", { name: "logs@custom", mappings: '{"properties":{"a":{"type":"varchar"}}}' }],
  ],
  SearchStoredScript: [["a script that does not compile", { scriptId: "s", lang: "painless", context: "ingest", source: "ctx.a = (1;" }]],
  SearchClusterSettings: [["a misspelled setting", { persistent: { "cluster.routing.allocation.enabled": "all" } }]],
};
