// Lossless JSON: numbers that a double cannot hold keep all digits. See docs/decisions/lossless-json.md. Pure.
import { exactNumber, ExactNumber } from "./exact-number";
import type { Plain } from "../values/value";

/** A JSON value with all digits of its numbers. Every `Plain` value is one. */
export type Json = null | boolean | number | string | ExactNumber | Json[] | JsonMap;
/** A JSON object with all digits of its numbers. */
export interface JsonMap {
  [key: string]: Json;
}

/** The maximum nesting of objects and lists: deeper texts are rejected, so that recursive functions over parsed values cannot exhaust the stack. */
export const maxJsonDepth = 1000;

/** Returns whether objects and lists of the text are nested more than `limit` levels deep. */
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

/** Returns the position of the closing quote of the string that begins at `start`; the length of the text if there is none. */
export function endOfString(text: string, start: number): number {
  const near = Math.min(text.length, start + nearby);
  for (let at = start + 1; at < near; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x5c) at++;
    else if (unit === 0x22) return at;
  }
  let end = text.indexOf('"', near - 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

/** Characters after which `indexOf` is faster than a loop. */
const nearby = 32;

/** Returns whether an odd number of backslashes precedes the position. */
function isEscaped(text: string, position: number): boolean {
  let at = position - 1;
  while (text.charCodeAt(at) === 0x5c) at--;
  return (position - at) % 2 === 0;
}

/** Returns the value of a JSON text with all digits; `undefined` if the text is invalid or nested too deeply. */
export function parseExact(text: string): Json | undefined {
  return parseNumbers(text, (spans) => {
    const marker = unusedCharacter([text]);
    return withNumbers(JSON.parse(withTexts(text, spans, (number) => marker + number)) as Json, marker);
  });
}

/** Returns the value of a JSON text; numbers that a double cannot hold become texts with all digits. `undefined` as in {@link parseExact}. */
export function parseDigitsAsText(text: string): Plain | undefined {
  const digits = (number: string): string | undefined => {
    const exact = exactNumber(number);
    return exact instanceof ExactNumber ? exact.text : undefined;
  };
  return parseNumbers(text, (spans) => JSON.parse(withTexts(text, spans, digits)) as Plain);
}

/**
 * Parses the text with `JSON.parse`, which is an order of magnitude faster than a parser in JavaScript; `parseLong` parses a text with numbers that may be long:
 * they are strings meanwhile. An invalid text stays invalid.
 */
function parseNumbers<T>(text: string, parseLong: (spans: readonly number[]) => T): T | undefined {
  const spans = longNumbersIn(text);
  try {
    if (spans === undefined) return undefined;
    return spans.length === 0 ? (JSON.parse(text) as T) : parseLong(spans);
  } catch {
    return undefined;
  }
}

/** The values of two texts whose long numbers are still strings, see {@link markedNumber}. */
interface MarkedPair {
  left: Json;
  right: Json;
  /** Undefined if neither text may hold a long number. */
  marker: string | undefined;
}

/** Returns the values of two JSON texts, for a comparison that converts few of their numbers; `undefined` if one is invalid or nested too deeply. */
export function parseMarked(left: string, right: string): MarkedPair | undefined {
  const spans = { left: longNumbersIn(left), right: longNumbersIn(right) };
  if (spans.left === undefined || spans.right === undefined) return undefined;
  try {
    const marker = spans.left.length + spans.right.length > 0 ? unusedCharacter([left, right]) : undefined;
    const parse = (text: string, numbers: readonly number[]): Json =>
      JSON.parse(numbers.length === 0 ? text : withTexts(text, numbers, (number) => `${marker}${number}`)) as Json;
    return { left: parse(left, spans.left), right: parse(right, spans.right), marker };
  } catch {
    return undefined;
  }
}

/** Returns the number of a string that stands for one; other values unchanged. */
export function markedNumber(value: Json, marker: string): Json {
  return typeof value === "string" && value.startsWith(marker) ? exactNumber(value.slice(1)) : value;
}

/** Control characters, with which a text of one byte per character keeps this form, and characters for private use. */
const markerRanges: readonly (readonly [first: number, last: number])[] = [
  [0x80, 0x9f],
  [0xe000, 0xf8ff],
];

/** Returns a character that occurs in none of the texts, neither as itself nor as an escape. */
function unusedCharacter(texts: readonly string[]): string {
  const escaped = texts.flatMap((text) =>
    Array.from(text.matchAll(/\\u(00[89][0-9a-f]|[ef][0-9a-f]{3})/gi), ([, hex]) => parseInt(hex!, 16)),
  );
  const escapes = new Set(escaped);
  for (const [first, last] of markerRanges) {
    for (let code = first; code <= last; code++) {
      const character = String.fromCharCode(code);
      if (!escapes.has(code) && !texts.some((text) => text.includes(character))) return character;
    }
  }
  throw new Error("the texts contain all characters that may mark a number");
}

const numberToken = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Numbers of fewer characters without an exponent are doubles. */
const maxPlainDigits = 15;

/**
 * Returns the begin and the end of each number that may have more digits, or a larger exponent, than a double holds, in turn; `undefined` if the text is nested
 * too deeply. Of an invalid text it returns something similar.
 */
function longNumbersIn(text: string): readonly number[] | undefined {
  const spans: number[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 0x22) at = endOfString(text, at);
    else if (unit === 0x7b || unit === 0x5b) {
      if (++depth > maxJsonDepth) return undefined;
    } else if (unit === 0x7d || unit === 0x5d) depth--;
    else if (unit === 0x2d || isDigit(unit)) {
      const end = endOfNumber(text, at);
      if (end - at > maxPlainDigits || hasExponent(text, at, end)) spans.push(at, end);
      at = end - 1;
    }
  }
  return spans;
}

/** Returns the text with the strings that `textOf` returns in place of its numbers. Parts are joined regularly, which limits garbage collection. */
function withTexts(text: string, spans: readonly number[], textOf: (number: string) => string | undefined): string {
  let joined = "";
  let parts: string[] = [];
  let copied = 0;
  for (let i = 0; i < spans.length; i += 2) {
    const start = spans[i]!;
    const end = spans[i + 1]!;
    const shown = textOf(numberAt(text, start, end));
    if (shown === undefined) continue;
    parts.push(text.slice(copied, start), '"', shown, '"');
    copied = end;
    if (parts.length < 1000) continue;
    joined += parts.join("");
    parts = [];
  }
  return `${joined}${parts.join("")}${text.slice(copied)}`;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isExponent(unit: number): boolean {
  return unit === 0x65 || unit === 0x45;
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  for (let unit = text.charCodeAt(end); isDigit(unit) || isExponent(unit) || isSignOrPoint(unit); unit = text.charCodeAt(end)) end++;
  return end;
}

function isSignOrPoint(unit: number): boolean {
  return unit === 0x2e || unit === 0x2d || unit === 0x2b;
}

function hasExponent(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (isExponent(text.charCodeAt(at))) return true;
  return false;
}

/** Returns the number between two positions. A number cannot be the name of a member, but the string in its place could. */
function numberAt(text: string, start: number, end: number): string {
  numberToken.lastIndex = start;
  if (!numberToken.test(text) || numberToken.lastIndex !== end || isBeforeColon(text, end)) throw new SyntaxError("not a JSON text");
  return text.slice(start, end);
}

function isBeforeColon(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text.charCodeAt(at) === 0x3a;
}

/** Replaces the marked strings by their numbers, in place. */
function withNumbers(value: Json, marker: string): Json {
  if (typeof value !== "object" || value === null) return markedNumber(value, marker);
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) value[i] = withNumbers(value[i]!, marker);
  } else if (isJsonMap(value)) {
    for (const key of Object.keys(value)) {
      const member = value[key]!;
      if (typeof member === "object" || typeof member === "string") value[key] = withNumbers(member, marker);
    }
  }
  return value;
}

/** Returns whether the value is a JSON object. */
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
