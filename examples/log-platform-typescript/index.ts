/**
 * A platform for the logs of a shop, from the ingest pipeline to the alias that users search. No resource needs `dependsOn`: each refers to
 * outputs of the resources that it uses, so that Pulumi creates and deletes them in the right order. Requires Elasticsearch 8.19 or later.
 */
import * as pulumi from "@pulumi/pulumi";
import { search } from "pulumi-quartet";

const prefix = new pulumi.Config().require("prefix");

// Functions build and validate processors; each returns a processor as a JSON string.
const line = search.getSearchIngestProcessorDissectOutput({
  field: "message",
  pattern: '%{client.ip} [%{time}] "%{http.request.method} %{url.path}" %{http.response.status_code}',
});
const time = search.getSearchIngestProcessorDateOutput({ field: "time", formats: ["dd/MMM/yyyy:HH:mm:ss Z"], locale: "en" });
const tidy = search.getSearchIngestProcessorRemoveOutput({ fields: ["time"] });

const parse = new search.SearchIngestPipeline("parse", {
  name: `${prefix}-parse`,
  description: "Access log of the shop",
  processors: [line.json, time.json, tidy.json],
});

// Shared by all log streams: the lifecycle policy, settings and mappings.
const policy = new search.SearchIndexLifecyclePolicy("policy", {
  name: `${prefix}-logs`,
  phases: {
    hot: { actions: { rollover: { maxAge: "1d", maxPrimaryShardSize: "50gb" } } },
    delete: { minAge: "30d", actions: { delete: {} } },
  },
});
const base = new search.SearchComponentTemplate("base", {
  name: `${prefix}-logs-base`,
  template: {
    settings: pulumi.jsonStringify({ "index.lifecycle.name": policy.name, number_of_shards: 1 }),
    mappings: JSON.stringify({
      properties: { "client.ip": { type: "ip" }, "http.response.status_code": { type: "short" }, "url.path": { type: "keyword" } },
    }),
  },
});
const logs = new search.SearchIndexTemplate("logs", {
  name: `${prefix}-logs`,
  indexPatterns: [`${prefix}-logs-*`],
  priority: 200,
  dataStream: {},
  composedOfs: [base.name],
  template: { settings: pulumi.jsonStringify({ "index.default_pipeline": parse.name }) },
});

// One stream of the platform. Its name begins with the name of the template, so that it depends on the template. The setting
// applies the lifecycle below instead of the policy.
const access = new search.SearchDataStream("access", {
  name: pulumi.interpolate`${logs.name}-access`,
  settings: JSON.stringify({ "index.lifecycle.prefer_ilm": false }),
});
const retention = new search.SearchDataStreamLifecycle("retention", { name: access.name, dataRetention: "7d" });
// Keeps the lines that the pipeline cannot parse.
new search.SearchDataStreamOptions("failures", {
  name: access.name,
  failureStore: { enabled: true, lifecycle: { dataRetention: "3d" } },
});
const errors = new search.SearchIndexAlias("errors", {
  name: `${prefix}-errors`,
  members: [{ index: access.name, filter: JSON.stringify({ range: { "http.response.status_code": { gte: 500 } } }) }],
});

export const stream = access.name;
export const effectiveRetention = retention.effectiveRetention;
export const alias = errors.name;
