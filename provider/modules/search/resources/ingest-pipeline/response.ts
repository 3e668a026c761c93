// Ingest pipelines as the server returns them, with the names of the schema. See docs/modules/search.md#ingest-pipelines.
import type { Search } from "../../../../core/gen/types";
import { isObject } from "../../../../core/json/json";
import { objectOf, omitUndefined, ownMember } from "../../../../core/values/records";
import type { Plain } from "../../../../core/values/value";
import { memberCollection, readerOf } from "../../collections";
import { jsonParts } from "../../json/parts";
import { fromRemote, textsFromRemote } from "../../mapping";
import { unexpectedResponse, type SearchResponse } from "../../response";

/** All pipelines. */
export const pipelines = memberCollection(["_ingest", "pipeline"], isPipeline);
/** Members that are no JSON texts. */
export const plainFields = ["description", "version", "deprecated", "fieldAccessPattern"];

/** Returns the path of one pipeline. */
export function pipelinePath(name: string): string[] {
  return [...pipelines.path, name];
}

/** Returns the pipeline, or `undefined` if there is none. The dates of its creation and last change are not part of the state. */
export const readPipeline = readerOf(pipelines, pipelineIn);

function pipelineIn(response: SearchResponse, name: string): Search.SearchIngestPipelineState | undefined {
  const { json } = response;
  const pipeline = ownMember(objectOf(json), name);
  if (!isObject(pipeline)) {
    // The JSON of another server must not count as absence, which removes the object from the state.
    if (isObject(json) && Object.values(json).every(isPipeline)) return undefined;
    throw unexpectedResponse(response, "pipelines by name");
  }
  const partAt = jsonParts(response.text);
  const entries = (key: string): string[] | undefined => entryTexts(pipeline[key], (i) => partAt([name, key, i]));
  return {
    name,
    processors: entries("processors") ?? [],
    ...fromRemote(pipeline, plainFields),
    ...textsFromRemote(pipeline, ["description"], (path) => partAt([name, ...path])),
    ...omitUndefined({
      onFailures: entries("on_failure"),
      metadata: isObject(pipeline._meta) ? partAt([name, "_meta"]) : undefined,
    }),
  };
}

function isPipeline(value: Plain): boolean {
  return isObject(value) && "processors" in value;
}

/** Returns the entries as they were received. */
function entryTexts(list: Plain | undefined, textAt: (index: number) => string | undefined): string[] | undefined {
  return Array.isArray(list) ? list.map((entry, i) => textAt(i) ?? JSON.stringify(entry)) : undefined;
}
