// JSON values compared and written in one canonical way. Pure.
import type { Plain, PlainMap } from "./value";

/** Whether two JSON values are equal: order of keys without meaning, `undefined` members absent. */
export function equal(left: Plain | undefined, right: Plain | undefined): boolean {
  if (left === right) return true;
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    return Array.isArray(left) && Array.isArray(right) && left.length === right.length && left.every((item, i) => equal(item, right[i]!));
  }
  const keys = Object.keys(left).filter((key) => left[key] !== undefined);
  return (
    keys.length === Object.keys(right).filter((key) => right[key] !== undefined).length &&
    keys.every((key) => Object.hasOwn(right, key) && equal(left[key]!, right[key]!))
  );
}

/** The value as compact JSON text with sorted keys: equal values give equal texts. */
export function canonical(value: Plain): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return `{${keys
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key]!)}`)
    .join(",")}}`;
}

/** The parsed text, or nothing when it is no JSON. */
export function parseJson(text: string): Plain | undefined {
  try {
    return JSON.parse(text) as Plain;
  } catch {
    return undefined;
  }
}

/** Whether two texts hold equal JSON; texts that are no JSON are compared as they stand. */
export function equalText(left: Plain, right: Plain): boolean {
  if (left === right) return true;
  if (typeof left !== "string" || typeof right !== "string") return equal(left, right);
  const [one, other] = [parseJson(left), parseJson(right)];
  return one !== undefined && other !== undefined && equal(one, other);
}

/** Whether the value is a JSON object. */
export function isObject(value: unknown): value is PlainMap {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
