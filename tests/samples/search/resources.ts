/** Programs of the resources of module search: those that releases record and invariants run, and those of cases of many kinds. */
import type { Properties } from "../../support/structs";
import { secret } from "../../support/structs";
import type { Autonamed, Preparation, Program, Variant } from "../variant";
import { named, objectName, prepared, put, putIndices, timeouts, variant, type Kind } from "./parts";
import { securityNames, securityVariants } from "./security";
import { userVariants } from "./users";
import { transformNames, transformVariants } from "./transforms";
import { snapshotNames, snapshotVariants } from "./snapshots";

const drop = '{"drop":{}}';
const set = '{"set":{"field":"a","value":"b"}}';
const grok = '{"grok":{"field":"message","patterns":["%{IP:client} %{NUMBER:bytes:int}"],"ignore_failure":true,"tag":"first"}}';
const condition = `{"script":{"lang":"painless","source":"ctx.total = ctx.a + ctx.b","params":{"factor":12345678901234567}}}`;

const pipelines: Variant[] = [
  variant("SearchIngestPipeline", "minimal", {
    inputs: { name: "logs", processors: [drop] },
    news: { name: "logs", processors: [set, drop] },
  }),
  variant("SearchIngestPipeline", "all inputs", {
    inputs: {
      name: "logs",
      processors: [set, grok, condition],
      description: "first",
      version: 3,
      deprecated: true,
      metadata: '{ "owner": "ops", "a": [1, 2.50, 1e3] }',
      onFailures: [set],
    },
    news: {
      name: "logs",
      processors: [set, grok, condition],
      description: "second",
      version: 4,
      timeouts: { ...timeouts, read: "10s" },
      metadata: '{"a":[1,2.5,1000],"owner":"dev"}',
    },
  }),
  variant(
    "SearchIngestPipeline",
    "objects",
    {
      inputs: {
        name: "logs",
        processorObjects: [{ set: { field: "a", value: ["b", 1, true], override: false } }, drop],
        onFailureObjects: [{ append: { field: "tags", value: [{ reason: "failed", count: 1.5 }] } }],
      },
      news: {
        name: "logs",
        processorObjects: [drop, { set: { field: "a", value: 2 } }],
        onFailureObjects: [{ append: { field: "tags", value: "failed" } }],
      },
    },
    // An import declares JSON strings.
    { dependent: { processors: ["processorObjects"], onFailures: ["onFailureObjects"] } },
  ),
  variant(
    "SearchIngestPipeline",
    "9.2 with explicit defaults",
    {
      inputs: { name: "logs", processors: [set], deprecated: false, fieldAccessPattern: "classic" },
      news: { name: "logs", processors: [set], fieldAccessPattern: "flexible" },
    },
    { emulator: { version: "9.2.0" } },
  ),
];

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
const recomposed: Properties = {
  ...composed,
  priority: 201,
  composedOfs: ["base"],
  template: { ...body, settings: '{"index.number_of_shards":3}' },
};

const templates: Variant[] = [
  variant("SearchIndexTemplate", "minimal", {
    inputs: { name: "logs", indexPatterns: ["logs-*"] },
    news: { name: "logs", indexPatterns: ["logs-*", "more-logs-*"] },
  }),
  prepared(variant("SearchIndexTemplate", "all inputs of an index", { inputs: composed, news: recomposed }), (preparation) =>
    put(preparation, "/_component_template/base", { template: { settings: { number_of_replicas: 0 } } }),
  ),
  variant("SearchIndexTemplate", "data stream", {
    inputs: {
      name: "events",
      indexPatterns: ["events-*"],
      dataStream: { hidden: true, allowCustomRouting: false },
      template: { lifecycle: { dataRetention: "7d" }, dataStreamOptions: { failureStore: { enabled: true } } },
    },
    news: {
      name: "events",
      indexPatterns: ["events-*"],
      dataStream: { allowCustomRouting: true },
      template: { lifecycle: { dataRetention: "30d", enabled: true } },
    },
  }),
];

const indices: Variant[] = [
  variant("SearchIndex", "minimal", {
    inputs: { name: "orders" },
    news: { name: "orders", mappings: '{"properties":{"a":{"type":"keyword"}}}' },
  }),
  variant("SearchIndex", "all inputs", {
    inputs: {
      ...body,
      name: "orders",
      waitForActiveShards: "1",
      allowReopen: true,
      forceDestroy: true,
    },
    news: {
      ...body,
      name: "orders",
      settings: '{"number_of_shards":2,"codec":"best_compression","index":{"refresh_interval":"10s"}}',
      mappings: '{"properties":{"a":{"type":"keyword","ignore_above":512},"b":{"type":"long"}},"dynamic":"strict"}',
      aliases: [{ name: "recent", isWriteIndex: true, routing: "3" }],
      waitForActiveShards: "1",
      allowReopen: true,
    },
  }),
];

const component = (title: string, program: Program): Variant => variant("SearchComponentTemplate", title, program);
const components: Variant[] = [
  component("minimal", {
    inputs: { name: "base", template: {} },
    news: { name: "base", template: { settings: '{"number_of_replicas":0}' } },
  }),
  component("all inputs of an index", {
    inputs: {
      name: "base",
      template: body,
      version: 7,
      deprecated: true,
      metadata: '{"owner": "ops"}',
    },
    news: {
      name: "base",
      template: { ...body, settings: '{"index.number_of_shards":3}' },
      version: 8,
      metadata: '{"owner":"ops"}',
    },
  }),
  component("options of data streams", {
    inputs: {
      name: "base",
      template: { lifecycle: { dataRetention: "7d" }, dataStreamOptions: { failureStore: { enabled: true } } },
    },
    news: { name: "base", template: { lifecycle: { dataRetention: "30d", enabled: true } } },
  }),
];

const match: Properties = { name: "users", policyType: "match", indices: ["users"], matchField: "email", enrichFields: ["city", "name"] };
const policy = (title: string, inputs: Properties, news: Properties): Variant =>
  prepared(variant("SearchEnrichPolicy", title, { inputs, news }), (preparation) => putIndices(preparation, ["users"]));
const policies: Variant[] = [
  policy("minimal", match, { ...match, timeouts: { update: "9m" } }),
  policy("all inputs", { ...match, query: '{ "match_all": {} }', execute: false }, { ...match, query: '{"match_all":{}}', execute: false }),
];

const schedule = (interval: string): Properties => ({ enabled: true, interval });
const connectors: Variant[] = [
  variant("SearchConnector", "minimal", { inputs: { serviceType: "custom" }, news: { serviceType: "custom", description: "later" } }),
  variant("SearchConnector", "name and index", {
    inputs: { connectorId: "reports", serviceType: "s3", name: "first", indexName: "reports", features: {}, scheduling: {} },
    news: { connectorId: "reports", serviceType: "s3", name: "second", indexName: "other-reports" },
  }),
  variant("SearchConnector", "all inputs", {
    inputs: {
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
    news: {
      connectorId: "orders",
      serviceType: "postgresql",
      name: "orders",
      description: "second",
      indexName: "orders",
      isNative: false,
      language: "english",
      apiKeyId: "key-2",
      pipeline: { name: "q", extractBinaryContent: true, reduceWhitespace: true, runMlInference: false },
      scheduling: { full: schedule("0 0 1 * * ?") },
      features: { syncRules: { basic: { enabled: false } } },
      configurationValues: { host: { string: "other" }, password: { secretValue: secret("example-password") } },
    },
  }),
];

const clusterSettings: Variant[] = [
  variant("SearchClusterSettings", "minimal", {
    inputs: { persistent: { "search.max_buckets": "20000" } },
    news: { persistent: { "search.max_buckets": "30000" } },
  }),
  variant("SearchClusterSettings", "all inputs", {
    inputs: {
      persistent: {
        "cluster.routing.allocation.awareness.attributes": "zone,rack",
        "cluster.remote.other.seeds": '["10.0.0.1:9300", "10.0.0.2:9300"]',
        "cluster.info.update.interval": "60s",
      },
      transient: { "indices.recovery.max_bytes_per_sec": "1024kb" },
    },
    news: {
      persistent: { "cluster.remote.other.seeds": "10.0.0.1:9300", "cluster.info.update.interval": "1m" },
    },
  }),
];

const overIndices = (names: readonly string[], kind: string, title: string, program: Program): Variant =>
  prepared(variant(kind, title, program), (preparation) => putIndices(preparation, names));
const aliasOf = (kind: string, title: string, program: Program): Variant => overIndices(["logs-1", "logs-2"], kind, title, program);
const aliases: Variant[] = [
  aliasOf("SearchIndexAlias", "minimal", {
    inputs: { name: "logs", members: [{ index: "logs-1" }] },
    news: { name: "logs", members: [{ index: "logs-2" }, { index: "logs-1" }] },
  }),
  aliasOf("SearchIndexAlias", "all inputs", {
    inputs: {
      name: "logs",
      members: [
        { index: "logs-1", filter: '{ "term": { "level": "error" } }', routing: "1", isHidden: true },
        { index: "logs-2", indexRouting: "1", searchRouting: "1,2", isHidden: true, isWriteIndex: true },
      ],
      exclusive: true,
    },
    news: {
      name: "logs",
      members: [{ index: "logs-1", filter: '{"term":{"level":"warning"}}', isWriteIndex: true }, { index: "logs-2" }],
      exclusive: true,
    },
  }),
];
const aliasMembers: Variant[] = [
  aliasOf("SearchIndexAliasMember", "minimal", {
    inputs: { alias: "logs", index: "logs-1" },
    news: { alias: "logs", index: "logs-1", routing: "1" },
  }),
  aliasOf("SearchIndexAliasMember", "all inputs", {
    inputs: {
      alias: "logs",
      index: "logs-1",
      filter: '{ "term": { "level": "error" } }',
      routing: "1",
      indexRouting: "1",
      searchRouting: "1,2",
      isHidden: true,
      isWriteIndex: true,
    },
    news: { alias: "logs", index: "logs-1", routing: "2", isHidden: false, isWriteIndex: true },
  }),
];

/** An index of others, and those of further objects of the kind. */
const partOf = (kind: string, title: string, program: Program): Variant => {
  const index = String(program.inputs["index"]);
  return overIndices([index, ...Array.from({ length: 19 }, (_, at) => `${index}${at + 1}`)], kind, title, program);
};
const indexParts: Variant[] = [
  partOf("SearchIndexSettings", "minimal", {
    inputs: { index: "tuned", settings: '{"refresh_interval":"5s"}' },
    news: { index: "tuned", settings: '{"index":{"priority":"7"}}' },
  }),
  partOf("SearchIndexSettings", "all inputs", {
    inputs: {
      index: "tuned",
      settings: '{ "codec": "best_compression", "index": { "number_of_replicas": 0, "refresh_interval": "60s" } }',
      allowReopen: true,
    },
    news: {
      index: "tuned",
      settings: '{"index.refresh_interval":"1m","number_of_replicas":"2"}',
      allowReopen: true,
    },
  }),
  partOf("SearchIndexMappings", "minimal", {
    inputs: { index: "mapped", mappings: '{"properties":{"a":{"type":"keyword"}}}' },
    news: { index: "mapped", mappings: '{"properties":{"b":{"type":"long"}}}' },
  }),
  partOf("SearchIndexMappings", "all inputs", {
    inputs: {
      index: "mapped",
      mappings:
        '{ "_meta": { "owner": "ops" }, "runtime": { "day": { "type": "keyword" } }, "properties": { "a": { "type": "keyword", "ignore_above": 256 } } }',
      writeIndexOnly: true,
    },
    news: {
      index: "mapped",
      mappings: '{"properties":{"a":{"type":"keyword","ignore_above":512},"b.c":{"type":"date"}}}',
      writeIndexOnly: true,
    },
  }),
];

const scripts: Variant[] = [
  variant("SearchStoredScript", "minimal", {
    inputs: { scriptId: "total", lang: "painless", source: "ctx.total = 1" },
    news: { scriptId: "total", lang: "painless", source: "ctx.total = 2" },
  }),
  variant("SearchStoredScript", "all inputs", {
    inputs: {
      scriptId: "logs-by-level",
      lang: "mustache",
      source: '{ "query": { "term": { "level": "{{level}}" } } }',
      options: { content_type: "application/json;charset=utf-8" },
      context: "template",
    },
    news: {
      scriptId: "logs-by-level",
      lang: "mustache",
      source: '{"query":{"term":{"level":"{{level}}"}},"size":5}',
      context: "template",
    },
  }),
];

const lifecyclePolicies: Variant[] = [
  variant("SearchIndexLifecyclePolicy", "minimal", {
    inputs: { name: "logs", phases: { delete: { minAge: "30d", actions: { delete: {} } } } },
    news: { name: "logs", phases: { delete: { minAge: "60d", actions: { delete: {} } } } },
  }),
  variant("SearchIndexLifecyclePolicy", "all inputs", {
    inputs: {
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
    news: {
      name: "metrics",
      phases: { hot: { actions: { rollover: { maxAge: "168h", maxPrimaryShardSize: "51200mb" }, readonly: false } }, warm: {} },
      metadata: '{"owner":"dev"}',
    },
  }),
];

const customizations: Variant[] = [
  variant("SearchTemplateCustomization", "minimal", {
    inputs: { name: "logs@custom", settings: '{"number_of_replicas":0}' },
    news: { name: "logs@custom", settings: '{"index":{"number_of_replicas":1}}' },
  }),
  variant("SearchTemplateCustomization", "all inputs", {
    inputs: {
      name: "logs@custom",
      ...body,
    },
    news: {
      name: "logs@custom",
      ...body,
      settings: '{"index.number_of_shards":3}',
      aliases: [{ name: "recent", routing: "4" }],
    },
  }),
  variant("SearchTemplateCustomization", "options of data streams", {
    inputs: { name: "logs@custom", lifecycle: { dataRetention: "7d" }, dataStreamOptions: { failureStore: { enabled: true } } },
    news: { name: "logs@custom", lifecycle: { dataRetention: "30d", enabled: true } },
  }),
];

/** A data stream, and the template that it needs. */
const putStream = (preparation: Preparation, name: string): void => {
  put(preparation, `/_index_template/of-${name}`, { index_patterns: [name], data_stream: {} });
  put(preparation, `/_data_stream/${name}`);
};

const overStream = (kind: string, title: string, program: Program, more?: Partial<Variant>): Variant =>
  prepared(variant(kind, title, program, more), (preparation) => putStream(preparation, String(program.inputs["name"])));

const streamsWithTemplate = (title: string, program: Program, more?: Partial<Variant>): Variant =>
  prepared(variant("SearchDataStream", title, program, more), (preparation) =>
    put(preparation, "/_index_template/streams", { index_patterns: ["logs-app*", "logs-all*"], data_stream: {} }),
  );

const streamParts: Variant[] = [
  streamsWithTemplate("minimal", { inputs: { name: "logs-app" }, news: { name: "logs-app", settings: '{"number_of_shards":2}' } }),
  streamsWithTemplate(
    "all inputs",
    {
      inputs: {
        name: "logs-all",
        settings: '{"index":{"number_of_shards":2}}',
        mappings: '{"properties":{"level":{"type":"keyword"}}}',
        forceDestroy: true,
      },
      news: { name: "logs-all", settings: '{"number_of_shards":"3"}', forceDestroy: true },
    },
    { emulator: { version: "9.2.0" } },
  ),
  overStream("SearchDataStreamLifecycle", "minimal", { inputs: { name: "kept-app" }, news: { name: "kept-app", dataRetention: "30d" } }),
  overStream(
    "SearchDataStreamLifecycle",
    "all inputs",
    {
      inputs: {
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
      news: {
        name: "metrics-app",
        dataRetention: "720h",
        downsamplings: [{ after: "1d", fixedInterval: "60m" }],
      },
    },
    { emulator: { version: "9.5.0" } },
  ),
  overStream("SearchDataStreamOptions", "minimal", {
    inputs: { name: "failed-app", failureStore: { enabled: false } },
    news: { name: "failed-app", failureStore: { enabled: true } },
  }),
  overStream("SearchDataStreamOptions", "all inputs", {
    inputs: {
      name: "failed-metrics",
      failureStore: { enabled: true, lifecycle: { dataRetention: "7d", enabled: true } },
    },
    news: { name: "failed-metrics", failureStore: { lifecycle: { dataRetention: "14d" } } },
  }),
];

/** Every resource of the module that Pulumi names, by token. */
export const autonamedSearch: Readonly<Record<string, Autonamed>> = {
  "quartet:search:SearchIngestPipeline": named,
  "quartet:search:SearchIndexTemplate": named,
  "quartet:search:SearchComponentTemplate": named,
  "quartet:search:SearchEnrichPolicy": named,
  "quartet:search:SearchIndexAlias": named,
  "quartet:search:SearchConnector": named,
  "quartet:search:SearchStoredScript": { ...named, property: "scriptId" },
  "quartet:search:SearchIndex": named,
  "quartet:search:SearchIndexLifecyclePolicy": named,
  "quartet:search:SearchDataStream": named,
  ...securityNames,
  ...transformNames,
  ...snapshotNames,
};

/** The service applies `routing` to both other members, and returns only these. */
const withRouting = (all: readonly Variant[], at = "template.aliases[*]."): Variant[] =>
  all.map((one) => ({
    ...one,
    dependent: { [`${at}indexRouting`]: [`${at}routing`], [`${at}searchRouting`]: [`${at}routing`] },
  }));

/** An exclusive alias has no members of others. */
const exclusiveAliases = withRouting(aliases, "members[*].").map((one) => ({
  ...one,
  dependent: { ...one.dependent, members: ["exclusive"] },
}));

/** All variants. */
export const searchVariants: readonly Variant[] = [
  ...pipelines,
  ...withRouting(templates),
  ...withRouting(components),
  ...policies,
  ...connectors,
  ...clusterSettings,
  ...withRouting(customizations, "aliases[*]."),
  ...exclusiveAliases,
  ...withRouting(aliasMembers, ""),
  ...scripts,
  ...withRouting(indices, "aliases[*]"),
  ...indexParts,
  ...lifecyclePolicies,
  ...streamParts,
  ...securityVariants,
  ...userVariants,
  ...transformVariants,
  ...snapshotVariants,
];

const heldStream = "orphan-stream-held";

/** The kinds of indices and of the cluster, for cases that hold for each of them. */
export const indexKinds: readonly Kind[] = [
  {
    title: "alias",
    type: "quartet:search:SearchIndexAlias",
    inputs: { name: objectName, members: [{ index: "users" }] },
    news: { name: objectName, members: [{ index: "users", filter: '{"term":{"a":1}}' }] },
  },
  {
    title: "alias member",
    type: "quartet:search:SearchIndexAliasMember",
    inputs: { alias: "shared", index: "users" },
    news: { alias: "shared", index: "users", routing: "1" },
  },
  {
    title: "template customization",
    type: "quartet:search:SearchTemplateCustomization",
    inputs: { name: `${objectName}@custom`, settings: '{"number_of_replicas":0}' },
    news: { name: `${objectName}@custom`, settings: '{"number_of_replicas":1}', mappings: '{"properties":{"a":{"type":"keyword"}}}' },
  },
  {
    title: "cluster settings",
    type: "quartet:search:SearchClusterSettings",
    inputs: { persistent: { "search.max_buckets": "1" } },
    news: { persistent: { "search.max_buckets": "2", "action.auto_create_index": "false" } },
  },
  {
    title: "stored script",
    type: "quartet:search:SearchStoredScript",
    inputs: { scriptId: objectName, lang: "painless", source: "ctx.a = 1" },
    news: { scriptId: objectName, lang: "painless", source: "ctx.a = 2", context: "ingest" },
  },
  {
    title: "index",
    type: "quartet:search:SearchIndex",
    inputs: { name: objectName, settings: '{"index.priority":1}' },
    news: {
      name: objectName,
      settings: '{"index.priority":2}',
      mappings: '{"properties":{"a":{"type":"keyword"}}}',
    },
  },
  {
    title: "index settings",
    type: "quartet:search:SearchIndexSettings",
    inputs: { index: "users", settings: '{"priority":1}' },
    news: { index: "users", settings: '{"priority":2,"refresh_interval":"5s"}' },
  },
  {
    title: "index mappings",
    type: "quartet:search:SearchIndexMappings",
    inputs: { index: "users", mappings: '{"properties":{"a":{"type":"keyword"}}}' },
    news: { index: "users", mappings: '{"properties":{"a":{"type":"keyword","ignore_above":9}}}' },
    stays: true,
  },
];

/** The kinds of modules that a server may lack. */
export const moduleKinds: readonly Kind[] = [
  {
    title: "lifecycle policy",
    type: "quartet:search:SearchIndexLifecyclePolicy",
    inputs: { name: objectName, phases: { hot: { actions: { rollover: { maxAge: "7d" } } } } },
    news: { name: objectName, phases: { hot: { actions: { rollover: { maxAge: "8d" } } } } },
  },
  {
    title: "data stream",
    type: "quartet:search:SearchDataStream",
    inputs: { name: "orphan-stream", settings: '{"number_of_shards":1}' },
    news: { name: "orphan-stream", settings: '{"number_of_shards":2}' },
  },
  {
    title: "data stream lifecycle",
    type: "quartet:search:SearchDataStreamLifecycle",
    inputs: { name: heldStream, dataRetention: "30d" },
    news: { name: heldStream, dataRetention: "60d" },
  },
  {
    title: "data stream options",
    type: "quartet:search:SearchDataStreamOptions",
    inputs: { name: heldStream, failureStore: { enabled: true } },
    news: { name: heldStream, failureStore: { enabled: false } },
  },
];
