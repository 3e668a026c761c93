// Plain records as remote APIs return and accept them: rows of lists, absent members. Pure.
import { plainDecimal } from "../json/exact-number";
import { isObject } from "../json/json";
import type { Plain, PlainMap } from "./value";

/**
 * An object of a remote API, of which these members are read by name. Each may be absent or of another type than the API documents, so its value is checked
 * where it is read; every JSON object has this type.
 */
export type RemoteObject<Member extends string> = PlainMap & { readonly [Name in Member]?: Plain };

/** Returns the value if it is an object; anything else has no members. */
export function objectOf(value: unknown): PlainMap {
  return isObject(value) ? value : {};
}

/** Returns the member of a map whose keys are data. An object that a parser or `Object.fromEntries` created inherits others, such as `constructor`. */
export function ownMember<T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Returns the objects of a list; a value that is no list has no rows, and elements of another type are left out. */
export function rowsOf(value: unknown): PlainMap[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Returns the objects of a list without its nulls; none for null. Returns undefined for another value, and for other elements: without them, the list would look complete. */
export function wholeRows(value: Plain | undefined): PlainMap[] | undefined {
  const items = value ?? [];
  const rows = Array.isArray(items) ? items.filter((item) => item !== null) : undefined;
  return rows?.every(isObject) ? rows : undefined;
}

/** Returns the texts of a list; a value that is no list has none, and elements of another type are left out. */
export function textsOf(value: Plain | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Returns whether the value is absent or an empty text. Many APIs use both for "not set". */
export function isBlank(value: unknown): value is undefined | null | "" {
  return value === undefined || value === null || value === "";
}

/** Returns the value if it is a number. */
export function numberOf(value: Plain | undefined): number | undefined {
  return typeof value === "number" ? value : undefined;
}

/** Returns the non-empty text of a value; anything else is absent. */
export function textOf(value: Plain | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/**
 * Returns a text, number or boolean as text, without an exponent; anything else is an empty text. `String` fails for objects without prototype, which parsed
 * responses contain.
 */
export function scalarText(value: Plain | undefined): string {
  if (typeof value === "number") return plainDecimal(value);
  return value === undefined || typeof value === "object" ? "" : String(value);
}

/** Returns an object with one member for each name. */
export function recordBy<Name extends string, T>(names: readonly Name[], valueOf: (name: Name) => T): Record<Name, T> {
  const record: Partial<Record<Name, T>> = {};
  for (const name of names) record[name] = valueOf(name);
  // The loop has added every name.
  return record as Record<Name, T>;
}

type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** Returns the object without the members that are undefined. */
export function omitUndefined<T extends object>(members: T): Partial<Defined<T>> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Partial<Defined<T>>;
}

/** Returns the object without the members that are absent or empty texts. */
export function omitBlank(members: Readonly<Record<string, Plain | undefined>>): PlainMap {
  return Object.fromEntries(Object.entries(members).flatMap(([key, value]) => (isBlank(value) ? [] : [[key, value] as const])));
}
