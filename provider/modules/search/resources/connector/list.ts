// The list of all connectors, page by page. See docs/modules/search.md#shared-reads.
import { objectOf } from "../../../../core/values/records";
import type { SearchClient } from "../../client";
import type { SearchCollection } from "../../collections";
import { jsonParts } from "../../json/parts";
import { pagesOf } from "../../pages";
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
interface ConnectorPage {
  at: number;
  found: ReadonlyMap<string, SearchResponse>;
}

/** Yields the pages from a position on. */
export async function* connectorPages(client: SearchClient, start: number): AsyncGenerator<ConnectorPage> {
  const request = { path, list: "results", key: "id", size: pageSize };
  for await (const { at, response } of pagesOf(client, request, start)) yield { at, found: divide(response) };
}

function divide(response: SearchResponse): Map<string, SearchResponse> {
  const partAt = jsonParts(response.text);
  const found = new Map<string, SearchResponse>();
  listIn(response, "results").forEach((row, i) => {
    const { id } = objectOf(row);
    if (typeof id === "string" && id !== "") found.set(id, { ...response, text: partAt(["results", i]) ?? "", json: row });
  });
  return found;
}
