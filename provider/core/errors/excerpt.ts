// The beginning of a text of another program, for messages. Pure.
import { shorten, type Redact } from "../secrets/redact";

/** Returns the beginning of a text that another program wrote. Every text that is shortened for a message goes through this function. */
export function excerpt(text: string, limit: number, redact: Redact): string {
  return shorten(withoutCutValue(text), limit, (part) => redact(part).trim());
}

/** Returns JSON that a connection or a gateway has cut without the value at its end, which may be the beginning of a secret; other texts as they are. */
function withoutCutValue(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  let open = -1;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\" && open >= 0) at++;
    else if (text[at] === '"') open = open < 0 ? at : -1;
  }
  return open < 0 ? text.replace(/[^\s"{}[\],:]+$/, "") : text.slice(0, open);
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
