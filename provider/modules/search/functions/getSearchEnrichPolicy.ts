// The lookup of one enrich policy (search spec 7).
import type { ProviderFunction } from "../../../core/contract";
import { ProviderError } from "../../../core/errors";
import type { Search } from "../../../core/gen/types";
import type { SearchClient } from "../client";
import { described, policiesIn, type RemotePolicy } from "../resources/enrich-policy/response";
import { oneBlock } from "../type-rules";

/** Reads one enrich policy. Fails when there is none, and when the name stands for several. */
export const getSearchEnrichPolicy: ProviderFunction<
  SearchClient,
  Search.GetSearchEnrichPolicyInputs,
  Search.GetSearchEnrichPolicyOutputs
> = {
  rules: { properties: { name: { minLength: 1 }, searchConnections: oneBlock } },
  async read({ name, searchConnections }, { client }) {
    const { uuid } = await client.cluster();
    const policy = theOne(policiesIn(await client.answer(["_enrich", "policy", name])), name);
    const found = described(policy, name);
    return {
      ...found,
      id: `${uuid}/${found.name}`,
      ...(searchConnections && { searchConnections }),
    } as unknown as Search.GetSearchEnrichPolicyOutputs;
  },
};

/** A comma in the name asks the server for several policies, be it a part of a name or not. */
function theOne(policies: readonly RemotePolicy[], name: string): RemotePolicy {
  const found = policies.length === 1 ? policies[0] : policies.find((policy) => policy.name === name);
  if (found) return found;
  if (policies.length === 0) throw new ProviderError("not_found", `Policy not found: Enrich policy '${name}' not found`);
  const names = policies.map((policy) => policy.name).sort();
  const several = `"${name}" stands for ${policies.length} enrich policies, it has to stand for one`;
  throw new ProviderError("invalid_argument", `Wrong number of policies returned: ${several}: ${names.join(", ")}`);
}
