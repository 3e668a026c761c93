// Reads one role mapping. See docs/modules/search-access.md#getsearchrolemapping.
import type { ProviderFunction } from "../../../contract/function";
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/values/records";
import type { SearchClient } from "../client";
import { mappingNameRule } from "../resources/security/names";
import { describeMapping, roleMappings } from "../resources/security/role-mapping";
import { oneBlock } from "../settings";
import { lookUp } from "./native";

/** Reads one role mapping. Fails if there is none. */
export const getSearchRoleMapping: ProviderFunction<SearchClient, Search.GetSearchRoleMappingInputs, Search.GetSearchRoleMappingOutputs> = {
  rules: { properties: { name: mappingNameRule, searchConnections: oneBlock } },
  async read({ name, searchConnections }, context) {
    const mapping = await lookUp({ noun: "Role mapping", collection: roleMappings, describe: describeMapping }, name, context);
    return { ...mapping, ...omitUndefined({ searchConnections }) };
  },
};
