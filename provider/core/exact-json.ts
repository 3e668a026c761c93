// Lossless JSON: numbers that a double cannot hold keep all digits. See docs/decisions/lossless-json.md. Pure.
import { exactNumber, ExactNumber } from "./exact-number";
import { emptyMap } from "./value";

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
    const value = JSON.parse(text) as Exclude<Json, ExactNumber>;
    return mayHoldLongNumber(text) ? build(jsonTokens(text)) : value;
  } catch {
    return undefined;
  }
}

/** An open object or list; `key` is the name of the member whose value comes next. */
type Open = { list: Json[] } | { map: JsonMap; key: string | undefined };

/** Builds the value from the tokens of a valid text. A stack of its own makes it independent of the depth. */
function build(tokens: readonly string[]): Json {
  const open: Open[] = [];
  let root: Json = null;
  const add = (value: Json): void => {
    const parent = open.at(-1);
    if (parent === undefined) root = value;
    else if ("list" in parent) parent.list.push(value);
    else {
      parent.map[parent.key ?? ""] = value;
      parent.key = undefined;
    }
  };
  for (const each of tokens) {
    const parent = open.at(-1);
    if (each === "}" || each === "]") open.pop();
    else if (each === "{" || each === "[") {
      const next: Open = each === "[" ? { list: [] } : { map: emptyMap<Json>(), key: undefined };
      add("list" in next ? next.list : next.map);
      open.push(next);
    } else if (each === "," || each === ":") continue;
    else if (parent !== undefined && "map" in parent && parent.key === undefined) parent.key = String(scalar(each));
    else add(scalar(each));
  }
  return root;
}

function scalar(text: string): Json {
  if (text.startsWith('"')) return text.includes("\\") ? (JSON.parse(text) as string) : text.slice(1, -1);
  return /^[-\d]/.test(text) ? exactNumber(text) : (JSON.parse(text) as boolean | null);
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
