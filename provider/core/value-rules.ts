// Applies the modules' rules (rules.ts) to values that fit the schema. Unknown values satisfy every rule (protocol 4.2, rule 2). Pure.
import { isNestedDeeper, maxJsonDepth } from "./exact-json";
import type { Failure } from "./errors";
import type { Step } from "./path";
import type { ObjectTest, Rules, ValueRule } from "./rules";
import type { PropertySpec } from "./schema";
import type { Plain, PlainMap, Value, ValueMap } from "./value";
import { redactor } from "./redact";
import { toPlain, hasUnknown, mapMembers, unwrapSecret, Secret, secretTexts, Unknown } from "./value";

/** A broken rule: where below the judged value, and what is wrong. */
export interface Violation {
  at: Step[];
  reason: string;
}

/** A broken rule of an object: by path below it. */
export interface ObjectViolation {
  property: Step[];
  reason: string;
  /** Whether it is broken because something is not given. */
  lacking?: boolean;
}

/** What of an object's rules is broken. Members that `skip` names have failed already. */
export function violations(
  rules: Rules | undefined,
  properties: Record<string, PropertySpec>,
  object: ValueMap,
  skip: (key: string) => boolean,
): ObjectViolation[] {
  if (!rules) return [];
  const found: ObjectViolation[] = [];
  for (const [key, rule] of Object.entries(rules.properties ?? {})) {
    const value = object[key];
    if (value === undefined || skip(key)) continue;
    for (const { at, reason } of validateValue(rule, value)) found.push({ property: [key, ...at], reason });
    found.push(...company(key, rule, object, rules));
  }
  found.push(...groups(rules, properties, object));
  const known = (key: string): boolean => !hasUnknown(object[key]);
  const plain = mapMembers<Value, Plain>(object, (member, key) => (skip(key) || !known(key) ? undefined : toPlain(member)));
  const unsettled = Object.keys(object).some((key) => !known(key));
  const view = unsettled ? watched(plain, known) : plain;
  for (const { property, reason } of [rules.test ?? []].flat().flatMap((test) => asked(test, view)))
    found.push({ property: property === "" ? [] : [property], reason: discreet(reason, object) });
  return found;
}

/** What a test finds; nothing when it looks at a member that is not known yet. */
function asked(test: ObjectTest, object: PlainMap): ReturnType<ObjectTest> {
  try {
    return test(object);
  } catch (error) {
    if (error instanceof NotKnown) return [];
    throw error;
  }
}

/** The members, of which those that are not known end the test that reads them; so does a look at all of them. */
function watched(plain: PlainMap, known: (key: string) => boolean): PlainMap {
  const look = (key: string | symbol): void => {
    if (typeof key === "string" && !known(key)) throw new NotKnown();
  };
  return new Proxy(plain, {
    get: (object, key) => (look(key), object[key as string]),
    has: (object, key) => (look(key), key in object),
    ownKeys: () => {
      throw new NotKnown();
    },
  });
}

/** Ends a test that cannot be answered yet. */
class NotKnown extends Error {}

/** What of a value's own rule is broken. */
export function validateValue(rule: ValueRule, given: Value): Violation[] {
  const value = unwrapSecret(given)!;
  if (value instanceof Unknown) return [];
  const found: Violation[] = [];
  const say = (reason: string | undefined): void => {
    if (reason !== undefined) found.push({ at: [], reason });
  };
  if (typeof value === "number") say(numberBreach(rule, value, given instanceof Secret));
  if (typeof value === "string") say(textBreach(rule, value));
  if (Array.isArray(value)) {
    found.push(...countBreaches(rule, value.length));
    value.forEach((item, i) => found.push(...itemBreaches(rule, item).map((reason) => ({ at: [i], reason }))));
  }
  const breach = found.length === 0 && rule.test && !hasUnknown(value) ? rule.test(toPlain(value)) : undefined;
  if (breach !== undefined) say(discreet(breach, given));
  return found;
}

/** What a module's own test says, without the secrets of what it tested. */
function discreet(reason: string, tested: Value): string {
  return redactor(secretTexts(tested))?.(reason) ?? reason;
}

function numberBreach(rule: ValueRule, value: number, hidden: boolean): string | undefined {
  const got = hidden ? "" : `; got ${value}`;
  if (rule.whole && !Number.isSafeInteger(value)) return `expected a whole number${got}`;
  const below = rule.minimum !== undefined && value < rule.minimum;
  const above = rule.maximum !== undefined && value > rule.maximum;
  if (!below && !above) return undefined;
  if (rule.minimum !== undefined && rule.maximum !== undefined) return `expected a number from ${rule.minimum} to ${rule.maximum}${got}`;
  return below ? `expected at least ${rule.minimum}${got}` : `expected at most ${rule.maximum}${got}`;
}

function textBreach(rule: ValueRule, value: string): string | undefined {
  const { minLength = 0, maxLength = Infinity } = rule;
  // A character can take two units of a text; they are counted where that decides.
  const length = value.length < 2 * minLength || value.length > maxLength ? [...value].length : value.length;
  if (length < minLength) return minLength === 1 ? "must not be empty" : `expected at least ${minLength} characters; got ${length}`;
  if (length > maxLength) return `expected at most ${maxLength} characters; got ${length}`;
  if (rule.pattern && !rule.pattern.matches.test(value)) return rule.pattern.says;
  return jsonBreach(rule, value);
}

function jsonBreach(rule: ValueRule, text: string): string | undefined {
  if (rule.json === undefined) return undefined;
  if (isNestedDeeper(text, maxJsonDepth)) return `JSON nested more than ${maxJsonDepth} levels deep`;
  try {
    const value = JSON.parse(text) as unknown;
    if (rule.json === "any" || (typeof value === "object" && value !== null && !Array.isArray(value))) return undefined;
    return "not a JSON object";
  } catch (error) {
    const where = rule.json === "any" ? "not JSON" : "not a JSON object";
    const position = /position (\d+)/.exec(String(error))?.[1];
    return position === undefined ? where : `${where} (it does not parse at character ${position})`;
  }
}

/** What is too much is named by the first entry that is: beside a whole property the engine shows its value, credentials in connection blocks included. */
function countBreaches({ minItems = 0, maxItems = Infinity }: ValueRule, count: number): Violation[] {
  const least = minItems === 1 ? "one entry; got none" : `${minItems} entries; got ${count}`;
  if (count < minItems) return [{ at: [], reason: `expected at least ${least}` }];
  const most = `${maxItems} ${maxItems === 1 ? "entry" : "entries"}`;
  return count > maxItems ? [{ at: [maxItems], reason: `expected at most ${most}; got ${count}` }] : [];
}

/** A list's rule on texts holds for each of its entries. */
function itemBreaches(rule: ValueRule, item: Value): string[] {
  const value = unwrapSecret(item);
  const reason = typeof value === "string" ? textBreach(rule, value) : undefined;
  return reason === undefined ? [] : [reason];
}

/** Inputs that must or must not stand beside this one. */
function company(key: string, rule: ValueRule, object: ValueMap, rules: Rules): ObjectViolation[] {
  if (given(object, key, rules) !== true) return [];
  const clashes = (rule.excludes ?? [])
    .filter((other) => given(object, other, rules) === true)
    .map((other) => ({ property: [key], reason: `${key} and ${other} exclude each other; give only one of them` }));
  const lacks = (rule.needs ?? [])
    .filter((other) => given(object, other, rules) === false)
    .map((other) => ({ property: [key], reason: `${key} needs ${other} beside it`, lacking: true }));
  return [...clashes, ...lacks];
}

/** True, false, or "perhaps" for an unknown. */
function given(object: ValueMap, key: string, rules: Rules): boolean | "perhaps" {
  const value = unwrapSecret(object[key]);
  if (value instanceof Unknown) return "perhaps";
  const empty = value === "" || (Array.isArray(value) && value.length === 0);
  return value !== undefined && value !== null && !(rules.emptyIsAbsent === true && empty);
}

function groups(rules: Rules, properties: Record<string, PropertySpec>, object: ValueMap): ObjectViolation[] {
  const found: ObjectViolation[] = [];
  const judgeGroup = (group: readonly string[], most: number): void => {
    const known = group.filter((key) => key in properties);
    const states = known.map((key) => given(object, key, rules));
    const here = states.filter((state) => state === true).length;
    const perhaps = states.includes("perhaps");
    const first = known.find((key) => given(object, key, rules) === true) ?? known[0]!;
    const wanted = `${most === 1 ? "exactly" : "at least"} one of ${group.join(", ")}`;
    if (here === 0 && !perhaps) found.push({ property: [first], reason: `${wanted} must be given; none is`, lacking: true });
    if (here > most) found.push({ property: [first], reason: `${wanted} must be given; ${here} are` });
  };
  for (const group of rules.exactlyOne ?? []) judgeGroup(group, 1);
  for (const group of rules.atLeastOne ?? []) judgeGroup(group, Infinity);
  return found;
}

const mostFailures = 50;

/** The failures in the order of their paths, each once. */
export function sortFailures(failures: readonly Failure[]): Failure[] {
  const seen = new Map(failures.map((failure) => [`${failure.property}\n${failure.reason}`, failure]));
  return [...seen.values()].sort((a, b) => (a.property < b.property ? -1 : a.property > b.property ? 1 : 0));
}

/** The failures as they are told: ordered, the first fifty of them and how many more there are (protocol 4.2, rule 12). Done once, when all are known. */
export function truncateFailures(failures: readonly Failure[]): Failure[] {
  const sorted = sortFailures(failures);
  const more = sorted.length - mostFailures;
  if (more <= 0) return sorted;
  return [
    ...sorted.slice(0, mostFailures),
    { property: "", reason: `and ${more} more ${more === 1 ? "problem" : "problems"}; mend these first` },
  ];
}
