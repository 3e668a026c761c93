// The beginning of a text of another program, for messages. Pure.
import type { Redact } from "./redact";

/**
 * Returns the beginning of a text that another program wrote. Every text that is shortened for a message goes through this function: it hides secrets first, because
 * the rest of a secret that is cut would not be found any more.
 */
export function excerpt(text: string, limit: number, redact: Redact): string {
  const shown = redact(text).trim();
  return shown.length > limit ? `${shown.slice(0, limit).toWellFormed()}...` : shown;
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
