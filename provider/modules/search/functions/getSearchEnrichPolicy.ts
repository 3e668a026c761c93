// Reads one enrich policy. See docs/modules/search.md#getsearchenrichpolicy.
import type { ProviderFunction } from "../../../core/contract";
import { ProviderError } from "../../../core/errors";
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/records";
import type { SearchClient } from "../client";
import { describePolicy, policiesIn, type RemotePolicy } from "../resources/enrich-policy/response";
import { oneBlock } from "../settings";

type Outputs = Search.GetSearchEnrichPolicyOutputs;

/** Reads one enrich policy. Fails if there is none, and if the name matches several. */
export const getSearchEnrichPolicy: ProviderFunction<SearchClient, Search.GetSearchEnrichPolicyInputs, Outputs> = {
  rules: { properties: { name: { minLength: 1 }, searchConnections: oneBlock } },
  async read({ name, searchConnections }, { client }) {
    const { uuid } = await client.cluster();
    const found = describePolicy(solePolicy(policiesIn(await client.fetch(["_enrich", "policy", name])), name), name);
    return { ...found, id: `${uuid}/${found.name}`, ...omitUndefined({ searchConnections }) };
  },
};

/** Returns the policy of that name. The server resolves a name with a comma to several policies, even if the comma is part of a name. */
function solePolicy(policies: readonly RemotePolicy[], name: string): RemotePolicy {
  const found = policies.length === 1 ? policies[0] : policies.find((policy) => policy.name === name);
  if (found) return found;
  if (policies.length === 0) throw new ProviderError("not_found", `Policy not found: Enrich policy '${name}' not found`);
  const names = policies.map((policy) => policy.name).sort();
  const reason = `"${name}" matches ${policies.length} enrich policies (${names.join(", ")}), expected one.`;
  throw new ProviderError("invalid_argument", `Wrong number of policies returned: ${reason} Use the name of one policy.`);
}
