// Reads one enrich policy. See docs/modules/search.md#getsearchenrichpolicy.
import type { ProviderFunction } from "../../../contract/function";
import { ProviderError } from "../../../core/errors/errors";
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/values/records";
import type { SearchClient } from "../client";
import { fetchFrom } from "../collections";
import { awaitBoth } from "../../../kit/concurrency";
import { describePolicy, policies, policiesIn, type RemotePolicy } from "../resources/enrich-policy/response";
import { oneBlock } from "../settings";

type Outputs = Search.GetSearchEnrichPolicyOutputs;

/** Reads one enrich policy. Fails if there is none, and if the name matches several. */
export const getSearchEnrichPolicy: ProviderFunction<SearchClient, Search.GetSearchEnrichPolicyInputs, Outputs> = {
  rules: { properties: { name: { minLength: 1 }, searchConnections: oneBlock } },
  async read({ name, searchConnections }, { client, load }) {
    const [{ uuid }, response] = await awaitBoth(client.cluster(), fetchFrom(policies, name, { client, load }));
    const found = describePolicy(solePolicy(policiesIn(response), name), name);
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
