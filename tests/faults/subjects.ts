// What the suites of faults make, change and remove: every resource with enough parts that each of its remote calls is made.
import type { SearchEmulator } from "../emulators/search/index";
import type { Properties } from "../support/structs";

/** A kind of object, and the inputs that it is made with and changed to. */
export interface Kind {
  title: string;
  type: string;
  inputs: Properties;
  news: Properties;
  /** The object is known only by an id that the server makes up. */
  nameless?: boolean;
}

/** The name of the object on its server. */
export const objectName = "orphan";

const daily = { enabled: true, interval: "0 0 12 * * ?" };
const nightly = { enabled: true, interval: "0 0 2 * * ?" };
const drop = '{"drop":{}}';

const connector = {
  title: "connector",
  type: "quartet:search:SearchConnector",
  inputs: {
    serviceType: "postgresql",
    name: "first",
    indexName: "content-orphans",
    pipeline: { name: "p", extractBinaryContent: true, reduceWhitespace: false, runMlInference: true },
    scheduling: { full: daily },
    features: { syncRules: { basic: { enabled: true } } },
    apiKeyId: "key-1",
    configurationValues: { host: { string: "db" } },
  },
  news: {
    serviceType: "mysql",
    name: "second",
    indexName: "content-others",
    isNative: true,
    pipeline: { name: "q", extractBinaryContent: false, reduceWhitespace: false, runMlInference: true },
    scheduling: { full: nightly },
    features: { syncRules: { basic: { enabled: false } } },
    apiKeyId: "key-2",
    configurationValues: { host: { string: "other-db" } },
  },
} satisfies Kind;

/** Every resource; the connector both with an id of its own and with one that the server makes. */
export const kinds: readonly Kind[] = [
  {
    title: "pipeline",
    type: "quartet:search:SearchIngestPipeline",
    inputs: { name: objectName, processors: [drop], description: "first" },
    news: { name: objectName, processors: [drop, drop], description: "second" },
  },
  {
    title: "template",
    type: "quartet:search:SearchIndexTemplate",
    inputs: { name: objectName, indexPatterns: ["orphans-*"], priority: 1 },
    news: { name: objectName, indexPatterns: ["orphans-*"], priority: 2, template: { settings: '{"index":{"number_of_shards":"2"}}' } },
  },
  {
    title: "component template",
    type: "quartet:search:SearchComponentTemplate",
    inputs: { name: objectName, template: { settings: '{"number_of_replicas":0}' } },
    news: { name: objectName, template: { settings: '{"number_of_replicas":1}' }, version: 2 },
  },
  {
    title: "policy",
    type: "quartet:search:SearchEnrichPolicy",
    inputs: { name: objectName, policyType: "match", indices: ["users"], matchField: "email", enrichFields: ["city"] },
    // Everything else replaces the policy.
    news: {
      name: objectName,
      policyType: "match",
      indices: ["users"],
      matchField: "email",
      enrichFields: ["city"],
      timeouts: { update: "9m" },
    },
  },
  {
    ...connector,
    title: "connector with an id",
    inputs: { connectorId: objectName, ...connector.inputs },
    news: { connectorId: objectName, ...connector.news },
  },
  { ...connector, title: "connector without an id", nameless: true },
];

/** The names of all objects that stand on a server. */
export function existing(emulator: SearchEmulator): string[] {
  const connectors = emulator.connectors.entries().filter(([, connector]) => connector["deleted"] !== true);
  return [
    ...emulator.pipelines.names(),
    ...emulator.indexTemplates.names(),
    ...emulator.componentTemplates.names(),
    ...emulator.enrich.policies.names(),
    ...connectors.map(([id]) => id),
  ];
}

/** Plays the connector service: it registers the fields of every connector that has none yet. */
export function registerAll(emulator: SearchEmulator): void {
  for (const [id, connector] of emulator.connectors.entries())
    if (Object.keys(connector["configuration"] as object).length === 0) emulator.registerConnectorService(id, { host: { label: "Host" } });
}
