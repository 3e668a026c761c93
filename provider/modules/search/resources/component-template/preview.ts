// Validates the definition of a component template in a preview. See docs/modules/search.md#preview-checks.
import type { Failure } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import type { SearchClient } from "../../client";
import { jsonOf, objectText } from "../../json/fields";
import { templatePartText } from "../template/body";
import { simulateTemplate, templateFailure, topPriority, type TemplateRejection } from "../template/preview";

/** No index has this name, so that the simulation meets no other object. */
const scope = { index_patterns: jsonOf(["quartet-preview-check"]), priority: topPriority };

/**
 * Returns what the server rejects. It has no simulation of component templates: the parts are validated as those of an index template. Lifecycle and data stream
 * options need a data stream, which has rules for the other parts; they are validated alone.
 */
export async function componentRejections(template: Search.IndexTemplateBody, client: SearchClient): Promise<TemplateRejection[]> {
  const { lifecycle, dataStreamOptions, ...index } = template;
  const bodies = [objectText({ ...scope, template: templatePartText(index) })];
  if (lifecycle || dataStreamOptions)
    bodies.push(objectText({ ...scope, data_stream: "{}", template: templatePartText({ lifecycle, dataStreamOptions }) }));
  const all: TemplateRejection[] = [];
  for (const body of bodies) all.push(...(await simulateTemplate(undefined, body, client)).rejections);
  return all;
}

/** Returns what the server rejects, as failures of the property `template`. */
export async function componentFailures(template: Search.IndexTemplateBody, client: SearchClient): Promise<Failure[]> {
  return (await componentRejections(template, client)).map(templateFailure);
}
