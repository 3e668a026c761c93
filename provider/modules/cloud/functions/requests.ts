// Builds requests from the inputs of functions. Pure. See docs/modules/cloud.md#functions.
import { isObject } from "../../../core/json/json";
import { isBlank } from "../../../core/values/records";
import type { Rules, ValueRule } from "../../../contract/rules";
import type { Plain, PlainMap } from "../../../core/values/value";
import { pascalCase, toRemote, type RemoteNames } from "../mapping";

/** Limits the attempts that end in an internal error; for functions whose errors the vendor's own tools return at once. See docs/modules/cloud.md#error-codes. */
export const limitedAttempts = { attempts: 3 } as const;

/** Returns rules that reject empty texts. */
export function nonEmpty(...names: readonly string[]): { properties: Record<string, ValueRule> } & Rules {
  return { properties: Object.fromEntries(names.map((name) => [name, { minLength: 1 }])) };
}

/** Returns whether an input is given: empty texts and lists count as absent. */
export function isGiven(value: Plain | undefined): value is NonNullable<Plain> {
  return !isBlank(value) && !(Array.isArray(value) && value.length === 0);
}

/** Returns the given inputs with their remote names; lists of texts are sent without duplicates. */
export function queryParams(inputs: PlainMap, keys: readonly string[], names: RemoteNames = {}): PlainMap {
  const params: PlainMap = {};
  for (const key of keys) {
    const value = inputs[key];
    if (isGiven(value)) params[names[key] ?? pascalCase(key)] = toRemote(normalize(value));
  }
  return params;
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

/** Returns the given inputs as the parameter `Filters`; no parameter without any. `names` are the names of the filters. */
export function filtersOf(inputs: PlainMap, names: Readonly<Record<string, string | undefined>>): PlainMap {
  const filters: PlainMap[] = [];
  for (const [key, name = key] of Object.entries(names)) {
    const value = inputs[key];
    if (isGiven(value)) filters.push({ Name: name, Values: [value] });
  }
  return filters.length === 0 ? {} : { Filters: filters };
}
