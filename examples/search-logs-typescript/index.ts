/** Access logs of a shop: two ingest pipelines that parse and timestamp each line, and the index template that uses them. */
import * as pulumi from "@pulumi/pulumi";
import { search } from "pulumi-quartet";

const prefix = new pulumi.Config().require("prefix");

// Functions build and validate processors; each returns a processor as a JSON string.
const ingested = search.getSearchIngestProcessorSetOutput({ field: "event.ingested", value: "{{{_ingest.timestamp}}}" });
const dataset = search.getSearchIngestProcessorSetOutput({ field: "event.dataset", value: prefix, override: false });

const stamp = new search.SearchIngestPipeline("stamp", {
  name: `${prefix}-stamp`,
  description: "What every log of the shop gets",
  processors: [ingested.json, dataset.json],
});

const parse = search.getSearchIngestProcessorDissectOutput({
  field: "message",
  pattern: '%{client.ip} [%{timestamp}] "%{http.request.method} %{url.path}" %{http.response.status_code}',
});
const status = search.getSearchIngestProcessorConvertOutput({ field: "http.response.status_code", type: "integer" });
const time = search.getSearchIngestProcessorDateOutput({ field: "timestamp", formats: ["dd/MMM/yyyy:HH:mm:ss Z"], locale: "en" });
const tidy = search.getSearchIngestProcessorRemoveOutput({ fields: ["timestamp"], ignoreMissing: true });
const stampAll = search.getSearchIngestProcessorPipelineOutput({ name: stamp.name });
const failed = search.getSearchIngestProcessorSetOutput({ field: "error.message", value: "{{{_ingest.on_failure_message}}}" });

const access = new search.SearchIngestPipeline("access", {
  name: `${prefix}-access`,
  description: "Access log of the shop",
  processors: [parse, status, time, tidy, stampAll].map(({ json }) => json),
  onFailures: [failed.json],
});

const logs = new search.SearchIndexTemplate("logs", {
  name: `${prefix}-logs`,
  indexPatterns: [`${prefix}-logs-*`],
  priority: 200,
  dataStream: {},
  template: {
    settings: pulumi.jsonStringify({ "index.default_pipeline": access.name, number_of_shards: 1 }),
    mappings: JSON.stringify({
      properties: { "client.ip": { type: "ip" }, "http.response.status_code": { type: "short" }, "url.path": { type: "keyword" } },
    }),
    lifecycle: { dataRetention: "30d" },
  },
});

// A lookup of the created template: it runs after the template is created.
const found = search.getSearchIndexTemplateOutput({ name: logs.name }, { dependsOn: [logs] });

export const pipelines = [stamp.id, access.id];
export const templateId = found.id;
export const templatePatterns = found.indexPatterns;
