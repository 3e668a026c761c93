/** An ingest pipeline that stores in each document when it arrived. */
import { search } from "pulumi-quartet";

// Functions build and validate processors; each returns the JSON text for a pipeline.
const stamp = search.getSearchIngestProcessorSetOutput({ field: "event.ingested", value: "{{{_ingest.timestamp}}}" });

const access = new search.SearchIngestPipeline("access", {
  name: "access-log",
  description: "Access logs of the shop",
  processors: [stamp.json],
});

export const pipeline = access.name;
