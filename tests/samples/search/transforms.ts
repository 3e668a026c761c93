/** Programs of synonym sets and transforms. */
import type { Properties } from "../../support/structs";
import { indicesOf, variant, type SearchVariant } from "./parts";

const pivot: Properties = {
  groupBy: '{"customer": {"terms": {"field": "customer"}}}',
  aggregations: '{"revenue":{"sum":{"field":"price"}}}',
};

const latest: Properties = { uniqueKeys: ["customer"], sort: "ordered" };

const source: Properties = { indices: ["orders"] };

/** What transforms refer to. */
const prepared = {
  before: { ...indicesOf("orders", "returns"), "PUT /_ingest/pipeline/summaries": { processors: [{ drop: {} }] } },
};

/** All variants. */
export const transformVariants: readonly SearchVariant[] = [
  variant(
    "SearchSynonymSet: minimal",
    { name: "products", synonymRules: [{ synonyms: "i-pod, ipod" }] },
    { synonymRules: [{ synonyms: "i-pod, ipod" }, { synonyms: "tv => television" }] },
  ),
  variant(
    "SearchSynonymSet: all inputs",
    {
      name: "all-products",
      synonymRules: [{ ruleId: "biscuit", synonyms: "sea biscuit => seabiscuit" }, { synonyms: "i-pod, ipod" }],
      refresh: false,
    },
    { synonymRules: [{ ruleId: "biscuit", synonyms: "sea biscuit,sea biscit=>seabiscuit" }], refresh: true },
    { emulator: { version: "9.1.0" } },
  ),
  variant(
    "SearchTransform: minimal",
    { name: "orders-by-customer", source, dest: { index: "orders-by-customer" }, pivot },
    { description: "Revenue", running: true },
    prepared,
  ),
  variant(
    "SearchTransform: all inputs",
    {
      name: "orders-all",
      source: {
        indices: ["returns", "orders"],
        query: '{ "term": { "paid": true } }',
        runtimeMappings: '{"hour":{"type":"long","script":{"source":"emit(1)"}}}',
      },
      dest: { index: "summaries", pipeline: "summaries", aliases: [{ alias: "all" }, { alias: "new", moveOnCreation: true }] },
      pivot: { ...pivot, otherMembers: '{"max_page_search_size":500}' },
      description: "first",
      frequency: "5m",
      sync: { time: { field: "ordered", delay: "120s" } },
      retentionPolicy: { time: { field: "ordered", maxAge: "30d" } },
      settings: {
        alignCheckpoints: false,
        datesAsEpochMillis: true,
        deduceMappings: false,
        docsPerSecond: 0.5,
        maxPageSearchSize: 100,
        numFailureRetries: 5,
        unattended: false,
        usePointInTime: false,
      },
      metadata: '{ "owner": "ops" }',
      running: true,
      deferValidation: true,
      deleteDestIndex: true,
    },
    {
      source: { indices: ["orders", "returns"], query: '{"term":{"paid":true}}' },
      dest: { index: "summaries", aliases: [{ alias: "new", moveOnCreation: true }] },
      frequency: "300s",
      sync: { time: { field: "ordered" } },
      settings: { docsPerSecond: 100, alignCheckpoints: true },
      metadata: '{"owner":"dev"}',
      running: false,
      description: null,
      retentionPolicy: null,
      deferValidation: null,
      deleteDestIndex: null,
    },
    prepared,
  ),
  variant(
    "SearchTransform: latest",
    { name: "orders-latest", source, dest: { index: "latest-orders" }, latest, running: true },
    { source: { indices: ["orders"], query: '{"match_all":{}}' }, running: false },
    prepared,
  ),
];
