/** Recorded resources of module search. */
import { request } from "../../emulators/eventrouting/asking";
import type { Properties } from "../../support/structs";
import { secret } from "../../support/structs";
import { endpointPlaceholder } from "../recording";
import type { Preparation, Program, Variant } from "./variant";

const drop = '{"drop":{}}';
const set = '{"set":{"field":"a","value":"b"}}';
const grok = '{"grok":{"field":"message","patterns":["%{IP:client} %{NUMBER:bytes:int}"],"ignore_failure":true,"tag":"first"}}';
const condition = `{"script":{"lang":"painless","source":"ctx.total = ctx.a + ctx.b","params":{"factor":12345678901234567}}}`;
const connection: Properties = { endpoints: [endpointPlaceholder], username: "elastic", password: "example-password" };
const timeouts = { create: "2m", update: "90s", delete: "1m" };

/** Creates an object of the cluster that the resource refers to. */
const put = ({ handle }: Preparation, path: string, body?: object): void => {
  const { status, body: text } = handle(request(`PUT ${path}`, body, { authorization: undefined }));
  if (status >= 300) throw new Error(`PUT ${path}: HTTP ${status}: ${text}`);
};

const variant = (kind: string, title: string, { inputs, news }: Program, more: Partial<Variant> = {}): Variant => ({
  ...{ title, token: `quartet:search:${kind}`, program: () => ({ inputs, news }) },
  ...more,
});

const pipelines: Variant[] = [
  variant("SearchIngestPipeline", "minimal", {
    inputs: { name: "logs", processors: [drop] },
    news: { name: "logs", processors: [set, drop] },
  }),
  variant("SearchIngestPipeline", "all inputs", {
    inputs: {
      ...{ name: "logs", processors: [set, grok, condition], description: "first", version: 3, deprecated: true, timeouts },
      ...{ metadata: '{ "owner": "ops", "a": [1, 2.50, 1e3] }', onFailures: [set], searchConnections: [connection] },
    },
    news: {
      ...{ name: "logs", processors: [set, grok, condition], description: "second", version: 4, timeouts: { ...timeouts, read: "10s" } },
      ...{ metadata: '{"a":[1,2.5,1000],"owner":"dev"}', searchConnections: [connection] },
    },
  }),
  variant(
    "SearchIngestPipeline",
    "9.2 with explicit defaults",
    {
      inputs: { name: "logs", processors: [set], deprecated: false, fieldAccessPattern: "classic" },
      news: { name: "logs", processors: [set], fieldAccessPattern: "flexible" },
    },
    { emulator: { version: "9.2.0" } },
  ),
];

const body: Properties = {
  aliases: [
    { name: "all-logs", filter: '{"term":{"level":"error"}}', indexRouting: "1", searchRouting: "1,2", isHidden: true },
    { name: "recent", isWriteIndex: false, routing: "3" },
  ],
  mappings: '{"properties":{"a":{"type":"keyword","ignore_above":256}},"dynamic":"strict"}',
  settings: '{"number_of_shards":2,"index":{"refresh_interval":"5s"}}',
};
const base = { template: { settings: { number_of_replicas: 0 } } };

const templates: Variant[] = [
  variant("SearchIndexTemplate", "minimal", {
    inputs: { name: "logs", indexPatterns: ["logs-*"] },
    news: { name: "logs", indexPatterns: ["logs-*", "more-logs-*"] },
  }),
  variant(
    "SearchIndexTemplate",
    "all inputs of an index",
    { inputs: {} },
    {
      program(preparation) {
        put(preparation, "/_component_template/base", base);
        const inputs: Properties = {
          ...{ name: "logs", indexPatterns: ["logs-*"], priority: 200, version: 7, deprecated: true, allowAutoCreate: true },
          ...{ composedOfs: ["base", "optional"], ignoreMissingComponentTemplates: ["optional"], metadata: '{"owner": "ops"}' },
          ...{ template: body, timeouts, searchConnections: [connection] },
        };
        return {
          inputs,
          news: { ...inputs, priority: 201, composedOfs: ["base"], template: { ...body, settings: '{"index.number_of_shards":3}' } },
        };
      },
    },
  ),
  variant("SearchIndexTemplate", "data stream", {
    inputs: {
      ...{ name: "events", indexPatterns: ["events-*"], dataStream: { hidden: true, allowCustomRouting: false } },
      template: { lifecycle: { dataRetention: "7d" }, dataStreamOptions: { failureStore: { enabled: true } } },
    },
    news: {
      ...{ name: "events", indexPatterns: ["events-*"], dataStream: { allowCustomRouting: true } },
      template: { lifecycle: { dataRetention: "30d", enabled: true } },
    },
  }),
];

const component = (title: string, program: Program): Variant => variant("SearchComponentTemplate", title, program, { addedAfter: "0.1.0" });
const components: Variant[] = [
  component("minimal", {
    inputs: { name: "base", template: {} },
    news: { name: "base", template: { settings: '{"number_of_replicas":0}' } },
  }),
  component("all inputs of an index", {
    inputs: {
      ...{ name: "base", template: body, version: 7, deprecated: true, metadata: '{"owner": "ops"}' },
      ...{ timeouts, searchConnections: [connection] },
    },
    news: {
      ...{ name: "base", template: { ...body, settings: '{"index.number_of_shards":3}' }, version: 8, metadata: '{"owner":"ops"}' },
      ...{ timeouts, searchConnections: [connection] },
    },
  }),
  component("options of data streams", {
    inputs: {
      name: "base",
      template: { lifecycle: { dataRetention: "7d" }, dataStreamOptions: { failureStore: { enabled: true } } },
    },
    news: { name: "base", template: { lifecycle: { dataRetention: "30d", enabled: true } } },
  }),
];

const match: Properties = { name: "users", policyType: "match", indices: ["users"], matchField: "email", enrichFields: ["city", "name"] };
const policy = (title: string, inputs: Properties, news: Properties): Variant =>
  variant(
    "SearchEnrichPolicy",
    title,
    { inputs },
    {
      program(preparation) {
        put(preparation, "/users");
        return { inputs, news };
      },
    },
  );
const policies: Variant[] = [
  policy("minimal", match, { ...match, timeouts: { update: "9m" } }),
  policy(
    "all inputs",
    { ...match, query: '{ "match_all": {} }', execute: false, timeouts, searchConnections: [connection] },
    { ...match, query: '{"match_all":{}}', execute: false, searchConnections: [connection] },
  ),
];

const schedule = (interval: string): Properties => ({ enabled: true, interval });
const connectors: Variant[] = [
  variant("SearchConnector", "minimal", { inputs: { serviceType: "custom" }, news: { serviceType: "custom", description: "later" } }),
  variant("SearchConnector", "name and index", {
    inputs: { connectorId: "reports", serviceType: "s3", name: "first", indexName: "reports", features: {}, scheduling: {} },
    news: { connectorId: "reports", serviceType: "s3", name: "second", indexName: "other-reports" },
  }),
  variant("SearchConnector", "all inputs", {
    inputs: {
      ...{ connectorId: "orders", serviceType: "postgresql", name: "orders", description: "first", indexName: "orders", isNative: false },
      ...{ language: "english", apiKeyId: "key-1", apiKeySecretId: "secret-1", timeouts, searchConnections: [connection] },
      pipeline: { name: "p", extractBinaryContent: true, reduceWhitespace: false, runMlInference: true },
      scheduling: { full: schedule("0 0 12 * * ?"), incremental: schedule("0 0 2 * * ?"), accessControl: schedule("0 0 3 * * ?") },
      features: {
        ...{ documentLevelSecurity: { enabled: true }, incrementalSync: { enabled: false }, nativeConnectorApiKeys: { enabled: true } },
        syncRules: { basic: { enabled: true }, advanced: { enabled: false } },
      },
      configurationValues: { host: { string: "db" }, port: { number: 5432 }, password: { secretValue: secret("example-password") } },
    },
    news: {
      ...{ connectorId: "orders", serviceType: "postgresql", name: "orders", description: "second", indexName: "orders", isNative: false },
      ...{ language: "english", apiKeyId: "key-2", timeouts, searchConnections: [connection] },
      pipeline: { name: "q", extractBinaryContent: true, reduceWhitespace: true, runMlInference: false },
      scheduling: { full: schedule("0 0 1 * * ?") },
      features: { syncRules: { basic: { enabled: false } } },
      configurationValues: { host: { string: "other" }, password: { secretValue: secret("example-password") } },
    },
  }),
];

/** All of them. */
export const searchVariants: readonly Variant[] = [...pipelines, ...templates, ...components, ...policies, ...connectors];
