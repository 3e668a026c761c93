// Parts of a JSON text as they were received: parsing into JavaScript values loses digits of long numbers and the order of keys such as "10" and "9". Pure.
import { endOfString } from "../../../core/json/exact-json";
import { objectOf } from "../../../core/values/records";

/** A member of an object (text) or an entry of a list (number). */
type JsonStep = string | number;

/** Returns the compact JSON text of the part at a path, or `undefined` if there is none. */
export type JsonPartAt = (path: readonly JsonStep[]) => string | undefined;

/** Where a value begins, and the position behind it. */
interface Span {
  start: number;
  end: number;
}

/** Returns a function that returns the parts of a text, which must be valid JSON. Each container is read once, so that reading all parts takes linear time. */
export function jsonParts(text: string): JsonPartAt {
  const children = new Map<number, ReadonlyMap<JsonStep, Span>>();
  const childrenOf = ({ start }: Span): ReadonlyMap<JsonStep, Span> => {
    const found = children.get(start) ?? childrenAt(text, start);
    children.set(start, found);
    return found;
  };
  return (path) => {
    let span: Span | undefined = { start: skipSpace(text, 0), end: text.length };
    for (const step of path) span = span && childrenOf(span).get(step);
    return span && compactText(text.slice(span.start, span.end));
  };
}

/** Returns the members of a JSON object, as texts by name. */
export function memberTexts(text: string): Record<string, string | undefined> {
  const partAt = jsonParts(text);
  return Object.fromEntries(Object.keys(objectOf(JSON.parse(text))).map((name) => [name, partAt([name])]));
}

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Returns the values in a container; of a key that is given twice the last one counts, as in every JSON parser. */
function childrenAt(text: string, start: number): ReadonlyMap<JsonStep, Span> {
  const found = new Map<JsonStep, Span>();
  const isKeyed = text.charCodeAt(start) === openBrace;
  if (!isKeyed && text.charCodeAt(start) !== openBracket) return found;
  for (let at = skipSpace(text, start + 1), position = 0; at < text.length && !isClosing(text.charCodeAt(at)); position++) {
    const key = isKeyed ? endOfString(text, at) + 1 : at;
    const value = isKeyed ? skipSpace(text, skipSpace(text, key) + 1) : at;
    const end = endOfValue(text, value);
    found.set(isKeyed ? stringOf(text.slice(at, key)) : position, { start: value, end });
    at = skipSpace(text, end);
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1);
  }
  return found;
}

/** Returns the value of a JSON string. */
function stringOf(string: string): string {
  return string.includes("\\") ? String(JSON.parse(string)) : string.slice(1, -1);
}

function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === quote) return endOfString(text, start) + 1;
  if (first !== openBrace && first !== openBracket) return endOfWord(text, start);
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === quote) at = endOfString(text, at);
    else if (unit === openBrace || unit === openBracket) depth++;
    else if (isClosing(unit) && --depth === 0) return at + 1;
  }
  return text.length;
}

function endOfWord(text: string, start: number): number {
  let at = start;
  for (let unit = text.charCodeAt(at); unit > 0x20 && unit !== comma && !isClosing(unit); unit = text.charCodeAt(at)) at++;
  return at;
}

function isClosing(unit: number): boolean {
  return unit === closeBrace || unit === closeBracket;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (text.charCodeAt(at) <= 0x20) at++;
  return at;
}

/** Returns the text without white space between its tokens and without redundant escapes. */
function compactText(text: string): string {
  let shown = "";
  let copied = 0;
  const replace = (start: number, end: number, by: string): void => {
    shown += text.slice(copied, start) + by;
    copied = end;
  };
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit <= 0x20) replace(at, at + 1, "");
    if (unit !== quote) continue;
    const end = endOfString(text, at) + 1;
    const string = text.slice(at, end);
    if (string.includes("\\")) replace(at, end, JSON.stringify(JSON.parse(string)));
    at = end - 1;
  }
  return shown + text.slice(copied);
}
