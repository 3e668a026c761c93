// Semantic equality of lists, JSON texts, and aliases, which several objects of the server share. See docs/modules/search.md#index-template-equality. Pure.
import { canonical, equal, equalText, isObject } from "../../core/json/json";
import { objectOf, ownMember } from "../../core/values/records";
import type { Plain, PlainMap } from "../../core/values/value";
import { contentOf } from "./json/fields";

/** Returns whether two lists contain the same values; order and repetition do not matter. */
export function equalSets(left: Plain, right: Plain): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return false;
  return isSubset(left, right) && isSubset(right, left);
}

function isSubset(left: Plain[], right: Plain[]): boolean {
  const known = new Set(right.map(canonical));
  return left.every((item) => known.has(canonical(item)));
}

/** Returns whether the right object has all members of the left one, at any depth; an empty object requires nothing. */
export function containsMembers(left: Plain, right: Plain): boolean {
  if (!isObject(left)) return equal(left, right);
  const other: PlainMap = isObject(right) ? right : {};
  return Object.entries(left).every(([key, value]) => {
    const member = ownMember(other, key);
    return isObject(value) ? containsMembers(value, member ?? {}) : member !== undefined && equal(value, member);
  });
}

/** Returns whether two texts contain equal JSON; a blank text, which is not written, equals an empty object. */
export function equalJsonOrBlank(left: Plain, right: Plain): boolean {
  const written = (text: Plain): Plain => (typeof text === "string" && text.trim() === "" ? "{}" : text);
  return equalText(written(left), written(right));
}

/** Returns whether two lists of names and patterns are equal: their order matters if one of them excludes names. */
export function equalIndexLists(left: Plain, right: Plain): boolean {
  const excludes = (list: Plain): boolean => Array.isArray(list) && list.some((each) => String(each).startsWith("-"));
  return excludes(left) || excludes(right) ? equal(left, right) : equalSets(left, right);
}

/** Returns whether two lists of aliases are equal; their order does not matter. */
export function equalAliasLists(left: Plain, right: Plain): boolean {
  if (!Array.isArray(left) || !Array.isArray(right) || left.length !== right.length) return false;
  const known = new Set(right.filter(isObject).map(canonicalAlias));
  return left.every((alias) => isObject(alias) && known.has(canonicalAlias(alias)));
}

/** Returns whether two aliases have the same effect: the server never returns `routing`, only the two members that it sets. */
export function equalAliases(left: Plain, right: Plain): boolean {
  return isObject(left) && isObject(right) && canonicalAlias(left) === canonicalAlias(right);
}

function canonicalAlias(alias: PlainMap): string {
  const { name = "", index = "", filter = "", routing = "", indexRouting = "", searchRouting = "" } = alias;
  const { isHidden = false, isWriteIndex = false } = alias;
  const content = contentOf(filter);
  return canonical({
    name,
    index,
    filter: equal(content, {}) ? null : content,
    indexRouting: indexRouting || routing,
    searchRouting: searchRouting || routing,
    isHidden,
    isWriteIndex,
  });
}

/** Returns whether the server's lifecycle matches the declared one: the retention time always counts, the flag only if it is declared. */
export function matchesLifecycle(declared: Plain, remote: Plain): boolean {
  const hasRetention = (lifecycle: Plain): boolean => objectOf(lifecycle).dataRetention !== undefined;
  return hasRetention(declared) === hasRetention(remote) && containsMembers(declared, remote);
}
