// What is searched for one secret: its text, and parts of it. Pure.
import { parseJson } from "./json";
import { codesOf, foldPlus, sensitiveRun, type Codes, type Needle } from "./literal-index";

/** Secrets from this length on are found inside of words; shorter ones only as whole words. */
export const shortestPart = sensitiveRun;

/**
 * A part of a secret is a match from this length on. It is longer than the first line of PEM texts ("-----BEGIN RSA PRIVATE KEY-----"), which every
 * certificate and key contains.
 */
const minQuotedPart = 32;

/**
 * Returns the needles of a secret of at least {@link shortestPart} characters. With `isQuotable` the service gets the text itself and may quote it: then of a JSON
 * object or array every run of {@link sensitiveRun} characters is a match that touches the value of a member or element. Property names, punctuation and
 * literals alone are no match, since messages name properties of the vendor's formats ("processors", "field"). Without it a JSON text is found as a whole:
 * credential files hold the project, the account and addresses, which messages name.
 */
export function needlesOf(secret: string, isQuotable: boolean): Needle[] {
  const json = /^\s*[[{]/.test(secret) ? parseJson(secret) : undefined;
  if (json !== undefined && json !== null && typeof json === "object") return jsonNeedles(secret, isQuotable);
  // Most of an address is its host, which messages have to name.
  if (secret.includes("://")) return [wholeNeedle(secret)];
  const wellFormed = secret.toWellFormed();
  return wellFormed === secret ? [partialNeedle(secret)] : [partialNeedle(secret), partialNeedle(wellFormed)];
}

function jsonNeedles(secret: string, isQuotable: boolean): Needle[] {
  if (!isQuotable) return [wholeNeedle(secret)];
  const written = [...new Set([secret, compact(secret)])].filter((text) => text.length >= shortestPart);
  return [...written.map((text) => ({ ...wholeNeedle(text), sensitive: valuesIn(text) })), ...escapedTexts(secret)];
}

/** Returns the JSON text without the white space between its tokens, as most servers quote it. */
function compact(json: string): string {
  const parts: string[] = [];
  let rest = 0;
  forEachString(json, (start, end) => {
    parts.push(json.slice(rest, start).replace(/\s/g, ""), json.slice(start, end));
    rest = end;
  });
  return `${parts.join("")}${json.slice(rest).replace(/\s/g, "")}`;
}

function wholeNeedle(text: string): Needle {
  const codes = searchedCodes(text);
  return { codes, minRun: codes.length };
}

function partialNeedle(text: string): Needle {
  const codes = searchedCodes(text);
  return { codes, minRun: Math.min(codes.length, minQuotedPart) };
}

function searchedCodes(text: string): Codes {
  return foldPlus(codesOf(text));
}

const quote = 0x22;
const backslash = 0x5c;
const colon = 0x3a;

/** Calls `call` for every string of a JSON text with the positions of its opening quotation mark and behind the closing one. */
function forEachString(text: string, call: (start: number, end: number) => void): void {
  for (let start = text.indexOf('"'); start >= 0;) {
    let end = start + 1;
    while (end < text.length && text.charCodeAt(end) !== quote) end += text.charCodeAt(end) === backslash ? 2 : 1;
    call(start, end + 1);
    start = text.indexOf('"', end + 1);
  }
}

/** Marks the characters of strings and numbers that are values, not property names; quotation marks are not marked. */
function valuesIn(text: string): Uint8Array {
  const marks = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) marks[i] = isDigit(text.charCodeAt(i)) ? 1 : 0;
  forEachString(text, (start, end) => {
    marks.fill(0, start, end);
    if (!isName(text, end)) marks.fill(1, start + 1, end - 1);
  });
  return marks;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Returns whether a string of a JSON text that ends here is a property name. */
function isName(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) === colon;
}

/** Returns the values with escapes, decoded: a server that has parsed the JSON quotes them in this form. */
function escapedTexts(json: string): Needle[] {
  const needles: Needle[] = [];
  forEachString(json, (start, end) => {
    const written = json.slice(start, end);
    if (!written.includes("\\") || isName(json, end)) return;
    const value = parseJson(written);
    if (typeof value !== "string" || value.length < shortestPart) return;
    const codes = searchedCodes(value);
    needles.push({ codes, minRun: sensitiveRun, sensitive: new Uint8Array(codes.length).fill(1) });
  });
  return needles;
}
