// Views of a text in which escapes are decoded, so that one search finds a secret in every spelling that a server may use. Pure.
import { base64Views } from "./base64-views";
import { codesOf, foldPlus, type Codes, type View } from "./literal-index";

/** Returns the code units of the escape at this position, and its length; undefined where there is none. */
type Decoder = (codes: Codes, at: number) => Escape | undefined;

interface Escape {
  units: readonly number[];
  length: number;
}

const backslash = 0x5c;
const percent = 0x25;
const ampersand = 0x26;
const semicolon = 0x3b;
/** Longer entities stand for characters that servers do not escape. */
const maxEntityLength = 10;

/**
 * Returns the text as it is, unescaped as JSON up to three times (JSON in JSON), percent-decoded, with HTML entities decoded, and the latter two unescaped as
 * JSON; and the base64 in each of these, decoded.
 */
export function viewsOf(text: string): View[] {
  const views = escapeViews(text);
  const all = [...views, ...views.flatMap((view) => base64Views(view))];
  for (const { codes } of all) foldPlus(codes);
  return all;
}

function escapeViews(text: string): View[] {
  const raw: View = { codes: codesOf(text) };
  const views = [raw];
  addJson(raw, 3, views);
  for (const [lead, decode] of [[percent, percentEscape] as const, [ampersand, htmlEscape] as const]) {
    const view = decodeEscapes(raw, lead, decode);
    if (!view) continue;
    views.push(view);
    addJson(view, 1, views);
  }
  return views;
}

function addJson(from: View, depth: number, views: View[]): void {
  let view: View | undefined = from;
  for (let i = 0; i < depth && view; i++) {
    view = decodeEscapes(view, backslash, jsonEscape);
    if (view) views.push(view);
  }
}

/** Returns the view with the escapes that begin with `lead` decoded; undefined when there are none. */
function decodeEscapes({ codes, origins }: View, lead: number, decode: Decoder): View | undefined {
  if (codes.indexOf(lead) < 0) return undefined;
  const units = new Uint16Array(codes.length);
  const starts = new Int32Array(codes.length + 1);
  const originOf = (at: number): number => origins?.[at] ?? at;
  let size = 0;
  let isChanged = false;
  for (let at = 0; at < codes.length;) {
    const escape = codes[at] === lead ? decode(codes, at) : undefined;
    if (!escape) {
      starts[size] = originOf(at);
      units[size++] = codes[at++]!;
      continue;
    }
    for (const unit of escape.units) {
      starts[size] = originOf(at);
      units[size++] = unit;
    }
    isChanged = true;
    at += escape.length;
  }
  if (!isChanged) return undefined;
  starts[size] = originOf(codes.length);
  return { codes: units.subarray(0, size), origins: starts.subarray(0, size + 1) };
}

const simpleEscapes: Readonly<Record<string, number>> = {
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
  '"': 0x22,
  "\\": backslash,
  "/": 0x2f,
  "'": 0x27,
};

function jsonEscape(codes: Codes, at: number): Escape | undefined {
  const letter = String.fromCharCode(codes[at + 1] ?? 0);
  if (Object.hasOwn(simpleEscapes, letter)) return { units: [simpleEscapes[letter]!], length: 2 };
  const unit = letter === "u" ? hexadecimal(codes, at + 2, 4) : undefined;
  return unit === undefined ? undefined : { units: [unit], length: 6 };
}

/** Returns one character of percent-encoded UTF-8. */
function percentEscape(codes: Codes, at: number): Escape | undefined {
  const lead = codes[at] === percent ? hexadecimal(codes, at + 1, 2) : undefined;
  if (lead === undefined) return undefined;
  if (lead < 0x80) return { units: [lead], length: 3 };
  const count = utf8Length(lead);
  let point = lead & (0x7f >> count);
  for (let i = 1; i < count; i++) {
    const next = codes[at + 3 * i] === percent ? hexadecimal(codes, at + 3 * i + 1, 2) : undefined;
    if (next === undefined || next >> 6 !== 2) return undefined;
    point = (point << 6) | (next & 0x3f);
  }
  return lead < 0xc2 || point > 0x10ffff ? undefined : { units: unitsOf(point), length: 3 * count };
}

/** Returns the number of bytes of a character, by its first byte, which is not ASCII. */
function utf8Length(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

const entities: ReadonlyMap<string, number> = new Map([
  ["amp", ampersand],
  ["lt", 0x3c],
  ["gt", 0x3e],
  ["quot", 0x22],
  ["apos", 0x27],
]);

function htmlEscape(codes: Codes, at: number): Escape | undefined {
  let end = at + 2;
  while (end < at + maxEntityLength && codes[end] !== semicolon) end++;
  if (codes[end] !== semicolon) return undefined;
  const text = String.fromCharCode(...codes.subarray(at + 1, end));
  const [, decimal, hex] = /^#(?:(\d+)|x([\da-f]+))$/i.exec(text) ?? [];
  const number = decimal ?? (hex && `0x${hex}`);
  const point = number === undefined ? entities.get(text.toLowerCase()) : Number(number);
  return point === undefined || point > 0x10ffff ? undefined : { units: unitsOf(point), length: end + 1 - at };
}

function unitsOf(point: number): number[] {
  const text = String.fromCodePoint(point);
  return text.length === 1 ? [text.charCodeAt(0)] : [text.charCodeAt(0), text.charCodeAt(1)];
}

/** Returns the value of so many hexadecimal digits. */
function hexadecimal(codes: Codes, at: number, count: number): number | undefined {
  let value = 0;
  for (let i = at; i < at + count; i++) {
    const digit = digitOf(codes[i] ?? 0);
    if (digit === undefined) return undefined;
    value = value * 16 + digit;
  }
  return value;
}

function digitOf(code: number): number | undefined {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const letter = code | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : undefined;
}
