// Hides signatures of requests in messages: servers and proxies quote the header of a signed request, or the query of a signed address. Pure.
import { secretPlaceholder } from "./redact";

/** Returns the text without signatures. Takes time in proportion to the text. */
export function hideSignatures(text: string): string {
  return withoutQueries(withoutHeaders(text));
}

const scheme = "-HMAC-SHA";

/** Replaces `Credential=... Signature=...` behind the name of a signing method, such as `TC3-HMAC-SHA256`. */
function withoutHeaders(text: string): string {
  const shown: string[] = [];
  let rest = 0;
  for (let at = text.indexOf(scheme); at >= 0; at = text.indexOf(scheme, at + 1)) {
    const begin = at < rest ? undefined : credentialAfter(text, at);
    if (begin === undefined) continue;
    const end = signatureEnd(text, begin);
    // Without a signature behind this one there is none behind any later one.
    if (end === undefined) break;
    shown.push(text.slice(rest, begin), secretPlaceholder);
    rest = end;
  }
  return `${shown.join("")}${text.slice(rest)}`;
}

/** Returns the position of `Credential=` behind the name of a method; undefined without it. */
function credentialAfter(text: string, at: number): number | undefined {
  if (!/[A-Z0-9]/.test(text.charAt(at - 1))) return undefined;
  const name = /\d+\s+/y;
  name.lastIndex = at + scheme.length;
  return name.test(text) && text.startsWith("Credential=", name.lastIndex) ? name.lastIndex : undefined;
}

function signatureEnd(text: string, from: number): number | undefined {
  const signature = /Signature=\w+/g;
  signature.lastIndex = from;
  return signature.test(text) ? signature.lastIndex : undefined;
}

/** Replaces the values of query parameters whose name is `sig` or ends with `signature`. */
function withoutQueries(text: string): string {
  const shown: string[] = [];
  let rest = 0;
  for (let at = text.indexOf("="); at >= 0; at = text.indexOf("=", Math.max(at + 1, rest))) {
    if (!isSignatureName(text, at, rest)) continue;
    const value = /[^&;,\s"'<>]+/y;
    value.lastIndex = at + 1;
    if (!value.test(text)) continue;
    shown.push(text.slice(rest, at + 1), secretPlaceholder);
    rest = value.lastIndex;
  }
  return `${shown.join("")}${text.slice(rest)}`;
}

/** Returns whether a parameter name of a signature ends here; it begins behind a separator. Names do not overlap, so all of them together are read once. */
function isSignatureName(text: string, end: number, from: number): boolean {
  let start = end;
  while (start > from && /[\w-]/.test(text.charAt(start - 1))) start--;
  if (start > 0 && !/[?&;,\s"']/.test(text.charAt(start - 1))) return false;
  const name = text.slice(start, end).toLowerCase();
  return name === "sig" || name.endsWith("signature");
}
