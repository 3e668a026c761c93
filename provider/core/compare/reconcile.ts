// Describes the object of the service as inputs: declared values stay as the program spells them where they mean the same. Pure.
// See docs/protocol.md#read and docs/protocol.md#import.
import type { Comparison, ComparedValue } from "./equality";
import { isEquivalent, placeBelow, propertiesOf } from "./equality";
import { isObject } from "../json/json";
import type { PropertySpec } from "../schema/schema";
import type { Plain, PlainMap } from "../values/value";
import { emptyMap, mapMembers, setDefined } from "../values/value";

/** How both sides are compared. `equals`: the declared value first, then that of the service. `computed`: paths that stay absent where the program leaves them out. */
export interface ReconcileOptions extends Comparison {
  properties: Readonly<Record<string, PropertySpec>>;
  /** Inputs that the service does not store: the declared value stays. */
  local?: Iterable<string> | undefined;
}

/** Returns the inputs that describe the remote object. `declared` is empty on import. */
export function reconcile(declared: PlainMap, remote: PlainMap, options: ReconcileOptions): PlainMap {
  const result = emptyMap<Plain>();
  for (const [key, spec] of Object.entries(options.properties)) {
    setDefined(result, key, reconcileValue(options, { spec, at: key }, declared[key], remote[key]));
  }
  for (const key of options.local ?? []) {
    delete result[key];
    setDefined(result, key, declared[key]);
  }
  return result;
}

function reconcileValue(
  options: ReconcileOptions,
  place: ComparedValue,
  declared: Plain | undefined,
  remote: Plain | undefined,
): Plain | undefined {
  if (isEquivalent(options, place, declared, remote)) return declared ?? undefined;
  if (remote === undefined || remote === null) return undefined;
  if (declared === undefined || declared === null) return withoutDefaults(options, place, remote);
  return reconcileMembers(options, place, declared, remote);
}

/** Describes a value that the program does not declare: members that equal their default are left out, as absence has the same meaning. */
function withoutDefaults(options: ReconcileOptions, place: ComparedValue, remote: Plain): Plain {
  if (Array.isArray(remote)) {
    const item = placeBelow(options, place, 0);
    return remote.map((value) => withoutDefaults(options, item, value));
  }
  const type = options.schema.type(place.spec?.$ref);
  if (!isObject(remote) || type?.properties === undefined) return remote;
  const required = new Set(type.required);
  // Semantic equality may accept what a service adds to a declared value; here nothing is declared.
  const exact = { ...options, equals: undefined };
  const result = emptyMap<Plain>();
  for (const key of Object.keys(type.properties)) {
    const below = placeBelow(options, place, key);
    const value = remote[key];
    const kept = required.has(key) && value !== undefined && value !== null ? withoutDefaults(options, below, value) : undefined;
    setDefined(result, key, kept ?? reconcileValue(exact, below, undefined, value));
  }
  return result;
}

/** Describes a value that differs from the declared one: members that are equal keep their declared spelling. */
function reconcileMembers(options: ReconcileOptions, place: ComparedValue, declared: Plain, remote: Plain): Plain {
  if (Array.isArray(declared) && Array.isArray(remote)) {
    const item = placeBelow(options, place, 0);
    return remote.map((value, i) => reconcileValue(options, item, declared[i], value) ?? value);
  }
  if (!isObject(declared) || !isObject(remote)) return withDeclaredMembers(options, place, remote);
  const properties = propertiesOf(options.schema, place.spec);
  if (properties === undefined && place.spec?.additionalProperties === undefined) return remote;
  const result = emptyMap<Plain>();
  for (const key of Object.keys(properties ?? remote)) {
    const member = reconcileValue(options, placeBelow(options, place, key), declared[key], remote[key]);
    // The keys of a map are those of the service, also where a value equals the default.
    setDefined(result, key, member ?? (properties ? undefined : remote[key]));
  }
  return result;
}

/** Returns the members of objects and the entries of maps that one of the declared values has, with the values of the service. Lists, and values that no program declares, are whole. */
export function declaredPart(options: Comparison, place: ComparedValue, remote: Plain, declared: readonly (Plain | undefined)[]): Plain {
  const hasMembers = place.spec?.additionalProperties !== undefined || propertiesOf(options.schema, place.spec) !== undefined;
  const objects = declared.filter(isObject);
  if (!isObject(remote) || !hasMembers || objects.length === 0) return remote;
  return mapMembers<Plain, Plain>(remote, (value, key) => {
    const members = objects.filter((object) => Object.hasOwn(object, key)).map((object) => object[key]);
    return members.length === 0 ? undefined : declaredPart(options, placeBelow(options, place, key), value, members);
  });
}

/** Returns the value of the service without the members that the input type does not have: an output may have more. */
export function withDeclaredMembers(options: Comparison, place: ComparedValue, remote: Plain): Plain {
  if (Array.isArray(remote)) {
    const item = placeBelow(options, place, 0);
    return remote.map((value) => withDeclaredMembers(options, item, value));
  }
  const properties = propertiesOf(options.schema, place.spec);
  if (!isObject(remote) || properties === undefined) return remote;
  const known = Object.entries(remote).filter(([key]) => Object.hasOwn(properties, key));
  return Object.fromEntries(known.map(([key, member]) => [key, withDeclaredMembers(options, placeBelow(options, place, key), member)]));
}
