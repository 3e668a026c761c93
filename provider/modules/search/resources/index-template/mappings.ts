// When two texts of mappings mean the same (search spec 13.2). Pure.
import { isJsonMap, type Json, type JsonMap } from "../../../../core/exact-json";
import { emptyMap, type Plain } from "../../../../core/value";
import { contentOf } from "../../json/fields";
import { sameScalar } from "../../json/scalars";

/** Whether two texts of mappings mean the same; both were written by the user. */
export function sameMappings(left: Plain, right: Plain): boolean {
  return inside(unwrapped(left), unwrapped(right), false);
}

/** Whether the server's mappings have all members that the user wrote; they may have more: dynamic fields, defaults. */
export function servedMappings(user: Plain, server: Plain): boolean {
  return inside(unwrapped(user), unwrapped(server), true);
}

/** Removes the wrapper `_doc`, as the server does. */
function unwrapped(text: Plain): Json {
  const mappings = contentOf(text);
  return isJsonMap(mappings) && Object.keys(mappings).join() === "_doc" ? mappings["_doc"]! : mappings;
}

function inside(left: Json, right: Json, more: boolean): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, i) => inside(item, right[i]!, more));
  if (!isJsonMap(left) || !isJsonMap(right)) return sameScalar(left, right);
  const [mine, theirs] = [normal(left), normal(right)];
  if (!more && Object.keys(mine).length !== Object.keys(theirs).length) return false;
  return Object.keys(mine).every((key) => Object.hasOwn(theirs, key) && inside(mine[key]!, theirs[key]!, more));
}

/** Conditions of dynamic templates: a list of one is the same as that one. */
const conditions = new Set(["match", "match_mapping_type", "path_match", "path_unmatch", "unmatch", "unmatch_mapping_type"]);

function normal(object: JsonMap): JsonMap {
  const result = emptyMap<Json>();
  for (const [key, value] of Object.entries(object)) {
    if (key === "type" && value === "object" && "properties" in object) continue;
    result[key] = memberForm(key, value);
  }
  return result;
}

function memberForm(key: string, value: Json): Json {
  if (conditions.has(key) && Array.isArray(value) && value.length === 1) return value[0]!;
  return key === "script" && typeof value === "string" ? { source: value } : value;
}
