// The beginning of a foreign text, for messages. Pure.
import type { Redact } from "./redact";

/**
 * The beginning of a text that another program wrote. Every text that is shortened for a message goes through this function: it hides secrets first, because
 * the rest of a secret that is cut would not be found any more.
 */
export function excerpt(text: string, limit: number, redact: Redact): string {
  const shown = redact(text).trim();
  return shown.length > limit ? `${shown.slice(0, limit).toWellFormed()}...` : shown;
}
