// Validates the definition of a component template in a preview. See docs/modules/search.md#preview-checks.
import type { Failure } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import type { SearchClient } from "../../client";
import { jsonOf, objectText } from "../../json/fields";
import { templatePartText } from "../template/body";
import { simulateTemplate, templateFailure } from "../template/preview";

/** No index has this name, and no other template this priority, so that the simulation meets no other object. */
const scope = { index_patterns: jsonOf(["quartet-preview-check"]), priority: "9223372036854775807" };

/**
 * Returns what the server rejects. It has no simulation of component templates: the parts are validated as those of an index template. Lifecycle and data stream
 * options need a data stream, which has rules for the other parts; they are validated alone.
 */
export async function componentFailures(template: Search.IndexTemplateBody, client: SearchClient): Promise<Failure[]> {
  const { lifecycle, dataStreamOptions, ...index } = template;
  const bodies = [objectText({ ...scope, template: templatePartText(index) })];
  if (lifecycle || dataStreamOptions)
    bodies.push(objectText({ ...scope, data_stream: "{}", template: templatePartText({ lifecycle, dataStreamOptions }) }));
  const failures: Failure[] = [];
  for (const body of bodies) failures.push(...(await simulateTemplate(undefined, body, client)).rejections.map(templateFailure));
  return failures;
}
