// The pages of a list of the service. See docs/modules/eventrouting.md#list-functions.
import { ProviderError } from "../../core/errors/errors";
import { rowsOf, scalarText, textsOf } from "../../core/values/records";
import type { PlainMap } from "../../core/values/value";
import type { EventClient } from "./client";
import { unexpectedResponse } from "./response";
import { collectionName, isSameObject, partsOf, type Collection } from "./object-names";
import type { RemotePage, RemoteRecord } from "./remote";

/** The location of requests for all locations. */
export const allLocations = "-";

/** Limits a list whose pages do not end. */
const maxPages = 1000;
/** The maximum of the service; another server would return more. */
const maxRows = 1000;

/** A list of the service. */
export interface PageRequest {
  collection: Collection;
  /** Name of the collection. */
  parent: string;
  query: Readonly<Record<string, string | undefined>>;
  /** The token of the first page to read; absent for the beginning. */
  from?: string | undefined;
  /** The resource or function, for messages. */
  resourceType: string;
}

/** One page. */
export interface Page {
  rows: PlainMap[];
  /** Locations whose objects are missing in the list. */
  unreachable: string[];
  /** The token that the page was read with; absent for the first one. */
  token: string | undefined;
}

/** Yields the pages of a list. Fails with `unavailable` when they do not end, and for an object that is not below the parent. */
export async function* pagesOf(client: EventClient, { collection, parent, query, from, resourceType }: PageRequest): AsyncGenerator<Page> {
  const seen = new Set<string>();
  for (let pageToken = from; ;) {
    const response: RemotePage = await client.request(
      { method: "GET", name: parent, query: { ...query, pageToken }, expects: "list", resourceType },
      "function",
    );
    const rows = rowsOf(response[collection]);
    if (rows.length > maxRows) throw endlessError(resourceType, parent, `a page of the list has more than ${maxRows} objects`);
    const other = rows.find((row) => !isBelow({ collection, parent }, row));
    if (other) throw await unexpectedResponse(client, { name: parent, resourceType }, other);
    yield { rows, unreachable: textsOf(response.unreachable), token: pageToken };
    const next = response.nextPageToken;
    if (typeof next !== "string" || next === "") return;
    if (seen.has(next) || seen.size + 1 >= maxPages) throw endlessError(resourceType, parent, "the pages of the list do not end");
    seen.add(next);
    pageToken = next;
  }
}

function endlessError(resourceType: string, parent: string, reason: string): ProviderError {
  return new ProviderError("unavailable", `${resourceType} ${parent}: ${reason}. Check eventApiUrl and the proxies.`);
}

/** Returns whether an object is below the parent of a list. */
function isBelow({ collection, parent }: Pick<PageRequest, "collection" | "parent">, { name }: RemoteRecord): boolean {
  const place = partsOf(collection, scalarText(name));
  const isAnywhere = parent.includes(`/locations/${allLocations}/`);
  return place !== undefined && isSameObject(parent, collectionName(collection, isAnywhere ? { ...place, location: allLocations } : place));
}
