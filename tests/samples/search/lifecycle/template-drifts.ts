/** Index templates changed past the provider. See docs/modules/search.md#json-inputs and docs/modules/search.md#index-template-equality. */
import type { Kind } from "./kind";
import { aliases, inner, kept, minimal, mappings, stream } from "./template-inputs";

/** The drifts of templates. */
export const drifts: Kind["drifts"] = {
  "settings and mappings": {
    given: inner({ settings: '{"number_of_shards":1}', mappings: '{"properties":{"a":{"type":"keyword"}}}' }),
    put: {
      template: { settings: { number_of_shards: 2 }, mappings: { properties: { a: { type: "text" } } } },
    },
    read: { template: { settings: '{"index":{"number_of_shards":"2"}}', mappings: '{"properties":{"a":{"type":"text"}}}' } },
    paths: ["template.settings", "template.mappings"],
  },
  "mappings that hold more are none": {
    given: mappings({ properties: { a: { type: "keyword" } } }),
    put: {
      template: { mappings: { dynamic: false, properties: { a: { type: "keyword", ignore_above: 9 }, b: { type: "ip" } } } },
    },
    read: {},
    paths: [],
  },
  "mappings that hold less": {
    given: mappings({ properties: { a: { type: "keyword" }, b: { type: "ip" } } }),
    put: { template: { mappings: { properties: { a: { type: "keyword" } } } } },
    read: { template: { mappings: '{"properties":{"a":{"type":"keyword"}}}' } },
    paths: ["template.mappings"],
  },
  aliases: {
    given: aliases({ name: "b", routing: "1" }, { name: "c" }),
    put: {
      template: { aliases: { b: { index_routing: "2", search_routing: "1" }, a: { is_hidden: true } } },
    },
    read: {
      template: {
        aliases: [
          { name: "a", isHidden: true, routing: "" },
          { name: "b", indexRouting: "2", searchRouting: "1" },
        ],
      },
    },
    paths: [
      "template.aliases[0].isHidden",
      "template.aliases[0].name",
      "template.aliases[0].routing",
      "template.aliases[1].indexRouting",
      "template.aliases[1].name",
      "template.aliases[1].searchRouting",
    ],
  },
  "what the program does not give": {
    given: minimal,
    put: {
      index_patterns: ["logs-app-*", "more-*"],
      composed_of: ["base"],
      priority: 7,
      version: 2,
      _meta: { a: 1 },
      allow_auto_create: false,
      deprecated: true,
      data_stream: { hidden: true },
      template: { lifecycle: { data_retention: "5d" } },
    },
    read: {
      indexPatterns: ["logs-app-*", "more-*"],
      composedOfs: ["base"],
      priority: 7,
      version: 2,
      metadata: '{"a":1}',
      allowAutoCreate: false,
      deprecated: true,
      dataStream: { hidden: true },
      template: { lifecycle: { dataRetention: "5d" } },
    },
    paths: [
      "indexPatterns[1]",
      "composedOfs",
      "priority",
      "version",
      "metadata",
      "allowAutoCreate",
      "deprecated",
      "dataStream",
      "template",
    ],
  },
  "a data stream that is gone": {
    given: { ...minimal, dataStream: { allowCustomRouting: true } },
    put: {},
    read: { dataStream: null },
    paths: ["dataStream"],
  },
  "custom routing that was switched off": {
    given: { ...minimal, dataStream: { allowCustomRouting: true } },
    put: { data_stream: {} },
    read: { dataStream: { allowCustomRouting: false } },
    paths: ["dataStream.allowCustomRouting"],
  },
  "a retention where the program keeps for ever": {
    given: stream({ lifecycle: {} }),
    put: { data_stream: {}, template: { lifecycle: { data_retention: "5d" } } },
    read: { template: { lifecycle: { dataRetention: "5d" } } },
    paths: ["template.lifecycle.dataRetention"],
  },
  "another retention, of the stream and of the failure store": {
    given: stream({
      lifecycle: { dataRetention: "7d" },
      dataStreamOptions: { failureStore: { enabled: true, lifecycle: { dataRetention: "7d" } } },
    }),
    put: {
      data_stream: {},
      template: {
        lifecycle: { data_retention: "5d" },
        data_stream_options: { failure_store: { enabled: true, lifecycle: { data_retention: "5d" } } },
      },
    },
    read: {
      template: {
        lifecycle: { dataRetention: "5d" },
        dataStreamOptions: { failureStore: { enabled: true, lifecycle: { dataRetention: "5d" } } },
      },
    },
    paths: ["template.lifecycle.dataRetention", "template.dataStreamOptions.failureStore.lifecycle.dataRetention"],
  },
  "a lifecycle that was switched off is none where the program says nothing about it": {
    given: kept("7d"),
    put: { data_stream: {}, template: { lifecycle: { data_retention: "7d", enabled: false } } },
    read: {},
    paths: [],
  },
};
