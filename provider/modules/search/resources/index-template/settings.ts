// When two texts of index settings mean the same: nested or dotted, with or without `index.`, numbers or texts (search spec 13.2). Pure.
import { isJsonMap, type Json } from "../../../../core/exact-json";
import type { Plain } from "../../../../core/value";
import { contentOf } from "../../json/fields";
import { sameScalar } from "../../json/scalars";

/** Whether two texts of settings mean the same. */
export function sameSettings(left: Plain, right: Plain): boolean {
  return sameContent(contentOf(left), contentOf(right));
}

function sameContent(left: Json, right: Json): boolean {
  const [mine, theirs] = [flat(left), flat(right)];
  return mine.size === theirs.size && [...mine].every(([key, value]) => theirs.has(key) && sameValue(value, theirs.get(key)!));
}

/** Values by dotted key. Of a key that is given twice the server takes the one without `index.`, among equal spellings the last one (measured on 8.19). */
function flat(settings: Json): Map<string, Json> {
  const spelled = dotted(settings);
  const found = new Map([...spelled].filter(([key]) => key.startsWith("index.")));
  for (const [key, value] of spelled) if (!key.startsWith("index.")) found.set(`index.${key}`, value);
  return found;
}

/** Values by dotted key as it is spelled; the last one wins. */
function dotted(value: Json, key = "", found = new Map<string, Json>()): Map<string, Json> {
  if (!isJsonMap(value)) return found.set(key, value);
  for (const [name, member] of Object.entries(value)) dotted(member, key === "" ? name : `${key}.${name}`, found);
  return found;
}

function sameValue(left: Json, right: Json): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, i) => sameValue(item, right[i]!));
  if (isJsonMap(left) && isJsonMap(right)) return sameContent(left, right);
  return sameScalar(left, right);
}
