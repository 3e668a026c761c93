// JSON in text fields: read, written, and embedded in request bodies as the user wrote it, so that numbers keep their digits. Pure.
import { parseExact, type Json } from "../../../core/json/exact-json";
import type { Plain } from "../../../core/values/value";

/** Returns the object of members that are JSON texts, without those that are `undefined` or blank. */
export function objectText(members: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(members).filter(([, text]) => text !== undefined && text.trim() !== "");
  return `{${given.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(",")}}`;
}

/** Returns the list of entries that are JSON texts. */
export function listText(entries: readonly string[]): string {
  return `[${entries.join(",")}]`;
}

/** Returns the JSON text of a value; `undefined` for null and `undefined`. */
export function jsonOf(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : JSON.stringify(value);
}

/** Returns the value of a JSON text with all digits of its numbers; a blank text means an empty object. */
export function contentOf(text: Plain): Json {
  if (typeof text !== "string") return text;
  return text.trim() === "" ? {} : (parseExact(text) ?? text);
}
