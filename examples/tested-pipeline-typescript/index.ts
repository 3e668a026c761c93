/** Access logs of a shop: the preview fails as soon as the ingest pipeline no longer parses the sample lines as expected. */
import * as pulumi from "@pulumi/pulumi";
import { search } from "pulumi-quartet";

const parse = search.getSearchIngestProcessorDissectOutput({
  field: "message",
  pattern: "%{client.ip} %{http.status} %{event.duration}",
});
const status = search.getSearchIngestProcessorConvertOutput({ field: "http.status", type: "integer" });
const duration = search.getSearchIngestProcessorConvertOutput({ field: "event.duration", type: "long" });
const processors = [parse.json, status.json, duration.json];

/** Sample lines, and what the pipeline has to find in them. */
const samples = [
  { line: "10.0.0.7 200 31", expected: { status: 200, duration: 31 } },
  { line: "10.0.0.8 404 2", expected: { status: 404, duration: 2 } },
];

// Runs in previews as well: the server gets the processors and the documents; the pipeline need not exist.
const simulated = search.simulateSearchIngestPipelineOutput({
  processors,
  documents: samples.map(({ line }) => JSON.stringify({ message: line })),
});

/** What the pipeline writes, as far as it is tested here. */
interface AccessLog {
  http: { status: number };
  event: { duration: number };
}

// A RunError ends the program with its message, without a stack trace. `pulumi up` fails in its preview, before anything is written. With
// `--skip-preview` the update itself fails: the pipeline is not written, because its description depends on this result, but resources that
// do not depend on it may have been written by then.
const tested = simulated.results.apply((results) => {
  for (const [i, { line, expected }] of samples.entries()) {
    const { document, error = "it drops the document" } = results[i] ?? {};
    if (document === undefined) throw new pulumi.RunError(`the pipeline does not parse "${line}": ${error}`);
    const { http, event } = JSON.parse(document) as AccessLog;
    if (http.status !== expected.status || event.duration !== expected.duration)
      throw new pulumi.RunError(`the pipeline parses "${line}" as ${document}`);
  }
  return results.length;
});

const access = new search.SearchIngestPipeline("access", {
  description: pulumi.interpolate`Access logs of the shop, tested with ${tested} lines`,
  processors,
});

export const pipeline = access.name;
export const failed = simulated.failed;
