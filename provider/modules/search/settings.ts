// When two texts of index settings mean the same: nested or dotted, with or without `index.`, numbers or texts (search spec 13.2). Pure.
import { isObject } from "../../core/json";
import type { Plain } from "../../core/value";
import { contentOf } from "./json-fields";
import { sameScalar } from "./scalars";

/** Whether two texts of settings mean the same. */
export function sameSettings(left: Plain, right: Plain): boolean {
  const [mine, theirs] = [flat(contentOf(left)), flat(contentOf(right))];
  return mine.size === theirs.size && [...mine].every(([key, value]) => theirs.has(key) && sameValue(value, theirs.get(key)!));
}

/** Values by dotted key; of a key that is given twice the last one wins, as on the server. */
function flat(value: Plain, key = "", found = new Map<string, Plain>()): Map<string, Plain> {
  if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) flat(member, key === "" ? name : `${key}.${name}`, found);
  } else {
    found.set(key.startsWith("index.") ? key : `index.${key}`, value);
  }
  return found;
}

function sameValue(left: Plain, right: Plain): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, i) => sameValue(item, right[i]!));
  if (isObject(left) && isObject(right)) return sameSettings(left, right);
  return sameScalar(left, right);
}
