// Applies the modules' rules (rules.ts) to values that have the form of the schema. Unknown values satisfy every rule. Pure. See docs/protocol.md#check.
import type { Failure } from "../errors/errors";
import { jsonViolation } from "../json/json-violation";
import { parse as parsePath, type Step } from "../values/path";
import type { ObjectTest, Rules, ValueRule } from "../../contract/rules";
import type { PropertySpec } from "../schema/schema";
import type { Plain, PlainMap, Value, ValueMap } from "../values/value";
import { redactor, type Redact } from "../secrets/redact";
import { toPlain, hasUnknown, isMap, isPlain, mapMembers, unwrapSecret, Secret, secretTexts, Unknown } from "../values/value";

/** A violated rule: the path below the value, and why. */
interface Violation {
  at: Step[];
  reason: string;
}

/** A violated rule of an object: the path below it, and why. */
interface ObjectViolation {
  property: Step[];
  reason: string;
  /** Whether an input is missing. */
  isMissing?: boolean;
}

/** Returns the violated rules of an object. `skip` names members that have failed already. */
export function violations(
  rules: Rules | undefined,
  properties: Record<string, PropertySpec>,
  object: ValueMap,
  skip: (key: string) => boolean,
): ObjectViolation[] {
  if (!rules) return [];
  const found: ObjectViolation[] = [];
  for (const key of Object.keys(rules.properties ?? {})) {
    const value = object[key];
    if (value === undefined || skip(key)) continue;
    const rule = rules.properties![key]!;
    for (const { at, reason } of ruleViolations(rule, value, object)) found.push({ property: [key, ...at], reason });
    found.push(...companionViolations(key, rule, object, rules));
  }
  found.push(...groupViolations(rules, properties, object));
  if (rules.test === undefined) return found;
  const tests = [rules.test].flat();
  const known = (key: string): boolean => !hasUnknown(object[key]);
  const plain = mapMembers<Value, Plain>(object, (member, key) => (skip(key) || !known(key) ? undefined : toPlain(member)));
  const hasUnknowns = Object.keys(object).some((key) => !known(key));
  const view = hasUnknowns ? guardUnknowns(plain, known) : plain;
  const redact = hideSecretsOf(object);
  for (const { property, reason } of tests.flatMap((test) => applyTest(test, view)))
    found.push({ property: parsePath(property), reason: redact(reason) });
  return found;
}

/** Returns the failures that the test finds; none when it reads an unknown member. */
function applyTest(test: ObjectTest, object: PlainMap): ReturnType<ObjectTest> {
  try {
    return test(object);
  } catch (error) {
    if (error instanceof UnknownRead) return [];
    throw error;
  }
}

/** Returns the members behind a proxy: reading an unknown one, or enumerating them, ends the test. */
function guardUnknowns(plain: PlainMap, known: (key: string) => boolean): PlainMap {
  const read = (key: string | symbol): void => {
    if (typeof key === "string" && !known(key)) throw new UnknownRead();
  };
  return new Proxy(plain, {
    get: (object, key) => {
      read(key);
      return object[key as string];
    },
    has: (object, key) => {
      read(key);
      return key in object;
    },
    getOwnPropertyDescriptor: (object, key) => {
      read(key);
      return Reflect.getOwnPropertyDescriptor(object, key);
    },
    ownKeys: () => {
      throw new UnknownRead();
    },
  });
}

/** Ends a test that reads an unknown member. */
class UnknownRead extends Error {}

/** Returns the violations of one value's rule. Reasons contain no secret of `object`, of which the value is a member. */
export function ruleViolations(rule: ValueRule, given: Value, object: Value = given): Violation[] {
  const value = unwrapSecret(given)!;
  if (value instanceof Unknown) return [];
  const found: Violation[] = [];
  const hideSecrets = hideSecretsOf(given);
  const report = (reason: string | undefined): void => {
    if (reason !== undefined) found.push({ at: [], reason });
  };
  if (typeof value === "number") report(numberViolation(rule, value, given instanceof Secret));
  if (typeof value === "string") report(textViolation(rule, value, redactorFor(given, object)));
  if (Array.isArray(value)) {
    found.push(...countViolations(rule, value.length));
    const redact = redactorFor(given, object);
    value.forEach((item, i) => {
      found.push(...itemViolations(rule, item, redact).map((reason) => ({ at: [i], reason })));
      if (rule.testEntry && isPlain(item))
        found.push(...rule.testEntry(toPlain(item)).map(({ at, reason }) => ({ at: [i, ...at], reason: hideSecrets(reason) })));
    });
  }
  if (isMap(value)) found.push(...entryViolations(rule, value, redactorFor(given, object)));
  const violation = found.length === 0 && rule.test && !hasUnknown(value) ? rule.test(toPlain(value)) : undefined;
  if (violation !== undefined) report(hideSecrets(violation));
  return found;
}

/** Returns a function that hides the secrets of the tested value in reasons. They are collected once, for the first reason. */
function hideSecretsOf(value: Value): Redact {
  let redact: Redact | undefined;
  return (reason) => (redact ??= redactor(secretTexts(value)))(reason);
}

function numberViolation(rule: ValueRule, value: number, isHidden: boolean): string | undefined {
  const got = isHidden ? "" : `; got ${value}`;
  if (rule.whole && !Number.isSafeInteger(value)) return `expected a whole number${got}`;
  const below = rule.minimum !== undefined && value < rule.minimum;
  const above = rule.maximum !== undefined && value > rule.maximum;
  if (!below && !above) return undefined;
  if (rule.minimum !== undefined && rule.maximum !== undefined) return `expected a number from ${rule.minimum} to ${rule.maximum}${got}`;
  return below ? `expected at least ${rule.minimum}${got}` : `expected at most ${rule.maximum}${got}`;
}

/** Returns a function that hides the secrets of the object; `undefined` if the value itself is secret. */
function redactorFor(given: Value, object: Value): Redact | undefined {
  return given instanceof Secret ? undefined : hideSecretsOf(object);
}

function textViolation(rule: ValueRule, value: string, redact: Redact | undefined): string | undefined {
  const { minLength = 0, maxLength = Infinity } = rule;
  // A character can take two units of a text; characters are counted only where the number of units is not sufficient.
  const length = value.length < 2 * minLength || value.length > maxLength ? [...value].length : value.length;
  if (length < minLength) return minLength === 1 ? "must not be empty" : `expected at least ${minLength} characters; got ${length}`;
  if (length > maxLength) return `expected at most ${maxLength} characters; got ${length}`;
  if (rule.pattern && !rule.pattern.matches.test(value)) return rule.pattern.reason;
  return rule.json && jsonViolation(rule.json, value, redact);
}

/**
 * Returns the violation of the number of entries. Too many are reported at the first excess one: the engine prints the value of a whole property, including
 * credentials in connection blocks.
 */
function countViolations({ minItems = 0, maxItems = Infinity }: ValueRule, count: number): Violation[] {
  const least = minItems === 1 ? "one entry; got none" : `${minItems} entries; got ${count}`;
  if (count < minItems) return [{ at: [], reason: `expected at least ${least}` }];
  const most = `${maxItems} ${maxItems === 1 ? "entry" : "entries"}`;
  return count > maxItems ? [{ at: [maxItems], reason: `expected at most ${most}; got ${count}` }] : [];
}

/** Returns the violations of a map: of the number of its entries, of its keys, and of its values, also while other values are unknown. */
function entryViolations(rule: ValueRule, map: ValueMap, redact: Redact | undefined): Violation[] {
  const count = Object.keys(map).length;
  const { maxItems = Infinity } = rule;
  const found: Violation[] = count > maxItems ? [{ at: [], reason: `expected at most ${maxItems} entries; got ${count}` }] : [];
  for (const [key, value] of Object.entries(map)) {
    const violation = rule.keys && textViolation(rule.keys, key, redact);
    for (const reason of violation === undefined ? itemViolations(rule, value, redact) : [violation]) found.push({ at: [key], reason });
  }
  return found;
}

/** Returns the violations of one entry of a list or map: the text rules of the whole apply to each of them. */
function itemViolations(rule: ValueRule, item: Value, redact: Redact | undefined): string[] {
  const value = unwrapSecret(item);
  const reason = typeof value === "string" ? textViolation(rule, value, item instanceof Secret ? undefined : redact) : undefined;
  return reason === undefined ? [] : [reason];
}

/** Returns the violations of `excludes` and `needs` of one input. */
function companionViolations(key: string, rule: ValueRule, object: ValueMap, rules: Rules): ObjectViolation[] {
  if (presenceOf(object, key, rules) !== true) return [];
  const clashes = (rule.excludes ?? [])
    .filter((other) => presenceOf(object, other, rules) === true)
    .map((other) => ({ property: [key], reason: `${key} and ${other} exclude each other. Set only one of them.` }));
  const missing = (rule.needs ?? [])
    .filter((other) => presenceOf(object, other, rules) === false)
    .map((other) => ({ property: [key], reason: `${key} requires ${other}`, isMissing: true }));
  return [...clashes, ...missing];
}

/** Returns whether the input is given; "unknown" for an unknown value, which may turn out to be absent. */
function presenceOf(object: ValueMap, key: string, rules: Rules): boolean | "unknown" {
  const value = unwrapSecret(object[key]);
  if (value instanceof Unknown) return "unknown";
  const empty = value === "" || (Array.isArray(value) && value.length === 0);
  return value !== undefined && value !== null && !(rules.emptyIsAbsent === true && empty);
}

function groupViolations(rules: Rules, properties: Record<string, PropertySpec>, object: ValueMap): ObjectViolation[] {
  const found: ObjectViolation[] = [];
  const checkGroup = (group: readonly string[], most: number): void => {
    const known = group.filter((key) => key in properties);
    const states = known.map((key) => presenceOf(object, key, rules));
    const here = states.filter((state) => state === true).length;
    const hasUnknownState = states.includes("unknown");
    const first = known.find((key) => presenceOf(object, key, rules) === true) ?? known[0]!;
    const expected = `${most === 1 ? "exactly" : "at least"} one of ${group.join(", ")}`;
    if (here === 0 && !hasUnknownState)
      found.push({ property: [first], reason: `expected ${expected}; got none. Set one of them.`, isMissing: true });
    if (here > most) found.push({ property: [first], reason: `expected ${expected}; got ${here}. Set only one of them.` });
  };
  for (const group of rules.exactlyOne ?? []) checkGroup(group, 1);
  for (const group of rules.atLeastOne ?? []) checkGroup(group, Infinity);
  return found;
}

const maxFailures = 50;

/** Returns the failures in the order of their paths, each once. */
export function sortFailures(failures: readonly Failure[]): Failure[] {
  if (failures.length === 0) return [];
  const seen = new Map(failures.map((failure) => [`${failure.property}\n${failure.reason}`, failure]));
  return [...seen.values()].sort(byProperty);
}

/** Compares UTF-16 code units, so that the order is the same in every locale. */
function byProperty(left: Failure, right: Failure): number {
  if (left.property === right.property) return 0;
  return left.property < right.property ? -1 : 1;
}

/** Returns the first fifty failures in order, and the number of the others. */
export function truncateFailures(failures: readonly Failure[]): Failure[] {
  const sorted = sortFailures(failures);
  const more = sorted.length - maxFailures;
  if (more <= 0) return sorted;
  return [
    ...sorted.slice(0, maxFailures),
    { property: "", reason: `${more} more ${more === 1 ? "failure" : "failures"} omitted. Fix the failures above and run again.` },
  ];
}
