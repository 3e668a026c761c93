// Validates inputs by the schema: forms, required members, defaults, secrets, and the rules of the modules. Reports all failures. Pure. See docs/protocol.md#check.
import type { Failure } from "../errors/errors";
import { plainDecimal } from "../json/exact-number";
import { jsonAdvice } from "../json/json-violation";
import { violations, sortFailures } from "./value-rules";
import { suggest } from "./suggest";
import type { Path } from "../values/path";
import { format } from "../values/path";
import type { Rules, ValueRule } from "../../contract/rules";
import type { NamedType, ObjectSpec, PropertySpec, Schema, TypeSpec } from "../schema/schema";
import { hasNoEffect, knownValues, typeToken } from "../schema/schema";
import { describeValue, describeType, holdsSecret, hasForm } from "../schema/shape";
import type { Value, ValueMap } from "../values/value";
import { emptyMap, isMap, mapMembers, Opaque, unwrapSecret, ResourceReference, Secret, secret, unknown, Unknown } from "../values/value";

/** Returns the rules of a named type by its token. */
export type RulesOf = (token: string) => Rules | undefined;

/** The inputs with defaults and secret marks, also when there are failures. */
export interface Validated {
  inputs: ValueMap;
  failures: Failure[];
  /** What is accepted but probably a mistake: deprecated inputs, and values that are not among the known ones. */
  warnings: string[];
}

/** How an object is validated. */
export interface ValidateOptions {
  schema: Schema;
  /** Rules of the object itself. */
  rules?: Rules | undefined;
  /** Rules of the named types inside it. */
  rulesOf?: RulesOf | undefined;
  /** Added to failures of missing inputs: for example that the value may be unknown during a preview. */
  missingHint?: string;
  /** The reason for failing unknown values, where none are allowed: functions take no unknowns. */
  unknownReason?: string;
}

interface Walk extends Omit<ValidateOptions, "rules" | "unknownReason"> {
  unknownReason: string | undefined;
  failures: Failure[];
  /** The number of failures so far that mean another form than declared; the others are violated rules. */
  malformed: number;
  warnings: Set<string>;
  /** Whether an empty text counts as absent in the current object. */
  emptyIsAbsent: boolean;
  isSecret: boolean;
  /** The rule of the current member, if it holds JSON text or a list of such texts. */
  jsonRule: ValueRule | undefined;
}

/** Validates the members of one object. The given object is not changed. */
export function validate(shape: ObjectSpec, given: ValueMap, options: ValidateOptions): Validated {
  const { schema, rulesOf, missingHint = "", unknownReason } = options;
  const failures: Failure[] = [];
  const warnings = new Set<string>();
  const walk: Walk = {
    schema,
    rulesOf,
    missingHint,
    unknownReason,
    failures,
    malformed: 0,
    warnings,
    emptyIsAbsent: false,
    isSecret: false,
    jsonRule: undefined,
  };
  const inputs = validateObject(walk, { shape, rules: options.rules }, given, []);
  return { inputs, failures: sortFailures(failures), warnings: [...warnings] };
}

function fail(walk: Walk, at: Path, reason: string): void {
  walk.malformed += 1;
  report(walk, at, reason);
}

function report(walk: Walk, at: Path, reason: string): void {
  const property = format(at);
  walk.failures.push({ property, reason: at.length > 1 ? `${property}: ${reason}` : reason });
}

interface ObjectRules {
  shape: ObjectSpec;
  rules: Rules | undefined;
}

function validateObject(walk: Walk, { shape, rules }: ObjectRules, given: ValueMap, at: Path): ValueMap {
  const properties = shape.properties ?? {};
  const wrong: string[] = [];
  const result = emptyMap();
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(properties, key) && !rules?.ignores?.includes(key)) reportUnknownKey(walk, key, properties, at);
  }
  for (const key of Object.keys(properties)) {
    const before = walk.malformed;
    walk.emptyIsAbsent = rules?.emptyIsAbsent === true;
    const rule = rules?.properties?.[key];
    walk.jsonRule = rule?.json === undefined ? undefined : rule;
    // Most members are absent: their paths are not built.
    const spec = properties[key]!;
    const member = given[key];
    const value = isAbsent(member, rule) ? schemaDefault(spec) : validateMember(walk, spec, member, [...at, key]);
    if (value !== undefined) result[key] = value;
    else if (shape.required?.includes(key)) fail(walk, [...at, key], `missing required property '${key}'${walk.missingHint ?? ""}`);
    // Rules apply to members that have the declared form at every depth.
    if (walk.malformed > before) wrong.push(key);
  }
  const members = walk.isSecret ? mapMembers(result, secret) : result;
  for (const { property, reason, isMissing } of violations(rules, properties, members, (key) => wrong.includes(key)))
    report(walk, [...at, ...property], isMissing ? `${reason}${walk.missingHint ?? ""}` : reason);
  return result;
}

function reportUnknownKey(walk: Walk, key: string, properties: Record<string, PropertySpec>, at: Path): void {
  fail(walk, [...at, key], `unknown property "${key}"${suggest(key, Object.keys(properties))}`);
}

/** Returns whether a member is absent. Null counts as absent. */
function isAbsent(given: Value | undefined, rule: ValueRule | undefined): given is undefined | null {
  const value = given instanceof Secret ? unwrapSecret(given) : given;
  return value === undefined || value === null || (value === "" && rule?.emptyIsAbsent === true);
}

function schemaDefault(spec: PropertySpec): Value | undefined {
  const value = spec.const ?? spec.default;
  return value !== undefined && spec.secret ? secret(value) : value;
}

/** Returns the validated member; `undefined` for one without effect. */
function validateMember(walk: Walk, spec: PropertySpec, given: Value, at: Path): Value | undefined {
  if (spec.deprecationMessage !== undefined && given !== "") walk.warnings.add(`${format(at)} is deprecated: ${spec.deprecationMessage}`);
  if (hasNoEffect(spec)) return undefined;
  const hidden = walk.isSecret;
  walk.isSecret ||= spec.secret === true;
  const value = validateValue(walk, spec, given, at);
  if (spec.const !== undefined) checkConstant(walk, spec.const, value, at);
  walk.isSecret = hidden;
  return spec.secret ? secret(removeMarks(value)) : value;
}

function checkConstant(walk: Walk, wanted: boolean | number | string, given: Value, at: Path): void {
  const known = unwrapSecret(given);
  if (known instanceof Unknown || known === wanted) return;
  fail(walk, at, `expected ${JSON.stringify(wanted)}; got ${describeValue(given, walk.isSecret)}`);
}

/** Removes marks inside a value that the schema declares secret as a whole. */
function removeMarks(value: Value): Value {
  if (value instanceof Secret) return removeMarks(value.value);
  if (Array.isArray(value)) return value.map(removeMarks);
  if (!isMap(value)) return value;
  const result = emptyMap();
  for (const key of Object.keys(value)) result[key] = removeMarks(value[key]!);
  return result;
}

/** Validates one value; a value of another form is reported and returned as it is. */
function validateValue(walk: Walk, spec: TypeSpec, given: Value, at: Path): Value {
  if (given instanceof Unknown) return validateUnknown(walk, given, at);
  if (given instanceof Secret) return validateSecret(walk, spec, given, at);
  const named = walk.schema.type(spec.$ref);
  if (spec.$ref !== undefined && !named) return validateAny(walk, spec, given, at);
  if (given instanceof Opaque || given === null) return reportMismatch(walk, spec, given, at);
  if (spec.oneOf) return validateUnion(walk, spec, given, at);
  if (named) return named.enum ? validateEnum(walk, named, given, at) : validateNamedObject(walk, spec, given, at);
  return validatePlain(walk, spec, given, at);
}

function validateUnknown(walk: Walk, given: Unknown, at: Path): Value {
  if (walk.unknownReason !== undefined) fail(walk, at, walk.unknownReason);
  return given;
}

/** The type of a union member whose discriminator is unknown. */
const anyType: TypeSpec = { $ref: "pulumi.json#/Any" };

/** Validates a value of the types Any and Json: anything that JSON can represent. */
function validateAny(walk: Walk, spec: TypeSpec, given: Value, at: Path): Value {
  if (given instanceof Opaque || (typeof given === "number" && !Number.isFinite(given))) return reportMismatch(walk, spec, given, at);
  if (given instanceof ResourceReference) {
    if (given.id !== undefined) validateValue(walk, { type: "string" }, given.id, at);
    return given;
  }
  if (Array.isArray(given)) return given.map((item, i) => validateValue(walk, spec, item, [...at, i]));
  return isMap(given) ? mapMembers(given, (item, key) => validateValue(walk, spec, item, [...at, key])) : given;
}

function validateSecret(walk: Walk, spec: TypeSpec, given: Secret, at: Path): Value {
  const hidden = walk.isSecret;
  walk.isSecret = true;
  const inner = validateValue(walk, spec, given.value, at);
  walk.isSecret = hidden;
  return secret(inner);
}

/** Reports a value of another form. A text in the place of an object with secret members may be that object in another form, so it is secret as well. */
function reportMismatch(walk: Walk, spec: TypeSpec, given: Value, at: Path): Value {
  const hides = holdsSecret(spec, walk.schema);
  const reason = `expected ${describeType(spec, walk.schema)}; got ${describeValue(given, walk.isSecret || hides)}`;
  const isJson = walk.jsonRule !== undefined && spec.type === "string" && typeof given === "object" && !(given instanceof Opaque);
  fail(walk, at, isJson ? `${reason}. ${jsonAdvice(walk.jsonRule?.jsonSource)}` : reason);
  return hides ? secret(given) : given;
}

/** Validates a value by one member of a union, selected by discriminator, else the first without failures, else the first of the same form. */
function validateUnion(walk: Walk, spec: TypeSpec, given: Value, at: Path): Value {
  if (spec.discriminator && isMap(given)) return validateDiscriminated(walk, spec, given, at);
  const choices = spec.oneOf ?? [];
  const known = knownValues(spec, walk.schema);
  if (known && typeof given === "string") return validateOpenEnum(walk, known, given, at);
  const isFitting = (choice: TypeSpec): boolean => hasForm(choice, given, walk.schema);
  const fitting = choices.filter(isFitting);
  const others = choices.filter((choice) => !isFitting(choice));
  // Members of the same form come first, so that a number stays a number where the union has one.
  for (const choice of [...fitting, ...others]) {
    const trial: Walk = { ...walk, failures: [], warnings: new Set() };
    const value = validateValue(trial, choice, given, at);
    if (trial.failures.length > 0) continue;
    for (const warning of trial.warnings) walk.warnings.add(warning);
    return value;
  }
  return fitting[0] ? validateValue(walk, fitting[0], given, at) : reportMismatch(walk, spec, given, at);
}

/** Validates a text in the place of an open enum: the service may accept values that were added after this release, but never an empty one. */
function validateOpenEnum(walk: Walk, known: readonly string[], given: string, at: Path): Value {
  if (known.includes(given)) return given;
  const near = walk.isSecret ? "" : suggest(given, known);
  const value = describeValue(given, walk.isSecret);
  if (given !== "")
    walk.warnings.add(`${format(at)}: ${value} is not one of the known values ${known.join(", ")}; it is sent unchanged${near}`);
  else if (!walk.emptyIsAbsent) fail(walk, at, `expected one of ${known.join(", ")}; got ${value}`);
  return given;
}

/** Validates an object by the member of a union that the discriminator selects. */
function validateDiscriminated(walk: Walk, spec: TypeSpec, given: ValueMap, at: Path): Value {
  const { propertyName, mapping = {} } = spec.discriminator!;
  const name = unwrapSecret(given[propertyName]);
  if (name instanceof Unknown) return validateAny(walk, anyType, given, at);
  const refs = new Map(Object.entries(mapping));
  for (const { $ref } of spec.oneOf ?? []) {
    const wanted = walk.schema.type($ref)?.properties?.[propertyName]?.const;
    if (typeof wanted === "string" && $ref !== undefined) refs.set(wanted, $ref);
  }
  const $ref = typeof name === "string" ? refs.get(name) : undefined;
  if ($ref !== undefined) return validateValue(walk, { $ref }, given, at);
  const got =
    name === undefined || name === null ? "" : `; got ${describeValue(name, walk.isSecret || given[propertyName] instanceof Secret)}`;
  fail(walk, [...at, propertyName], `expected one of ${[...refs.keys()].join(", ")}${got}`);
  return given;
}

function validateNamedObject(walk: Walk, spec: TypeSpec, given: Value, at: Path): Value {
  if (!isMap(given)) return reportMismatch(walk, spec, given, at);
  const rules = walk.rulesOf?.(typeToken(spec.$ref) ?? "");
  const type = walk.schema.type(spec.$ref)!;
  return validateObject(walk, { shape: { properties: type.properties, required: type.required }, rules }, given, at);
}

function validateEnum(walk: Walk, named: NamedType, given: Value, at: Path): Value {
  const values = named.enum!.map(({ value }) => value);
  if (values.includes(given as string)) return given;
  const texts = values.filter((value) => typeof value === "string");
  const near = walk.isSecret || typeof given !== "string" ? "" : suggest(given, texts);
  fail(walk, at, `expected one of ${values.join(", ")}; got ${describeValue(given, walk.isSecret)}${near}`);
  return given;
}

function validatePlain(walk: Walk, spec: TypeSpec, given: Value, at: Path): Value {
  if (given instanceof ResourceReference && spec.type === "string") return validateReference(walk, given, at);
  if (spec.type === "string" && typeof given === "boolean") return String(given);
  if (spec.type === "string" && typeof given === "number" && Number.isFinite(given)) return plainDecimal(given);
  if (!hasForm(spec, given, walk.schema)) return reportMismatch(walk, spec, given, at);
  if (Array.isArray(given)) return given.map((item, i) => validateValue(walk, spec.items ?? {}, item, [...at, i]));
  if (!isMap(given)) return given;
  const result = emptyMap();
  for (const key of Object.keys(given)) {
    const item = given[key]!;
    if (item !== null) result[key] = validateValue(walk, spec.additionalProperties ?? { type: "string" }, item, [...at, key]);
  }
  return result;
}

/** Converts a resource reference in the place of a text to the id of the resource. */
function validateReference(walk: Walk, { id, urn }: ResourceReference, at: Path): Value {
  if (id === undefined || id === null) return urn;
  return id === "" ? validateUnknown(walk, unknown, at) : validateValue(walk, { type: "string" }, id, at);
}
