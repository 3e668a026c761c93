/** Programs of the resources of module search: releases record them, and invariants and cases of many kinds run them. */
import { secret, type Properties } from "../../support/structs";
import type { Autonamed } from "../variant";
import { indicesOf, timeouts, variant, type SearchVariant } from "./parts";
import { securityVariants } from "./security";
import { snapshotVariants } from "./snapshots";
import { transformVariants } from "./transforms";
import { userVariants } from "./users";

const drop = '{"drop":{}}';
const set = '{"set":{"field":"a","value":"b"}}';
const grok = '{"grok":{"field":"message","patterns":["%{IP:client} %{NUMBER:bytes:int}"],"ignore_failure":true,"tag":"first"}}';
const condition = `{"script":{"lang":"painless","source":"ctx.total = ctx.a + ctx.b","params":{"factor":12345678901234567}}}`;

const body: Properties = {
  aliases: [
    { name: "all-logs", filter: '{"term":{"level":"error"}}', indexRouting: "1", searchRouting: "1,2", isHidden: true },
    { name: "recent", isWriteIndex: false, routing: "3" },
  ],
  mappings: '{"properties":{"a":{"type":"keyword","ignore_above":256}},"dynamic":"strict"}',
  settings: '{"number_of_shards":2,"index":{"refresh_interval":"5s"}}',
};
const composed: Properties = {
  name: "logs",
  indexPatterns: ["logs-*"],
  priority: 200,
  version: 7,
  deprecated: true,
  allowAutoCreate: true,
  composedOfs: ["base", "optional"],
  ignoreMissingComponentTemplates: ["optional"],
  metadata: '{"owner": "ops"}',
  template: body,
};

const match: Properties = { name: "users", policyType: "match", indices: ["users"], matchField: "email", enrichFields: ["city", "name"] };
const overUsers = { before: indicesOf("users") };

const schedule = (interval: string) => ({ enabled: true, interval });
const overLogs = { before: indicesOf("logs-1", "logs-2") };

const overIndex = (name: string) => ({ before: indicesOf(name) });

const templateOf = (...index_patterns: string[]) => ({ index_patterns, data_stream: {} });
const overTemplate = { before: { "PUT /_index_template/streams": { ...templateOf("logs-app*", "logs-all*"), priority: 1 } } };
/** A data stream, and the template that it needs. */
const overStream = (name: string) => ({
  before: { [`PUT /_index_template/of-${name}`]: templateOf(name), [`PUT /_data_stream/${name}`]: undefined },
});

/** All variants. */
export const searchVariants: readonly SearchVariant[] = [
  variant("SearchIngestPipeline: minimal", { name: "logs", processors: [drop] }, { processors: [set, drop] }),
  variant(
    "SearchIngestPipeline: all inputs",
    {
      name: "logs",
      processors: [set, grok, condition],
      description: "first",
      version: 3,
      deprecated: true,
      metadata: '{ "owner": "ops", "a": [1, 2.50, 1e3] }',
      onFailures: [set],
    },
    {
      description: "second",
      version: 4,
      timeouts: { ...timeouts, read: "10s" },
      metadata: '{"a":[1,2.5,1000],"owner":"dev"}',
      deprecated: null,
      onFailures: null,
    },
  ),
  variant(
    "SearchIngestPipeline: objects",
    {
      name: "logs",
      processorObjects: [{ set: { field: "a", value: ["b", 1, true], override: false } }, drop],
      onFailureObjects: [{ append: { field: "tags", value: [{ reason: "failed", count: 1.5 }] } }],
    },
    { processorObjects: [drop, { set: { field: "a", value: 2 } }], onFailureObjects: [{ append: { field: "tags", value: "failed" } }] },
    // An import declares JSON strings.
    { dependent: { processors: ["processorObjects"], onFailures: ["onFailureObjects"] } },
  ),
  variant(
    "SearchIngestPipeline: 9.2 with explicit defaults",
    { name: "logs", processors: [set], deprecated: false, fieldAccessPattern: "classic" },
    { fieldAccessPattern: "flexible", deprecated: null },
    { emulator: { version: "9.2.0" } },
  ),
  variant("SearchIndexTemplate: minimal", { name: "logs", indexPatterns: ["logs-*"] }, { indexPatterns: ["logs-*", "more-logs-*"] }),
  variant(
    "SearchIndexTemplate: all inputs of an index",
    composed,
    { priority: 201, composedOfs: ["base"], template: { ...body, settings: '{"index.number_of_shards":3}' } },
    { before: { "PUT /_component_template/base": { template: { settings: { number_of_replicas: 0 } } } } },
  ),
  variant(
    "SearchIndexTemplate: data stream",
    {
      name: "events",
      indexPatterns: ["events-*"],
      dataStream: { hidden: true, allowCustomRouting: false },
      template: { lifecycle: { dataRetention: "7d" }, dataStreamOptions: { failureStore: { enabled: true } } },
    },
    { dataStream: { allowCustomRouting: true }, template: { lifecycle: { dataRetention: "30d", enabled: true } } },
  ),
  variant("SearchIndex: minimal", { name: "orders" }, { mappings: '{"properties":{"a":{"type":"keyword"}}}' }),
  variant(
    "SearchIndex: all inputs",
    {
      ...body,
      name: "orders",
      waitForActiveShards: "1",
      allowReopen: true,
      forceDestroy: true,
    },
    {
      settings: '{"number_of_shards":2,"codec":"best_compression","index":{"refresh_interval":"10s"}}',
      mappings: '{"properties":{"a":{"type":"keyword","ignore_above":512},"b":{"type":"long"}},"dynamic":"strict"}',
      aliases: [{ name: "recent", isWriteIndex: true, routing: "3" }],
      forceDestroy: null,
    },
  ),
  variant("SearchComponentTemplate: minimal", { name: "base", template: {} }, { template: { settings: '{"number_of_replicas":0}' } }),
  variant(
    "SearchComponentTemplate: all inputs of an index",
    {
      name: "base",
      template: body,
      version: 7,
      deprecated: true,
      metadata: '{"owner": "ops"}',
    },
    { template: { ...body, settings: '{"index.number_of_shards":3}' }, version: 8, metadata: '{"owner":"ops"}', deprecated: null },
  ),
  variant(
    "SearchComponentTemplate: options of data streams",
    {
      name: "base",
      template: { lifecycle: { dataRetention: "7d" }, dataStreamOptions: { failureStore: { enabled: true } } },
    },
    { template: { lifecycle: { dataRetention: "30d", enabled: true } } },
  ),
  variant("SearchEnrichPolicy: minimal", match, { timeouts: { update: "9m" } }, overUsers),
  variant(
    "SearchEnrichPolicy: all inputs",
    { ...match, query: '{ "match_all": {} }', execute: false },
    { query: '{"match_all":{}}' },
    overUsers,
  ),
  variant("SearchConnector: minimal", { serviceType: "custom" }, { description: "later" }),
  variant(
    "SearchConnector: name and index",
    { connectorId: "reports", serviceType: "s3", name: "first", indexName: "reports", features: {}, scheduling: {} },
    { name: "second", indexName: "other-reports", features: null, scheduling: null },
  ),
  variant(
    "SearchConnector: all inputs",
    {
      connectorId: "orders",
      serviceType: "postgresql",
      name: "orders",
      description: "first",
      indexName: "orders",
      isNative: false,
      language: "english",
      apiKeyId: "key-1",
      apiKeySecretId: "secret-1",
      pipeline: { name: "p", extractBinaryContent: true, reduceWhitespace: false, runMlInference: true },
      scheduling: { full: schedule("0 0 12 * * ?"), incremental: schedule("0 0 2 * * ?"), accessControl: schedule("0 0 3 * * ?") },
      features: {
        documentLevelSecurity: { enabled: true },
        incrementalSync: { enabled: false },
        nativeConnectorApiKeys: { enabled: true },
        syncRules: { basic: { enabled: true }, advanced: { enabled: false } },
      },
      configurationValues: { host: { string: "db" }, port: { number: 5432 }, password: { secretValue: secret("example-password") } },
    },
    {
      description: "second",
      apiKeyId: "key-2",
      pipeline: { name: "q", extractBinaryContent: true, reduceWhitespace: true, runMlInference: false },
      scheduling: { full: schedule("0 0 1 * * ?") },
      features: { syncRules: { basic: { enabled: false } } },
      configurationValues: { host: { string: "other" }, password: { secretValue: secret("example-password") } },
      apiKeySecretId: null,
    },
  ),
  variant(
    "SearchClusterSettings: minimal",
    { persistent: { "search.max_buckets": "20000" } },
    { persistent: { "search.max_buckets": "30000" } },
  ),
  variant(
    "SearchClusterSettings: all inputs",
    {
      persistent: {
        "cluster.routing.allocation.awareness.attributes": "zone,rack",
        "cluster.remote.other.seeds": '["10.0.0.1:9300", "10.0.0.2:9300"]',
        "cluster.info.update.interval": "60s",
      },
      transient: { "indices.recovery.max_bytes_per_sec": "1024kb" },
    },
    { persistent: { "cluster.remote.other.seeds": "10.0.0.1:9300", "cluster.info.update.interval": "1m" }, transient: null },
  ),
  variant(
    "SearchIndexAlias: minimal",
    { name: "logs", members: [{ index: "logs-1" }] },
    { members: [{ index: "logs-2" }, { index: "logs-1" }] },
    overLogs,
  ),
  variant(
    "SearchIndexAlias: all inputs",
    {
      name: "logs",
      members: [
        { index: "logs-1", filter: '{ "term": { "level": "error" } }', routing: "1", isHidden: true },
        { index: "logs-2", indexRouting: "1", searchRouting: "1,2", isHidden: true, isWriteIndex: true },
      ],
      exclusive: true,
    },
    { members: [{ index: "logs-1", filter: '{"term":{"level":"warning"}}', isWriteIndex: true }, { index: "logs-2" }] },
    overLogs,
  ),
  variant("SearchIndexAliasMember: minimal", { alias: "logs", index: "logs-1" }, { routing: "1" }, overLogs),
  variant(
    "SearchIndexAliasMember: all inputs",
    {
      alias: "logs",
      index: "logs-1",
      filter: '{ "term": { "level": "error" } }',
      routing: "1",
      indexRouting: "1",
      searchRouting: "1,2",
      isHidden: true,
      isWriteIndex: true,
    },
    { routing: "2", isHidden: false, filter: null, indexRouting: null, searchRouting: null },
    overLogs,
  ),
  variant(
    "SearchIndexSettings: minimal",
    { index: "tuned", settings: '{"refresh_interval":"5s"}' },
    { settings: '{"index":{"priority":"7"}}' },
    overIndex("tuned"),
  ),
  variant(
    "SearchIndexSettings: all inputs",
    {
      index: "tuned",
      settings: '{ "codec": "best_compression", "index": { "number_of_replicas": 0, "refresh_interval": "60s" } }',
      allowReopen: true,
    },
    { settings: '{"index.refresh_interval":"1m","number_of_replicas":"2"}' },
    overIndex("tuned"),
  ),
  variant(
    "SearchIndexMappings: minimal",
    { index: "mapped", mappings: '{"properties":{"a":{"type":"keyword"}}}' },
    { mappings: '{"properties":{"b":{"type":"long"}}}' },
    overIndex("mapped"),
  ),
  variant(
    "SearchIndexMappings: all inputs",
    {
      index: "mapped",
      mappings:
        '{ "_meta": { "owner": "ops" }, "runtime": { "day": { "type": "keyword" } }, "properties": { "a": { "type": "keyword", "ignore_above": 256 } } }',
      writeIndexOnly: true,
    },
    { mappings: '{"properties":{"a":{"type":"keyword","ignore_above":512},"b.c":{"type":"date"}}}' },
    overIndex("mapped"),
  ),
  variant("SearchStoredScript: minimal", { scriptId: "total", lang: "painless", source: "ctx.total = 1" }, { source: "ctx.total = 2" }),
  variant(
    "SearchStoredScript: all inputs",
    {
      scriptId: "logs-by-level",
      lang: "mustache",
      source: '{ "query": { "term": { "level": "{{level}}" } } }',
      options: { content_type: "application/json;charset=utf-8" },
      context: "template",
    },
    { source: '{"query":{"term":{"level":"{{level}}"}},"size":5}', options: null },
  ),
  variant(
    "SearchIndexLifecyclePolicy: minimal",
    { name: "logs", phases: { delete: { minAge: "30d", actions: { delete: {} } } } },
    { phases: { delete: { minAge: "60d", actions: { delete: {} } } } },
  ),
  variant(
    "SearchIndexLifecyclePolicy: all inputs",
    {
      name: "metrics",
      phases: {
        hot: {
          minAge: "0ms",
          actions: {
            setPriority: { priority: 100 },
            unfollow: true,
            rollover: {
              maxAge: "7d",
              maxDocs: 1_000_000,
              maxSize: "100gb",
              maxPrimaryShardSize: "50gb",
              maxPrimaryShardDocs: 500_000,
              minAge: "1h",
              minDocs: 1,
              minSize: "1mb",
              minPrimaryShardSize: "1mb",
              minPrimaryShardDocs: 1,
            },
            readonly: true,
            downsample: { fixedInterval: "1h", waitTimeout: "2h" },
            shrink: { maxPrimaryShardSize: "50gb", allowWriteAfterShrink: true },
            forcemerge: { maxNumSegments: 1, indexCodec: "best_compression" },
          },
        },
        warm: {
          minAge: "2d",
          actions: {
            setPriority: {},
            readonly: true,
            downsample: { fixedInterval: "2h" },
            allocate: {
              numberOfReplicas: 0,
              totalShardsPerNode: -1,
              include: { box: "a,b" },
              exclude: { box: "c" },
              require: { rack: "r1" },
            },
            migrate: { enabled: false },
            shrink: { numberOfShards: 1 },
          },
        },
        cold: {
          minAge: "10d",
          actions: {
            unfollow: true,
            searchableSnapshot: { snapshotRepository: "backups", forceMergeIndex: false, totalShardsPerNode: 2, replicateFor: "5d" },
            migrate: {},
          },
        },
        frozen: { minAge: "20d", actions: { searchableSnapshot: { snapshotRepository: "backups" } } },
        delete: {
          minAge: "30d",
          actions: { waitForSnapshot: { policy: "nightly" }, delete: { deleteSearchableSnapshot: false } },
        },
      },
      metadata: '{ "owner": "ops" }',
    },
    {
      phases: { hot: { actions: { rollover: { maxAge: "168h", maxPrimaryShardSize: "51200mb" }, readonly: false } }, warm: {} },
      metadata: '{"owner":"dev"}',
    },
  ),
  variant(
    "SearchTemplateCustomization: minimal",
    { name: "logs@custom", settings: '{"number_of_replicas":0}' },
    { settings: '{"index":{"number_of_replicas":1}}' },
  ),
  variant(
    "SearchTemplateCustomization: all inputs",
    {
      name: "logs@custom",
      ...body,
    },
    { settings: '{"index.number_of_shards":3}', aliases: [{ name: "recent", routing: "4" }] },
  ),
  variant(
    "SearchTemplateCustomization: options of data streams",
    { name: "logs@custom", lifecycle: { dataRetention: "7d" }, dataStreamOptions: { failureStore: { enabled: true } } },
    { lifecycle: { dataRetention: "30d", enabled: true }, dataStreamOptions: null },
  ),
  variant("SearchDataStream: minimal", { name: "logs-app" }, { settings: '{"number_of_shards":2}' }, overTemplate),
  variant(
    "SearchDataStream: all inputs",
    {
      name: "logs-all",
      settings: '{"index":{"number_of_shards":2}}',
      mappings: '{"properties":{"level":{"type":"keyword"}}}',
      forceDestroy: true,
    },
    { settings: '{"number_of_shards":"3"}', mappings: null },
    { ...overTemplate, emulator: { version: "9.2.0" } },
  ),
  variant("SearchDataStreamLifecycle: minimal", { name: "kept-app" }, { dataRetention: "30d" }, overStream("kept-app")),
  variant(
    "SearchDataStreamLifecycle: all inputs",
    {
      name: "metrics-app",
      enabled: false,
      dataRetention: "30d",
      downsamplings: [
        { after: "1d", fixedInterval: "1h" },
        { after: "7d", fixedInterval: "1d" },
      ],
      downsamplingMethod: "last_value",
      frozenAfter: "20d",
    },
    {
      dataRetention: "720h",
      downsamplings: [{ after: "1d", fixedInterval: "60m" }],
      enabled: null,
      downsamplingMethod: null,
      frozenAfter: null,
    },
    { ...overStream("metrics-app"), emulator: { version: "9.5.0" } },
  ),
  variant(
    "SearchDataStreamOptions: minimal",
    { name: "failed-app", failureStore: { enabled: false } },
    { failureStore: { enabled: true } },
    overStream("failed-app"),
  ),
  variant(
    "SearchDataStreamOptions: all inputs",
    {
      name: "failed-metrics",
      failureStore: { enabled: true, lifecycle: { dataRetention: "7d", enabled: true } },
    },
    { failureStore: { lifecycle: { dataRetention: "14d" } } },
    overStream("failed-metrics"),
  ),
  ...securityVariants,
  ...userVariants,
  ...transformVariants,
  ...snapshotVariants,
];

/** The kinds that Pulumi names by the property `name`. */
const namedKinds =
  "SearchIngestPipeline SearchIndexTemplate SearchComponentTemplate SearchEnrichPolicy SearchIndexAlias SearchConnector SearchIndex SearchIndexLifecyclePolicy SearchDataStream SearchApiKey SearchRole SearchRoleMapping SearchSynonymSet SearchSnapshotRepository SearchSnapshotLifecyclePolicy SearchSnapshot";
const named = { property: "name", valid: /^[a-z0-9][a-z0-9._-]{0,199}$/ };

/** Every resource of the module that Pulumi names, by token. */
export const autonamedSearch: Readonly<Record<string, Autonamed>> = {
  ...Object.fromEntries(namedKinds.split(" ").map((kind) => [`quartet:search:${kind}`, named])),
  "quartet:search:SearchStoredScript": { ...named, property: "scriptId" },
  "quartet:search:SearchServiceToken": { ...named, valid: /^[a-z0-9-][a-z0-9_-]{0,255}$/ },
  "quartet:search:SearchTransform": { ...named, valid: /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/ },
};
