// Reads roles. See docs/modules/search-access.md#getsearchroles.
import type { ProviderFunction } from "../../../contract/function";
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/values/records";
import type { SearchClient } from "../client";
import { principalNameRule } from "../resources/security/names";
import { describeRole, roles } from "../resources/security/role";
import { oneBlock } from "../settings";
import { lookUpAll } from "./native";

/** Reads roles, all or those of these names, sorted by name. Names without a role are left out. */
export const getSearchRoles: ProviderFunction<SearchClient, Search.GetSearchRolesInputs, Search.GetSearchRolesOutputs> = {
  rules: { properties: { names: principalNameRule, searchConnections: oneBlock } },
  async read({ names, includeReserved, searchConnections }, { client }) {
    const { id, found } = await lookUpAll({ collection: roles, describe: describeRole }, names, client);
    return { id, roles: found.filter(({ reserved }) => includeReserved || !reserved), ...omitUndefined({ searchConnections }) };
  },
};
