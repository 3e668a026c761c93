// Validates the definition of an index template in a preview. See docs/modules/search.md#preview-checks.
import type { Failure } from "../../../../core/errors/errors";
import type { SearchClient } from "../../client";
import { conflict, simulateTemplate, templateFailure, type TemplateRejection } from "../template/preview";

/** An index template to validate. */
interface TemplateDefinition {
  name: string;
  body: string;
  /** The body without components, if the template is composed of any. */
  ownBody?: string | undefined;
}

/**
 * Returns what the server rejects. A conflict with an existing object is a warning. Components are taken as the server has them, although the same run may
 * create or change them: of a template that has components, only what the server rejects without them is a failure.
 */
export async function templateFailures({ name, body, ownBody }: TemplateDefinition, client: SearchClient): Promise<Failure[]> {
  const { rejections, isIncomplete } = await simulateTemplate(name, body, client);
  const certain = ownBody === undefined ? rejections.filter(({ reason }) => !conflict.test(reason)) : [];
  if (ownBody !== undefined && (isIncomplete || rejections.length > 0)) {
    const own = await simulateTemplate(name, ownBody, client);
    certain.push(...own.rejections.filter(({ isIndependent }) => isIndependent));
  }
  if (certain.length === 0) rejections.forEach((rejection) => warn(name, rejection, client));
  return certain.map(templateFailure);
}

function warn(name: string, { reason }: TemplateRejection, client: SearchClient): void {
  client.warnOnce(
    `Preview check: index template "${name}": ${reason}. Elasticsearch compares it with other templates as they are now; this update may change them.`,
  );
}
