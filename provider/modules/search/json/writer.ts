// Writes the JSON texts that processor functions return: one layout, so that equal inputs yield equal texts and IDs. See docs/modules/search.md#processor-json. Pure.
import { isJsonMap, type Json, type JsonMap } from "../../../core/json/exact-json";
import { ExactNumber } from "../../../core/json/exact-number";

/** Members of an object in the order in which they are written. */
type OrderedMembers = readonly (readonly [key: string, value: WritableValue])[];
/** A value that can be written: JSON values, whose objects get sorted keys at every depth, and {@link OrderedObject} objects. */
export type WritableValue = Json | OrderedObject;

/** An object whose members keep their order; a JavaScript object returns keys like "10" first. */
export class OrderedObject {
  constructor(readonly members: OrderedMembers) {}
}

/** Returns the text of a value, indented by one space per level, without a line break at the end. */
export function jsonText(value: WritableValue, indent = ""): string {
  if (typeof value === "string") return quote(value);
  if (value instanceof ExactNumber) return value.text;
  if (value === null || typeof value !== "object") return String(value);
  const inner = `${indent} `;
  if (Array.isArray(value))
    return bracketLines(
      "[]",
      indent,
      value.map((item) => jsonText(item, inner)),
    );
  const members = value instanceof OrderedObject ? value.members : sortedMembers(value);
  return bracketLines(
    "{}",
    indent,
    members.map(([key, member]) => `${quote(key)}: ${jsonText(member, inner)}`),
  );
}

/** Compares texts by code point; the operator `<` compares UTF-16 units, which orders U+1F600 before U+FFFD. */
export function byCodePoint(left: string, right: string): number {
  const end = Math.min(left.length, right.length);
  for (let at = 0; at < end; at++) {
    const difference = codePointRank(left.charCodeAt(at)) - codePointRank(right.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Returns the rank of a UTF-16 unit in the order of code points: surrogates are last. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** Returns the members of a plain object, sorted, without absent ones. */
function sortedMembers(map: JsonMap): OrderedMembers {
  return Object.keys(map)
    .filter((key) => map[key] !== undefined)
    .sort(byCodePoint)
    .map((key) => [key, map[key]!] as const);
}

/** Returns the lines between brackets; without lines, both brackets on one line. */
function bracketLines(brackets: "[]" | "{}", indent: string, lines: string[]): string {
  if (lines.length === 0) return brackets;
  return `${brackets[0]}\n${indent} ${lines.join(`,\n${indent} `)}\n${indent}${brackets[1]}`;
}

const beyondJson = /[<>&\u2028\u2029]/g;

/** Returns a quoted text. Characters that could end an HTML script or a line are escaped as well; unpaired surrogates have no UTF-8 form and are replaced. */
function quote(text: string): string {
  const escaped = JSON.stringify(text.toWellFormed());
  if (escaped.search(beyondJson) < 0) return escaped;
  return escaped.replace(beyondJson, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Returns whether a value is `""`, `[]` or `{}`. */
export function isEmptyJson(value: WritableValue): boolean {
  if (value instanceof OrderedObject) return value.members.length === 0;
  return value === "" || (Array.isArray(value) && value.length === 0) || (isJsonMap(value) && Object.keys(value).length === 0);
}
