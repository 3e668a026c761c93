// The lookup of one index template (search spec 8).
import type { ProviderFunction } from "../../../core/contract";
import { ProviderError } from "../../../core/errors";
import type { Search } from "../../../core/gen/types";
import type { SearchClient } from "../client";
import { oneBlock } from "../type-rules";
import { described, templatesIn } from "../resources/index-template/response";

/** Reads one index template; one that does not exist answers its name alone. Fails when a pattern matches several. */
export const getSearchIndexTemplate: ProviderFunction<
  SearchClient,
  Search.GetSearchIndexTemplateInputs,
  Search.GetSearchIndexTemplateOutputs
> = {
  rules: { properties: { name: { minLength: 1 }, searchConnections: oneBlock } },
  async read({ name, searchConnections }, { client }) {
    const echo = searchConnections === undefined ? {} : { searchConnections };
    const templates = templatesIn(await client.answer(["_index_template", name]));
    const [template, second] = templates;
    if (second)
      throw new ProviderError(
        "invalid_argument",
        severalTemplates(
          name,
          templates.map((match) => match.name),
        ),
      );
    if (!template) {
      client.operation.log("info", `there is no index template "${name}"`);
      return { name, ...echo };
    }
    const { uuid } = await client.cluster();
    return { ...described(template), id: `${uuid}/${template.name}`, ...echo } as unknown as Search.GetSearchIndexTemplateOutputs;
  },
};

function severalTemplates(name: string, matches: string[]): string {
  return `Wrong number of templates returned: "${name}" matches ${matches.length} index templates, it has to match one: ${matches.sort().join(", ")}`;
}
