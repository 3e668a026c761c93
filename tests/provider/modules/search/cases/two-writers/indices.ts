/** Two writers of an index. */
import type { Json } from "../../../../../emulators/exchange";
import type { Scenario } from "./scenario";

const json = JSON.stringify;

/** Settings, aliases and fields of others. */
export const indices: Scenario[] = [
  ...["destroy", { index: "orders", settings: json({ priority: 6 }) }].map((next): Scenario => ({
    title: `ILM makes the index read-only and removes its replicas before ${next === "destroy" ? next : "an update"}`,
    kind: "SearchIndexSettings",
    before: [["PUT /orders"]],
    program: { index: "orders", settings: json({ priority: 5 }) },
    other: [["PUT /orders/_settings", { "index.blocks.write": true, "index.number_of_replicas": 0 }]],
    next: next as Scenario["next"],
    kept: {
      "/orders/_settings?flat_settings=true": { orders: { settings: { "index.blocks.write": "true", "index.number_of_replicas": "0" } } },
    },
  })),
  {
    title: "ILM changes one declared setting while the program changes the other",
    kind: "SearchIndexSettings",
    before: [["PUT /orders"]],
    program: { index: "orders", settings: json({ priority: 5, refresh_interval: "30s" }) },
    other: [["PUT /orders/_settings", { "index.priority": 50 }]],
    next: { index: "orders", settings: json({ priority: 5, refresh_interval: "60s" }) },
    kept: { "/orders/_settings?flat_settings=true": { orders: { settings: { "index.priority": "50", "index.refresh_interval": "60s" } } } },
  },
  {
    title: "ILM changes a declared setting while the program changes a mapping",
    kind: "SearchIndex",
    before: [],
    program: { name: "orders", settings: json({ priority: 5 }), mappings: json({ properties: { a: { type: "keyword" } } }) },
    other: [["PUT /orders/_settings", { "index.priority": 50 }]],
    next: {
      name: "orders",
      settings: json({ priority: 5 }),
      mappings: json({ properties: { a: { type: "keyword" }, b: { type: "long" } } }),
    },
    kept: {
      "/orders?flat_settings=true": { orders: { settings: { "index.priority": "50" }, mappings: { properties: { b: { type: "long" } } } } },
    },
  },
  {
    title: "another writer changes a parameter of a declared field while the program adds a field",
    kind: "SearchIndex",
    before: [],
    program: { name: "orders", mappings: json({ properties: { a: { type: "keyword", ignore_above: 10 } } }) },
    other: [["PUT /orders/_mapping", { properties: { a: { type: "keyword", ignore_above: 99 } } }]],
    next: { name: "orders", mappings: json({ properties: { a: { type: "keyword", ignore_above: 10 }, b: { type: "long" } } }) },
    kept: {
      "/orders?features=mappings": {
        orders: { mappings: { properties: { a: { type: "keyword", ignore_above: 99 }, b: { type: "long" } } } },
      },
    },
  },
  {
    title: "another writer filters a declared alias while the program adds an alias",
    kind: "SearchIndex",
    before: [],
    program: { name: "orders", aliases: [{ name: "mine" }] },
    other: [["POST /_aliases", { actions: [{ add: { index: "orders", alias: "mine", filter: { term: { a: 1 } } } }] }]],
    next: { name: "orders", aliases: [{ name: "mine" }, { name: "more" }] },
    kept: { "/orders?features=aliases": { orders: { aliases: { mine: { filter: { term: { a: 1 } } }, more: {} } } } },
  },
  {
    title: "another writer adds a setting, an alias and a field to the index",
    kind: "SearchIndex",
    before: [],
    program: { name: "orders", settings: json({ priority: 5 }), aliases: [{ name: "mine" }] },
    other: [
      ["PUT /orders/_settings", { "index.number_of_replicas": 0 }],
      ["POST /_aliases", { actions: [{ add: { index: "orders", alias: "theirs", filter: { term: { a: 1 } } } }] }],
      ["PUT /orders/_mapping", { properties: { theirs: { type: "ip" } } }],
    ],
    next: { name: "orders", settings: json({ priority: 6 }), mappings: json({ properties: { b: { type: "long" } } }) },
    kept: {
      "/orders?flat_settings=true": {
        orders: {
          settings: { "index.number_of_replicas": "0", "index.priority": "6" },
          aliases: { theirs: { filter: { term: { a: 1 } } } },
          mappings: { properties: { theirs: { type: "ip" }, b: { type: "long" } } },
        },
      },
    },
  },
];

const keyword = { type: "keyword" };
const mappingPath = "/orders?features=mappings";
const mapped = (mappings: Json): Record<string, Json> => ({ [mappingPath]: { orders: { mappings } } });
const fields = (properties: object, more: object = {}): object => ({ index: "orders", mappings: json({ properties, ...more }) });

/** Fields and their parameters. */
export const mappings: Scenario[] = [
  {
    title: "another writer adds a parameter to the declared field, and a subfield",
    kind: "SearchIndexMappings",
    before: [["PUT /orders"]],
    program: fields({ a: keyword }),
    other: [["PUT /orders/_mapping", { properties: { a: { ...keyword, ignore_above: 64, fields: { text: { type: "text" } } } } }]],
    next: fields({ a: keyword, b: { type: "long" } }),
    kept: mapped({ properties: { a: { ...keyword, ignore_above: 64, fields: { text: { type: "text" } } }, b: { type: "long" } } }),
  },
  {
    title: "another writer changes one parameter of a declared field while the program changes the other",
    kind: "SearchIndexMappings",
    before: [["PUT /orders"]],
    program: fields({ a: { ...keyword, ignore_above: 10, meta: { unit: "x" } }, o: { properties: { c: keyword } } }),
    other: [["PUT /orders/_mapping", { properties: { a: { ...keyword, ignore_above: 99, meta: { unit: "x" } } } }]],
    next: fields({ a: { ...keyword, ignore_above: 10, meta: { unit: "y" } }, o: { properties: { c: keyword, d: keyword } } }),
    kept: mapped({
      properties: { a: { ...keyword, ignore_above: 99, meta: { unit: "y" } }, o: { properties: { c: keyword, d: keyword } } },
    }),
  },
  {
    title: "another writer adds a runtime field, metadata and a dynamic template",
    kind: "SearchIndexMappings",
    before: [["PUT /orders"]],
    program: fields({ a: keyword }, { runtime: { mine: { type: "long" } } }),
    other: [
      [
        "PUT /orders/_mapping",
        { runtime: { theirs: { type: "ip" } }, _meta: { owner: "them" }, dynamic_templates: [{ theirs: { mapping: keyword } }] },
      ],
    ],
    next: fields({ a: keyword, b: { type: "long" } }),
    kept: mapped({
      runtime: { theirs: { type: "ip" } },
      _meta: { owner: "them" },
      dynamic_templates: [{ theirs: { mapping: keyword } }],
    }),
  },
];
