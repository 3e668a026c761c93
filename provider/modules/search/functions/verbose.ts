// Which processors fail for the documents of a simulation. See docs/modules/search.md#simulatesearchingestpipeline.
import type { Search } from "../../../core/gen/types";
import { isObject } from "../../../core/json/json";
import { objectOf, omitUndefined, rowsOf, textOf } from "../../../core/values/records";
import type { Plain } from "../../../core/values/value";
import type { Redact } from "../../../core/secrets/redact";
import type { SearchClient } from "../client";
import { fullReason, tagPipeline, tagPrefix } from "../definitions";
import { objectText } from "../json/fields";
import type { ProcessorLists } from "../processor-lists";
import { listIn } from "../response";

/** The definition of the pipeline, with members other than processors as JSON texts, and the list of documents. */
export interface VerboseSimulation {
  lists: ProcessorLists;
  members?: Record<string, string | undefined>;
  docs: string;
}

/** The tags in the definition, by those of the request, which contain the position: results contain tags, but no positions. */
type Tags = ReadonlyMap<string, string | undefined>;

/** Returns the failures of each document. */
export async function simulatedFailures(
  { lists, members, docs }: VerboseSimulation,
  client: SearchClient,
): Promise<Search.SimulatedFailure[][]> {
  const tags = new Map<string, string | undefined>();
  const pipeline = tagPipeline(lists, members, (position, own) => {
    const tag = `${tagPrefix}${position}`;
    tags.set(tag, own);
    return tag;
  });
  const body = objectText({ pipeline, docs });
  const response = await client.simulate(["_ingest", "pipeline", "_simulate"], body, { query: { verbose: "true" } });
  const redact = await client.redactor();
  return listIn(response, "docs").map((entry) => failuresOf(entry, tags, redact));
}

/** An inner pipeline follows the processor that runs it; its processors have tags of their own. */
function failuresOf(entry: Plain, tags: Tags, redact: Redact): Search.SimulatedFailure[] {
  const { processor_results: results } = objectOf(entry);
  const failures: Search.SimulatedFailure[] = [];
  let position = "";
  for (const result of rowsOf(results)) {
    const { processor_type: type, error, ignored_error: ignored } = result;
    const tag = textOf(result.tag);
    const isOwn = tag !== undefined && tags.has(tag);
    if (isOwn) position = tag.slice(tagPrefix.length);
    const failure = error ?? errorIn(ignored);
    if (!isObject(failure)) continue;
    const shown = isOwn ? tags.get(tag) : tag;
    failures.push({
      position,
      type: redact(textOf(type) ?? ""),
      ...omitUndefined({ tag: shown === undefined ? undefined : redact(shown) }),
      reason: fullReason(failure, redact),
    });
  }
  return failures;
}

function errorIn(ignored: Plain | undefined): Plain | undefined {
  const { error } = objectOf(ignored);
  return error;
}
