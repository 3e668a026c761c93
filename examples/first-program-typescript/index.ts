/** An ingest pipeline that adds the time of ingestion to each document, and the index template that uses it. */
import * as pulumi from "@pulumi/pulumi";
import { search } from "pulumi-quartet";

// Functions build and validate processors; each returns a processor as a JSON string.
const stamp = search.getSearchIngestProcessorSetOutput({ field: "event.ingested", value: "{{{_ingest.timestamp}}}" });

const access = new search.SearchIngestPipeline("access", {
  description: "Access logs of the shop",
  processors: [stamp.json],
});

const logs = new search.SearchIndexTemplate("logs", {
  indexPatterns: ["shop-logs-*"],
  template: { settings: pulumi.jsonStringify({ "index.default_pipeline": access.name }) },
});

export const pipeline = access.name;
export const template = logs.name;
