// What a service says about when to come back. Pure.

/** Milliseconds that the Retry-After header asks for, given as seconds or as an HTTP date; nothing when it is absent, past or not understood. `now` is Unix time in ms. */
export function retryAfter(headers: Readonly<Record<string, string>>, now: number): number | undefined {
  const text = headers["retry-after"]?.trim();
  if (!text) return undefined;
  const wait = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : /[a-z]/i.test(text) ? Date.parse(text) - now : NaN;
  return wait > 0 ? wait : undefined;
}

/** Whether the Retry-After header says that nobody needs to wait: 0 seconds. */
export function isAtOnce(headers: Readonly<Record<string, string>>): boolean {
  return /^0+(\.0+)?$/.test(headers["retry-after"]?.trim() ?? "");
}
