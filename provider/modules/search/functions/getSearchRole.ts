// Reads one role. See docs/modules/search-access.md#getsearchrole.
import type { ProviderFunction } from "../../../contract/function";
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/values/records";
import type { SearchClient } from "../client";
import { principalNameRule } from "../resources/security/names";
import { describeRole, roles } from "../resources/security/role";
import { oneBlock } from "../settings";
import { lookUp } from "./native";

/** Reads one role, also one that the server defines. Fails if there is none. */
export const getSearchRole: ProviderFunction<SearchClient, Search.GetSearchRoleInputs, Search.GetSearchRoleOutputs> = {
  rules: { properties: { name: principalNameRule, searchConnections: oneBlock } },
  async read({ name, searchConnections }, context) {
    const role = await lookUp({ noun: "Role", collection: roles, describe: describeRole }, name, context);
    return { ...role, ...omitUndefined({ searchConnections }) };
  },
};
