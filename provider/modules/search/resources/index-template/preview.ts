// Tries the definition of an index template in a preview. See docs/modules/search.md#preview-checks.
import type { Failure } from "../../../../core/errors";
import type { SearchClient } from "../../client";
import { fullReason, isMissingReference, isRejection, rejections } from "../../definitions";

const properties: readonly [reason: RegExp, property: string][] = [
  [/mappings?\b/, "template.mappings"],
  [/\balias\b/, "template.aliases"],
  [/\bindex_pattern /, "indexPatterns"],
  [/\bpriority must\b/, "priority"],
  [/lifecycle configuration/, "template.lifecycle"],
  [/data stream options/, "template.dataStreamOptions"],
  [/\bsetting|settings?\b|\[index\./, "template.settings"],
];

/** Conflicts with objects that the same run may change or delete. */
const conflict = /same priority|no longer match/;

/** Returns what the server rejects. A conflict with an existing object is a warning. */
export async function templateFailures(name: string, body: string, client: SearchClient): Promise<Failure[]> {
  const response = await client.simulate(["_index_template", "_simulate", name], body, isRejection);
  if (response.status < 300) return [];
  const redact = await client.redactor();
  const errors = rejections(response).filter((error) => !isMissingReference(error));
  const reasons = errors.map((error) => fullReason(error, redact));
  for (const reason of reasons.filter((text) => conflict.test(text))) client.warnOnce(`Preview check: index template "${name}": ${reason}`);
  return reasons
    .filter((reason) => !conflict.test(reason))
    .map((reason) => ({ property: propertyOf(reason), reason: `Elasticsearch rejects the template: ${reason}. Correct the definition.` }));
}

function propertyOf(reason: string): string {
  return properties.find(([pattern]) => pattern.test(reason))?.[1] ?? "";
}
