// Semantic equality that resources name in their tables: sets, aliases, objects of which only given members count, processors (search spec 13.2, 14). Pure.
import { isJsonMap, type Json } from "../../core/exact-json";
import { canonical, equal, equalText, isObject } from "../../core/json";
import { mapMembers, type Plain, type PlainMap } from "../../core/value";
import { contentOf } from "./json/fields";

/** Whether two lists hold the same values; order and repetition do not matter. */
export function sameSet(left: Plain, right: Plain): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return false;
  return isSubset(left, right) && isSubset(right, left);
}

function isSubset(left: Plain[], right: Plain[]): boolean {
  const known = new Set(right.map(canonical));
  return left.every((item) => known.has(canonical(item)));
}

/** Whether the right object has all members of the left one, at any depth; an empty object requires nothing. */
export function givenMembers(left: Plain, right: Plain): boolean {
  if (!isObject(left)) return equal(left, right);
  const theirs: PlainMap = isObject(right) ? right : {};
  return Object.entries(left).every(([key, value]) => {
    const other = theirs[key];
    return isObject(value) ? givenMembers(value, other ?? {}) : other !== undefined && equal(value, other);
  });
}

/** Whether the server's lifecycle equals the user's: the retention time always counts, the flag only if the user gives it. */
export function servedLifecycle(user: Plain, server: Plain): boolean {
  const keeps = (lifecycle: Plain): boolean => isObject(lifecycle) && lifecycle["dataRetention"] !== undefined;
  return keeps(user) === keeps(server) && givenMembers(user, server);
}

/** Whether two texts hold equal JSON; blank ones count as none. */
export function sameJsonOrBlank(left: Plain, right: Plain): boolean {
  const blank = (text: Plain): boolean => typeof text === "string" && text.trim() === "";
  return (blank(left) && blank(right)) || equalText(left, right);
}

/** Whether two lists of aliases are equal; their order does not matter. */
export function sameAliases(left: Plain, right: Plain): boolean {
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  const known = new Set(right.filter(isObject).map(effectText));
  return left.every((alias) => isObject(alias) && known.has(effectText(alias)));
}

/** Whether two aliases have the same effect: the server never returns `routing`, only the two members that it sets. */
export function sameAlias(left: Plain, right: Plain): boolean {
  return isObject(left) && isObject(right) && effectText(left) === effectText(right);
}

function effectText(alias: PlainMap): string {
  const { name = "", filter = "", routing = "", indexRouting = "", searchRouting = "", isHidden = false, isWriteIndex = false } = alias;
  const content = filter === "" || equal(contentOf(filter), {}) ? null : contentOf(filter);
  const routings = { indexRouting: indexRouting || routing, searchRouting: searchRouting || routing };
  return canonical({ name, filter: content, ...routings, isHidden, isWriteIndex });
}

/** Whether two retention times are equal: the server writes `7 d`, `7D`, `+7d` and `07d` as `7d`, and `0` as `0ms` (measured on 8.19). */
export function sameRetention(left: Plain, right: Plain): boolean {
  return equal(retention(left), retention(right));
}

function retention(value: Plain): Plain {
  if (typeof value !== "string") return value;
  const text = value
    .replace(/\s/g, "")
    .toLowerCase()
    .replace(/^\+?0*(?=\d)/, "");
  return text === "0" ? "0ms" : text;
}

/** Whether two cron expressions are equal: the server keeps them in capitals (`mon-fri` as `MON-FRI`). */
export function sameCron(left: Plain, right: Plain): boolean {
  return typeof left === "string" && typeof right === "string" ? left.toUpperCase() === right.toUpperCase() : equal(left, right);
}

/** Whether two texts hold the same processor; a list of exactly one scalar counts as that scalar. */
export function sameProcessor(left: Plain, right: Plain): boolean {
  return equal(withoutListsOfOne(contentOf(left)), withoutListsOfOne(contentOf(right)));
}

function withoutListsOfOne(value: Json): Json {
  if (Array.isArray(value)) {
    const [only] = value;
    const isWrapped = value.length === 1 && !Array.isArray(only) && !isJsonMap(only);
    return isWrapped && only !== undefined ? only : value.map(withoutListsOfOne);
  }
  return isJsonMap(value) ? mapMembers(value, withoutListsOfOne) : value;
}
