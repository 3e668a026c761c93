// Reads one index template. See docs/modules/search.md#getsearchindextemplate.
import type { ProviderFunction } from "../../../core/contract";
import { ProviderError } from "../../../core/errors";
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/records";
import type { SearchClient } from "../client";
import { templateState } from "../resources/index-template/response";
import { templatesIn } from "../resources/template/response";
import { oneBlock } from "../settings";

type Outputs = Search.GetSearchIndexTemplateOutputs;

/** Reads one index template; returns only the name if there is none. Fails if a pattern matches several. */
export const getSearchIndexTemplate: ProviderFunction<SearchClient, Search.GetSearchIndexTemplateInputs, Outputs> = {
  rules: { properties: { name: { minLength: 1 }, searchConnections: oneBlock } },
  async read({ name, searchConnections }, { client, log }) {
    const connection = omitUndefined({ searchConnections });
    const templates = templatesIn("index_template", await client.fetch(["_index_template", name]));
    const [template] = templates;
    if (templates.length > 1) throw severalTemplates(name, templates.map((match) => match.name).sort());
    if (!template) {
      log("info", `There is no index template "${name}".`);
      return { name, ...connection };
    }
    const { uuid } = await client.cluster();
    return {
      composedOfs: [],
      ignoreMissingComponentTemplates: [],
      ...templateState(template),
      id: `${uuid}/${template.name}`,
      ...connection,
    };
  },
};

function severalTemplates(name: string, matches: readonly string[]): ProviderError {
  const reason = `"${name}" matches ${matches.length} index templates (${matches.join(", ")}), expected one.`;
  return new ProviderError("invalid_argument", `Wrong number of templates returned: ${reason} Use the name of one template.`);
}
