// The requests of API keys: reads, also of own keys only, and the removal of keys. See docs/modules/search-access.md#api-keys.
import type { ObjectCollection, ReadContext } from "../../../../contract/shared-reads";
import { hasCode, ProviderError, withHint } from "../../../../core/errors/errors";
import { objectOf, rowsOf, textOf, textsOf } from "../../../../core/values/records";
import type { Plain, PlainMap } from "../../../../core/values/value";
import { eachPage, type Page } from "../../../../kit/pages";
import type { SearchClient } from "../../client";
import { endlessError } from "../../pages";
import type { SearchResponse } from "../../response";
import { apiKeysIn, type ReceivedKey } from "./api-key";

/** The path of the API. */
export const keyPath = ["_security", "api_key"];

const queryPath = ["_security", "_query", "api_key"];
/** The largest page. */
const pageSize = 1000;

/** The owner of a key. */
interface Owner {
  username: string;
  realm: string;
}

/** Returns the owner that a state names. A key that no read has returned yet has none. */
export function ownerIn({ username, realm }: Partial<Owner>): Owner | undefined {
  return username === undefined || realm === undefined ? undefined : { username, realm };
}

/** Keys by ID. The query leaves out keys of others for an account that may see its own ones only, so that a missing key is read alone. */
export const keysById: ObjectCollection<SearchClient, ReceivedKey> = {
  async several(ids, client) {
    const found = new Map<string, ReceivedKey>();
    for (let i = 0; i < ids.length; i += pageSize) {
      const values = ids.slice(i, i + pageSize);
      const response = await query({ query: { ids: { values } }, size: values.length }, client);
      for (const key of apiKeysIn(response)) found.set(key.id, key);
    }
    for (const id of ids) {
      const key = found.has(id) ? undefined : await requestKey(id, undefined, client);
      if (key) found.set(id, key);
    }
    return found;
  },
  // A cluster may have many more keys than the program.
  requestsBeforeList: 4,
  async *all(_parent, client) {
    for await (const { rows } of keyPages([{ term: { invalidated: false } }], client)) yield new Map(rows.map((key) => [key.id, key]));
  },
};

/** Returns the key with this ID; undefined if the server has removed it. `owner`: that of the state, if there is one. */
export async function readKey(
  id: string,
  owner: Owner | undefined,
  { client, load }: ReadContext<SearchClient>,
): Promise<ReceivedKey | undefined> {
  return load(keysById, id, async () => requestKey(id, owner, client));
}

/** An account without `read_security` may read its own keys. */
async function requestKey(id: string, owner: Owner | undefined, client: SearchClient): Promise<ReceivedKey | undefined> {
  let response: SearchResponse | undefined;
  try {
    response = await client.fetch(keyPath, { query: { id } });
  } catch (error) {
    if (!hasCode(error, "permission_denied")) throw error;
    response = await client.fetch(keyPath, { query: { id, owner: "true" } });
    if (!response) await requireOwner(id, owner, client, error);
  }
  return response && apiKeysIn(response).find((key) => key.id === id);
}

/** Fails unless the credentials are known to be those of the owner: a key of another user is not in the list of own keys. */
async function requireOwner(id: string, owner: Owner | undefined, client: SearchClient, cause: unknown): Promise<void> {
  const caller = await callerOf(client);
  if (owner && caller.username === owner.username && caller.realm === owner.realm) return;
  const whose = owner ? `is "${owner.username}" (realm ${owner.realm})` : "is not known";
  const advice = `Its owner ${whose}, the credentials are those of "${caller.username}". Use those of the owner, or grant read_security.`;
  throw withHint(cause, `The API key ${id} may exist. ${advice}`);
}

/** Returns the account to which keys of the credentials belong: the owner of an API key, and the user of `run_as`. */
export async function callerOf(client: SearchClient): Promise<Owner> {
  const { username, lookup_realm: realm, api_key: callingKey } = objectOf(await client.get(["_security", "_authenticate"]));
  const { id } = objectOf(callingKey);
  // API keys have a realm of their own there. Each may read itself.
  const response = typeof id === "string" ? await client.fetch(keyPath, { query: { id } }) : undefined;
  const owner = response && apiKeysIn(response).find((key) => key.id === id);
  return ownerIn(owner?.state ?? {}) ?? { username: String(username), realm: String(objectOf(realm)["name"]) };
}

/** Returns the own keys of this name that are not invalidated; undefined if they cannot be read. */
export async function ownKeys(name: string, client: SearchClient): Promise<ReceivedKey[] | undefined> {
  try {
    const response = await client.fetch(keyPath, { query: { name, owner: "true" }, expects: "list" });
    return response ? apiKeysIn(response).filter((key) => !key.isInvalidated) : [];
  } catch (error) {
    if (hasCode(error, "permission_denied")) return undefined;
    throw error;
  }
}

/** A page of keys; its position is the sort value of the key before it. */
interface KeyPage extends Page<ReceivedKey, Plain | undefined> {
  response: SearchResponse;
}

/** Yields the pages of the keys that a query selects, sorted by creation. */
export function keyPages(filter: readonly object[], client: SearchClient): AsyncGenerator<KeyPage> {
  return eachPage<Plain | undefined, KeyPage>({
    start: undefined,
    async read(after) {
      const request = {
        query: { bool: { filter: [...filter] } },
        size: pageSize,
        sort: ["creation", "name"],
        ...(after !== undefined && { search_after: after }),
      };
      const response = await query(request, client);
      return { at: after, rows: apiKeysIn(response), response };
    },
    next: ({ rows, response }) =>
      rows.length < pageSize ? undefined : objectOf(rowsOf(objectOf(response.json)["api_keys"]).at(-1))["_sort"],
    marks: ({ rows }) => rows.map(({ id }) => id),
    endless: ({ response }, reason) => endlessError(response, reason),
  });
}

async function query(body: object, client: SearchClient): Promise<SearchResponse> {
  return client.simulate(queryPath, JSON.stringify(body));
}

/** Invalidates a key; one that is invalid or removed is a success. `owner`: that of the state, if there is one. */
export async function invalidateKey(id: string, owner: Owner | undefined, client: SearchClient): Promise<void> {
  const {
    invalidated_api_keys: now,
    previously_invalidated_api_keys: before,
    error_count: errors,
    error_details: details,
  } = await sendRemoval(id, client);
  if (typeof errors === "number" && errors > 0) {
    const reasons = rowsOf(details).map(({ type, reason }) => [textOf(type), textOf(reason)].filter(Boolean).join(": "));
    throw new ProviderError("unavailable", `Delete failed: API key ${id}: ${reasons.join("; ")}. Run the command again.`);
  }
  if ([...textsOf(now), ...textsOf(before)].includes(id)) return;
  const left = await requestKey(id, owner, client);
  if (left && !left.isInvalidated)
    throw new ProviderError(
      "failed_precondition",
      `Delete failed: API key ${id}: the server did not invalidate it. Use the credentials of its owner.`,
    );
}

async function sendRemoval(id: string, client: SearchClient): Promise<PlainMap> {
  try {
    return objectOf(await client.deleteNamed(keyPath, JSON.stringify({ ids: [id] })));
  } catch (error) {
    if (!hasCode(error, "permission_denied")) throw error;
    return objectOf(await client.deleteNamed(keyPath, JSON.stringify({ ids: [id], owner: true })));
  }
}
