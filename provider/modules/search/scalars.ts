// Scalars that mean the same although one is a text: the server answers settings, and some mapping parameters, as texts (search spec 13.2). Pure.
import type { Plain } from "../../core/value";

/** Whether two scalars are equal when `true` counts as "true", `null` as "null" and a number as any text of it. Objects and lists are never equal here. */
export function sameScalar(left: Plain, right: Plain): boolean {
  if (left === right) return true;
  if (typeof left === "string") return typeof right !== "string" && textMeans(left, right);
  return typeof right === "string" && textMeans(right, left);
}

function textMeans(text: string, value: Plain): boolean {
  if (typeof value === "object" && value !== null) return false;
  if (typeof value === "number") return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && Number(text) === value;
  return text === String(value);
}
