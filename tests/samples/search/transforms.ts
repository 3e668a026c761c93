/** Programs of synonym sets and transforms. */
import type { Properties } from "../../support/structs";
import type { Autonamed, Program, Variant } from "../variant";
import { named, prepared, put, putIndices, variant } from "./parts";

const synonymSets: Variant[] = [
  variant("SearchSynonymSet", "minimal", {
    inputs: { name: "products", synonymRules: [{ synonyms: "i-pod, ipod" }] },
    news: { name: "products", synonymRules: [{ synonyms: "i-pod, ipod" }, { synonyms: "tv => television" }] },
  }),
  variant(
    "SearchSynonymSet",
    "all inputs",
    {
      inputs: {
        name: "all-products",
        synonymRules: [{ ruleId: "biscuit", synonyms: "sea biscuit => seabiscuit" }, { synonyms: "i-pod, ipod" }],
        refresh: false,
      },
      news: {
        name: "all-products",
        synonymRules: [{ ruleId: "biscuit", synonyms: "sea biscuit,sea biscit=>seabiscuit" }],
        refresh: true,
      },
    },
    { emulator: { version: "9.1.0" } },
  ),
];

const pivot: Properties = {
  groupBy: '{"customer": {"terms": {"field": "customer"}}}',
  aggregations: '{"revenue":{"sum":{"field":"price"}}}',
};
const latest: Properties = { uniqueKeys: ["customer"], sort: "ordered" };
const source: Properties = { indices: ["orders"] };

const transformOf = (title: string, program: Program): Variant =>
  prepared(variant("SearchTransform", title, program), (preparation) => {
    putIndices(preparation, ["orders", "returns"]);
    put(preparation, "/_ingest/pipeline/summaries", { processors: [{ drop: {} }] });
  });

const transforms: Variant[] = [
  transformOf("minimal", {
    inputs: { name: "orders-by-customer", source, dest: { index: "orders-by-customer" }, pivot },
    news: { name: "orders-by-customer", source, dest: { index: "orders-by-customer" }, pivot, description: "Revenue", running: true },
  }),
  transformOf("all inputs", {
    inputs: {
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
    news: {
      name: "orders-all",
      source: { indices: ["orders", "returns"], query: '{"term":{"paid":true}}' },
      dest: { index: "summaries", aliases: [{ alias: "new", moveOnCreation: true }] },
      pivot: { ...pivot, otherMembers: '{"max_page_search_size":500}' },
      frequency: "300s",
      sync: { time: { field: "ordered" } },
      settings: { docsPerSecond: 100, alignCheckpoints: true },
      metadata: '{"owner":"dev"}',
      running: false,
    },
  }),
  transformOf("latest", {
    inputs: { name: "orders-latest", source, dest: { index: "latest-orders" }, latest, running: true },
    news: {
      name: "orders-latest",
      source: { indices: ["orders"], query: '{"match_all":{}}' },
      dest: { index: "latest-orders" },
      latest,
      running: false,
    },
  }),
];

/** A rule with another content receives another ID. */
const withRuleIds = (all: readonly Variant[]): Variant[] =>
  all.map((one) => ({ ...one, dependent: { "synonymRules[*].ruleId": ["synonymRules[*].synonyms"] } }));

/** All variants. */
export const transformVariants: readonly Variant[] = [...withRuleIds(synonymSets), ...transforms];

/** The kinds that Pulumi names, by token. */
export const transformNames: Readonly<Record<string, Autonamed>> = {
  "quartet:search:SearchSynonymSet": named,
  "quartet:search:SearchTransform": { ...named, valid: /^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$/ },
};
