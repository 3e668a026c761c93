// When two values mean the same though they are written differently (cloud-resources.md 2.7). Pure.
import { canonical, isObject } from "../../core/json";
import type { Plain } from "../../core/value";

/** Lists whose order has no meaning. Null, empty and zero members of their objects count as absent. */
export function sameSet(left: Plain, right: Plain): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return false;
  const [mine, theirs] = [left, right].map((list) => list.map((item) => canonical(withoutEmpty(item))).sort()) as [string[], string[]];
  return mine.length === theirs.length && mine.every((item, i) => item === theirs[i]);
}

/** Values that say the same once null, empty and zero members are left out. */
export function sameFilled(left: Plain, right: Plain): boolean {
  return canonical(withoutEmpty(left)) === canonical(withoutEmpty(right));
}

/** Words that differ in letter case only, or in hyphen and underscore. */
export function sameWord(left: Plain, right: Plain): boolean {
  const [mine, theirs] = [left, right].map((word) => (typeof word === "string" ? word.toLowerCase().replaceAll("_", "-") : undefined));
  return mine !== undefined && mine === theirs;
}

/** Texts of the same lines; blanks around a line and empty lines at the ends say nothing. */
export function sameLines(left: Plain, right: Plain): boolean {
  const [mine, theirs] = [left, right].map((text) => (typeof text === "string" ? linesOf(text).join("\n") : undefined));
  return mine !== undefined && mine === theirs;
}

/** The lines of a text without the blanks around them and without empty ones at the ends. */
export function linesOf(text: string): string[] {
  const trimmed = text.trim();
  return trimmed === "" ? [] : trimmed.split("\n").map((line) => line.trim());
}

/** No limit is shown as 5000 (cloud-resources.md 2.6). */
export function sameLimit(left: Plain, right: Plain): boolean {
  const [mine, theirs] = [left, right].map((limit) => (limit === -1 ? 5000 : limit));
  return typeof mine === "number" && mine === theirs;
}

function withoutEmpty(value: Plain): Plain {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, member]): [string, Plain] => [key, withoutEmpty(member)]);
  return Object.fromEntries(members.filter(([, member]) => !isEmpty(member)));
}

/** Whether a value says no more than its absence. */
export function isEmpty(value: Plain | undefined): boolean {
  if (value === undefined || value === null || value === "" || value === 0 || value === false) return true;
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.values(value).every(isEmpty);
}
