// The Retry-After header. Pure.

/**
 * Returns the milliseconds that the Retry-After header asks for, given as seconds or as an HTTP date; 0 for a date in the past, undefined when the header is
 * absent or invalid. `now` is Unix time in ms.
 */
export function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const text = headers["retry-after"]?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const date = /[a-z]/i.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
