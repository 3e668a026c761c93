// Reads one component template. See docs/modules/search.md#getsearchcomponenttemplate.
import type { ProviderFunction } from "../../../core/contract";
import { ProviderError } from "../../../core/errors";
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/records";
import type { SearchClient } from "../client";
import { componentState } from "../resources/component-template/response";
import { objectNameRule } from "../resources/ids";
import { templatesIn } from "../resources/template/response";
import { oneBlock } from "../settings";

type Outputs = Search.GetSearchComponentTemplateOutputs;

/** Reads one component template. Fails if there is none. */
export const getSearchComponentTemplate: ProviderFunction<SearchClient, Search.GetSearchComponentTemplateInputs, Outputs> = {
  rules: { properties: { name: objectNameRule, searchConnections: oneBlock } },
  async read({ name, searchConnections }, { client }) {
    const { uuid } = await client.cluster();
    const templates = templatesIn("component_template", await client.fetch(["_component_template", name]));
    const found = templates.find((template) => template.name === name);
    if (!found) throw new ProviderError("not_found", `Component template not found: "${name}". Check the name and the endpoint.`);
    return { ...componentState(found), id: `${uuid}/${name}`, ...omitUndefined({ searchConnections }) };
  },
};
