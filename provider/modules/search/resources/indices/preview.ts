// Lets the server validate what a preview declares of an index. See docs/modules/search.md#preview-checks.
import type { Failure } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import type { SearchClient } from "../../client";
import { templatePartText } from "../template/body";
import { simulateTemplate, templateFailure } from "../template/preview";

/** Highest, so that no other template has the same patterns and the same priority. */
const previewPriority = 2 ** 31 - 1;

/** Returns what the server rejects in a definition: it simulates a template for indices of this name, which is the input `key`. */
export async function previewDefinition(
  { key, name }: { key: string; name: string },
  part: Search.IndexTemplateBody,
  client: SearchClient,
): Promise<Failure[]> {
  if (Object.keys(part).length === 0) return [];
  const body = `{"index_patterns":${JSON.stringify([name.replaceAll(/[<>{}/]/g, "-")])},"priority":${previewPriority},"template":${templatePartText(part)}}`;
  const { rejections } = await simulateTemplate(undefined, body, client);
  const certain = rejections.filter(({ reason }) => !/same priority|no longer match/.test(reason));
  return certain.map(templateFailure).map(({ property, reason }) => ({
    property: property.replace(/^template\./, "").replace("indexPatterns", key),
    reason: reason.replace("rejects the template", "rejects the definition"),
  }));
}
