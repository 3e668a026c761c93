// What the resources of this module do with values: which of them changed, what is sent of them, what an empty one means (cloud-resources.md 2.7). Pure.
import { equal } from "../../../core/json";
import type { Plain, PlainMap } from "../../../core/value";
import { isEmpty } from "../equal-forms";
import { pascal, toRemote, type Names } from "../naming";

/** Texts that are empty when they are not given: neither a drift nor a change. For `serverDefaults`. */
export function blank(...texts: readonly string[]): Record<string, Plain> {
  return Object.fromEntries(texts.map((text) => [text, ""]));
}

/** The inputs among these that are given and say something, under the names of the service. */
export function sentOf(inputs: object, keys: readonly string[], names: Names = {}): PlainMap {
  const all = inputs as PlainMap;
  const told = keys.filter((key) => all[key] !== undefined && all[key] !== null && all[key] !== "" && !isEmptyList(all[key]!));
  return Object.fromEntries(told.map((key) => [names[key] ?? pascal(key), toRemote(all[key]!)]));
}

/** The inputs among these that changed; what is no longer given is sent as an empty text, which takes it away. */
export function changedOf(inputs: object, previous: object, keys: readonly string[], names: Names = {}): PlainMap {
  const [next, old] = [inputs as PlainMap, previous as PlainMap];
  const changed = keys.filter((key) => !equal(next[key], old[key]) && !(isEmpty(next[key]) && isEmpty(old[key])));
  return Object.fromEntries(changed.map((key) => [names[key] ?? pascal(key), toRemote(next[key] ?? "")]));
}

/** Whether any of these inputs changed. */
export function anyChanged(inputs: object, previous: object, keys: readonly string[]): boolean {
  return Object.keys(changedOf(inputs, previous, keys)).length > 0;
}

/** A state without what is empty in it: an empty text or list is never stored (cloud-resources.md 2.7), unless it is named as required. */
export function withoutBlanks(state: PlainMap, keep: readonly string[] = []): PlainMap {
  const blankText = (value: Plain): boolean => value === null || value === "" || (typeof value === "object" && isEmpty(value));
  return Object.fromEntries(Object.entries(state).filter(([key, value]) => keep.includes(key) || !blankText(value)));
}

/** A secret as the service tells it. Where it hides it by asterisks, or tells none, it is what was known of it, or empty: a mask is never stored (protocol 4.6). */
export function shownSecret(told: Plain | undefined, known: Plain | undefined): string {
  if (typeof told === "string" && told !== "" && !told.includes("*")) return told;
  return typeof known === "string" ? known : "";
}

const isEmptyList = (value: Plain): boolean => Array.isArray(value) && value.length === 0;
