// Inputs judged by the schema: shapes, required members, defaults, secrets, and the rules of the modules; all failures at once. Pure. Law: provider protocol 4.2.
import type { Failure } from "./errors";
import { violations, sortFailures } from "./value-rules";
import { suggest } from "./suggest";
import type { Step } from "./path";
import { format } from "./path";
import type { Rules } from "./rules";
import type { NamedType, ObjectSpec, PropertySpec, Schema, TypeSpec } from "./schema";
import { requiredInputs, typeToken } from "./schema";
import { describeValue, describeType, holdsSecret, hasForm } from "./shape";
import type { Value, ValueMap } from "./value";
import { emptyMap, isMap, mapMembers, Opaque, unwrapSecret, ResourceReference, Secret, secret, unknown, Unknown } from "./value";

/** Where the rules of a named type are found. */
export type RulesOf = (token: string) => Rules | undefined;

/** What came of a check: the inputs with defaults filled in and secrets marked, even when there are failures. */
export interface Validated {
  inputs: ValueMap;
  failures: Failure[];
}

/** How one object is to be checked. */
export interface ValidateOptions {
  schema: Schema;
  /** Rules of the object itself. */
  rules?: Rules | undefined;
  /** Rules of the named types inside it. */
  rulesOf?: RulesOf | undefined;
  /** Added to the failure of a missing input, one of a group included: for example that it may be unknown during preview. */
  missingHint?: string;
  /** What is wrong with a value that is not known yet, where none may be: functions take no unknowns. */
  unknownReason?: string;
}

interface Walk extends ValidateOptions {
  failures: Failure[];
  hidden: boolean;
}

/** Checks the members of one object against its shape. The given object is not changed. */
export function validate(shape: ObjectSpec, given: ValueMap, options: ValidateOptions): Validated {
  const walk: Walk = { ...options, failures: [], hidden: false };
  const inputs = object(walk, { shape, rules: options.rules }, given, []);
  return { inputs, failures: sortFailures(walk.failures) };
}

function fail(walk: Walk, at: readonly Step[], reason: string): void {
  const property = format(at);
  walk.failures.push({ property, reason: at.length > 1 ? `${property}: ${reason}` : reason });
}

interface Judged {
  shape: ObjectSpec;
  rules: Rules | undefined;
}

function object(walk: Walk, { shape, rules }: Judged, given: ValueMap, at: readonly Step[]): ValueMap {
  const properties = shape.properties ?? {};
  const wrong = new Set<string>();
  const result = emptyMap();
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(properties, key) && !rules?.ignores?.includes(key)) unknownKey(walk, key, properties, at);
  }
  for (const key of Object.keys(properties)) {
    const before = walk.failures.length;
    const value = member(walk, properties[key]!, given[key], [...at, key]);
    if (value !== undefined) result[key] = value;
    else if (shape.required?.includes(key)) fail(walk, [...at, key], `missing required property '${key}'${walk.missingHint ?? ""}`);
    // Rules look at members of the right shape only, all the way down.
    if (walk.failures.length > before) wrong.add(key);
  }
  const judged = walk.hidden ? mapMembers(result, secret) : result;
  for (const { property, reason, lacking } of violations(rules, properties, judged, (key) => wrong.has(key)))
    fail(walk, [...at, ...property], lacking ? `${reason}${walk.missingHint ?? ""}` : reason);
  return result;
}

function unknownKey(walk: Walk, key: string, properties: Record<string, PropertySpec>, at: readonly Step[]): void {
  fail(walk, [...at, key], `unknown property "${key}"${suggest(key, Object.keys(properties))}`);
}

/** The checked member, its default when it is absent, or nothing. Null counts as absent (protocol 3.1). */
function member(walk: Walk, spec: PropertySpec, given: Value | undefined, at: readonly Step[]): Value | undefined {
  const absent = given === undefined || given === null || (given instanceof Secret && unwrapSecret(given) === null);
  const fallback = spec.const ?? spec.default;
  if (absent) return fallback === undefined ? undefined : spec.secret ? secret(fallback) : fallback;
  const hidden = walk.hidden;
  walk.hidden ||= spec.secret === true;
  const value = one(walk, spec, given, at);
  if (spec.const !== undefined) constant(walk, spec.const, value, at);
  walk.hidden = hidden;
  return spec.secret ? secret(withoutSecrets(value)) : value;
}

function constant(walk: Walk, wanted: boolean | number | string, given: Value, at: readonly Step[]): void {
  const known = unwrapSecret(given);
  if (known instanceof Unknown || known === wanted) return;
  fail(walk, at, `expected ${JSON.stringify(wanted)}; got ${describeValue(given, walk.hidden)}`);
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
  if (given instanceof Unknown) return unknownValue(walk, given, at);
  if (given instanceof Secret) return underSecret(walk, spec, given, at);
  const named = spec.$ref === undefined ? undefined : walk.schema.type(spec.$ref);
  if (spec.$ref !== undefined && !named) return anything(walk, spec, given, at);
  if (given instanceof Opaque || given === null) return mismatch(walk, spec, given, at);
  if (spec.oneOf) return union(walk, spec, given, at);
  if (named) return named.enum ? enumValue(walk, named, given, at) : namedObject(walk, spec, given, at);
  return plainValue(walk, spec, given, at);
}

function unknownValue(walk: Walk, given: Unknown, at: readonly Step[]): Value {
  if (walk.unknownReason !== undefined) fail(walk, at, walk.unknownReason);
  return given;
}

/** Stands for a shape that cannot be known yet. */
const any: TypeSpec = { $ref: "pulumi.json#/Any" };

/** A value of the types Any and Json: whatever it is, as long as JSON can say it. */
function anything(walk: Walk, spec: TypeSpec, given: Value, at: readonly Step[]): Value {
  if (given instanceof Opaque || (typeof given === "number" && !Number.isFinite(given))) return mismatch(walk, spec, given, at);
  if (given instanceof ResourceReference) return given.id === undefined ? given : (one(walk, { type: "string" }, given.id, at), given);
  if (Array.isArray(given)) return given.map((item, i) => one(walk, spec, item, [...at, i]));
  return isMap(given) ? mapMembers(given, (item, key) => one(walk, spec, item, [...at, key])) : given;
}

function underSecret(walk: Walk, spec: TypeSpec, given: Secret, at: readonly Step[]): Value {
  const hidden = walk.hidden;
  walk.hidden = true;
  const inner = one(walk, spec, given.value, at);
  walk.hidden = hidden;
  return secret(inner);
}

/** A text in the place of an object with secret members may be that object in another form: it is as secret as they are. */
function mismatch(walk: Walk, spec: TypeSpec, given: Value, at: readonly Step[]): Value {
  const hides = holdsSecret(spec, walk.schema);
  fail(walk, at, `expected ${describeType(spec, walk.schema)}; got ${describeValue(given, walk.hidden || hides)}`);
  return hides ? secret(given) : given;
}

/** The member of a union that the value fits: by discriminator, else the first that has no failure, else the first of its kind. */
function union(walk: Walk, spec: TypeSpec, given: Value, at: readonly Step[]): Value {
  if (spec.discriminator && isMap(given)) return discriminated(walk, spec, given, at);
  const choices = spec.oneOf ?? [];
  const [fitting, others] = [true, false].map((fits) => choices.filter((choice) => hasForm(choice, given, walk.schema) === fits)) as [
    TypeSpec[],
    TypeSpec[],
  ];
  // A number is no text where the union takes numbers.
  for (const choice of [...fitting, ...others]) {
    const trial: Walk = { ...walk, failures: [] };
    const value = one(trial, choice, given, at);
    if (trial.failures.length === 0) return value;
  }
  return fitting[0] ? one(walk, fitting[0], given, at) : mismatch(walk, spec, given, at);
}

/** One property of the object says which member of the union it is. */
function discriminated(walk: Walk, spec: TypeSpec, given: ValueMap, at: readonly Step[]): Value {
  const { propertyName, mapping = {} } = spec.discriminator!;
  const name = unwrapSecret(given[propertyName]);
  if (name instanceof Unknown) return anything(walk, any, given, at);
  const refs = new Map(Object.entries(mapping));
  for (const { $ref } of spec.oneOf ?? []) {
    const wanted = $ref === undefined ? undefined : walk.schema.type($ref)?.properties?.[propertyName]?.const;
    if (typeof wanted === "string" && $ref !== undefined) refs.set(wanted, $ref);
  }
  const $ref = typeof name === "string" ? refs.get(name) : undefined;
  if ($ref !== undefined) return one(walk, { $ref }, given, at);
  const got =
    name === undefined || name === null ? "" : `; got ${describeValue(name, walk.hidden || given[propertyName] instanceof Secret)}`;
  fail(walk, [...at, propertyName], `expected one of ${[...refs.keys()].join(", ")}${got}`);
  return given;
}

function namedObject(walk: Walk, spec: TypeSpec, given: Value, at: readonly Step[]): Value {
  if (!isMap(given)) return mismatch(walk, spec, given, at);
  const rules = walk.rulesOf?.(typeToken(spec.$ref!) ?? "");
  const type = walk.schema.type(spec.$ref!)!;
  return object(walk, { shape: { properties: type.properties, required: requiredInputs(type) }, rules }, given, at);
}

function enumValue(walk: Walk, named: NamedType, given: Value, at: readonly Step[]): Value {
  const values = named.enum!.map(({ value }) => value);
  if (values.includes(given as string)) return given;
  const got = typeof given === "string" ? suggest(given, values.map(String)) : "";
  fail(walk, at, `expected one of ${values.join(", ")}; got ${describeValue(given, walk.hidden)}${walk.hidden ? "" : got}`);
  return given;
}

function plainValue(walk: Walk, spec: TypeSpec, given: Value, at: readonly Step[]): Value {
  if (given instanceof ResourceReference && spec.type === "string") return reference(walk, given, at);
  if (spec.type === "string" && (typeof given === "boolean" || Number.isFinite(given))) return JSON.stringify(given);
  if (!hasForm(spec, given, walk.schema)) return mismatch(walk, spec, given, at);
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
function reference(walk: Walk, { id, urn }: ResourceReference, at: readonly Step[]): Value {
  if (id === undefined || id === null) return urn;
  return id === "" ? unknownValue(walk, unknown, at) : one(walk, { type: "string" }, id, at);
}
