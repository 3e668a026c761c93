// Inputs judged by the schema: shapes, required members, defaults, secrets, and the rules of the modules; all failures at once. Pure. Law: provider protocol 4.2.
import type { Failure } from "./errors";
import { breaches, judge, listed } from "./judge";
import { suggestion } from "./near";
import type { Step } from "./path";
import { format, join } from "./path";
import type { Rules } from "./rules";
import type { NamedType, ObjectSpec, PropertySpec, Schema, TypeSpec } from "./schema";
import { typeToken } from "./schema";
import { describe, expected, matches } from "./shape";
import type { Value, ValueMap } from "./value";
import { emptyMap, isMap, Opaque, open, ResourceReference, Secret, secret, unknown, Unknown } from "./value";

/** Where the rules of a named type are found. */
export type RulesOf = (token: string) => Rules | undefined;

/** What came of a check: the inputs with defaults filled in and secrets marked, even when there are failures. */
export interface Checked {
  inputs: ValueMap;
  failures: Failure[];
}

/** How one object is to be checked. */
export interface CheckOptions {
  schema: Schema;
  /** Rules of the object itself. */
  rules?: Rules | undefined;
  /** Rules of the named types inside it. */
  rulesOf?: RulesOf | undefined;
  /** Added to the failure of a missing input, for example that it may be unknown during preview. */
  missingHint?: string;
  /** Said of keys that the object does not know. */
  unknownHint?: string;
}

interface Walk extends CheckOptions {
  failures: Failure[];
  hidden: boolean;
}

/** Checks the members of one object against its shape. The given object is not changed. */
export function check(shape: ObjectSpec, given: ValueMap, options: CheckOptions): Checked {
  const walk: Walk = { ...options, failures: [], hidden: false };
  const inputs = object(walk, shape, options.rules, given, []);
  return { inputs, failures: listed(walk.failures) };
}

function fail(walk: Walk, at: readonly Step[], reason: string): void {
  const property = format(at);
  walk.failures.push({ property, reason: at.length > 1 ? `${property}: ${reason}` : reason });
}

function object(walk: Walk, shape: ObjectSpec, rules: Rules | undefined, given: ValueMap, at: readonly Step[]): ValueMap {
  const properties = shape.properties ?? {};
  const before = walk.failures.length;
  const result = emptyMap();
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(properties, key)) unknownKey(walk, key, properties, at);
  }
  for (const key of Object.keys(properties)) {
    const spec = properties[key]!;
    const value = member(walk, spec, given[key], [...at, key]);
    if (value !== undefined) result[key] = value;
    else if (shape.required?.includes(key)) fail(walk, [...at, key], `required, but not given${walk.missingHint ?? ""}`);
  }
  const wrong = new Set(walk.failures.slice(before).map(({ property }) => property));
  for (const { property, reason } of breaches(rules, properties, result, (key) => wrong.has(join(format(at), key)))) {
    fail(walk, [...at, ...property], reason);
  }
  return result;
}

function unknownKey(walk: Walk, key: string, properties: Record<string, PropertySpec>, at: readonly Step[]): void {
  fail(walk, [...at, key], `unknown property "${key}"${suggestion(key, Object.keys(properties))}${walk.unknownHint ?? ""}`);
}

/** The checked member, its default when it is absent, or nothing. Null counts as absent (protocol 3.1). */
function member(walk: Walk, spec: PropertySpec, given: Value | undefined, at: readonly Step[]): Value | undefined {
  const absent = given === undefined || given === null || (given instanceof Secret && open(given) === null);
  if (absent) return spec.default === undefined ? undefined : spec.secret ? secret(spec.default) : spec.default;
  const hidden = walk.hidden;
  walk.hidden ||= spec.secret === true;
  const value = one(walk, spec, given, at);
  walk.hidden = hidden;
  return spec.secret ? secret(withoutSecrets(value)) : value;
}

/** Under a mark that the schema demands, inner marks say nothing more and go (protocol 3.5, rule 4). */
function withoutSecrets(value: Value): Value {
  if (value instanceof Secret) return withoutSecrets(value.value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isMap(value)) return value;
  const result = emptyMap();
  for (const key of Object.keys(value)) result[key] = withoutSecrets(value[key]!);
  return result;
}

/** One value against its shape; what does not fit is reported and echoed. */
function one(walk: Walk, spec: TypeSpec, given: Value, at: readonly Step[]): Value {
  if (given instanceof Unknown) return given;
  if (given instanceof Secret) return underSecret(walk, spec, given, at);
  const named = spec.$ref === undefined ? undefined : walk.schema.type(spec.$ref);
  if (spec.$ref !== undefined && !named) return given; // Any, Json: whatever it is
  if (given instanceof Opaque || given === null) return mismatch(walk, spec, given, at);
  if (spec.oneOf) return union(walk, spec, given, at);
  if (named) return namedValue(walk, spec, named, given, at);
  return plainValue(walk, spec, given, at);
}

function underSecret(walk: Walk, spec: TypeSpec, given: Secret, at: readonly Step[]): Value {
  const hidden = walk.hidden;
  walk.hidden = true;
  const inner = one(walk, spec, given.value, at);
  walk.hidden = hidden;
  return secret(inner);
}

function mismatch(walk: Walk, spec: TypeSpec, given: Value, at: readonly Step[]): Value {
  fail(walk, at, `expected ${expected(spec, walk.schema)}; got ${describe(given, walk.hidden)}`);
  return given;
}

/** The member of a union that the value fits: by discriminator, else the first that has no failure, else the first of its kind. */
function union(walk: Walk, spec: TypeSpec, given: Value, at: readonly Step[]): Value {
  const choices = spec.oneOf ?? [];
  for (const choice of choices) {
    const trial: Walk = { ...walk, failures: [] };
    const value = one(trial, choice, given, at);
    if (trial.failures.length === 0) return value;
  }
  const likely = choices.find((choice) => matches(choice, given, walk.schema));
  return likely ? one(walk, likely, given, at) : mismatch(walk, spec, given, at);
}

function namedValue(walk: Walk, spec: TypeSpec, named: NamedType, given: Value, at: readonly Step[]): Value {
  if (named.enum) return enumValue(walk, named, given, at);
  if (!isMap(given)) return mismatch(walk, spec, given, at);
  return object(walk, named, walk.rulesOf?.(typeToken(spec.$ref!) ?? ""), given, at);
}

function enumValue(walk: Walk, named: NamedType, given: Value, at: readonly Step[]): Value {
  const values = named.enum!.map(({ value }) => value);
  if (values.includes(given as string)) return given;
  const got = typeof given === "string" ? suggestion(given, values.map(String)) : "";
  fail(walk, at, `expected one of ${values.join(", ")}; got ${describe(given, walk.hidden)}${walk.hidden ? "" : got}`);
  return given;
}

function plainValue(walk: Walk, spec: TypeSpec, given: Value, at: readonly Step[]): Value {
  if (given instanceof ResourceReference && spec.type === "string") return reference(given);
  if (spec.type === "string" && (typeof given === "number" || typeof given === "boolean")) return JSON.stringify(given);
  if (!matches(spec, given, walk.schema)) return mismatch(walk, spec, given, at);
  if (Array.isArray(given)) return given.map((item, i) => one(walk, spec.items ?? {}, item, [...at, i]));
  if (!isMap(given)) return given;
  const result = emptyMap();
  for (const key of Object.keys(given)) {
    const item = given[key]!;
    if (item !== null) result[key] = one(walk, spec.additionalProperties ?? { type: "string" }, item, [...at, key]);
  }
  return result;
}

/** A reference given where a text is wanted stands for the id of that resource (protocol 3.2). */
function reference(given: ResourceReference): Value {
  return given.id === undefined ? given.urn : given.id === "" ? unknown : given.id;
}

/** Checks one value of its own (a setting, a decoded text); failures are named from `at` on. */
export function checkValue(spec: PropertySpec, given: Value, at: readonly Step[], options: CheckOptions): { value: Value; failures: Failure[] } {
  const walk: Walk = { ...options, failures: [], hidden: spec.secret === true };
  const value = one(walk, spec, given, at);
  const rule = walk.rules?.properties?.[String(at[0])];
  if (rule && walk.failures.length === 0) {
    for (const reason of judge(rule, value)) fail(walk, [...at, ...reason.at], reason.reason);
  }
  return { value, failures: walk.failures };
}
