// Reads one enrich policy. See docs/modules/search.md#getsearchenrichpolicy.
import { ProviderError } from "../../../core/errors/errors";
import { fetchFrom } from "../collections";
import { describePolicy, policies, policiesIn, type RemotePolicy } from "../resources/enrich-policy/response";
import { clusterFunction } from "./cluster-function";

/** Reads one enrich policy. Fails if there is none, and if the name matches several. */
export const getSearchEnrichPolicy = clusterFunction<"getSearchEnrichPolicy">({
  rules: { properties: { name: { minLength: 1 } } },
  async read({ name }, reading) {
    const response = await fetchFrom(policies, name, reading);
    const found = describePolicy(solePolicy(policiesIn(response), name), name);
    return { ...found, id: found.name };
  },
});

/** Returns the policy of that name. The server resolves a name with a comma to several policies, even if the comma is part of a name. */
function solePolicy(policies: readonly RemotePolicy[], name: string): RemotePolicy {
  const found = policies.length === 1 ? policies[0] : policies.find((policy) => policy.name === name);
  if (found) return found;
  if (policies.length === 0) throw new ProviderError("not_found", `Policy not found: Enrich policy '${name}' not found`);
  const names = policies.map((policy) => policy.name).sort();
  const reason = `"${name}" matches ${policies.length} enrich policies (${names.join(", ")}), expected one.`;
  throw new ProviderError("invalid_argument", `Wrong number of policies returned: ${reason} Use the name of one policy.`);
}
