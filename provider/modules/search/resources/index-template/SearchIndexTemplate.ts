// Index templates. See docs/modules/search.md#index-templates.
import type { Named } from "../../../../contract/properties";
import type { Resource } from "../../../../contract/resource";
import type { Search } from "../../../../core/gen/types";
import { sameTraits, mergeTraits } from "../../../../core/compare/traits";
import type { SearchClient } from "../../client";
import { equalSets } from "../../equality";
import { templateOperations } from "../template/operations";
import { templateTraits } from "../template/traits";
import { templateBody } from "./body";
import { templateFailures } from "./preview";
import { templateState } from "./response";

type Inputs = Named<Search.SearchIndexTemplateInputs, "name">;
type State = Search.SearchIndexTemplateState;

/** An index template. */
export const SearchIndexTemplate: Resource<SearchClient, Inputs, State> = {
  ...templateOperations<Inputs, State>({
    remote: "index_template",
    bodyOf: (inputs, current) => templateBody(inputs, current?.dataStream),
    stateOf: templateState,
    inUse: { code: "failed_precondition", hint: () => "Delete the data streams first, or let them depend on the template." },
    async requireVersions({ ignoreMissingComponentTemplates: missing }, client) {
      if (missing?.length) await client.requireVersion("ignoreMissingComponentTemplates", "8.7.0");
    },
  }),
  properties: mergeTraits(
    templateTraits,
    sameTraits(["composedOfs", "ignoreMissingComponentTemplates"], { default: [] }),
    sameTraits(["dataStream.hidden", "dataStream.allowCustomRouting"], { default: false }),
    {
      indexPatterns: { validate: { minItems: 1 }, equals: equalSets },
      priority: { validate: { whole: true, minimum: 0 } },
      template: { default: {} },
    },
  ),
  // The server rejects a second template with the same patterns and priority.
  deleteBeforeReplace: true,

  async previewCheck({ inputs, isUnknown }, { client }) {
    const { name, indexPatterns } = inputs;
    const isIncomplete = ["composedOfs", "ignoreMissingComponentTemplates", "template", "dataStream"].some(isUnknown);
    if (name === undefined || indexPatterns === undefined || isIncomplete) return [];
    const definition = { ...inputs, indexPatterns };
    const own = inputs.composedOfs?.length ? { ...definition, composedOfs: [], ignoreMissingComponentTemplates: [] } : undefined;
    return templateFailures({ name, body: templateBody(definition), ownBody: own && templateBody(own) }, client);
  },
};
