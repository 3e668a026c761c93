// Validates the definition of a pipeline in a preview. See docs/modules/search.md#preview-checks.
import type { Failure } from "../../../../core/errors/errors";
import { textOf } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import { isMissingReference, isRejection, processorFailures, rejections, tagPipeline } from "../../definitions";
import { objectText } from "../../json/fields";
import type { ProcessorLists } from "../../processor-lists";
import type { RemoteError } from "../../remote";
import { warnOfLateRejections } from "./first-document";

/** Returns the processors that the server rejects, and logs options that it rejects later. `members`: the rest of the definition, as JSON texts. */
export async function pipelineFailures(
  lists: ProcessorLists,
  members: Record<string, string | undefined>,
  client: SearchClient,
): Promise<Failure[]> {
  // Without documents the server validates the definition, but runs no processor.
  const body = objectText({ pipeline: tagPipeline(lists, members), docs: "[]" });
  const response = await client.simulate(["_ingest", "pipeline", "_simulate"], body, { accepts: isRejection });
  const errors =
    response.status < 300 ? [] : rejections(response).filter((error) => !isMissingReference(error) && !isAboutDocuments(error));
  if (errors.length === 0) await warnOfLateRejections(lists, client);
  return processorFailures(errors, lists, await client.redactor());
}

/** Returns whether the definition is valid, so that only the documents are missing. */
function isAboutDocuments(error: RemoteError): boolean {
  return error.processor_type === undefined && /\[docs\]$/.test(textOf(error.reason) ?? "");
}
