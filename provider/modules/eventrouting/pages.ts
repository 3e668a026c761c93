// The pages of a list of the service. See docs/modules/eventrouting.md#list-functions.
import { ProviderError } from "../../core/errors/errors";
import { scalarText, textOf, textsOf, wholeRows } from "../../core/values/records";
import type { PlainMap } from "../../core/values/value";
import { eachPage, type Page } from "../../kit/pages";
import type { EventClient } from "./client";
import { addressAdvice, unexpectedResponse } from "./response";
import { collectionName, isSameObject, partsOf, type CollectionId } from "./ids";
import type { RemotePage, RemoteRecord } from "./remote";

/** The location of requests for all locations. */
export const allLocations = "-";

/** The maximum of the service, unless a request asks for more; another server would return more. */
const maxRows = 1000;

/** A list of the service. */
interface PageRequest {
  collection: CollectionId;
  /** Name of the collection. */
  parent: string;
  query: Readonly<Record<string, string | undefined>>;
  /** The resource or function, for messages. */
  caller: string;
}

/** A page; its position is a token. */
interface ObjectPage extends Page<PlainMap, string | undefined> {
  next: string | undefined;
  /** Locations whose objects are missing in the list. */
  unreachable: string[];
}

/** Yields the pages of a list. Fails with `unavailable` for a list that does not end, and for an object that is not below the parent. */
export function pagesOf(
  client: EventClient,
  { collection, parent, query, caller }: PageRequest,
  start?: string,
): AsyncGenerator<ObjectPage> {
  return eachPage<string | undefined, ObjectPage>({
    start,
    async read(pageToken) {
      const request = { method: "GET", name: parent, query: { ...query, pageToken }, expects: "list", caller } as const;
      const response: RemotePage = await client.request(request, "function");
      const { [collection]: list, nextPageToken: next, unreachable } = response;
      const rows = wholeRows(list);
      if (!rows || typeof (next ?? "") !== "string") throw await unexpectedResponse(client, { name: parent, caller }, response);
      const limit = Math.max(maxRows, Number(query.pageSize));
      if (rows.length > limit) throw endlessError(caller, parent, `a page of the list has more than ${limit} objects`);
      const other = rows.find((row) => !isBelow({ collection, parent }, row));
      if (other) throw await unexpectedResponse(client, { name: parent, caller }, other);
      return { rows, at: pageToken, next: textOf(next), unreachable: textsOf(unreachable) };
    },
    next: ({ next }) => next,
    endless: (_page, reason) => endlessError(caller, parent, reason),
  });
}

function endlessError(caller: string, parent: string, reason: string): ProviderError {
  return new ProviderError("unavailable", `${caller} ${parent}: ${reason}. ${addressAdvice}`);
}

/** Returns whether an object is below the parent of a list. */
function isBelow({ collection, parent }: Pick<PageRequest, "collection" | "parent">, { name }: RemoteRecord): boolean {
  const place = partsOf(collection, scalarText(name));
  const isAnywhere = parent.includes(`/locations/${allLocations}/`);
  return place !== undefined && isSameObject(parent, collectionName(collection, isAnywhere ? { ...place, location: allLocations } : place));
}
