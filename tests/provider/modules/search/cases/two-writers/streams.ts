/** Two writers of a data stream or of its lifecycle policy. The node has neither. */
import type { Json } from "../../../../../emulators/exchange";
import type { Scenario, Sent } from "./scenario";

const json = JSON.stringify;

const streamed: Sent[] = [["PUT /_index_template/t", { index_patterns: ["logs-app"], data_stream: {} }], ["PUT /_data_stream/logs-app"]];
const lifecycle = "/_data_stream/logs-app/_lifecycle";
const options = "/_data_stream/logs-app/_options";
const entry = (members: Record<string, Json>): Json => ({ data_streams: [{ name: "logs-app", ...members }] });

/** Operators, ILM and other writers. */
export const streams: Scenario[] = [
  {
    title: "an operator shortens the retention",
    kind: "SearchDataStreamLifecycle",
    before: streamed,
    program: { name: "logs-app", dataRetention: "30d" },
    other: [[`PUT ${lifecycle}`, { data_retention: "7d" }]],
    next: "destroy",
    kept: { [lifecycle]: entry({ lifecycle: { data_retention: "7d" } }) },
  },
  {
    title: "an operator adds downsampling while the program changes the retention",
    kind: "SearchDataStreamLifecycle",
    before: streamed,
    program: { name: "logs-app", dataRetention: "30d" },
    other: [[`PUT ${lifecycle}`, { data_retention: "30d", downsampling: [{ after: "1d", fixed_interval: "1h" }] }]],
    next: { name: "logs-app", dataRetention: "60d" },
    kept: { [lifecycle]: entry({ lifecycle: { data_retention: "60d", downsampling: [{ after: "1d", fixed_interval: "1h" }] } }) },
  },
  {
    title: "an operator limits how long failures are kept",
    kind: "SearchDataStreamOptions",
    before: streamed,
    program: { name: "logs-app", failureStore: { enabled: true } },
    other: [[`PUT ${options}`, { failure_store: { enabled: true, lifecycle: { data_retention: "7d" } } }]],
    next: { name: "logs-app", failureStore: { enabled: false } },
    kept: { [options]: entry({ options: { failure_store: { enabled: false, lifecycle: { data_retention: "7d" } } } }) },
  },
  {
    title: "an operator switches the failure store off",
    kind: "SearchDataStreamOptions",
    before: streamed,
    program: { name: "logs-app", failureStore: { enabled: true } },
    other: [[`PUT ${options}`, { failure_store: { enabled: false } }]],
    next: "destroy",
    kept: { [options]: entry({ options: { failure_store: { enabled: false } } }) },
  },
  {
    title: "ILM rolls over, and another writer overrides a setting of the data stream",
    kind: "SearchDataStream",
    before: streamed.slice(0, 1),
    program: { name: "logs-app", settings: json({ number_of_shards: 2 }) },
    other: [["POST /logs-app/_rollover"], ["PUT /_data_stream/logs-app/_settings", { "index.lifecycle.prefer_ilm": false }]],
    next: { name: "logs-app", settings: json({ number_of_shards: 3 }) },
    kept: {
      "/_data_stream/logs-app": entry({
        generation: 2,
        settings: { index: { number_of_shards: "3", lifecycle: { prefer_ilm: "false" } } },
      }),
    },
  },
  {
    title: "another writer changes one override of the data stream while the program changes the other",
    kind: "SearchDataStream",
    before: streamed.slice(0, 1),
    program: { name: "logs-app", settings: json({ number_of_shards: 2, "lifecycle.prefer_ilm": true }) },
    other: [["PUT /_data_stream/logs-app/_settings", { "index.lifecycle.prefer_ilm": false }]],
    next: { name: "logs-app", settings: json({ number_of_shards: 3, "lifecycle.prefer_ilm": true }) },
    kept: {
      "/_data_stream/logs-app": entry({ settings: { index: { number_of_shards: "3", lifecycle: { prefer_ilm: "false" } } } }),
    },
  },
  {
    title: "another writer adds an action that has no property, and metadata",
    kind: "SearchIndexLifecyclePolicy",
    before: [],
    program: { name: "logs", phases: { delete: { minAge: "30d", actions: { delete: {} } } } },
    other: [
      [
        "PUT /_ilm/policy/logs",
        {
          policy: {
            phases: { warm: { actions: { readonly: {} } }, delete: { min_age: "30d", actions: { delete: {} } } },
            _meta: { owner: "them" },
          },
        },
      ],
    ],
    next: { name: "logs", phases: { delete: { minAge: "40d", actions: { delete: {} } } } },
    kept: { "/_ilm/policy/logs": { logs: { policy: { phases: { warm: { actions: { readonly: {} } } }, _meta: { owner: "them" } } } } },
  },
];
