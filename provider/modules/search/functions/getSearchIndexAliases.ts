// Reads aliases and their members. See docs/modules/search.md#getsearchindexaliases.
import { omitUndefined } from "../../../core/values/records";
import { notFound } from "../ids";
import { fetchMemberships } from "../resources/alias/response";
import { clusterFunction } from "./cluster-function";

/** Reads memberships. Fails for an alias name without wildcard that does not exist. */
export const getSearchIndexAliases = clusterFunction<"getSearchIndexAliases">({
  rules: { properties: { alias: { minLength: 1 }, index: { minLength: 1 } } },
  async read({ alias, index }, { client }) {
    const path = [...(index === undefined ? [] : [index]), "_alias", ...(alias === undefined ? [] : [alias])];
    const memberships = await fetchMemberships(path, client);
    const found = new Set(memberships.map((membership) => membership.alias));
    const missing = (alias?.split(",") ?? []).filter((name) => !/\*|^-|^_all$/.test(name) && !found.has(name));
    if (missing.length > 0) throw notFound("Alias", ...missing);
    return { id: `${alias ?? "*"}/${index ?? "*"}`, memberships, ...omitUndefined({ alias, index }) };
  },
});
