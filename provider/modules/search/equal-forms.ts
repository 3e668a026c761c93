// Small comparers that resources name in their tables: sets, aliases, objects of which only given members count, processors (search spec 13.2, 14). Pure.
import { equal, equalText, isObject } from "../../core/json";
import type { Plain, PlainMap } from "../../core/value";
import { contentOf } from "./json-fields";

/** Whether two lists hold the same, order and repetition aside. */
export function sameSet(left: Plain, right: Plain): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return false;
  const holds = (list: Plain[], item: Plain): boolean => list.some((other) => equal(other, item));
  return left.every((item) => holds(right, item)) && right.every((item) => holds(left, item));
}

/** Whether all that the left object gives stands in the right one, at any depth; an empty object asks for nothing. */
export function givenMembers(left: Plain, right: Plain): boolean {
  if (!isObject(left)) return equal(left, right);
  const theirs: PlainMap = isObject(right) ? right : {};
  return Object.entries(left).every(([key, value]) => {
    const other = theirs[key];
    return isObject(value) ? givenMembers(value, other ?? {}) : other !== undefined && equal(value, other);
  });
}

/** Whether the server's lifecycle is the user's: the retention time always counts, the flag where the user gives it. */
export function servedLifecycle(user: Plain, server: Plain): boolean {
  const keeps = (lifecycle: Plain): boolean => isObject(lifecycle) && lifecycle["dataRetention"] !== undefined;
  return keeps(user) === keeps(server) && givenMembers(user, server);
}

/** Whether two texts hold equal JSON; blank ones count as none. */
export function sameJsonOrBlank(left: Plain, right: Plain): boolean {
  const blank = (text: Plain): boolean => typeof text === "string" && text.trim() === "";
  return (blank(left) && blank(right)) || equalText(left, right);
}

/** Whether two lists of aliases are equal by name. */
export function sameAliases(left: Plain, right: Plain): boolean {
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  return left.every((alias) => right.some((other) => sameAlias(alias, other)));
}

/** Whether two aliases have the same effect: the server never answers `routing`, only the two that it stands for. */
export function sameAlias(left: Plain, right: Plain): boolean {
  return isObject(left) && isObject(right) && equal(effect(left), effect(right));
}

function effect(alias: PlainMap): Plain {
  const { name = "", filter = "", routing = "", indexRouting = "", searchRouting = "", isHidden = false, isWriteIndex = false } = alias;
  const content = filter === "" || equal(contentOf(filter), {}) ? null : contentOf(filter);
  return { name, filter: content, indexRouting: indexRouting || routing, searchRouting: searchRouting || routing, isHidden, isWriteIndex };
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

function withoutListsOfOne(value: Plain): Plain {
  if (Array.isArray(value)) {
    const [only] = value;
    return value.length === 1 && (typeof only !== "object" || only === null) ? only! : value.map(withoutListsOfOne);
  }
  if (!isObject(value)) return value;
  const result = Object.create(null) as PlainMap;
  for (const [key, member] of Object.entries(value)) result[key] = withoutListsOfOne(member);
  return result;
}
