/** Lifecycles, options and restores of data streams: modules/data-streams. */
import { type Fact, having, illegal, logs, problem, type Step, streamsOf } from "./fact";

const lifecycle = "/_data_stream/logs/_lifecycle";
const options = "/_data_stream/logs/_options";
const limits = (retention: object): Step => ["PUT /_cluster/settings", { persistent: { "data_streams.lifecycle.retention": retention } }];

const kept = { lifecycle: { data_retention: "10d" } };
const effective = (retention: string, more: object = {}): object => ({
  lifecycle: having({ enabled: true, effective_retention: retention, ...more }),
});
const retained: Step = [`GET ${lifecycle}`, streamsOf({ lifecycle: having({ enabled: true, data_retention: "10d" }) })];
const missing = problem("index_not_found_exception", "no such index [missing]");
const rounds = {
  downsampling: [
    { after: "10d", fixed_interval: "1h" },
    { after: "100d", fixed_interval: "10h" },
  ],
  data_retention: "30d",
  enabled: false,
};

const lifecycles: Fact[] = [
  [
    "data_stream/lifecycle/20_basic.yml, Get data stream lifecycle, Get data stream with global retention",
    [
      ...logs(kept),
      [`GET ${lifecycle}`, { ...streamsOf({ name: "logs", ...effective("10d", { data_retention: "10d" }) }), global_retention: {} }],
      limits({ default: "7d", max: "9d" }),
      [`GET ${lifecycle}`, streamsOf(effective("9d", { data_retention: "10d" }))],
      [`GET ${lifecycle}`, { global_retention: { default_retention: "7d", max_retention: "9d" } }],
    ],
  ],
  [
    "data_stream/lifecycle/20_basic.yml, Get data stream lifecycle with default lifecycle configuration, Put data stream lifecycle",
    [
      ...logs({ lifecycle: {} }),
      [`GET ${lifecycle}`, streamsOf({ name: "logs", lifecycle: { enabled: true } })],
      ["PUT /_data_stream/*/_lifecycle", rounds],
      ["GET /_data_stream/*/_lifecycle", streamsOf({ lifecycle: having(rounds) })],
    ],
  ],
  [
    "data_stream/lifecycle/20_basic.yml, Enable lifecycle, Delete data stream lifecycle from the data streams",
    [
      ...logs(),
      [`PUT ${lifecycle}`, { data_retention: "10d" }],
      retained,
      `DELETE ${lifecycle}`,
      [`GET ${lifecycle}`, { data_streams: [{ name: "logs" }] }],
    ],
  ],
  [
    "data_stream/lifecycle/30_not_found.yml, all tests",
    [
      ...logs(kept),
      ["GET /_data_stream/logs,missing/_lifecycle", 404, missing],
      ["PUT /_data_stream/logs,missing/_lifecycle", { data_retention: "30d" }, 404, missing],
      retained,
      ["DELETE /_data_stream/logs,missing/_lifecycle", 404, missing],
      retained,
    ],
  ],
  [
    "data_stream/lifecycle/40_effective_retention.yml, Retrieve effective retention",
    [
      ...logs(kept),
      ["GET /_data_stream/logs", streamsOf(effective("10d", { retention_determined_by: "data_stream_configuration" }))],
      [`PUT ${lifecycle}`, {}],
      limits({ default: "7d" }),
      [
        `GET ${lifecycle}`,
        streamsOf({ lifecycle: { enabled: true, effective_retention: "7d", retention_determined_by: "default_global_retention" } }),
      ],
    ],
  ],
];

const store = (enabled: boolean): object => ({ failure_store: { enabled } });
const component = { index_patterns: ["logs"], composed_of: ["c"] };
const empty = (enabled: boolean): object => ({ failure_store: having({ enabled, indices: [] }) });

const failureStores: Fact[] = [
  [
    "data_stream/230_data_stream_options.yml, Edit data stream options",
    [
      ...logs({ data_stream_options: store(true) }),
      [`GET ${options}`, streamsOf({ name: "logs", options: store(true) })],
      [`PUT ${options}`, store(false)],
      [`GET ${options}`, streamsOf({ options: store(false) })],
      `DELETE ${options}`,
      [`GET ${options}`, { data_streams: [{ name: "logs" }] }],
    ],
  ],
  [
    "data_stream/230_data_stream_options.yml, Test resetting data stream options in template composition",
    [
      ["PUT /_component_template/c", { template: { data_stream_options: store(true) } }],
      ["PUT /_index_template/t", component, 400, illegal("specifies data stream options that can only be used in combination with")],
      ["PUT /_index_template/t", { ...component, template: { data_stream_options: null } }],
    ],
  ],
  [
    "data_stream/240_failure_store_info.yml, Get failure store info from cluster setting enabled and from disabled failure store",
    [
      ...logs(),
      ["PUT /_cluster/settings", { persistent: { "data_streams.failure_store.enabled": "logs-default*" } }],
      "PUT /_data_stream/logs-default-a",
      ["GET /_data_stream/*", streamsOf({ name: "logs", ...empty(false) }, { name: "logs-default-a", ...empty(true) })],
      ["GET /_data_stream/logs-default-a/_options", { data_streams: [{ name: "logs-default-a" }] }],
    ],
  ],
];

const backing = (name: string) => `.ds-${name}-2026.01.05-000001`;
const restored = (pattern: string, replacement: string): Step => [
  "POST /_snapshot/r/s/_restore?wait_for_completion=true",
  { indices: "logs", rename_pattern: pattern, rename_replacement: replacement },
];
const snapshot: Step[] = [
  ...logs(),
  ["PUT /_snapshot/r", { type: "fs", settings: { location: "r" } }],
  ["PUT /_snapshot/r/s?wait_for_completion=true", { indices: "logs" }],
];

const restores: Fact[] = [
  [
    "DataStreamsSnapshotsIT.java, testBackingIndexIsNotRenamedWhenRestoringDataStream",
    [
      ...snapshot,
      "DELETE /_data_stream/logs",
      restored(`^\\${backing("logs")}`, "other"),
      ["GET /_data_stream/logs", streamsOf({ indices: [having({ index_name: backing("logs") })] })],
    ],
  ],
  [
    "DataStreamsSnapshotsIT.java, testDataStreamAndBackingIndicesAreRenamedUsingRegex",
    [
      ...snapshot,
      restored("(.+)", "test-$1"),
      ["GET /_data_stream/test-logs", streamsOf({ indices: [having({ index_name: backing("test-logs") })] })],
      ["GET /_data_stream/logs", streamsOf({ indices: [having({ index_name: backing("logs") })] })],
    ],
  ],
];

/** The facts about parts and restores of data streams. */
export const streamParts: readonly Fact[] = [...lifecycles, ...failureStores, ...restores];
