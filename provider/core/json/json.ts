// JSON values compared and written in one canonical way. Pure.
import { ExactNumber } from "./exact-number";
import { isJsonMap, isNestedDeeper, markedNumber, maxJsonDepth, parseMarked, type Json, type JsonMap } from "./exact-json";
import { mapMembers, type Plain, type PlainMap } from "../values/value";

/** Returns whether two JSON values are equal. The order of members does not matter; `undefined` members count as absent. Decimals are equal if their doubles are. */
export function equal(left: Json | undefined, right: Json | undefined): boolean {
  return equalValues(left, right, undefined);
}

/** Compares as {@link equal} does; with a marker, strings that begin with it are numbers. See {@link parseMarked}. */
function equalValues(left: Json | undefined, right: Json | undefined, marker: string | undefined): boolean {
  if (left === right) return true;
  if (left instanceof ExactNumber || right instanceof ExactNumber) {
    return isNumber(left) && isNumber(right) && canonical(left) === canonical(right);
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, i) => equalValues(item, right[i], marker));
  }
  if (isJsonMap(left) && isJsonMap(right)) return equalMaps(left, right, marker);
  return marker !== undefined && equalMarked(left, right, marker);
}

function isNumber(value: Json | undefined): value is number | ExactNumber {
  return typeof value === "number" || value instanceof ExactNumber;
}

function equalMaps(left: JsonMap, right: JsonMap, marker: string | undefined): boolean {
  let count = 0;
  for (const key of Object.keys(left)) {
    if (left[key] === undefined) continue;
    if (!Object.hasOwn(right, key) || !equalValues(left[key], right[key], marker)) return false;
    count++;
  }
  for (const key of Object.keys(right)) if (right[key] !== undefined) count--;
  return count === 0;
}

/** Numbers of different spellings may be equal: `1.0000000000000000` is a string that stands for 1. */
function equalMarked(left: Json | undefined, right: Json | undefined, marker: string): boolean {
  if (left === undefined || right === undefined) return false;
  const one = markedNumber(left, marker);
  const other = markedNumber(right, marker);
  return (one !== left || other !== right) && equalValues(one, other, undefined);
}

/** Returns the value as compact JSON text with sorted keys: equal values have equal texts. */
export function canonical(value: Json): string {
  if (value instanceof ExactNumber) return comparedText(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isJsonMap(value)) return JSON.stringify(value);
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return `{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key]!)}`)
    .join(",")}}`;
}

/** Services store whole numbers with all digits, but decimals as doubles. */
function comparedText({ text }: ExactNumber): string {
  return text.includes(".") ? JSON.stringify(Number(text)) : text;
}

/** Returns the value of a JSON text with doubles for numbers; `undefined` if the text is invalid or nested more than `depth` levels deep. */
export function parseJson(text: string, depth = maxJsonDepth): Plain | undefined {
  try {
    return isNestedDeeper(text, depth) ? undefined : (JSON.parse(text) as Plain);
  } catch {
    return undefined;
  }
}

/** Returns the value with texts in place of the numbers that a double cannot hold. */
export function digitsAsText(value: Json): Plain {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return value.map(digitsAsText);
  return isJsonMap(value) ? mapMembers(value, digitsAsText) : value;
}

/** Returns whether two texts hold the same JSON value, with all digits of whole numbers. Texts that are not JSON are compared literally. */
export function equalText(left: Plain, right: Plain): boolean {
  if (left === right) return true;
  if (typeof left !== "string" || typeof right !== "string") return equal(left, right);
  const pair = parseMarked(left, right);
  return pair !== undefined && equalValues(pair.left, pair.right, pair.marker);
}

/** Returns whether the value is a JSON object. */
export function isObject(value: unknown): value is PlainMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
