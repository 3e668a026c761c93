// Reads aliases and their members. See docs/modules/search.md#getsearchindexaliases.
import type { ProviderFunction } from "../../../contract/function";
import { ProviderError } from "../../../core/errors/errors";
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/values/records";
import type { SearchClient } from "../client";
import { awaitBoth } from "../../../kit/concurrency";
import { fetchMemberships } from "../resources/alias/response";
import { oneBlock } from "../settings";

type Inputs = Search.GetSearchIndexAliasesInputs;
type Outputs = Search.GetSearchIndexAliasesOutputs;

/** Reads memberships. Fails for an alias name without wildcard that does not exist. */
export const getSearchIndexAliases: ProviderFunction<SearchClient, Inputs, Outputs> = {
  rules: { properties: { alias: { minLength: 1 }, index: { minLength: 1 }, searchConnections: oneBlock } },
  async read({ alias, index, searchConnections }, { client }) {
    const path = [...(index === undefined ? [] : [index]), "_alias", ...(alias === undefined ? [] : [alias])];
    const [{ uuid }, memberships] = await awaitBoth(client.cluster(), fetchMemberships(path, client));
    const found = new Set(memberships.map((membership) => membership.alias));
    const missing = (alias?.split(",") ?? []).filter((name) => !/[*-]|^_all$/.test(name) && !found.has(name));
    if (missing.length > 0)
      throw new ProviderError(
        "not_found",
        `Alias not found: ${missing.map((name) => `"${name}"`).join(", ")}. Check the name and the endpoint.`,
      );
    const id = `${uuid}/${alias ?? "*"}/${index ?? "*"}`;
    return { id, memberships, ...omitUndefined({ alias, index, searchConnections }) };
  },
};
