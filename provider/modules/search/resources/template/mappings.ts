// Index mappings: semantic equality, and the members that other writers added. See docs/modules/search.md#index-template-equality. Pure.
import { exactText, isJsonMap, type Json, type JsonMap } from "../../../../core/json/exact-json";
import { equal } from "../../../../core/json/json";
import { emptyMap, type Plain } from "../../../../core/values/value";
import { contentOf } from "../../json/fields";
import { equalScalars } from "../../json/scalars";

/** Returns whether two texts of mappings are equal; both are declared. */
export function equalMappings(left: Plain, right: Plain): boolean {
  return left === right || matches(mappingsIn(left), mappingsIn(right), false);
}

/**
 * Returns whether the server's mappings have all members of the declared ones; they may have more: dynamic fields, defaults. Empty mappings, which equal absence, match
 * empty ones only: an import would leave out all others.
 */
export function containsMappings(declared: Plain, remote: Plain): boolean {
  if (declared === remote) return true;
  const own = mappingsIn(declared);
  return matches(own, mappingsIn(remote), !equal(own, {}));
}

function mappingsIn(text: Plain): Json {
  return withoutDocWrapper(contentOf(text));
}

/** Removes the wrapper `_doc`, as the server does. */
export function withoutDocWrapper(mappings: Json): Json {
  return isJsonMap(mappings) && Object.keys(mappings).join() === "_doc" ? mappings._doc! : mappings;
}

/** Returns whether a value is a list or an object without content. */
export function isEmptyContainer(value: Json): boolean {
  return Array.isArray(value) ? value.length === 0 : isJsonMap(value) && Object.keys(value).length === 0;
}

function matches(left: Json, right: Json, allowsMore: boolean): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, i) => matches(item, right[i]!, allowsMore));
  if (!isJsonMap(left) || !isJsonMap(right)) return equalScalars(left, right);
  const one = normalize(left);
  const other = normalize(right);
  if (!allowsMore && Object.keys(one).length !== Object.keys(other).length) return false;
  return Object.keys(one).every((key) => Object.hasOwn(other, key) && matches(one[key]!, other[key]!, allowsMore));
}

/** Conditions of dynamic templates: a list of one equals its entry. */
const conditions = new Set(["match", "match_mapping_type", "path_match", "path_unmatch", "unmatch", "unmatch_mapping_type"]);

function normalize(object: JsonMap): JsonMap {
  const result = emptyMap<Json>();
  for (const [key, value] of Object.entries(object)) {
    if (isImplied(key, value, object)) continue;
    result[key] = normalizeMember(key, value);
  }
  return result;
}

function normalizeMember(key: string, value: Json): Json {
  if (conditions.has(key) && Array.isArray(value) && value.length === 1) return value[0]!;
  return key === "script" && typeof value === "string" ? { source: value } : value;
}

/**
 * Returns the mappings to write: the declared ones, and the members that another writer added, which refresh does not report. Members of `prior`, the mappings
 * declared last, are not kept: the program has removed them.
 */
export function withUndeclaredMembers(declared: string, prior: string | undefined, remote: string | undefined): string {
  if (remote === undefined) return declared;
  const own = mappingsIn(declared);
  const merged = mergeUndeclared(own, prior === undefined ? undefined : mappingsIn(prior), mappingsIn(remote));
  return merged === own ? declared : exactText(merged);
}

/** Returns the declared value itself if there is nothing to add. */
function mergeUndeclared(declared: Json, prior: Json | undefined, remote: Json): Json {
  if (!isJsonMap(declared) || !isJsonMap(remote) || hasOtherType(declared, remote)) return declared;
  const before = isJsonMap(prior) ? prior : {};
  const result = emptyMap<Json>();
  let isExtended = false;
  for (const [key, value] of Object.entries(declared)) {
    result[key] = Object.hasOwn(remote, key) ? mergeUndeclared(value, before[key], remote[key]!) : value;
    isExtended ||= result[key] !== value;
  }
  for (const [key, value] of Object.entries(remote)) {
    if (Object.hasOwn(declared, key) || Object.hasOwn(before, key) || isImplied(key, value, declared)) continue;
    result[key] = value;
    isExtended = true;
  }
  return isExtended ? result : declared;
}

/** Parameters of one field type are not valid for another one. */
function hasOtherType({ type: declared }: JsonMap, { type: remote }: JsonMap): boolean {
  return typeof declared === "string" && typeof remote === "string" && declared !== remote;
}

/** Returns whether the member is the type `object` of a field with properties, which is its default. */
function isImplied(key: string, value: Json, field: JsonMap): boolean {
  return key === "type" && value === "object" && "properties" in field;
}
