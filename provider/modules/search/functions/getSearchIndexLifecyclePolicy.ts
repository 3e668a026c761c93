// Reads one lifecycle policy of indices. See docs/modules/search.md#getsearchindexlifecyclepolicy.
import type { ProviderFunction } from "../../../contract/function";
import { ProviderError } from "../../../core/errors/errors";
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/values/records";
import type { SearchClient } from "../client";
import { fetchFrom } from "../collections";
import { awaitBoth } from "../../../kit/concurrency";
import { jsonParts } from "../json/parts";
import { lifecyclePolicies, lifecyclePolicyIn, usageOf } from "../resources/index-lifecycle-policy/response";
import { objectNameRule } from "../ids";
import { oneBlock } from "../settings";

type Inputs = Search.GetSearchIndexLifecyclePolicyInputs;

/** Reads one lifecycle policy. Fails if there is none. */
export const getSearchIndexLifecyclePolicy: ProviderFunction<SearchClient, Inputs, Search.GetSearchIndexLifecyclePolicyOutputs> = {
  rules: { properties: { name: objectNameRule, searchConnections: oneBlock } },
  async read({ name, searchConnections }, { client, load }) {
    const [{ uuid }, response] = await awaitBoth(client.cluster(), fetchFrom(lifecyclePolicies, name, { client, load }));
    if (!response) throw new ProviderError("not_found", `Lifecycle policy not found: "${name}". Check the name and the endpoint.`);
    return {
      ...lifecyclePolicyIn(response, name),
      id: `${uuid}/${name}`,
      policyJson: jsonParts(response.text)([name, "policy"])!,
      inUseBy: usageOf(response, name),
      ...omitUndefined({ searchConnections }),
    };
  },
};
