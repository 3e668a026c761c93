// Lets the server validate what a preview declares of an index. See docs/modules/search.md#preview-checks.
import type { Failure } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import type { SearchClient } from "../../client";
import { templatePartText } from "../template/body";
import { certainFailures, conflict, partRejections } from "../template/preview";

/** What a preview declares: the name of the index, which is the input `key`, and whether no index has the name yet. */
interface Subject {
  key: string;
  name: string;
  isNew?: boolean;
}

/**
 * Returns what the server rejects in a definition: it simulates a template for indices of this name. The index itself and templates, which the same run may
 * change, can have what the definition does not contain, such as an analyzer: only what no other object can correct is a failure.
 */
export async function previewDefinition(
  { key, name, isNew = false }: Subject,
  part: Search.IndexTemplateBody,
  client: SearchClient,
): Promise<Failure[]> {
  if (Object.keys(part).length === 0) return [];
  const rejections = await partRejections({ name: name.replaceAll(/[<>{}/]/g, "-") }, templatePartText(part), client);
  const failures = certainFailures(rejections, (reason) => {
    if (isNew && !conflict.test(reason))
      client.warnOnce(`Preview check: index "${name}": ${reason}, unless a template has what is missing.`);
  });
  return failures.map(({ property, reason }) => ({
    property: property.replace(/^template\./, "").replace("indexPatterns", key),
    reason: reason.replace("rejects the template", "rejects the definition"),
  }));
}
