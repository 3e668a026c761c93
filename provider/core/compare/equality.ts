// Semantic equality of plain values by property path. Diff, refresh and adoption compare with it, so that they never disagree. Pure.
// See docs/protocol.md#diff.
import type { Equalities } from "../../contract/properties";
import { equal, isObject } from "../json/json";
import { below } from "../values/path";
import type { PropertySpec, Schema, TypeSpec } from "../schema/schema";
import { conforms } from "../schema/shape";
import type { Plain, PlainMap } from "../values/value";

/** How the values of one object are compared; paths are those of the traits (`a.b`, `list[*]`, `map.*`). */
export interface Comparison {
  schema: Schema;
  /** Semantic equality by path. Values without an entry are compared as JSON. */
  equals?: Equalities | undefined;
  /** Values that equal absence, by path. Defaults of the schema count as well. */
  defaults?: Readonly<Record<string, Plain>> | undefined;
  /** Paths at which an absent declared value accepts what the other side has. */
  computed?: ReadonlySet<string> | undefined;
}

/** A property: its type, and its path in the traits. */
export interface ComparedValue {
  spec: (PropertySpec & TypeSpec) | undefined;
  at: string;
}

/** Returns whether both values of the property have the same meaning. Null and undefined count as absent, and absence as the default. */
export function isEquivalent(comparison: Comparison, place: ComparedValue, declared: Plain | undefined, other: Plain | undefined): boolean {
  if (isAbsent(declared) && comparison.computed?.has(place.at) === true) return true;
  const left = valueOrDefault(comparison, place, declared);
  const right = valueOrDefault(comparison, place, other);
  if (left === undefined || right === undefined) return left === right;
  return equal(left, right) || equalsByTrait(comparison, place, left, right) || equalsByMembers(comparison, place, left, right);
}

/** Returns the default of a property: that of the schema, else that of its traits. A map without members equals absence. */
function defaultOf(comparison: Comparison, { spec, at }: ComparedValue): Plain | undefined {
  return spec?.default ?? comparison.defaults?.[at] ?? (spec?.additionalProperties && {});
}

/** Returns the place of a member of an object or a map, or of an element of a list (`key` is then a number). */
export function placeBelow(comparison: Comparison, { spec, at }: ComparedValue, key: string | number): ComparedValue {
  if (typeof key === "number") return { spec: spec?.items, at: `${at}[*]` };
  const each = spec?.additionalProperties;
  return each ? { spec: each, at: below(at, "*") } : { spec: propertiesOf(comparison.schema, spec)?.[key], at: below(at, key) };
}

/** Returns the declared members of an object type; undefined for maps and for values of any type. */
export function propertiesOf(schema: Schema, spec: TypeSpec | undefined): Readonly<Record<string, PropertySpec>> | undefined {
  return schema.type(spec?.$ref)?.properties;
}

/** Returns whether a member comes from another version of the provider: the schema does not declare it, and only one side has it. It is not a change. */
export function isFromOtherVersion(
  properties: Readonly<Record<string, PropertySpec>> | undefined,
  key: string,
  left: Readonly<Record<string, unknown>>,
  right: Readonly<Record<string, unknown>>,
): boolean {
  return properties !== undefined && !Object.hasOwn(properties, key) && (left[key] === undefined) !== (right[key] === undefined);
}

function isAbsent(value: Plain | undefined): boolean {
  return value === undefined || value === null;
}

function valueOrDefault(comparison: Comparison, place: ComparedValue, value: Plain | undefined): Plain | undefined {
  return value ?? defaultOf(comparison, place);
}

/** Compares with the function of the trait, if both values have the declared form: values of an old state may have another. */
function equalsByTrait({ equals, schema }: Comparison, { spec, at }: ComparedValue, declared: Plain, other: Plain): boolean {
  const equality = equals?.[at];
  if (equality === undefined || !conforms(spec ?? {}, declared, schema) || !conforms(spec ?? {}, other, schema)) return false;
  return equality(declared, other);
}

function equalsByMembers(comparison: Comparison, place: ComparedValue, declared: Plain, other: Plain): boolean {
  if (Array.isArray(declared) && Array.isArray(other)) {
    const item = placeBelow(comparison, place, 0);
    return declared.length === other.length && declared.every((value, i) => isEquivalent(comparison, item, value, other[i]));
  }
  if (!isObject(declared) || !isObject(other)) return false;
  const properties = propertiesOf(comparison.schema, place.spec);
  if (properties === undefined && place.spec?.additionalProperties === undefined) return false;
  const isSame = (key: string): boolean =>
    isFromOtherVersion(properties, key, declared, other) ||
    isEquivalent(comparison, placeBelow(comparison, place, key), declared[key], other[key]);
  return Object.keys(declared).every(isSame) && Object.keys(other).every((key) => Object.hasOwn(declared, key) || isSame(key));
}

/** Returns the names of the properties in which the values differ. */
export function differingNames(
  comparison: Comparison,
  properties: Readonly<Record<string, PropertySpec>>,
  declared: PlainMap,
  other: PlainMap,
): string[] {
  return Object.keys(properties).filter((key) => !isEquivalent(comparison, { spec: properties[key], at: key }, declared[key], other[key]));
}
