// JSON values compared and written in one canonical way. Pure.
import { ExactNumber } from "./exact-number";
import { isJsonMap, isNestedDeeper, maxJsonDepth, mayHoldLongNumber, parseExact, type Json, type JsonMap } from "./exact-json";
import { mapMembers, type Plain, type PlainMap } from "./value";

/** Returns whether two JSON values are equal. The order of members does not matter; `undefined` members count as absent. */
export function equal(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (left instanceof ExactNumber || right instanceof ExactNumber) {
    return left instanceof ExactNumber && right instanceof ExactNumber && left.text === right.text;
  }
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, i) => equal(item, right[i]));
  }
  if (!isJsonMap(left) || !isJsonMap(right)) return false;
  return equalMaps(left, right);
}

function equalMaps(left: JsonMap, right: JsonMap): boolean {
  let count = 0;
  for (const key of Object.keys(left)) {
    if (left[key] === undefined) continue;
    if (!Object.hasOwn(right, key) || !equal(left[key], right[key])) return false;
    count++;
  }
  for (const key of Object.keys(right)) if (right[key] !== undefined) count--;
  return count === 0;
}

/** Returns the value as compact JSON text with sorted keys: equal values have equal texts. */
export function canonical(value: Json): string {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isJsonMap(value)) return JSON.stringify(value);
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return `{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key]!)}`)
    .join(",")}}`;
}

/** Returns the value of a JSON text with doubles for numbers; `undefined` if the text is invalid or nested more than `depth` levels deep. */
export function parseJson(text: string, depth = maxJsonDepth): Plain | undefined {
  try {
    return isNestedDeeper(text, depth) ? undefined : (JSON.parse(text) as Plain);
  } catch {
    return undefined;
  }
}

/** Returns the value of a JSON text; numbers that a double cannot hold become texts with all digits. `undefined` as in {@link parseJson}. */
export function parseDigitsAsText(text: string): Plain | undefined {
  const value = mayHoldLongNumber(text) ? parseExact(text) : undefined;
  return value === undefined ? parseJson(text) : digitsAsText(value);
}

/** Returns the value with texts in place of the numbers that a double cannot hold. */
export function digitsAsText(value: Json): Plain {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return value.map(digitsAsText);
  return isJsonMap(value) ? mapMembers(value, digitsAsText) : value;
}

/** Returns whether two texts hold the same JSON value, with all digits of numbers. Texts that are not JSON are compared literally. */
export function equalText(left: Plain, right: Plain): boolean {
  if (left === right) return true;
  if (typeof left !== "string" || typeof right !== "string") return equal(left, right);
  const one = parseExact(left);
  const other = parseExact(right);
  return one !== undefined && other !== undefined && equal(one, other);
}

/** Returns whether the value is a JSON object. */
export function isObject(value: unknown): value is PlainMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
