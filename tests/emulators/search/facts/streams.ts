/** Data streams: modules/data-streams. */
import { done, illegal, indexName, problem, streamsOf, template, type Fact } from "./fact";

const named: Fact[] = [
  [
    "data_stream/10_basic.yml, Create data stream",
    [
      template("logs-*"),
      ["PUT /_data_stream/logs-1", undefined, 200, done],
      ["PUT /_data_stream/logs-2", undefined, 200, done],
      [
        "GET /_data_stream/*",
        undefined,
        200,
        streamsOf(
          {
            name: "logs-1",
            timestamp_field: { name: "@timestamp" },
            generation: 1,
            indices: [expect.objectContaining({ index_name: indexName("ds", "logs-1", 1) })],
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
      ["PUT /_index_template/t", { index_patterns: [".hidden", "hidden"], data_stream: { hidden: true } }, 200],
      ["PUT /_data_stream/hidden", undefined, 200, done],
      ["PUT /_data_stream/.hidden", undefined, 200, done],
      ["GET /_data_stream/*", undefined, 200, { data_streams: [] }],
      [
        "GET /_data_stream/*?expand_wildcards=hidden",
        undefined,
        200,
        streamsOf({ name: ".hidden", hidden: true }, { name: "hidden", hidden: true }),
      ],
    ],
  ],
  [
    "data_stream/10_basic.yml, Create data stream with invalid name",
    [["PUT /_data_stream/a%23b", undefined, 400, illegal("data_stream [a#b] must not contain '#'")]],
  ],
  [
    "data_stream/10_basic.yml, Create existing data stream",
    [
      template("logs"),
      ["PUT /_data_stream/logs", undefined, 200],
      ["PUT /_data_stream/logs", undefined, 400, problem("resource_already_exists_exception", "data_stream [logs] already exists")],
    ],
  ],
  [
    "data_stream/10_basic.yml, Get data stream",
    [
      template("logs-*"),
      ["PUT /_data_stream/logs-1", undefined, 200],
      ["GET /_data_stream", undefined, 200, streamsOf({ name: "logs-1", generation: 1 })],
      ["GET /_data_stream/logs-1", undefined, 200, streamsOf({ name: "logs-1" })],
      ["GET /_data_stream/logs*", undefined, 200, streamsOf({ name: "logs-1" })],
      ["GET /_data_stream/missing", undefined, 404, problem("index_not_found_exception", "")],
      ["GET /_data_stream/missing*", undefined, 200, { data_streams: [] }],
    ],
  ],
  [
    "data_stream/10_basic.yml, Create index into a namespace that is governed by a data stream template",
    [
      template("logs-*"),
      ["PUT /logs-foobar", undefined, 400, illegal("cannot create index with name [logs-foobar], because it matches with template [t]")],
    ],
  ],
];

const managedBy = (manager: string): object =>
  streamsOf({
    ilm_policy: "missing",
    prefer_ilm: false,
    next_generation_managed_by: manager,
    indices: [expect.objectContaining({ prefer_ilm: false, ilm_policy: "missing", managed_by: manager })],
  });

const parts: Fact[] = [
  [
    "data_stream/10_basic.yml, Get data stream and check DSL and ILM information",
    [
      template("logs", {
        template: {
          settings: { "index.lifecycle.prefer_ilm": false, "index.lifecycle.name": "missing" },
          lifecycle: { data_retention: "30d", enabled: false },
        },
      }),
      ["PUT /_data_stream/logs", undefined, 200],
      ["GET /_data_stream/logs", undefined, 200, managedBy("Index Lifecycle Management")],
      ["PUT /_data_stream/*/_lifecycle", { data_retention: "30d", enabled: true }, 200, done],
      ["GET /_data_stream/logs", undefined, 200, managedBy("Data stream lifecycle")],
    ],
  ],
  [
    "data_stream/10_basic.yml, Indexing a document into a data stream without a timestamp field",
    [template("logs"), ["PUT /_data_stream/logs", undefined, 200], ["POST /logs/_doc", { foo: "bar" }, 400]],
  ],
  [
    "data_stream/10_basic.yml, Include metadata in a data stream",
    [
      template("logs", { _meta: { managed_by: "core-features", managed: true } }),
      ["PUT /_data_stream/logs", undefined, 200],
      ["GET /_data_stream/*", undefined, 200, streamsOf({ _meta: { managed: true, managed_by: "core-features" } })],
    ],
  ],
  [
    "data_stream/10_basic.yml, Delete data stream missing behaviour",
    [
      template("logs"),
      ["PUT /_data_stream/logs", undefined, 200],
      ["DELETE /_data_stream/logs", undefined, 200, done],
      ["DELETE /_data_stream/logs*", undefined, 200, done],
      ["DELETE /_data_stream/logs", undefined, 404],
    ],
  ],
];

const indices: Fact[] = [
  [
    "data_stream/20_unsupported_apis.yml, Test apis that do not supported data streams",
    [
      template("logs-*"),
      ["PUT /_data_stream/logs-a", undefined, 200],
      ["DELETE /logs-a", undefined, 404],
      ["POST /logs-*/_close", undefined, 200, { ...done, indices: {} }],
    ],
  ],
  [
    "data_stream/40_supported_apis.yml, Verify get index api",
    [
      template("logs"),
      ["PUT /_data_stream/logs", undefined, 200],
      ["GET /logs", undefined, 200, expect.not.objectContaining({ logs: expect.anything() as unknown }) as object],
    ],
  ],
  [
    "data_stream/50_delete_backing_indices.yml, Delete backing index on data stream",
    [
      template("logs"),
      ["PUT /_data_stream/logs", undefined, 200],
      [
        "POST /logs/_rollover",
        undefined,
        200,
        { old_index: indexName("ds", "logs", 1), new_index: indexName("ds", "logs", 2), rolled_over: true, dry_run: false },
      ],
      ["DELETE /.ds-logs-2026.01.05-000002", undefined, 400],
      ["DELETE /.ds-logs-2026.01.05-000001", undefined, 200],
      [
        "GET /_data_stream/*",
        undefined,
        200,
        streamsOf({ name: "logs", generation: 3, indices: [expect.objectContaining({ index_name: indexName("ds", "logs", 2) })] }),
      ],
    ],
  ],
  [
    "data_stream/120_data_streams_stats.yml, No data streams, Empty data stream",
    [
      ["GET /_data_stream/_stats", undefined, 200, { data_stream_count: 0, backing_indices: 0, data_streams: [] }],
      template("logs"),
      ["PUT /_data_stream/logs", undefined, 200],
      ["POST /logs/_rollover", undefined, 200],
      [
        "GET /_data_stream/_stats",
        undefined,
        200,
        { data_stream_count: 1, backing_indices: 2, data_streams: [{ data_stream: "logs", backing_indices: 2, maximum_timestamp: 0 }] },
      ],
    ],
  ],
];

/** The facts about data streams. */
export const streams: readonly Fact[] = [...named, ...parts, ...indices];
