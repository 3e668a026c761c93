/** Overrides, lifecycles and options of data streams, and aliases of them: modules/data-streams. */
import { done, illegal, problem, streamsOf, template, type Fact, type Step } from "./fact";

const made: Step = ["PUT /_data_stream/logs", undefined, 200];
const lifecycle = "/_data_stream/logs/_lifecycle";
const options = "/_data_stream/logs/_options";
const limits = (retention: object): Step => [
  "PUT /_cluster/settings",
  { persistent: { "data_streams.lifecycle.retention": retention } },
  200,
];

const overrides: Fact[] = [
  [
    "data_stream/240_data_stream_settings.yml, Test single data stream",
    [
      template("logs", { template: { settings: { number_of_replicas: 0, "lifecycle.name": "old" } } }),
      made,
      ["GET /_data_stream/logs", undefined, 200, streamsOf({ settings: {} })],
      [
        "PUT /_data_stream/logs/_settings",
        { index: { number_of_shards: 2, lifecycle: { name: "new", prefer_ilm: true } } },
        200,
        streamsOf({
          name: "logs",
          applied_to_data_stream: true,
          index_settings_results: {
            applied_to_data_stream_only: ["index.number_of_shards"],
            applied_to_data_stream_and_backing_indices: ["index.lifecycle.name", "index.lifecycle.prefer_ilm"],
          },
          settings: { index: { number_of_shards: "2", lifecycle: { name: "new", prefer_ilm: "true" } } },
          effective_settings: { index: { number_of_shards: "2", number_of_replicas: "0", lifecycle: { name: "new", prefer_ilm: "true" } } },
        }),
      ],
      ["POST /logs/_rollover", undefined, 200],
      [
        "GET /_data_stream/logs",
        undefined,
        200,
        streamsOf({ settings: { index: { number_of_shards: "2", lifecycle: { name: "new", prefer_ilm: "true" } } } }),
      ],
    ],
  ],
  [
    "data_stream/240_data_stream_settings.yml, Test multiple data streams",
    [
      template("logs*"),
      made,
      ["PUT /_data_stream/logs2", undefined, 200],
      ["PUT /_data_stream/logs,logs2/_settings", { index: { number_of_shards: 2 } }, 200, streamsOf({ name: "logs" }, { name: "logs2" })],
    ],
  ],
  [
    "data_stream/240_data_stream_settings.yml, Test invalid settings",
    [
      template("logs"),
      made,
      [
        "PUT /_data_stream/logs/_settings",
        { index: { fake_setting: 1234 } },
        200,
        streamsOf({
          name: "logs",
          applied_to_data_stream: false,
          error: "Cannot set the following settings on a data stream: [index.fake_setting]",
        }),
      ],
    ],
  ],
  [
    "data_stream/250_data_stream_mappings.yml, Test single data stream, Test mappings component templates only",
    [
      template("logs", { template: { mappings: { properties: { field1: { type: "keyword" } } } } }),
      made,
      ["GET /_data_stream/logs", undefined, 200, streamsOf({ mappings: {} })],
      [
        "PUT /_data_stream/logs/_mappings",
        { properties: { field1: { type: "text" }, field3: { type: "text" } } },
        200,
        streamsOf({
          name: "logs",
          applied_to_data_stream: true,
          mappings: { properties: { field1: { type: "text" }, field3: { type: "text" } } },
        }),
      ],
      ["GET /.ds-logs-*000001/_mapping", undefined, 200, expect.not.stringContaining("field3") as unknown as object],
      ["PUT /_data_stream/logs/_mappings", {}, 200, streamsOf({ applied_to_data_stream: true })],
      ["GET /_data_stream/logs", undefined, 200, streamsOf({ mappings: {} })],
    ],
    "9.2.0",
  ],
];

const retention = { lifecycle: expect.objectContaining({ enabled: true, data_retention: "10d" }) as unknown };
const withRetention = (more: object = {}): Step => template("logs", { template: { lifecycle: { data_retention: "10d" }, ...more } });
const missing = problem("index_not_found_exception", "no such index [missing]");

const lifecycles: Fact[] = [
  [
    "data_stream/lifecycle/20_basic.yml, Get data stream lifecycle",
    [
      withRetention(),
      made,
      [
        `GET ${lifecycle}`,
        undefined,
        200,
        {
          ...streamsOf({
            name: "logs",
            lifecycle: expect.objectContaining({ data_retention: "10d", effective_retention: "10d", enabled: true }) as unknown,
          }),
          global_retention: {},
        },
      ],
    ],
  ],
  [
    "data_stream/lifecycle/20_basic.yml, Get data stream lifecycle with default lifecycle configuration",
    [
      template("logs", { template: { lifecycle: {} } }),
      made,
      [`GET ${lifecycle}`, undefined, 200, streamsOf({ name: "logs", lifecycle: { enabled: true } })],
    ],
  ],
  [
    "data_stream/lifecycle/20_basic.yml, Get data stream with global retention",
    [
      withRetention(),
      made,
      limits({ default: "7d", max: "9d" }),
      [
        `GET ${lifecycle}`,
        undefined,
        200,
        {
          ...streamsOf({
            lifecycle: expect.objectContaining({ data_retention: "10d", effective_retention: "9d", enabled: true }) as unknown,
          }),
          global_retention: { default_retention: "7d", max_retention: "9d" },
        },
      ],
    ],
  ],
  [
    "data_stream/lifecycle/20_basic.yml, Put data stream lifecycle",
    [
      withRetention(),
      made,
      [
        "PUT /_data_stream/*/_lifecycle",
        {
          downsampling: [
            { after: "10d", fixed_interval: "1h" },
            { after: "100d", fixed_interval: "10h" },
          ],
          data_retention: "30d",
          enabled: false,
        },
        200,
        done,
      ],
      [
        "GET /_data_stream/*/_lifecycle",
        undefined,
        200,
        streamsOf({
          lifecycle: expect.objectContaining({
            data_retention: "30d",
            enabled: false,
            downsampling: [
              { after: "10d", fixed_interval: "1h" },
              { after: "100d", fixed_interval: "10h" },
            ],
          }) as unknown,
        }),
      ],
    ],
  ],
  [
    "data_stream/lifecycle/20_basic.yml, Enable lifecycle, Delete data stream lifecycle from the data streams",
    [
      template("logs"),
      made,
      [`PUT ${lifecycle}`, { data_retention: "10d" }, 200, done],
      [`GET ${lifecycle}`, undefined, 200, streamsOf(retention)],
      [`DELETE ${lifecycle}`, undefined, 200, done],
      [`GET ${lifecycle}`, undefined, 200, { data_streams: [{ name: "logs" }] }],
    ],
  ],
  [
    "data_stream/lifecycle/30_not_found.yml, all tests",
    [
      withRetention(),
      made,
      ["GET /_data_stream/logs,missing/_lifecycle", undefined, 404, missing],
      ["PUT /_data_stream/logs,missing/_lifecycle", { data_retention: "30d" }, 404, missing],
      [`GET ${lifecycle}`, undefined, 200, streamsOf(retention)],
      ["DELETE /_data_stream/logs,missing/_lifecycle", undefined, 404, missing],
      [`GET ${lifecycle}`, undefined, 200, streamsOf(retention)],
    ],
  ],
  [
    "data_stream/lifecycle/40_effective_retention.yml, Retrieve effective retention",
    [
      withRetention(),
      made,
      [
        "GET /_data_stream/logs",
        undefined,
        200,
        streamsOf({
          lifecycle: expect.objectContaining({
            effective_retention: "10d",
            retention_determined_by: "data_stream_configuration",
          }) as unknown,
        }),
      ],
      [`PUT ${lifecycle}`, {}, 200, done],
      limits({ default: "7d" }),
      [
        `GET ${lifecycle}`,
        undefined,
        200,
        streamsOf({ lifecycle: { enabled: true, effective_retention: "7d", retention_determined_by: "default_global_retention" } }),
      ],
    ],
  ],
];

const store = (enabled: boolean): object => ({ failure_store: { enabled } });

const failureStores: Fact[] = [
  [
    "data_stream/230_data_stream_options.yml, Edit data stream options",
    [
      template("logs", { template: { data_stream_options: store(true) } }),
      made,
      [`GET ${options}`, undefined, 200, streamsOf({ name: "logs", options: store(true) })],
      [`PUT ${options}`, store(false), 200, done],
      [`GET ${options}`, undefined, 200, streamsOf({ options: store(false) })],
      [`DELETE ${options}`, undefined, 200, done],
      [`GET ${options}`, undefined, 200, { data_streams: [{ name: "logs" }] }],
    ],
  ],
  [
    "data_stream/230_data_stream_options.yml, Test resetting data stream options in template composition",
    [
      ["PUT /_component_template/c", { template: { data_stream_options: store(true) } }, 200, done],
      [
        "PUT /_index_template/t",
        { index_patterns: ["logs"], composed_of: ["c"], template: { settings: { number_of_replicas: 0 } } },
        400,
        illegal("specifies data stream options that can only be used in combination with a data stream"),
      ],
      ["PUT /_index_template/t", { index_patterns: ["logs"], composed_of: ["c"], template: { data_stream_options: null } }, 200, done],
    ],
  ],
  [
    "data_stream/240_failure_store_info.yml, Get failure store info from cluster setting enabled and from disabled failure store",
    [
      template("logs*"),
      ["PUT /_cluster/settings", { persistent: { "data_streams.failure_store.enabled": "logs-default*" } }, 200],
      ["PUT /_data_stream/logs-default-a", undefined, 200],
      ["PUT /_data_stream/logs-b", undefined, 200],
      [
        "GET /_data_stream/*",
        undefined,
        200,
        streamsOf(
          { name: "logs-b", failure_store: expect.objectContaining({ enabled: false, indices: [] }) as unknown },
          { name: "logs-default-a", failure_store: expect.objectContaining({ enabled: true, indices: [] }) as unknown },
        ),
      ],
      ["GET /_data_stream/logs-default-a/_options", undefined, 200, { data_streams: [{ name: "logs-default-a" }] }],
    ],
  ],
];

/** The facts about parts of data streams. */
export const streamParts: readonly Fact[] = [...overrides, ...lifecycles, ...failureStores];
