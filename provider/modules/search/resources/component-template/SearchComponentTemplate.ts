// Component templates, of which index templates are composed. See docs/modules/search.md#component-templates.
import type { Named } from "../../../../contract/properties";
import type { Resource } from "../../../../contract/resource";
import type { Search } from "../../../../core/gen/types";
import type { SearchClient } from "../../client";
import { objectText } from "../../json/fields";
import { toRemote } from "../../mapping";
import { templateState as indexTemplateState } from "../index-template/response";
import { templatePartText } from "../template/body";
import { templateOperations } from "../template/operations";
import { templatesIn } from "../template/response";
import { templateTraits } from "../template/traits";
import { componentFailures } from "./preview";
import { componentState } from "./response";

type Inputs = Named<Search.SearchComponentTemplateInputs, "name">;
type State = Search.SearchComponentTemplateState;

/** A component template. */
export const SearchComponentTemplate: Resource<SearchClient, Inputs, State> = {
  ...templateOperations<Inputs, State>({
    remote: "component_template",
    bodyOf,
    stateOf: componentState,
    inUse: { code: "failed_precondition", hint: async (name, client) => templateUsersHint(await usersOf(name, client)) },
  }),
  properties: templateTraits,

  async previewCheck({ inputs: { template } }, { client }) {
    return template ? componentFailures(template, client) : [];
  },
};

function bodyOf(inputs: Inputs): string {
  return objectText({
    template: templatePartText(inputs.template),
    ...toRemote(inputs, ["version", "deprecated"]),
    _meta: inputs.metadata,
  });
}

/** Returns the names of the index templates that need the component; none if they cannot be read. */
async function usersOf(component: string, client: SearchClient): Promise<string[]> {
  const response = await client.fetch(["_index_template"], { expects: "list" }).catch(() => undefined);
  return templatesIn("index_template", response)
    .map(indexTemplateState)
    .filter(({ composedOfs = [], ignoreMissingComponentTemplates: optional = [] }) =>
      composedOfs.some((name) => name === component && !optional.includes(name)),
    )
    .map(({ name }) => name);
}

function templateUsersHint(users: readonly string[]): string {
  if (users.length === 0) return "";
  return `Index templates that use it: ${users.join(", ")}. Remove the component from \`composedOfs\` of these templates, or delete them, first.`;
}
