/** Two writers of objects that several owners share: a template customization, the cluster settings. */
import type { Json } from "../../../../../emulators/exchange";
import type { Scenario, Sent } from "./scenario";

const json = JSON.stringify;
const custom = "/_component_template/logs@custom";
const template = (content: object, more: object = {}): Sent => [`PUT ${custom}`, { template: content, ...more }];
const stored = (content: Json, more: Record<string, Json> = {}): Record<string, Json> => ({
  [custom]: { component_templates: [{ name: "logs@custom", component_template: { template: content, ...more } }] },
});
const own = { name: "logs@custom", settings: json({ number_of_replicas: 0 }) };
const owned = { settings: { index: { number_of_replicas: "0" } } };

/** Owners of the same template. */
export const customizations: Scenario[] = [
  {
    title: "another owner adds mappings and an alias to the template",
    kind: "SearchTemplateCustomization",
    before: [],
    program: own,
    other: [template({ ...owned, mappings: { properties: { team: { type: "keyword" } } }, aliases: { theirs: {} } })],
    next: { ...own, settings: json({ number_of_replicas: 1 }) },
    kept: stored({
      settings: { index: { number_of_replicas: "1" } },
      mappings: { properties: { team: { type: "keyword" } } },
      aliases: { theirs: {} },
    }),
  },
  {
    title: "another owner adds a setting, a version and metadata to the template",
    kind: "SearchTemplateCustomization",
    before: [],
    program: own,
    other: [
      template({ settings: { index: { number_of_replicas: "0", codec: "best_compression" } } }, { version: 7, _meta: { owner: "them" } }),
    ],
    next: "destroy",
    kept: stored({ settings: { index: { codec: "best_compression" } } }, { version: 7, _meta: { owner: "them" } }),
  },
  {
    title: "another owner writes between the read and the write of an update",
    kind: "SearchTemplateCustomization",
    before: [],
    program: own,
    other: [template({ ...owned, mappings: { properties: { team: { type: "keyword" } } } })],
    after: `PUT ${custom}`,
    next: { ...own, settings: json({ number_of_replicas: 0, priority: 5 }) },
    kept: stored({
      settings: { index: { number_of_replicas: "0", priority: "5" } },
      mappings: { properties: { team: { type: "keyword" } } },
    }),
  },
];

const clusterSettings = (persistent: Record<string, Json>): Sent => ["PUT /_cluster/settings", { persistent }];
const rate = "indices.recovery.max_bytes_per_sec";
const hops = "search.default_search_timeout";
const persisted = (persistent: Record<string, Json>): Record<string, Json> => ({ "/_cluster/settings?flat_settings=true": { persistent } });

/** Operators beside the program. */
export const operators: Scenario[] = [
  {
    title: "an operator sets another cluster setting",
    kind: "SearchClusterSettings",
    before: [],
    program: { persistent: { [rate]: "50mb" } },
    other: [clusterSettings({ [hops]: "30s" })],
    next: { persistent: { [rate]: "60mb" } },
    kept: persisted({ [rate]: "60mb", [hops]: "30s" }),
  },
  {
    title: "an operator changes the declared cluster setting",
    kind: "SearchClusterSettings",
    before: [],
    program: { persistent: { [rate]: "50mb" } },
    other: [clusterSettings({ [rate]: "10mb" })],
    next: "destroy",
    kept: persisted({ [rate]: "10mb" }),
  },
  {
    title: "an operator changes one declared cluster setting while the program changes the other",
    kind: "SearchClusterSettings",
    before: [],
    program: { persistent: { [rate]: "50mb", [hops]: "30s" } },
    other: [clusterSettings({ [rate]: "10mb" })],
    next: { persistent: { [rate]: "50mb", [hops]: "40s" } },
    kept: persisted({ [rate]: "10mb", [hops]: "40s" }),
  },
];
