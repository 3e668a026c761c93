// Rules for inputs that a package schema cannot state: ranges, patterns, exclusions. value-rules.ts applies them. Pure.
import type { JsonForm } from "../core/json/json-violation";
import type { Path } from "../core/values/path";
import type { Plain } from "../core/values/value";

/** A failure of an entry: the path below it, and why. */
export interface EntryFailure {
  at: Path;
  reason: string;
}

/** Rules for one value. They apply to known values only. */
export interface ValueRule {
  /** A number without a fraction, within the range in which a double is exact. */
  whole?: boolean;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  /** Whether an empty text counts as absent: it gets the default of the schema, if there is one. */
  emptyIsAbsent?: boolean;
  maxLength?: number;
  /** What the text must match, and the reason that Check reports. As the other rules for a text, it holds for each entry of a list and each value of a map. */
  pattern?: { matches: RegExp; reason: string };
  /** The rules for the keys of a map. */
  keys?: Pick<ValueRule, "pattern">;
  /** The text must be JSON of this form; for a list, each of its entries. */
  json?: JsonForm;
  /** What returns such a text, besides the functions of the languages. */
  jsonSource?: string;
  /** Any other rule for the entries of a list: returns where and why an entry fails. The reasons must not quote a value that can be secret. */
  testEntry?: (entry: Plain) => EntryFailure[];
  /** Names of inputs that exclude this one. */
  excludes?: readonly string[];
  /** Names of inputs that this one requires. */
  needs?: readonly string[];
  /** A valid value. A message shows it for a setting in the form of a text that is not JSON. */
  example?: Plain;
  /** Any other rule: returns why the value fails, or undefined. The reason must not quote a value that can be secret. */
  test?: (value: unknown) => string | undefined;
}

/** Returns the failures of an object, with paths relative to it, such as `hot.actions`. An empty path is the object itself. */
export type ObjectTest = (object: Readonly<Record<string, unknown>>) => { property: string; reason: string }[];

/** Rules for the members of an object, and for the object as a whole. */
export interface Rules {
  properties?: Readonly<Record<string, ValueRule>>;
  /** Members that the type does not have and that are ignored when given. */
  ignores?: readonly string[];
  /** Whether empty texts and lists count as absent. */
  emptyIsAbsent?: boolean;
  /** Groups of inputs of which exactly one is required. */
  exactlyOne?: readonly (readonly string[])[];
  /** Groups of inputs of which at least one is required. */
  atLeastOne?: readonly (readonly string[])[];
  /** Rules over several members. A rule that reads an unknown member is skipped. */
  test?: ObjectTest | readonly ObjectTest[];
}
