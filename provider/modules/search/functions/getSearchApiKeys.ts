// Reads API keys. See docs/modules/search-access.md#getsearchapikeys.
import type { Search } from "../../../core/gen/types";
import { omitUndefined } from "../../../core/values/records";
import { rowsOfPages } from "../../../kit/pages";
import { byCodePoint } from "../json/writer";
import type { ReceivedKey } from "../resources/security/api-key";
import { callerOf, keyPages } from "../resources/security/api-key-requests";
import { clusterFunction } from "./cluster-function";

type Inputs = Search.GetSearchApiKeysInputs;

/** Reads the keys that the inputs select, sorted by creation and ID. Never their secrets. */
export const getSearchApiKeys = clusterFunction<"getSearchApiKeys">({
  rules: { properties: { username: { excludes: ["owner"] }, realm: { excludes: ["owner"] } } },
  async read(inputs, { client }) {
    const owner = inputs.owner ? await callerOf(client) : { username: inputs.username, realm: inputs.realm };
    const now = Date.now();
    const found = await rowsOfPages(keyPages(filterOf({ ...inputs, ...omitUndefined(owner) }, now), client));
    const sorted = found.sort((left, right) => byCodePoint(left.state.creation, right.state.creation) || byCodePoint(left.id, right.id));
    return { apiKeys: sorted.map((key) => summaryOf(key, now)), ...omitUndefined({ ...inputs }) };
  },
});

function filterOf({ apiKeyIds, name, username, realm, activeOnly = true }: Inputs, now: number): object[] {
  const byName = name?.endsWith("*") ? { prefix: { name: name.slice(0, -1) } } : { term: { name: name ?? "" } };
  const noExpiration = { bool: { must_not: { exists: { field: "expiration" } } } };
  return [
    ...(apiKeyIds === undefined ? [] : [{ ids: { values: apiKeyIds } }]),
    ...(name === undefined ? [] : [byName]),
    ...(username === undefined ? [] : [{ term: { username } }]),
    ...(realm === undefined ? [] : [{ term: { realm_name: realm } }]),
    ...(activeOnly
      ? [
          { term: { invalidated: false } },
          { bool: { should: [{ range: { expiration: { gt: now } } }, noExpiration], minimum_should_match: 1 } },
        ]
      : []),
  ];
}

function summaryOf({ state, isInvalidated, invalidation, expiration, realmType }: ReceivedKey, now: number): Search.SearchApiKeySummary {
  const { __key: _key, type = "rest", name = "", ...key } = state;
  return {
    roleDescriptors: {},
    ...key,
    name,
    type,
    invalidated: isInvalidated,
    expired: expiration !== undefined && expiration <= now,
    ...omitUndefined({ invalidation, realmType }),
  };
}
