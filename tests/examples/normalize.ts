// Normalizes the results of a run for comparison: generated values (IDs, keys, times, ciphertexts) are replaced by placeholders.
import { canonical } from "../../provider/core/json/json";
import type { Plain } from "../../provider/core/values/value";

const forms: readonly (readonly [RegExp, string])[] = [
  [/\b\d{14}-[0-9a-z]{8}\b/g, "VERSION"],
  [/\b(service|api|apidoc|app|plugin|upstream|usagePlan|IPStrategy)-[0-9a-z]{8}\b/g, "$1-ID"],
  [/\b(access|logs)-[0-9a-f]{7}\b/g, "$1-SUFFIX"],
  [/\bAKID\w+/g, "KEY"],
  [/\b\d{4}-\d\d-\d\dT[\d:]+(\.\d+)?Z/g, "TIME"],
  [/(\.ds-.*)-\d{4}\.\d\d\.\d\d-/g, "$1-DATE-"],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "UID"],
  [/\b(eventarc-.*)-\d{1,3}\b/g, "$1-NUMBER"],
];
const fresh = new Set(["ciphertext", "secret", "key", "etag", "indexUuid", "apiKeyId"]);

/** Returns the value as JSON, with generated texts and timestamps in milliseconds replaced. */
export function nameless(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (member: string, part: unknown) => {
    if (typeof part === "number") return part > 1e12 ? "TIME" : part;
    if (typeof part !== "string") return part;
    return fresh.has(member) ? "FRESH" : forms.reduce((text, [form, kind]) => text.replace(form, kind), part);
  });
}

/** Returns a map of lists as sorted JSON texts, because the order of creation and of members differs between runs. */
export function unordered(lists: unknown): unknown {
  const sorted = (list: unknown[]): unknown[] => list.map((each) => canonical(each as Plain)).sort();
  return Object.fromEntries(Object.entries(lists as Record<string, unknown[]>).map(([kind, list]) => [kind, sorted(list)]));
}
