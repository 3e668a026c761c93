// Validates the definition of a pipeline in a preview. See docs/modules/search.md#preview-checks.
import type { Failure } from "../../../../core/errors";
import { textOf } from "../../../../core/records";
import type { SearchClient } from "../../client";
import { isMissingReference, isRejection, processorFailures, rejections, tagPipeline, type ProcessorLists } from "../../definitions";
import { objectText } from "../../json/fields";
import type { RemoteError } from "../../remote";

/** Returns the processors that the server rejects. `members`: the rest of the definition, as JSON texts. */
export async function pipelineFailures(
  lists: ProcessorLists,
  members: Record<string, string | undefined>,
  client: SearchClient,
): Promise<Failure[]> {
  // Without documents the server validates the definition, but runs no processor.
  const body = objectText({ pipeline: tagPipeline(lists, members), docs: "[]" });
  const response = await client.simulate(["_ingest", "pipeline", "_simulate"], body, isRejection);
  if (response.status < 300) return [];
  const errors = rejections(response).filter((error) => !isMissingReference(error) && !isAboutDocuments(error));
  return processorFailures(errors, lists, await client.redactor());
}

/** Returns whether the definition is valid, so that only the documents are missing. */
function isAboutDocuments(error: RemoteError): boolean {
  return error.processor_type === undefined && /\[docs\]$/.test(textOf(error.reason) ?? "");
}
