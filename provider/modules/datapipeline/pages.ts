// The pages of a list of the service. See docs/modules/datapipeline.md#paging.
import { isObject } from "../../core/json/json";
import { rowsOf } from "../../core/values/records";
import type { Plain, PlainMap } from "../../core/values/value";
import type { PipelineClient } from "./client";
import { unexpectedResponse } from "./response";
import type { ApiRequest } from "./transport";

/** The rows of a page: the maximum of the service. */
const pageSize = 1000;

/** Yields the items of a list page by page; a page without `data` is empty. Fails as a read of one record, on a malformed page, and on a cursor that repeats. */
export async function* pagesOf(client: PipelineClient, request: ApiRequest): AsyncGenerator<PlainMap[]> {
  const seen = new Set<string>();
  for (let cursor: string | undefined; ;) {
    const query = { ...request.query, limit: String(pageSize), cursor };
    const { data, endpoint } = await client.requestData({ ...request, query, expects: "list" });
    const { items, next } = pageOf(endpoint, data ?? {});
    yield items;
    if (next === undefined) return;
    if (seen.has(next)) throw unexpectedResponse(endpoint, "the cursor of the next page repeats an earlier one");
    seen.add(next);
    cursor = next;
  }
}

interface Page {
  items: PlainMap[];
  next: string | undefined;
}

/** Returns the records of a page and the cursor of the next one. Fails on a member of another type, because a truncated list looks complete. */
function pageOf(endpoint: string, data: Plain): Page {
  if (!isObject(data)) throw unexpectedResponse(endpoint, "data is not a record");
  const { items, next_cursor: next } = data;
  if (!Array.isArray(items ?? [])) throw unexpectedResponse(endpoint, "data.items is not a list");
  const rows = rowsOf(items);
  if (rows.length > pageSize) throw unexpectedResponse(endpoint, `data.items has more than the ${pageSize} rows of a page`);
  if (!["string", "number"].includes(typeof (next ?? ""))) throw unexpectedResponse(endpoint, "data.next_cursor is not a text");
  return { items: rows, next: String(next ?? "") || undefined };
}
