// Reads roles. See docs/modules/search-access.md#getsearchroles.
import type { ProviderFunction } from "../../../contract/function";
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/values/records";
import type { SearchClient } from "../client";
import { fetchAll, settled } from "../collections";
import { byCodePoint } from "../json/writer";
import { principalNameRule } from "../resources/security/names";
import { describeRole, roles } from "../resources/security/role";
import { oneBlock } from "../settings";

/** Reads roles, all or those of these names, sorted by name. Names without a role are left out. */
export const getSearchRoles: ProviderFunction<SearchClient, Search.GetSearchRolesInputs, Search.GetSearchRolesOutputs> = {
  rules: { properties: { names: principalNameRule, searchConnections: oneBlock } },
  async read({ names, includeReserved = false, searchConnections }, { client }) {
    const [{ uuid }, found] = await settled(client.cluster(), fetchAll(roles, names, client));
    const all = [...found].map(([name, response]) => describeRole(response, name)).filter(({ reserved }) => includeReserved || !reserved);
    const sorted = all.sort((left, right) => byCodePoint(left.name, right.name));
    return { id: uuid, roles: sorted, ...omitUndefined({ searchConnections }) };
  },
};
