// The pages of a list of the services. See docs/modules/cloud.md#list-functions.
import { objectOf, scalarText, textOf, wholeRows } from "../../core/values/records";
import type { Plain, PlainMap } from "../../core/values/value";
import { eachPage, type Page } from "../../kit/pages";
import type { CloudClient, ReadOptions } from "./client";
import { isOf } from "./response";

/** Options of a list. */
export interface PageOptions extends ReadOptions {
  /** Whether Offset and Limit are texts (vpc). */
  asText?: boolean;
  /** Whether a response without a result is an error. A result without the list is always an empty list. */
  required?: boolean;
  /**
   * The members with a text that each row must have; a list of texts has one. With them a response of another form is an error, also an empty list without a
   * count: an object would seem to be deleted, or to have lost what the list contains.
   */
  members?: readonly string[];
  /** Whether the action has no pages. */
  isWhole?: boolean;
  /** Rows per page. Defaults to 100. */
  size?: number;
}

/** A list of a service. */
interface PageRequest extends PageOptions {
  action: string;
  params: PlainMap;
  /** The member of the response that contains the rows. */
  list: string;
}

/** Rows per page: the maximum that the services accept. */
const pageSize = 100;

/** A page; its position is the offset of its first row. */
interface RowPage extends Page<PlainMap, number> {
  isLast: boolean;
}

/** Yields the pages of a list; Offset counts rows; a short page is the last one. */
export function pagesOf(client: CloudClient, request: PageRequest, start = 0): AsyncGenerator<RowPage> {
  const { action, params, list: name, asText = false, required = false, members, isWhole = false, size = pageSize, attempts } = request;
  const number = (value: number): Plain => (asText ? String(value) : value);
  return eachPage<number, RowPage>({
    start,
    async read(offset) {
      const query = isWhole ? params : { ...params, Offset: number(offset), Limit: number(size) };
      const reading = { attempts, expects: "list" } as const;
      const result = await (required ? client.requireResult(action, query, reading) : client.readMembers(action, query, reading));
      const { [name]: list, ...others } = result;
      const rows = members ? strictRows(list, others, members) : wholeRows(list);
      const isPage = rows && (isWhole || rows.length <= size) && (!members || isOf(others, params));
      if (!isPage) throw await client.unexpectedResponse(action);
      return { rows, at: offset, isLast: isWhole || !Array.isArray(list) || list.length < size };
    },
    next: ({ at, isLast }) => (isLast ? undefined : at + size),
    marks: ({ rows }) => [JSON.stringify(rows)],
    endless: (_page, message) => client.unexpectedResponse(action, { code: "ClientError.EndlessList", message }),
  });
}

/**
 * Returns the rows of a list if all of them have these members; otherwise undefined. An absent list without a count is none, because an error of another
 * server looks like it; null is an empty list.
 */
function strictRows(list: Plain | undefined, others: PlainMap, members: readonly string[]): PlainMap[] | undefined {
  const items = list === undefined || list === null ? [] : list;
  if (!Array.isArray(items)) return undefined;
  const rows = items.map((item): PlainMap => (typeof item === "string" ? { [members[0] ?? ""]: item } : objectOf(item)));
  const isCounted = Object.entries(others).some(([name, count]) => name.endsWith("TotalCount") && /^\d+$/.test(scalarText(count)));
  const isWhole = rows.every((row) => members.every((member) => textOf(row[member]) !== undefined));
  return isWhole && (isCounted || list === null || rows.length > 0) ? rows : undefined;
}
