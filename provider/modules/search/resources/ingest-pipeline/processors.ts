// Semantic equality of the processors of a pipeline. See docs/modules/search.md#ingest-pipelines. Pure.
import { isJsonMap, type Json, type JsonMap } from "../../../../core/json/exact-json";
import { equal } from "../../../../core/json/json";
import type { Plain } from "../../../../core/values/value";
import { contentOf } from "../../json/fields";

/** Returns whether two texts contain the same processor; a list of exactly one scalar equals that scalar. */
export function equalProcessors(left: Plain, right: Plain): boolean {
  return left === right || equalUnwrapped(contentOf(left), contentOf(right));
}

function equalUnwrapped(left: Json, right: Json): boolean {
  const one = unwrapSingleton(left);
  const other = unwrapSingleton(right);
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, i) => equalUnwrapped(item, other[i]!));
  return isJsonMap(one) && isJsonMap(other) ? equalJsonMembers(one, other) : equal(one, other);
}

function equalJsonMembers(left: JsonMap, right: JsonMap): boolean {
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key) && equalUnwrapped(left[key]!, right[key]!))
  );
}

function unwrapSingleton(value: Json): Json {
  if (!Array.isArray(value) || value.length !== 1) return value;
  const [only] = value;
  return only === undefined || Array.isArray(only) || isJsonMap(only) ? value : only;
}
