// Request parameters from inputs. Pure.
import type { Plain, PlainMap } from "../../../core/values/value";
import { pascalCase, toRemote, type RemoteNames } from "../mapping";

/** Returns the inputs among these that are present and not empty, under their remote names. */
export function paramsOf(inputs: object, keys: readonly string[], names: RemoteNames = {}): PlainMap {
  const values: Readonly<Record<string, Plain | undefined>> = { ...inputs };
  const params: PlainMap = {};
  for (const key of keys) {
    const value = values[key];
    if (value !== undefined && value !== null && value !== "" && !isEmptyList(value))
      params[names[key] ?? pascalCase(key)] = toRemote(value);
  }
  return params;
}

/** Returns the texts and numbers among these inputs that changed; a removed one as an empty text, which clears it. */
export function changedParams<Key extends string>(inputs: object, changed: { has(key: Key): boolean }, keys: readonly Key[]): PlainMap {
  const values: Readonly<Record<string, Plain | undefined>> = { ...inputs };
  return Object.fromEntries(keys.filter((key) => changed.has(key)).map((key) => [pascalCase(key), toRemote(values[key] ?? "")]));
}

const isEmptyList = (value: Plain): boolean => Array.isArray(value) && value.length === 0;
