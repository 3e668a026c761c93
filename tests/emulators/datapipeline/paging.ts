/** Pages of a list: `limit` from 1 to 1000, and cursors that only their list understands. See docs/modules/datapipeline.md#paging. */
import { createHash } from "node:crypto";
import type { JsonObject } from "../exchange";
import { invalid } from "./api";

/** What a cursor of this list, of this size of page and with these filters is known by. */
const seal = (about: string) => createHash("sha256").update(about).digest("base64url").slice(0, 12);

const limitOf = (text: string | undefined): number => {
  if (text === undefined) return 100;
  const limit = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > 1000) throw invalid("Parameter limit must be from 1 to 1000.");
  return limit;
};

const offsetOf = (cursor: string | undefined, about: string): number => {
  if (cursor === undefined) return 0;
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const [, offset, owner] = /^skip:(\d+):([\w-]+)$/.exec(text) ?? [];
  if (offset === undefined || owner !== seal(about)) throw invalid("Parameter cursor is not valid.");
  return Number(offset);
};

/** One page of a list; `path` names the list. Rejects a cursor that was given for another list, size or filter. */
export const page = (rows: readonly JsonObject[], path: string, query: ReadonlyMap<string, string>): JsonObject => {
  const { cursor, limit: size, ...filters } = Object.fromEntries(query) as Record<string, string | undefined>;
  const limit = limitOf(size);
  const about = JSON.stringify([path, limit, filters]);
  const offset = offsetOf(cursor, about);
  const end = offset + limit;
  const next = end < rows.length ? Buffer.from(`skip:${end}:${seal(about)}`).toString("base64url") : null;
  return { items: rows.slice(offset, end), next_cursor: next };
};
