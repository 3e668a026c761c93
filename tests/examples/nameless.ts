// Two runs of one story compared: what a server generates for each run (IDs, keys, times, ciphers) is replaced by its kind.
import { canonical } from "../../provider/core/json";
import type { Plain } from "../../provider/core/value";

const forms: readonly (readonly [RegExp, string])[] = [
  [/\b\d{14}-[0-9a-z]{8}\b/g, "VERSION"],
  [/\b(service|api|apidoc|app|plugin|upstream|usagePlan|IPStrategy)-[0-9a-z]{8}\b/g, "$1-ID"],
  [/\b(access)-[0-9a-f]{7}\b/g, "$1-SUFFIX"],
  [/\bAKID\w+/g, "KEY"],
  [/\b\d{4}-\d\d-\d\dT[\d:]+(\.\d+)?Z/g, "TIME"],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "UID"],
  [/\b(eventarc-.*)-\d{1,3}\b/g, "$1-NUMBER"],
];
const fresh = new Set(["ciphertext", "secret", "key", "etag"]);

/** The value as JSON, with such texts, and numbers that are times in milliseconds, replaced. */
export function nameless(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (member: string, part: unknown) => {
    if (typeof part === "number") return part > 1e12 ? "TIME" : part;
    if (typeof part !== "string") return part;
    return fresh.has(member) ? "FRESH" : forms.reduce((text, [form, kind]) => text.replace(form, kind), part);
  });
}

/** A map of lists as JSON texts, each in an order that does not show what was made first. Members of objects have no order: an engine hands maps on as it likes. */
export function unordered(lists: unknown): unknown {
  const sorted = (list: unknown[]): unknown[] => list.map((each) => canonical(each as Plain)).sort();
  return Object.fromEntries(Object.entries(lists as Record<string, unknown[]>).map(([kind, list]) => [kind, sorted(list)]));
}
