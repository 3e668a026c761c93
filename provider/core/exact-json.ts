// Lossless JSON: numbers that a double cannot hold keep all digits. See docs/decisions/lossless-json.md. Pure.
import { exactNumber, ExactNumber } from "./exact-number";

/** A JSON value with all digits of its numbers. Every `Plain` value is one. */
export type Json = null | boolean | number | string | ExactNumber | Json[] | JsonMap;
/** A JSON object with all digits of its numbers. */
export interface JsonMap {
  [key: string]: Json;
}

/** Objects and lists in each other beyond this depth are refused, so that recursive functions over parsed values cannot exhaust the stack. */
export const maxJsonDepth = 1000;

/** Matches strings, punctuation, and the words and numbers between them; white space matches nothing. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Matches wherever a number may have more digits, or a larger exponent, than a double holds. Matches inside of strings cost time only. */
const longNumber = /\d[\d.]{15}|[eE][+-]?\d{3}/;

/** Whether a number of the text may have digits that a double does not hold; false means that none has. */
export function mayHoldLongNumber(text: string): boolean {
  return longNumber.test(text);
}

/** Returns the tokens of a valid JSON text in order. */
export function jsonTokens(text: string): string[] {
  return text.match(token) ?? [];
}

/** Whether objects and lists of the text are nested more than `limit` levels deep. */
export function isNestedDeeper(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) at = endOfString(text, at);
    else if (unit === 0x7b || unit === 0x5b) depth++;
    else if (unit === 0x7d || unit === 0x5d) depth--;
    if (depth > limit) return true;
  }
  return false;
}

/** Returns the position of the closing quote; the length of the text if there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5c) at++;
    else if (unit === 0x22) return at;
  }
  return text.length;
}

/** Returns the value of a JSON text with all digits; `undefined` if the text is invalid or nested too deeply. */
export function parseExact(text: string): Json | undefined {
  if (isNestedDeeper(text, maxJsonDepth)) return undefined;
  try {
    return mayHoldLongNumber(text) ? parseLongNumbers(text) : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

/**
 * Parses the text with `JSON.parse`, which is an order of magnitude faster than a parser in JavaScript: long numbers are strings meanwhile, which begin with a
 * character that the text does not contain. An invalid text stays invalid.
 */
function parseLongNumbers(text: string): Json {
  const marker = unusedCharacter(text);
  const quoted = quoteLongNumbers(text, marker);
  const value = JSON.parse(quoted) as Json;
  return quoted === text ? value : withNumbers(value, marker);
}

const firstPrivateUse = 0xe000;
const lastPrivateUse = 0xf8ff;

/** Returns a character that occurs neither as itself nor as an escape. */
function unusedCharacter(text: string): string {
  const escapes = new Set(Array.from(text.matchAll(/\\u([ef][0-9a-f]{3})/gi), ([, hex]) => parseInt(hex!, 16)));
  for (let code = firstPrivateUse; code <= lastPrivateUse; code++) {
    const character = String.fromCharCode(code);
    if (!escapes.has(code) && !text.includes(character)) return character;
  }
  throw new Error("the text contains all private use characters");
}

const longNumberAt = new RegExp(longNumber.source, "g");
const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Returns the text with strings in place of the long numbers outside of strings. */
function quoteLongNumbers(text: string, marker: string): string {
  const parts: string[] = [];
  let copied = 0;
  let string = nextString(text, 0);
  for (let next = searchFrom(text, 0); next >= 0;) {
    while (string.end <= next) string = nextString(text, string.end);
    if (next >= string.start) {
      next = searchFrom(text, string.end);
      continue;
    }
    const start = startOfNumber(text, next, copied);
    numberToken.lastIndex = start;
    const number = numberToken.exec(text)?.[0] ?? "";
    const end = start + number.length;
    if (number === "" || isBeforeColon(text, end)) throw new SyntaxError("not a JSON text");
    parts.push(text.slice(copied, start), `"${marker}${number}"`);
    copied = end;
    next = searchFrom(text, Math.max(next + 1, end));
  }
  parts.push(text.slice(copied));
  return parts.join("");
}

/** A number cannot be the name of a member, but the string in its place could. */
function isBeforeColon(text: string, end: number): boolean {
  let at = end;
  while (/\s/.test(text[at] ?? "")) at++;
  return text[at] === ":";
}

function searchFrom(text: string, from: number): number {
  longNumberAt.lastIndex = from;
  return longNumberAt.exec(text)?.index ?? -1;
}

/** Returns the next string at or after a position that is outside of strings. `end` is the position behind the closing quote. */
function nextString(text: string, from: number): { start: number; end: number } {
  const start = text.indexOf('"', from);
  return start < 0 ? { start: Infinity, end: Infinity } : { start, end: endOfString(text, start) + 1 };
}

function startOfNumber(text: string, at: number, from: number): number {
  let start = at;
  while (start > from && /[-+.\deE]/.test(text[start - 1]!)) start--;
  return start;
}

/** Replaces the marked strings by their numbers, in place. */
function withNumbers(value: Json, marker: string): Json {
  if (typeof value === "string") return value.startsWith(marker) ? exactNumber(value.slice(1)) : value;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) value[i] = withNumbers(item, marker);
  } else if (isJsonMap(value)) {
    for (const key of Object.keys(value)) {
      const member = value[key]!;
      if (typeof member === "object" || typeof member === "string") value[key] = withNumbers(member, marker);
    }
  }
  return value;
}

/** Whether the value is a JSON object. */
export function isJsonMap(value: Json | undefined): value is JsonMap {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** Returns the value as compact JSON text with all digits, in the order of its members. */
export function exactText(value: Json): string {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(exactText).join(",")}]`;
  if (!isJsonMap(value)) return JSON.stringify(value);
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${exactText(value[key]!)}`).join(",")}}`;
}
