// JSON in text fields: read, written, and put into request bodies as the user wrote it, so that no digit of a long number is lost. Pure.
import { isObject, parseJson } from "../../core/json";
import type { Plain } from "../../core/value";

/** What is wrong with a text that should be a JSON object or blank, which counts as not given; or nothing. */
export function jsonObjectOrBlank(value: unknown): string | undefined {
  const text = String(value);
  return text.trim() === "" || isObject(parseJson(text)) ? undefined : "not a JSON object";
}

/** The object of members that are JSON texts; members that are `undefined` or blank are left out. */
export function objectText(members: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(members).filter(([, text]) => text !== undefined && text.trim() !== "");
  return `{${given.map(([key, text]) => `${JSON.stringify(key)}:${text}`).join(",")}}`;
}

/** The list of entries that are JSON texts. */
export function listText(entries: readonly string[]): string {
  return `[${entries.join(",")}]`;
}

/** The JSON text of a value; nothing for nothing. */
export function textOf(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : JSON.stringify(value);
}

/** What a JSON text holds; a blank text holds an empty object. */
export function contentOf(text: Plain): Plain {
  if (typeof text !== "string") return text;
  return text.trim() === "" ? {} : (parseJson(text) ?? text);
}
