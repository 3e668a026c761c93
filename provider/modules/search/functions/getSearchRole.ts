// Reads one role. See docs/modules/search-access.md#getsearchrole.
import type { ProviderFunction } from "../../../contract/function";
import { ProviderError } from "../../../core/errors/errors";
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/values/records";
import type { SearchClient } from "../client";
import { fetchFrom, settled } from "../collections";
import { principalNameRule } from "../resources/security/names";
import { describeRole, roles } from "../resources/security/role";
import { oneBlock } from "../settings";

/** Reads one role, also one that the server defines. Fails if there is none. */
export const getSearchRole: ProviderFunction<SearchClient, Search.GetSearchRoleInputs, Search.GetSearchRoleOutputs> = {
  rules: { properties: { name: principalNameRule, searchConnections: oneBlock } },
  async read({ name, searchConnections }, { client, load }) {
    const [{ uuid }, response] = await settled(client.cluster(), fetchFrom(roles, name, { client, load }));
    if (!response) throw new ProviderError("not_found", `Role not found: "${name}". Check the name and the endpoint.`);
    return { id: `${uuid}/${name}`, ...describeRole(response, name), ...omitUndefined({ searchConnections }) };
  },
};
