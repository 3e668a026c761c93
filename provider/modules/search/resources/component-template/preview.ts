// Validates the definition of a component template in a preview. See docs/modules/search.md#preview-checks.
import type { Failure } from "../../../../core/errors/errors";
import type { Search } from "../../../../core/gen/types";
import type { SearchClient } from "../../client";
import { templatePartText } from "../template/body";
import { partRejections, templateFailure, type TemplateRejection } from "../template/preview";

/** No index has this name, so that the simulation meets no other object. */
const name = "quartet-preview-check";

/**
 * Returns what the server rejects. It has no simulation of component templates: the parts are validated as those of an index template. Lifecycle and data stream
 * options need a data stream, which has rules for the other parts; they are validated alone.
 */
export async function componentRejections(template: Search.IndexTemplateBody, client: SearchClient): Promise<TemplateRejection[]> {
  const { lifecycle, dataStreamOptions, ...index } = template;
  const rejections = await partRejections({ name }, templatePartText(index), client);
  if (!lifecycle && !dataStreamOptions) return rejections;
  return [...rejections, ...(await partRejections({ name, isStream: true }, templatePartText({ lifecycle, dataStreamOptions }), client))];
}

/** Returns what the server rejects, as failures of the property `template`. */
export async function componentFailures(template: Search.IndexTemplateBody, client: SearchClient): Promise<Failure[]> {
  return (await componentRejections(template, client)).map(templateFailure);
}
