// Builds requests from the inputs of functions. Pure. See docs/modules/cloud.md#functions.
import { isObject } from "../../../core/json/json";
import { mapMembers, type Plain, type PlainMap } from "../../../core/values/value";
import { isGiven, paramsOf, memberName } from "../mapping";

/** Limits the attempts that end in an internal error; for functions whose errors the vendor's own tools return at once. See docs/modules/cloud.md#error-codes. */
export const limitedAttempts = { attempts: 3 } as const;

/** Returns the given inputs as parameters; lists of texts are sent without duplicates. */
export function queryParams(inputs: PlainMap, keys: readonly string[]): PlainMap {
  return paramsOf(mapMembers(inputs, normalize), keys);
}

/** Removes, at every depth, duplicates from lists of texts and empty lists from objects: the services reject both. See docs/modules/cloud.md#requests. */
function normalize(value: Plain): Plain {
  if (isObject(value)) {
    const members = Object.entries(value).filter(([, member]) => !(Array.isArray(member) && member.length === 0));
    return Object.fromEntries(members.map(([key, member]) => [key, normalize(member)]));
  }
  if (!Array.isArray(value)) return value;
  return value.every((item) => typeof item === "string") ? [...new Set(value)] : value.map(normalize);
}

/** Returns the given inputs as the parameter `Filters`; no parameter without any. The name of a filter is the remote name, or begins with the prefix. */
export function filtersOf(inputs: PlainMap, keys: readonly string[], prefix?: string): PlainMap {
  const filters = keys
    .filter((key) => isGiven(inputs[key]))
    .map((key) => ({ Name: prefix === undefined ? memberName(key) : `${prefix}-${key}`, Values: [inputs[key] ?? null] }));
  return filters.length === 0 ? {} : { Filters: filters };
}
