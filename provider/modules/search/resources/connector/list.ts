// The list of all connectors, page by page. See docs/modules/search.md#shared-reads.
import { ProviderError } from "../../../../core/errors/errors";
import { objectOf } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import type { SearchCollection } from "../../collections";
import { jsonParts } from "../../json/parts";
import type { RemoteConnector } from "../../remote";
import { listIn, type SearchResponse } from "../../response";

const path = ["_connector"];
const pageSize = 500;

/** All connectors, for refreshes only: the list is a search, which may be a second behind the writes of others. */
export const connectors: SearchCollection = {
  path,
  async *all(_parent, client) {
    for await (const { found } of connectorPages(client, 0)) yield found;
  },
};

/** A page of the list: its position, and a response for each connector, by ID. */
interface Page {
  from: number;
  found: ReadonlyMap<string, SearchResponse>;
}

/** Yields the pages from a position on. */
export async function* connectorPages(client: SearchClient, start: number): AsyncGenerator<Page> {
  const listed = new Set<string>();
  for (let from = start; ; from += pageSize) {
    const response = await client.fetch(path, { query: { from: String(from), size: String(pageSize) }, expects: "list" });
    const results = response ? listIn(response, "results") : [];
    const found = response ? divide(response) : new Map<string, SearchResponse>();
    const before = listed.size;
    for (const id of found.keys()) listed.add(id);
    yield { from, found };
    if (results.length < pageSize) return;
    if (listed.size === before) throw repeatedPage(from);
  }
}

function divide(response: SearchResponse): Map<string, SearchResponse> {
  const partAt = jsonParts(response.text);
  const found = new Map<string, SearchResponse>();
  listIn(response, "results").forEach((row, i) => {
    const { id }: RemoteConnector = objectOf(row);
    if (typeof id === "string" && id !== "") found.set(id, { ...response, text: partAt(["results", i]) ?? "", json: row });
  });
  return found;
}

/** Creates the error for a server, or a cache before it, that ignores the position of a page: the list would not end. */
function repeatedPage(from: number): ProviderError {
  const failure = `GET /_connector: the page from position ${from} repeats earlier ones.`;
  return new ProviderError("unavailable", `${failure} Check the endpoint and the proxies before it.`);
}
