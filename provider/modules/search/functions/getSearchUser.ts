// Reads one user. See docs/modules/search-access.md#getsearchuser.
import type { ProviderFunction } from "../../../contract/function";
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/values/records";
import type { SearchClient } from "../client";
import { principalNameRule } from "../resources/security/names";
import { describeUser, users } from "../resources/security/user";
import { oneBlock } from "../settings";
import { lookUp } from "./native";

/** Reads one user, also one that the server defines. Fails if there is none. */
export const getSearchUser: ProviderFunction<SearchClient, Search.GetSearchUserInputs, Search.GetSearchUserOutputs> = {
  rules: { properties: { username: principalNameRule, searchConnections: oneBlock } },
  async read({ username, searchConnections }, context) {
    const user = await lookUp({ noun: "User", collection: users, describe: describeUser }, username, context);
    return { ...user, ...omitUndefined({ searchConnections }) };
  },
};
