// Reads one synonym set. See docs/modules/search-access.md#getsearchsynonymset.
import type { ProviderFunction } from "../../../contract/function";
import { ProviderError } from "../../../core/errors/errors";
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/values/records";
import type { SearchClient } from "../client";
import { awaitBoth } from "../../../kit/concurrency";
import { objectNameRule } from "../ids";
import { readSynonymSet } from "../resources/synonym-set/response";
import { oneBlock } from "../settings";

type Inputs = Search.GetSearchSynonymSetInputs;

/** Reads one synonym set. Fails if there is none, and if the server does not return all of its rules. */
export const getSearchSynonymSet: ProviderFunction<SearchClient, Inputs, Search.GetSearchSynonymSetOutputs> = {
  rules: { properties: { name: objectNameRule, searchConnections: oneBlock } },
  async read({ name, searchConnections }, { client }) {
    const [{ uuid }, found] = await awaitBoth(client.cluster(), readSynonymSet(name, client));
    if (!found) throw new ProviderError("not_found", `Synonym set not found: "${name}". Check the name and the endpoint.`);
    const { rules, count } = found;
    if (rules.length < count) {
      const reason = `Read failed: synonym set "${name}": Elasticsearch returns only ${rules.length} of ${count} rules.`;
      throw new ProviderError("failed_precondition", `${reason} Use Elasticsearch 9.5.0 or later, or divide the set.`);
    }
    return { id: `${uuid}/${name}`, name, synonymRules: rules, count, ...omitUndefined({ searchConnections }) };
  },
};
