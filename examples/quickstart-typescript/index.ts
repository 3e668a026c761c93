/** An ingest pipeline that adds the time of ingestion to each document. */
import { search } from "pulumi-quartet";

// Functions build and validate processors; each returns a processor as a JSON string.
const stamp = search.getSearchIngestProcessorSetOutput({ field: "event.ingested", value: "{{{_ingest.timestamp}}}" });

const access = new search.SearchIngestPipeline("access", {
  name: "access-log",
  description: "Access logs of the shop",
  processors: [stamp.json],
});

export const pipeline = access.name;
