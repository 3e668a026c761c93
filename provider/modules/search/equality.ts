// Semantic equality of values that several objects of the server share. See docs/modules/search.md#index-template-equality. Pure.
import { canonical, equal, equalText, isObject } from "../../core/json";
import type { Plain, PlainMap } from "../../core/value";

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
    const member = other[key];
    return isObject(value) ? containsMembers(value, member ?? {}) : member !== undefined && equal(value, member);
  });
}

/** Returns whether two texts contain equal JSON; blank texts are equal. */
export function equalJsonOrBlank(left: Plain, right: Plain): boolean {
  const isBlankText = (text: Plain): boolean => typeof text === "string" && text.trim() === "";
  return (isBlankText(left) && isBlankText(right)) || equalText(left, right);
}
