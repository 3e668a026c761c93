// The pages of a list of the server. See docs/modules/search.md#shared-reads.
import { ProviderError } from "../../core/errors/errors";
import { objectOf } from "../../core/values/records";
import type { Plain } from "../../core/values/value";
import type { Query, SearchClient } from "./client";
import { listIn, subjectOf, type SearchResponse } from "./response";

/** A list of the server. */
export interface PageRequest {
  path: readonly string[];
  /** The member of the response that contains the entries. */
  list: string;
  /** The member of an entry that identifies it. */
  key: string;
  /** Entries per page. */
  size: number;
  /** Returns the query for the page at a position; undefined if the server cannot return it. Default: the position as `from`. `previous`: the page before it. */
  queryAt?(from: number, last: string | undefined, previous: SearchResponse | undefined): Query | undefined;
  /** Error responses that mean that the server has no such list. */
  accepts?(response: SearchResponse): boolean;
}

/** A page, and its position in the list. */
export interface Page {
  from: number;
  response: SearchResponse;
  entries: Plain[];
}

/** Yields the pages of a list from a position on; none if the list does not exist. A short page is the last one, as is one that completes the `count` of the list. */
export async function* pagesOf(client: SearchClient, request: PageRequest, start = 0): AsyncGenerator<Page> {
  const { path, list, key, size, accepts, queryAt = (from) => ({ from: String(from) }) } = request;
  const listed = new Set<unknown>();
  let last: string | undefined;
  let previous: SearchResponse | undefined;
  for (let from = start; ;) {
    const query = queryAt(from, last, previous);
    const options = { query: { ...query, size: String(size) }, expects: "list", ...(accepts && { accepts }) } as const;
    const response = query && (await client.fetch(path, options));
    if (!response || response.status >= 300) return;
    const entries = listIn(response, list);
    const before = listed.size;
    for (const entry of entries) listed.add(objectOf(entry)[key]);
    yield { from, response, entries };
    const next = from + entries.length;
    if (entries.length < size || objectOf(response.json)["count"] === next) return;
    if (listed.size === before) throw repeatedPage(response, from);
    last = String(objectOf(entries.at(-1))[key]);
    from = next;
    previous = response;
  }
}

/** Creates the error for a server, or a cache before it, that ignores the position of a page: the list would not end. */
function repeatedPage(response: SearchResponse, from: number): ProviderError {
  const failure = `${subjectOf(response)}: the page from position ${from} repeats earlier ones.`;
  return new ProviderError("unavailable", `${failure} Check the endpoint and the proxies before it.`);
}
