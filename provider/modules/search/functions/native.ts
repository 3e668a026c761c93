// Lookups of objects of the native realm. See docs/modules/search-access.md#objects-of-the-native-realm.
import type { ReadContext } from "../../../contract/shared-reads";
import { ProviderError } from "../../../core/errors/errors";
import type { SearchClient } from "../client";
import { fetchAll, fetchFrom, type SearchCollection } from "../collections";
import { awaitBoth } from "../../../kit/concurrency";
import { byCodePoint } from "../json/writer";
import type { SearchResponse } from "../response";

/** A kind of objects, and how functions describe one. */
interface DescribedKind<Description> {
  /** What messages call an object. */
  noun: string;
  collection: SearchCollection;
  describe(response: SearchResponse, name: string): Description;
}

/** Returns one object with its ID. Fails if there is none. */
export async function lookUp<Description extends object>(
  { noun, collection, describe }: DescribedKind<Description>,
  name: string,
  { client, load }: ReadContext<SearchClient>,
): Promise<Description & { id: string }> {
  const [{ uuid }, response] = await awaitBoth(client.cluster(), fetchFrom(collection, name, { client, load }));
  if (!response) throw new ProviderError("not_found", `${noun} not found: "${name}". Check the name and the endpoint.`);
  return { ...describe(response, name), id: `${uuid}/${name}` };
}

/** Returns the UUID of the cluster and the objects, all or those of these names, sorted by name. Names without an object are left out. */
export async function lookUpAll<Description>(
  { collection, describe }: Omit<DescribedKind<Description>, "noun">,
  names: readonly string[] | undefined,
  client: SearchClient,
): Promise<{ id: string; found: Description[] }> {
  const [{ uuid }, found] = await awaitBoth(client.cluster(), fetchAll(collection, names, client));
  const sorted = [...found].sort(([left], [right]) => byCodePoint(left, right));
  return { id: uuid, found: sorted.map(([name, response]) => describe(response, name)) };
}
