// Reads one component template. See docs/modules/search.md#getsearchcomponenttemplate.
import type { ProviderFunction } from "../../../contract/function";
import { ProviderError } from "../../../core/errors/errors";
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/values/records";
import type { SearchClient } from "../client";
import { fetchFrom } from "../collections";
import { awaitBoth } from "../../../kit/concurrency";
import { componentState } from "../resources/component-template/response";
import { objectNameRule } from "../ids";
import { templates, templatesIn } from "../resources/template/response";
import { oneBlock } from "../settings";

type Outputs = Search.GetSearchComponentTemplateOutputs;

/** Reads one component template. Fails if there is none. */
export const getSearchComponentTemplate: ProviderFunction<SearchClient, Search.GetSearchComponentTemplateInputs, Outputs> = {
  rules: { properties: { name: objectNameRule, searchConnections: oneBlock } },
  async read({ name, searchConnections }, { client, load }) {
    const [{ uuid }, response] = await awaitBoth(client.cluster(), fetchFrom(templates.component_template, name, { client, load }));
    const found = templatesIn("component_template", response).find((template) => template.name === name);
    if (!found) throw new ProviderError("not_found", `Component template not found: "${name}". Check the name and the endpoint.`);
    return { ...componentState(found), id: `${uuid}/${name}`, ...omitUndefined({ searchConnections }) };
  },
};
