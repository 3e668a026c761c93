/** Data streams, their overrides, and what refers to them: modules/data-streams. */
import { type Fact, having, illegal, logs, problem, type Step, streamsOf, template } from "./fact";

const stream = "/_data_stream/logs";
const backing = (name: string, generation: number) => `.ds-${name}-2026.01.05-00000${generation}`;
const shown = (...entries: object[]): Step => [`GET ${stream}`, streamsOf(...entries)];
const named: Fact[] = [
  [
    "data_stream/10_basic.yml, Create data stream",
    [
      template("logs-*"),
      "PUT /_data_stream/logs-1",
      "PUT /_data_stream/logs-2",
      [
        "GET /_data_stream/*",
        streamsOf(
          {
            name: "logs-1",
            timestamp_field: { name: "@timestamp" },
            generation: 1,
            indices: [having({ index_name: backing("logs-1", 1) })],
            status: "GREEN",
            template: "t",
            hidden: false,
          },
          { name: "logs-2" },
        ),
      ],
    ],
  ],
  [
    "data_stream/10_basic.yml, Create hidden data stream",
    [
      ["PUT /_index_template/t", { index_patterns: [".hidden", "hidden"], data_stream: { hidden: true } }],
      "PUT /_data_stream/hidden",
      "PUT /_data_stream/.hidden",
      ["GET /_data_stream/*", { data_streams: [] }],
      ["GET /_data_stream/*?expand_wildcards=hidden", streamsOf({ name: ".hidden", hidden: true }, { name: "hidden", hidden: true })],
    ],
  ],
  [
    "data_stream/10_basic.yml, Create data stream with invalid name, Create existing data stream",
    [
      ["PUT /_data_stream/a%23b", 400, illegal("data_stream [a#b] must not contain '#'")],
      ...logs(),
      [`PUT ${stream}`, 400, problem("resource_already_exists_exception", "data_stream [logs] already exists")],
    ],
  ],
  [
    "data_stream/10_basic.yml, Get data stream, Delete data stream missing behaviour",
    [
      ...logs(),
      ["GET /_data_stream", streamsOf({ name: "logs", generation: 1 })],
      shown({ name: "logs" }),
      ["GET /_data_stream/logs*", streamsOf({ name: "logs" })],
      ["GET /_data_stream/missing", 404, problem("index_not_found_exception", "")],
      ["GET /_data_stream/missing*", { data_streams: [] }],
      `DELETE ${stream}`,
      "DELETE /_data_stream/logs*",
      [`DELETE ${stream}`, 404],
    ],
  ],
  [
    "data_stream/10_basic.yml, Create index into a namespace that is governed by a data stream template",
    [
      template("logs-*"),
      ["PUT /logs-foobar", 400, illegal("cannot create index with name [logs-foobar], because it matches with template [t]")],
    ],
  ],
];

const managedBy = (manager: string): Step => {
  const management = { ilm_policy: "missing", prefer_ilm: false };
  return shown({ ...management, next_generation_managed_by: manager, indices: [having({ ...management, managed_by: manager })] });
};

const parts: Fact[] = [
  [
    "data_stream/10_basic.yml, Get data stream and check DSL and ILM information",
    [
      ...logs({
        settings: { "index.lifecycle.prefer_ilm": false, "index.lifecycle.name": "missing" },
        lifecycle: { data_retention: "30d", enabled: false },
      }),
      managedBy("Index Lifecycle Management"),
      ["PUT /_data_stream/*/_lifecycle", { data_retention: "30d", enabled: true }],
      managedBy("Data stream lifecycle"),
    ],
  ],
  [
    "data_stream/10_basic.yml, Indexing a document into a data stream without a timestamp field, Include metadata in a data stream",
    [
      template("logs", { _meta: { managed_by: "core-features", managed: true } }),
      `PUT ${stream}`,
      ["POST /logs/_doc", { foo: "bar" }, 400],
      shown({ _meta: { managed: true, managed_by: "core-features" } }),
    ],
  ],
  [
    "data_stream/20_unsupported_apis.yml, Test apis that do not supported data streams",
    [...logs(), ["DELETE /logs", 404], ["POST /logs*/_close", undefined, { acknowledged: true, indices: {} }]],
  ],
  [
    "data_stream/40_supported_apis.yml, Verify get index api",
    [...logs(), ["GET /logs", { [backing("logs", 1)]: { data_stream: "logs" } }]],
  ],
  [
    "data_stream/50_delete_backing_indices.yml, Delete backing index on data stream",
    [
      ...logs(),
      [
        "POST /logs/_rollover",
        undefined,
        { old_index: backing("logs", 1), new_index: backing("logs", 2), rolled_over: true, dry_run: false },
      ],
      [`DELETE /${backing("logs", 2)}`, 400],
      `DELETE /${backing("logs", 1)}`,
      shown({ name: "logs", generation: 3, indices: [having({ index_name: backing("logs", 2) })] }),
    ],
  ],
  [
    "data_stream/120_data_streams_stats.yml, No data streams, Empty data stream",
    [
      ["GET /_data_stream/_stats", { data_stream_count: 0, backing_indices: 0, data_streams: [] }],
      ...logs(),
      "POST /logs/_rollover",
      [
        "GET /_data_stream/_stats",
        { data_stream_count: 1, backing_indices: 2, data_streams: [{ data_stream: "logs", backing_indices: 2, maximum_timestamp: 0 }] },
      ],
    ],
  ],
];

const shards = { index: { number_of_shards: 2 } };
const changed = { number_of_shards: "2", lifecycle: { name: "new", prefer_ilm: "true" } };
const mappings = { properties: { field1: { type: "text" }, field3: { type: "text" } } };

const overrides: Fact[] = [
  [
    "data_stream/240_data_stream_settings.yml, Test single data stream",
    [
      ...logs({ settings: { number_of_replicas: 0, "lifecycle.name": "old" } }),
      shown({ settings: {} }),
      [
        `PUT ${stream}/_settings`,
        { index: { number_of_shards: 2, lifecycle: { name: "new", prefer_ilm: true } } },
        streamsOf({
          name: "logs",
          applied_to_data_stream: true,
          index_settings_results: {
            applied_to_data_stream_only: ["index.number_of_shards"],
            applied_to_data_stream_and_backing_indices: ["index.lifecycle.name", "index.lifecycle.prefer_ilm"],
          },
          settings: { index: changed },
          effective_settings: { index: { ...changed, number_of_replicas: "0" } },
        }),
      ],
      "POST /logs/_rollover",
      shown({ settings: { index: changed } }),
    ],
  ],
  [
    "data_stream/240_data_stream_settings.yml, Test multiple data streams, Test invalid settings",
    [
      ...logs(),
      "PUT /_data_stream/logs2",
      ["PUT /_data_stream/logs,logs2/_settings", shards, streamsOf({ name: "logs" }, { name: "logs2" })],
      [
        `PUT ${stream}/_settings`,
        { index: { fake_setting: 1234 } },
        streamsOf({
          applied_to_data_stream: false,
          error: "Cannot set the following settings on a data stream: [index.fake_setting]",
        }),
      ],
    ],
  ],
  [
    "data_stream/250_data_stream_mappings.yml, Test single data stream, Test mappings component templates only",
    [
      ...logs({ mappings: { properties: { field1: { type: "keyword" } } } }),
      shown({ mappings: {} }),
      [`PUT ${stream}/_mappings`, mappings, streamsOf({ name: "logs", applied_to_data_stream: true, mappings })],
      ["GET /.ds-logs-*000001/_mapping", { [backing("logs", 1)]: { mappings: { properties: { field1: { type: "keyword" } } } } }],
      [`PUT ${stream}/_mappings`, {}, streamsOf({ applied_to_data_stream: true })],
      shown({ mappings: {} }),
    ],
    "9.2.0",
  ],
];

const filter = { term: { zone: "a" } };
const add = (members: object): object => ({ add: { index: "logs", ...members } });

const references: Fact[] = [
  [
    "data_stream/140_data_stream_aliases.yml, Create data stream alias",
    [
      ...logs(),
      ["POST /_aliases", { actions: [add({ alias: "a" }), add({ alias: "b", filter })] }],
      ["GET /_alias", { logs: { aliases: { a: {}, b: { filter } } } }],
    ],
  ],
  [
    "data_stream/140_data_stream_aliases.yml, Create data stream aliases using wildcard expression, Action Results with multiple matching aliases",
    [
      ...logs(),
      [
        "POST /_aliases",
        { actions: [add({ index: "log*", aliases: "a" }), { remove: { index: "logs", aliases: "none", must_exist: false } }] },
        {
          errors: true,
          action_results: [
            { status: 200, action: { type: "add", indices: ["log*"], aliases: ["a"] } },
            {
              status: 404,
              action: { type: "remove", indices: ["logs"], aliases: ["none"] },
              error: { type: "aliases_not_found_exception" },
            },
          ],
        },
      ],
      ["GET /_alias", { logs: { aliases: { a: {} } } }],
    ],
  ],
  [
    "indices.simulate_index_template/10_basic.yml, Simulate index template with index not matching any template, with data stream with mapping and setting overrides",
    [
      ...logs({ lifecycle: { data_retention: "7d" } }),
      ["POST /_index_template/_simulate_index/other", undefined, {}],
      [`PUT ${stream}/_mappings`, mappings],
      [`PUT ${stream}/_settings`, shards],
      ["POST /_index_template/_simulate_index/logs", undefined, { template: { mappings, settings: { index: { number_of_shards: "2" } } } }],
    ],
    "9.2.0",
  ],
];

const rejects = (actions: object, reason: string): Step => ["POST /_aliases", { actions: [actions] }, 400, illegal(reason)];
const rejectsMember = (member: string, value: unknown): Step =>
  rejects(add({ alias: "a", [member]: value }), `aliases that point to data streams don't support ${member}`);
const document = { "@timestamp": "2026-01-01T00:00:00Z" };
const createOnly = illegal("only write ops with an op_type of create are allowed in data streams");
const byLifecycle = "Data stream lifecycle";

const sources: Fact[] = [
  [
    "TransportIndicesAliasesAction.java: what aliases of data streams do not have, and how they are used and removed",
    [
      ...logs(),
      "PUT /plain",
      rejectsMember("search_routing", "1"),
      rejectsMember("is_hidden", false),
      rejects(add({ alias: "a", routing: "1" }), "aliases that point to data streams don't support index_routing"),
      rejects(
        { add: { indices: ["logs", "plain"], alias: "a" } },
        "expressions [logs, plain] that match with both data streams and regular indices are disallowed",
      ),
      ["POST /_aliases", { actions: [add({ alias: "a" })] }],
      "GET /a/_count",
      ["POST /_aliases", { actions: [{ remove: { index: "logs", alias: "a" } }] }],
      ["GET /_alias/a", 404],
    ],
  ],
  [
    "TransportBulkAction.java: a document is only created, in the write index, and needs a timestamp",
    [
      ...logs(),
      ["PUT /logs/_doc/1", document, 400, createOnly],
      ["POST /logs/_doc?op_type=index", document, 400, createOnly],
      ["POST /logs/_doc", { message: "x" }, 400, { error: { type: "document_parsing_exception" } }],
      ["POST /logs/_doc?refresh", document, 201, { _index: backing("logs", 1) }],
      ["GET /logs/_count", { count: 1 }],
    ],
  ],
  [
    "DataStream.java: a policy manages a stream with a lifecycle, unless its settings prefer the lifecycle",
    [
      ...logs({ settings: { "index.lifecycle.name": "missing" }, lifecycle: { data_retention: "7d" } }),
      shown({ ilm_policy: "missing", prefer_ilm: true, next_generation_managed_by: "Index Lifecycle Management" }),
      [`PUT ${stream}/_settings`, { "index.lifecycle.prefer_ilm": false }],
      shown({ next_generation_managed_by: byLifecycle, indices: [having({ prefer_ilm: false, managed_by: byLifecycle })] }),
    ],
  ],
];

/** The facts about data streams. */
export const streams: readonly Fact[] = [...named, ...parts, ...overrides, ...references, ...sources];
