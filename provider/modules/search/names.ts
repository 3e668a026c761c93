// How names are spelled here and on the server: `indexPatterns` and `index_patterns` (search spec 2). Pure.
import { isObject } from "../../core/json";
import type { Plain, PlainMap } from "../../core/value";

/** `indexPatterns` as `index_patterns`. */
export function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The named members of a remote object under their names here; null and absent ones are left out. */
export function fromRemote(remote: Plain | undefined, names: readonly string[]): PlainMap {
  const result: PlainMap = {};
  for (const name of names) {
    const value = isObject(remote) ? remote[snake(name)] : undefined;
    if (value !== undefined && value !== null) result[name] = value;
  }
  return result;
}

/** The named members that are given, as JSON texts under their names on the server. */
export function toRemote(given: object | undefined, names: readonly string[]): Record<string, string | undefined> {
  const members = (given ?? {}) as Record<string, unknown>;
  return Object.fromEntries(names.map((name) => [snake(name), members[name] === undefined ? undefined : JSON.stringify(members[name])]));
}
