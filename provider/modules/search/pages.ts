// The pages of a list of the server. See docs/modules/search.md#shared-reads.
import { ProviderError } from "../../core/errors/errors";
import { objectOf } from "../../core/values/records";
import type { Plain } from "../../core/values/value";
import { eachPage, type Page } from "../../kit/pages";
import type { Query, SearchClient } from "./client";
import { addressAdvice, listIn, subjectOf, type SearchResponse } from "./response";

/** A list of the server. */
export interface PageRequest {
  path: readonly string[];
  /** The member of the response that contains the entries. */
  list: string;
  /** The member of an entry that identifies it. */
  key: string;
  /** Entries per page. */
  size: number;
  /** Returns the query for the page at a position; undefined if the server cannot return it. Defaults to the position as `from`. `previous`: the page before it. */
  queryAt?(from: number, last: string | undefined, previous: SearchResponse | undefined): Query | undefined;
  /** Error responses that mean that the server has no such list. */
  accepts?(response: SearchResponse): boolean;
}

/** A page; its position is the number of the entries before it. */
export interface EntryPage extends Page<Plain, number> {
  response: SearchResponse;
}

/** Yields the pages of a list from a position on; none if the list does not exist. A short page is the last one, as is one that completes the `count` of the list. */
export function pagesOf(client: SearchClient, request: PageRequest, start = 0): AsyncGenerator<EntryPage> {
  const { path, list, key, size, accepts, queryAt = (from) => ({ from: String(from) }) } = request;
  const keyOf = (entry: Plain | undefined): Plain | undefined => objectOf(entry)[key];
  return eachPage<number, EntryPage>({
    start,
    async read(at, previous) {
      const query = queryAt(at, previous && String(keyOf(previous.rows.at(-1))), previous?.response);
      const options = { query: { ...query, size: String(size) }, expects: "list", ...(accepts && { accepts }) } as const;
      const response = query && (await client.fetch(path, options));
      return response && response.status < 300 ? { at, rows: listIn(response, list), response } : undefined;
    },
    next({ at, rows, response }) {
      const end = at + rows.length;
      return rows.length < size || objectOf(response.json)["count"] === end ? undefined : end;
    },
    marks: ({ rows }) => rows.map(keyOf),
    endless: ({ response }, reason) => endlessError(response, reason),
  });
}

/** Creates the error for a server, or a cache before it, whose list does not end. */
export function endlessError(response: SearchResponse, reason: string): ProviderError {
  return new ProviderError("unavailable", `${subjectOf(response)}: ${reason}. ${addressAdvice}`);
}
