/** Index templates: every input, every change. See docs/modules/search.md#index-templates. Equality, drift and rejections are in other files of this folder. */
import type { Properties } from "../../../support/structs";
import { changed } from "../parts";
import type { Kind } from "./kind";
import { drifts } from "./template-drifts";
import { rejections } from "./template-rejections";
import { minimal } from "./template-inputs";
import { spellings } from "./template-spellings";

const inner: Properties = {
  settings: '{ "number_of_shards": 3, "index.refresh_interval": "5s" }',
  mappings: '{ "properties": {"user": {"type": "keyword"}, "shop": {"properties": {"id": {"type": "long"}}}} }',
  aliases: [
    { name: "shop", filter: '{ "term": {"env": "prod"} }', isHidden: true, indexRouting: "1", searchRouting: "1,2" },
    { name: "app", routing: "7", isWriteIndex: true },
  ],
  lifecycle: { dataRetention: "30d" },
  dataStreamOptions: { failureStore: { enabled: true, lifecycle: { dataRetention: "7d" } } },
};
const full: Properties = {
  name: "logs-app",
  indexPatterns: ["logs-web-*", "logs-app-*"],
  composedOfs: ["base", "absent"],
  ignoreMissingComponentTemplates: ["absent"],
  priority: 200,
  version: 3,
  metadata: '{ "owner": "team-a" }',
  allowAutoCreate: true,
  deprecated: true,
  dataStream: { hidden: true, allowCustomRouting: true },
  template: inner,
};
const within = (to: Properties) => ({ template: changed(inner, to) });
const [shop, app] = inner["aliases"] as [Properties, Properties];

const outer: Kind["changes"] = {
  "the order of patterns": { to: { indexPatterns: ["logs-app-*", "logs-web-*"] }, paths: [] },
  "the order of component templates": { to: { composedOfs: ["absent", "base"] }, paths: ["composedOfs[0]", "composedOfs[1]"] },
  "blank metadata": { to: { metadata: " " }, paths: ["metadata"] },
  "no longer hidden": { to: { dataStream: { allowCustomRouting: true } }, paths: ["dataStream.hidden"] },
  "custom routing off": { to: { dataStream: { hidden: true, allowCustomRouting: false } }, paths: ["dataStream.allowCustomRouting"] },
  "custom routing on -> not given": { to: { dataStream: { hidden: true } }, paths: ["dataStream.allowCustomRouting"] },
  "no data stream": {
    to: { dataStream: null, ...within({ lifecycle: null, dataStreamOptions: null }) },
    paths: ["dataStream", "template.lifecycle", "template.dataStreamOptions"],
  },
};

const inside = {
  "a setting": { to: within({ settings: '{"index":{"number_of_shards":2,"refresh_interval":"5s"}}' }), paths: ["template.settings"] },
  "the spelling of settings": { to: within({ settings: '{"index":{"refresh_interval":"5s"},"index.number_of_shards":"3"}' }), paths: [] },
  "one field less": { to: within({ mappings: '{"properties":{"user":{"type":"keyword"}}}' }), paths: ["template.mappings"] },
  "mappings inside _doc": {
    to: within({
      mappings: '{"_doc":{"properties":{"user":{"type":"keyword"},"shop":{"type":"object","properties":{"id":{"type":"long"}}}}}}',
    }),
    paths: [],
  },
  "the filter of an alias": {
    to: within({ aliases: [{ ...shop, filter: '{"term":{"env":"test"}}' }, app] }),
    paths: ["template.aliases[0].filter"],
  },
  "the routing of an alias as a pair": {
    to: within({ aliases: [shop, { name: "app", indexRouting: "7", searchRouting: "7", isWriteIndex: true }] }),
    paths: [],
  },
  "a search routing beside the routing": {
    to: within({ aliases: [shop, { ...app, searchRouting: "8" }] }),
    paths: ["template.aliases[1].searchRouting"],
  },
  "one flag of an alias": { to: within({ aliases: [shop, { ...app, isWriteIndex: false }] }), paths: ["template.aliases[1].isWriteIndex"] },
  "the order of aliases": { to: within({ aliases: [app, shop] }), paths: [] },
  "kept for ever": { to: within({ lifecycle: {} }), paths: ["template.lifecycle.dataRetention"] },
  "the lifecycle off": { to: within({ lifecycle: { dataRetention: "30d", enabled: false } }), paths: ["template.lifecycle.enabled"] },
  "the failure store off": {
    to: within({ dataStreamOptions: { failureStore: { enabled: false } } }),
    paths: ["template.dataStreamOptions.failureStore.enabled", "template.dataStreamOptions.failureStore.lifecycle"],
  },
};

/** The data of templates. */
export const templates: Kind = {
  type: "quartet:search:SearchIndexTemplate",
  api: "/_index_template",
  inResponse: (response) => ((response as Properties)["index_templates"] as Properties[] | undefined)?.[0]?.["index_template"],
  minimal,
  required: { index_patterns: ["logs-app-*"] },
  full,
  stored: {
    index_patterns: ["logs-web-*", "logs-app-*"],
    composed_of: ["base", "absent"],
    ignore_missing_component_templates: ["absent"],
    priority: 200,
    version: 3,
    _meta: { owner: "team-a" },
    allow_auto_create: true,
    deprecated: true,
    data_stream: { hidden: true, allow_custom_routing: true },
    template: {
      settings: { index: { number_of_shards: "3", refresh_interval: "5s" } },
      mappings: { properties: { user: { type: "keyword" }, shop: { properties: { id: { type: "long" } } } } },
      aliases: {
        shop: { filter: { term: { env: "prod" } }, index_routing: "1", search_routing: "1,2", is_hidden: true },
        app: { index_routing: "7", search_routing: "7", is_write_index: true },
      },
      lifecycle: { enabled: true, data_retention: "30d" },
      data_stream_options: { failure_store: { enabled: true, lifecycle: { enabled: true, data_retention: "7d" } } },
    },
  },
  changes: { ...outer, ...inside },
  spellings,
  drifts,
  rejections,
};
