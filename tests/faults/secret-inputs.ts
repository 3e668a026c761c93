// Secrets in every place that takes one: kinds of credentials, resources and functions, each with canaries of its own.
import type { Subject } from "../support/rpc";
import { helperToken, lookupToken } from "../support/fixture";
import type { Json, Properties } from "../support/structs";
import { secret } from "../support/structs";
import type { Canaries } from "./canaries";

/** A resource with what it is made with and changed to. */
export interface SecretResource {
  subject: Subject;
  inputs: Properties;
  news: Properties;
}

/** Everything secret that the plugin receives. */
export interface SecretInputs {
  /** Connection blocks by kind of credentials, for a layer that they are given in. */
  credentials: Readonly<Record<string, (layer: string) => Properties>>;
  resources: readonly SecretResource[];
  functions: readonly (readonly [token: string, args: Properties])[];
}

/** The secrets with these canaries. */
export function secretInputs(canaries: Canaries): SecretInputs {
  const of = (place: string): string => canaries.of(place);
  const hidden = (place: string): Json => secret(of(place));
  return {
    credentials: {
      "user name and password": (layer) => ({
        username: "elastic",
        password: of(`${layer}-password`),
        headers: { "X-Token": of(`${layer}-header`) },
      }),
      "an API key": (layer) => ({ apiKey: Buffer.from(`tester:${of(`${layer}-key`)}`).toString("base64") }),
      "a bearer token": (layer) => ({ bearerToken: of(`${layer}-bearer`), esClientAuthentication: of(`${layer}-shared`) }),
    },
    resources: [
      pipelineWith(of, hidden),
      objectsWith(of, hidden),
      templateWith(of, hidden),
      componentWith(of),
      policyWith(of, hidden),
      connectorWith(of, hidden),
    ],
    functions: [
      [lookupToken, { name: hidden("lookup-name") }],
      ["quartet:search:getSearchComponentTemplate", { name: hidden("lookup-component") }],
      ["quartet:search:getSearchIngestPipeline", { name: hidden("lookup-pipeline") }],
      ["quartet:search:getSearchConnector", { connectorId: hidden("lookup-connector") }],
      ["quartet:search:getSearchEnrichPolicy", { name: hidden("lookup-policy") }],
      ["quartet:search:simulateSearchIngestPipeline", simulationWith(of)],
      [helperToken, { field: hidden("helper-field"), description: hidden("helper-description") }],
      ["quartet:search:getSearchIngestProcessorSet", { field: "a", value: hidden("helper-value"), if: hidden("helper-if") }],
      ["quartet:search:getSearchIngestProcessorSet", { field: "a", typedValue: [1, { b: hidden("helper-typed-value") }] }],
      [
        "quartet:search:getSearchIngestProcessorScript",
        { source: hidden("helper-source"), params: secret(`{"p":"${of("helper-param")}"}`) },
      ],
    ],
  };
}

type Of = (place: string) => string;
type Hidden = (place: string) => Json;

function simulationWith(of: Of): Properties {
  return {
    processors: [
      secret(`{"set":{"field":"a","value":"${of("simulated-processor")}"}}`),
      secret(`{"set":{"field":"${of("rejected-processor")}"}}`),
    ],
    documents: [secret(`{"m":"${of("simulated-document")}"}`)],
  };
}

function pipelineWith(of: Of, hidden: Hidden): SecretResource {
  const processor = (place: string): Json => secret(`{"set":{"field":"a","value":"${of(place)}"}}`);
  const json = (place: string): Json => secret(`{"m":"${of(place)}"}`);
  return {
    subject: { type: "quartet:search:SearchIngestPipeline" },
    inputs: { name: "canary", processors: [processor("processor")], description: hidden("description"), metadata: json("metadata") },
    news: { name: "canary", processors: [processor("new-processor")], description: hidden("new-description") },
  };
}

function objectsWith(of: Of, hidden: Hidden): SecretResource {
  const processor = (place: string): Json => ({ set: { field: "a", value: hidden(place) } });
  const objects = (place: string): Json[] => [processor(place), secret(`{"set":{"field":"b","value":"${of(`${place}-text`)}"}}`)];
  return {
    subject: { type: "quartet:search:SearchIngestPipeline" },
    inputs: { name: "canary", processorObjects: objects("object"), onFailureObjects: [secret(processor("handler-object"))] },
    news: { name: "canary", processorObjects: objects("new-object") },
  };
}

function templateWith(of: Of, hidden: Hidden): SecretResource {
  const template = (mapping: string): Json =>
    secret({ mappings: `{"_meta":{"m":"${of(mapping)}"}}`, aliases: [{ name: "a", filter: `{"term":{"u":"${of("filter")}"}}` }] });
  return {
    subject: { type: "quartet:search:SearchIndexTemplate" },
    inputs: {
      name: "canary",
      indexPatterns: [secret(`${of("pattern").toLowerCase()}-*`)],
      metadata: secret(`{"m":"${of("template-metadata")}"}`),
      template: template("mapping"),
    },
    news: { name: "canary", indexPatterns: [hidden("new-pattern")], template: template("new-mapping") },
  };
}

function componentWith(of: Of): SecretResource {
  const template = (mapping: string): Json => secret({ mappings: `{"_meta":{"m":"${of(mapping)}"}}` });
  return {
    subject: { type: "quartet:search:SearchComponentTemplate" },
    inputs: { name: "canary", metadata: secret(`{"m":"${of("component-metadata")}"}`), template: template("component-mapping") },
    news: { name: "canary", template: template("new-component-mapping") },
  };
}

function policyWith(of: Of, hidden: Hidden): SecretResource {
  const inputs = {
    name: "canary",
    policyType: "match",
    indices: ["users"],
    matchField: hidden("match-field"),
    enrichFields: [hidden("enrich-field")],
  };
  return {
    subject: { type: "quartet:search:SearchEnrichPolicy" },
    inputs: { ...inputs, query: secret(`{"term":{"u":"${of("query")}"}}`) },
    news: inputs,
  };
}

function connectorWith(of: Of, hidden: Hidden): SecretResource {
  const inputs = { connectorId: "canary", serviceType: "mysql" };
  return {
    subject: { type: "quartet:search:SearchConnector" },
    inputs: {
      ...inputs,
      apiKeyId: hidden("api-key-id"),
      description: hidden("first-description"),
      configurationValues: { host: { secretValue: of("secret-value") } },
    },
    news: {
      ...inputs,
      apiKeyId: hidden("new-api-key-id"),
      description: hidden("connector-description"),
      configurationValues: { host: { string: hidden("string-value") } },
    },
  };
}
