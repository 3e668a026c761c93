// Reads one index template. See docs/modules/search.md#getsearchindextemplate.
import type { ProviderFunction } from "../../../contract/function";
import { ProviderError } from "../../../core/errors/errors";
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/values/records";
import type { SearchClient } from "../client";
import { fetchFrom } from "../collections";
import { templateState } from "../resources/index-template/response";
import { templates, templatesIn } from "../resources/template/response";
import { oneBlock } from "../connection/rules";

type Outputs = Search.GetSearchIndexTemplateOutputs;

/** Reads one index template; returns only the name if there is none. Fails if a pattern matches several. */
export const getSearchIndexTemplate: ProviderFunction<SearchClient, Search.GetSearchIndexTemplateInputs, Outputs> = {
  rules: { properties: { name: { minLength: 1 }, searchConnections: oneBlock } },
  async read({ name, searchConnections }, { client, load, log }) {
    const connection = omitUndefined({ searchConnections });
    const matches = templatesIn("index_template", await fetchFrom(templates.index_template, name, { client, load }));
    const [template] = matches;
    if (matches.length > 1) throw severalTemplates(name, matches.map((match) => match.name).sort());
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
