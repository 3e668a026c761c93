// Semantic equality of index settings: nested or dotted, with or without `index.`, numbers or texts.
// See docs/modules/search.md#index-template-equality. Pure.
import { isJsonMap, type Json } from "../../../../core/json/exact-json";
import type { Plain } from "../../../../core/values/value";
import { contentOf } from "../../json/fields";
import { equalScalars } from "../../json/scalars";
import { equalSettingTexts } from "../../units";

/** Returns whether two texts of settings are equal. */
export function equalSettings(left: Plain, right: Plain): boolean {
  return left === right || equalContent(contentOf(left), contentOf(right));
}

function equalContent(left: Json, right: Json): boolean {
  const one = flatten(left);
  const other = flatten(right);
  return one.size === other.size && [...one].every(([key, value]) => other.has(key) && equalSetting(key, value, other.get(key)!));
}

/** Returns the values by dotted key. If a key occurs with and without `index.`, the server takes the latter; of equal spellings it takes the last one. */
export function flatten(settings: Json): Map<string, Json> {
  const spelled = dottedValues(settings);
  const found = new Map([...spelled].filter(([key]) => key.startsWith("index.")));
  for (const [key, value] of spelled) if (!key.startsWith("index.")) found.set(`index.${key}`, value);
  return found;
}

/** Returns the values by dotted key as it is spelled; of equal keys the last one counts. */
export function dottedValues(value: Json, key = "", found = new Map<string, Json>()): Map<string, Json> {
  if (!isJsonMap(value)) return found.set(key, value);
  for (const [name, member] of Object.entries(value)) dottedValues(member, key === "" ? name : `${key}.${name}`, found);
  return found;
}

/** Settings that are times or sizes. */
const amounts = /_(?:interval|timeout|size)$|^index\.(?:gc_deletes|search\.idle\.after|translog\..*)$/;

/** Returns whether two values of a setting are equal: durations and sizes by amount, a list also as one text with commas. */
export function equalSetting(key: string, left: Json, right: Json): boolean {
  if (equalValues(left, right)) return true;
  if (Array.isArray(left) || Array.isArray(right)) return equalValues(asList(left), asList(right));
  if (typeof left !== "string" || typeof right !== "string") return false;
  return amounts.test(key) && equalSettingTexts(left, right);
}

function asList(value: Json): Json {
  return typeof value === "string" ? value.split(",").map((part) => part.trim()) : Array.isArray(value) ? value : [value];
}

function equalValues(left: Json, right: Json): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, i) => equalValues(item, right[i]!));
  if (isJsonMap(left) && isJsonMap(right)) return equalContent(left, right);
  return equalScalars(left, right);
}
