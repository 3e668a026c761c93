// Property values: plain JSON plus the engine's secrets, unknowns and references. Pure. See docs/protocol.md#property-values.
import { ProviderError } from "../errors/errors";

/** A value that the engine and the SDKs keep encrypted. Never nested: a secret of a secret is one secret. */
export class Secret {
  constructor(readonly value: Value) {}
}

/** A value that is not known yet; only previews hold it. There is one instance, {@link unknown}. */
export class Unknown {
  readonly mark = "unknown";
}

/** The one unknown value. */
export const unknown = new Unknown();

/** A reference to another resource; converted to its `id` where a text is expected (to its `urn` when it has none). */
export class ResourceReference {
  constructor(
    readonly urn: string,
    readonly id: Value | undefined,
    readonly packageVersion = "",
  ) {}
}

/** An asset, an archive or a byte string: no property takes one, but each is recognized, named in a failure and returned unchanged. */
export class Opaque {
  constructor(
    readonly kind: "asset" | "archive" | "byte string",
    readonly wire: ValueMap,
  ) {}
}

/** The value of a property, at any depth. */
export type Value = null | boolean | number | string | Value[] | ValueMap | Secret | Unknown | ResourceReference | Opaque;
/** An object without prototype, so that keys like `__proto__` are data. */
export interface ValueMap {
  [key: string]: Value;
}

/** Plain JSON: what modules read and write. `undefined` members count as absent. */
export type Plain = null | boolean | number | string | Plain[] | PlainMap;
/** A plain JSON object. */
export interface PlainMap {
  [key: string]: Plain;
}

/** Creates an empty object without prototype. */
export function emptyMap<T = Value>(): { [key: string]: T } {
  return Object.create(null) as { [key: string]: T };
}

/** Returns whether the value is an ordinary object, not a list or a mark. */
export function isMap(value: unknown): value is ValueMap {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

/** Returns the value without its own secret mark; marks inside it stay. */
export function unwrapSecret(value: Value | undefined): Value | undefined {
  return value instanceof Secret ? unwrapSecret(value.value) : value;
}

/** Marks the value as secret; null stays as it is, and an existing mark is not doubled. See docs/protocol.md#secrets. */
export function secret(value: Value): Value {
  return value === null || value instanceof Secret ? value : new Secret(value);
}

/** Sets a member, unless the value is undefined. */
export function setDefined<T>(map: { [key: string]: T }, key: string, value: T | undefined): void {
  if (value !== undefined) map[key] = value;
}

/** Returns the object with every member mapped; members mapped to `undefined` are omitted. */
export function mapMembers<T, R>(map: { [key: string]: T }, change: (member: T, key: string) => R | undefined): { [key: string]: R } {
  const result = emptyMap<R>();
  for (const key of Object.keys(map)) {
    const member = change(map[key] as T, key);
    if (member !== undefined) result[key] = member;
  }
  return result;
}

/**
 * Returns the value without marks: secrets unwrapped, references as IDs. Null members of objects are omitted, because null is absent in inputs. Fails with
 * `invalid_argument` unless {@link isPlain}. See docs/protocol.md#plain-values.
 */
export function toPlain(value: Value): Plain {
  if (value === null || typeof value !== "object") return value;
  if (value instanceof Secret) return toPlain(value.value);
  if (Array.isArray(value)) return value.map(toPlain);
  if (value instanceof ResourceReference) return toPlain(value.id ?? value.urn);
  if (value instanceof Unknown) throw new ProviderError("invalid_argument", "expected known values; got an unknown one");
  if (value instanceof Opaque) throw new ProviderError("invalid_argument", `expected a plain value; got a value of the kind ${value.kind}`);
  return toPlainMap(value);
}

/** Returns the object without marks. Fails as {@link toPlain}. */
export function toPlainMap(map: ValueMap): PlainMap {
  return mapMembers(map, (member) => (member === null ? undefined : toPlain(member)));
}

/** Returns whether the value contains an unknown, at any depth. */
export function hasUnknown(value: Value | undefined): boolean {
  return some(value, (part) => part instanceof Unknown);
}

/** Returns whether the value contains a secret, at any depth. */
export function hasSecret(value: Value | undefined): boolean {
  return some(value, (part) => part instanceof Secret);
}

/** Returns the unknown value, secret if the value that it replaces is: a mark inside of that value may not become one of the whole. */
export function unknownLike(value: Value | undefined): Value {
  return value instanceof Secret ? secret(unknown) : unknown;
}

/** Returns whether {@link toPlain} can convert the value: it contains no unknown, asset, archive or byte string. */
export function isPlain(value: Value | undefined): boolean {
  return !some(value, (part) => part instanceof Unknown || part instanceof Opaque);
}

/** Returns whether the test holds for the value or for a part of it, at any depth. */
function some(value: Value | undefined, test: (part: Value) => boolean): boolean {
  if (value === undefined) return false;
  if (test(value)) return true;
  if (value === null || typeof value !== "object") return false;
  if (Array.isArray(value)) return value.some((item) => some(item, test));
  if (value instanceof Secret) return some(value.value, test);
  if (value instanceof ResourceReference) return some(value.id, test);
  return isMap(value) && Object.keys(value).some((key) => some(value[key], test));
}

/** Returns every text and number under a secret mark; none of them may appear in errors and logs. */
export function secretTexts(value: Value | undefined, under = false, found = new Set<string>()): Set<string> {
  if (value === null || value === undefined || typeof value === "boolean") return found;
  if (typeof value !== "object") {
    if (under && value !== "") found.add(String(value));
    return found;
  }
  if (value instanceof Secret) return secretTexts(value.value, true, found);
  if (!Array.isArray(value) && !isMap(value)) return found;
  for (const part of Object.values<Value>(value)) secretTexts(part, under, found);
  return found;
}
