// The beginning of a text of another program, for messages. Pure.
import { objectOf, textsOf } from "../values/records";
import { parseJson } from "../json/json";
import { shorten, type Redact } from "../secrets/redact";

/** The number of characters in an excerpt, unless the vendor's own limit is another. */
const maxLength = 500;

/**
 * Returns the beginning of a text that another program wrote; undefined for an empty one. Every text that is shortened for a message goes through this
 * function. JSON is not quoted, because it may be an object with secrets that are not inputs, such as a new key, and may be cut within one; only the message
 * of an error is.
 */
export function excerpt(text: string, redact: Redact, limit = maxLength): string | undefined {
  const json = objectOf(parseJson(text));
  const message = textsOf(messageMembers.map((name) => json[name] ?? null)).find((member) => member !== "");
  return shorten(withoutJson(message ?? text), limit, (part) => redact(part).trim()) || undefined;
}

/** Where proxies and gateways have the text of an error; the last two are those of RFC 9457. */
const messageMembers = ["message", "error", "detail", "title"];

/** Returns a text with the length of the first JSON object or list in its place, and without what is behind. Quotes may be escaped. */
function withoutJson(text: string): string {
  const start = text.search(/[[{]\s*(?:\\*"|&quot;|&#|[[{])/);
  return start < 0 ? text : `${text.slice(0, start)}${text.length - start} characters that begin like JSON`;
}

/** Characters on each side of the position in {@link excerptAround}. */
const halfWidth = 24;

/** Returns the characters around a position of a text, on one line; `undefined` if the text contains secrets, because a cut secret is not found any more. */
export function excerptAround(text: string, at: number, redact: Redact): string | undefined {
  if (redact(text) !== text) return undefined;
  const start = Math.max(0, at - halfWidth);
  const end = Math.min(text.length, at + halfWidth);
  const part = text.slice(start, end).toWellFormed().replace(/\s+/g, " ").trim();
  return `${start > 0 ? "..." : ""}${part}${end < text.length ? "..." : ""}`;
}
