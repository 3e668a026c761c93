// The pages of a list of the service. See docs/modules/eventrouting.md#list-functions.
import { ProviderError } from "../../core/errors";
import { rowsOf, textsOf } from "../../core/records";
import type { PlainMap } from "../../core/value";
import type { EventClient } from "./client";
import type { Collection } from "./object-names";
import type { RemotePage } from "./remote";

/** Limits a list whose pages do not end. */
const maxPages = 1000;

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

/** Yields the pages of a list. Fails with `unavailable` when they do not end. */
export async function* pagesOf(client: EventClient, { collection, parent, query, from, resourceType }: PageRequest): AsyncGenerator<Page> {
  const seen = new Set<string>();
  for (let pageToken = from; ;) {
    const response: RemotePage = await client.request(
      { method: "GET", name: parent, query: { ...query, pageToken }, resourceType },
      "function",
    );
    yield { rows: rowsOf(response[collection]), unreachable: textsOf(response.unreachable), token: pageToken };
    const next = response.nextPageToken;
    if (typeof next !== "string" || next === "") return;
    if (seen.has(next) || seen.size + 1 >= maxPages)
      throw new ProviderError(
        "unavailable",
        `${resourceType} ${parent}: the pages of the list do not end. Check eventApiUrl and the proxies.`,
      );
    seen.add(next);
    pageToken = next;
  }
}
