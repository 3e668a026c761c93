// Scalars that are equal although one is a text: the server returns settings, and some mapping parameters, as texts.
// See docs/modules/search.md#index-template-equality. Pure.
import { exactNumber, ExactNumber } from "../../../core/json/exact-number";
import type { Json } from "../../../core/json/exact-json";
import { equal } from "../../../core/json/json";

/** Returns whether two scalars are equal; `true` equals "true", `null` equals "null", and a number every text of it. Objects and lists are never equal. */
export function equalScalars(left: Json, right: Json): boolean {
  if (left === right) return true;
  if (typeof left === "string") return typeof right !== "string" && isTextOf(left, right);
  if (typeof right === "string") return isTextOf(right, left);
  return (left instanceof ExactNumber || right instanceof ExactNumber) && equal(left, right);
}

function isTextOf(text: string, value: Json): boolean {
  if (typeof value === "number" || value instanceof ExactNumber) {
    return /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && equal(exactNumber(text), value);
  }
  return (typeof value !== "object" || value === null) && text === String(value);
}
