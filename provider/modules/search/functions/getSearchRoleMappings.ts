// Reads role mappings. See docs/modules/search-access.md#getsearchrolemappings.
import type { ProviderFunction } from "../../../contract/function";
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/values/records";
import type { SearchClient } from "../client";
import { mappingNameRule } from "../resources/security/names";
import { describeMapping, roleMappings } from "../resources/security/role-mapping";
import { oneBlock } from "../settings";
import { lookUpAll } from "./native";

/** Reads role mappings, all or those of these names, sorted by name. Names without a role mapping are left out. */
export const getSearchRoleMappings: ProviderFunction<
  SearchClient,
  Search.GetSearchRoleMappingsInputs,
  Search.GetSearchRoleMappingsOutputs
> = {
  rules: { properties: { names: mappingNameRule, searchConnections: oneBlock } },
  async read({ names, searchConnections }, { client }) {
    const { id, found } = await lookUpAll({ collection: roleMappings, describe: describeMapping }, names, client);
    return { id, roleMappings: found, ...omitUndefined({ searchConnections }) };
  },
};
