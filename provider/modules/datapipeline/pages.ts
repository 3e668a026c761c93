// The pages of a list of the service. See docs/modules/datapipeline.md#paging.
import { isObject } from "../../core/json/json";
import { scalarText, wholeRows } from "../../core/values/records";
import type { Plain, PlainMap } from "../../core/values/value";
import { eachPage, type Page } from "../../kit/pages";
import type { PipelineClient } from "./client";
import { unexpectedResponse } from "./response";
import type { ApiRequest } from "./transport";

/** The rows of a page: the maximum of the service. */
const pageSize = 1000;

/** A page; its position is a cursor. */
interface RecordPage extends Page<PlainMap, string | undefined> {
  next: string | undefined;
  endpoint: string;
}

/** Yields the pages of a list; a page without `data` is empty. Fails as a read of one record, on a malformed page, and for a list that does not end. */
export function pagesOf(client: PipelineClient, request: ApiRequest, start?: string): AsyncGenerator<RecordPage> {
  return eachPage<string | undefined, RecordPage>({
    start,
    async read(cursor) {
      const query = { ...request.query, limit: String(pageSize), cursor };
      const { data, endpoint } = await client.requestData({ ...request, query, expects: "list" });
      return { ...pageOf(endpoint, data ?? {}), at: cursor, endpoint };
    },
    next: ({ next }) => next,
    endless: ({ endpoint }, reason) => unexpectedResponse(endpoint, reason),
  });
}

/** Returns the records of a page and the cursor of the next one. Fails on a member of another type, because a truncated list looks complete. */
function pageOf(endpoint: string, data: Plain): Pick<RecordPage, "rows" | "next"> {
  if (!isObject(data)) throw unexpectedResponse(endpoint, "data is not a record");
  const { items, next_cursor: next } = data;
  const rows = wholeRows(items);
  if (!rows) throw unexpectedResponse(endpoint, "data.items is not a list of records");
  if (rows.length > pageSize) throw unexpectedResponse(endpoint, `data.items has more than the ${pageSize} rows of a page`);
  if (!["string", "number"].includes(typeof (next ?? ""))) throw unexpectedResponse(endpoint, "data.next_cursor is not a text");
  return { rows, next: scalarText(next) || undefined };
}
