// Rules about inputs that a package schema cannot say: ranges, patterns, exclusions. Tables of them stand beside what they belong to; check.ts applies them. Pure.

/** Rules for one value. They look at known values only. */
export interface ValueRule {
  /** A number without a fraction, within the range in which a double is exact. */
  whole?: boolean;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  /** What the text must match, and how to say it. */
  pattern?: { matches: RegExp; says: string };
  /** The text must be JSON of this form; for a list, each of its entries. */
  json?: "object" | "any";
  /** Names another input that may not be given beside this one. */
  excludes?: readonly string[];
  /** Names other inputs that must be given beside this one. */
  needs?: readonly string[];
  /** Anything else: answers what is wrong, as a clause that follows the path, or nothing. The text may not quote the value when it can be secret. */
  test?: (value: unknown) => string | undefined;
}

/** Answers what is wrong with an object: failures with paths relative to it. */
export type ObjectTest = (object: Readonly<Record<string, unknown>>) => { property: string; reason: string }[];

/** Rules for the members of an object, and for the object as a whole. */
export interface Rules {
  properties?: Readonly<Record<string, ValueRule>>;
  /** Members that the object does not have, but that are passed over when they are given. */
  ignores?: readonly string[];
  /** Empty texts and lists count as not given. */
  emptyIsAbsent?: boolean;
  /** Groups of inputs of which exactly one must be given. */
  exactlyOne?: readonly (readonly string[])[];
  /** Groups of inputs of which at least one must be given. */
  atLeastOne?: readonly (readonly string[])[];
  /** Anything that needs several members, each question by itself: one that reads a member which is not known yet is not answered. */
  test?: ObjectTest | readonly ObjectTest[];
}
