// Which responses mean that an object does not exist. See docs/modules/search.md#absence. Pure.
import { isObject } from "../../core/json";
import { objectOf } from "../../core/records";
import type { RemoteError } from "./remote";
import type { SearchResponse } from "./response";

/** Returns whether the response means that the object does not exist. A 404 of a proxy or of a wrong endpoint does not. */
export function isGone({ status, json }: Pick<SearchResponse, "status" | "json">): boolean {
  if (status !== 404 || !isObject(json)) return false;
  const { error, ...rest } = json;
  // A missing pipeline yields `{}`, a pattern without match `{"index_templates":[]}`.
  if (error === undefined) return Object.values(rest).every((list) => Array.isArray(list) && list.length === 0);
  const { type }: RemoteError = objectOf(error);
  return typeof type === "string" && type !== "security_exception";
}
