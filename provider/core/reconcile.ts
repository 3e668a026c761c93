// The user's inputs held against what the service answers: where both mean the same, the user's words stay; else the service's value stands. Pure.
// Law: provider protocol 4.6 (refresh) and 4.8 (import); search.md section 11, "Diff and refresh".
import type { Sames } from "./contract";
import { equal, isObject } from "./json";
import { below } from "./path";
import type { PropertySpec, Schema, TypeSpec } from "./schema";
import type { Plain, PlainMap } from "./value";
import { emptyMap } from "./value";

/** How the two sides are compared. */
export interface ReconcileOptions {
  schema: Schema;
  properties: Readonly<Record<string, PropertySpec>>;
  /** `left` is the user's value, `right` the service's. */
  served?: Sames | undefined;
  serverDefaults?: Readonly<Record<string, Plain>> | undefined;
  /** Inputs that the service does not report: the user's value stays. */
  local?: readonly string[] | undefined;
  /** Paths that the service fills in when the user gives nothing there: they are not added. */
  filled?: readonly string[] | undefined;
}

/** The inputs that describe what the service holds. `user` is empty on import. */
export function reconcile(user: PlainMap, service: PlainMap, options: ReconcileOptions): PlainMap {
  const result = object(user, service, { properties: options.properties, at: "", options });
  for (const key of options.local ?? []) {
    delete result[key];
    if (user[key] !== undefined) result[key] = user[key];
  }
  return result;
}

interface Members {
  properties: Readonly<Record<string, PropertySpec>>;
  at: string;
  options: ReconcileOptions;
}

function object(user: PlainMap, service: PlainMap, { properties, at, options }: Members): PlainMap {
  const result = emptyMap<Plain>();
  for (const key of Object.keys(properties)) {
    const value = one(user[key], service[key], { spec: properties[key]!, at: below(at, key), options });
    if (value !== undefined) result[key] = value;
  }
  return result;
}

/** The service says which keys there are; where an entry means the same, the user's words stay. */
function map(user: PlainMap, service: PlainMap, place: Place): PlainMap {
  const result = emptyMap<Plain>();
  for (const key of Object.keys(service)) {
    const entry = service[key]!;
    result[key] = (Object.hasOwn(user, key) ? one(user[key], entry, place) : undefined) ?? entry;
  }
  return result;
}

interface Place {
  spec: PropertySpec & TypeSpec;
  at: string;
  options: ReconcileOptions;
}

function one(user: Plain | undefined, service: Plain | undefined, place: Place): Plain | undefined {
  const fallback = place.spec.default ?? place.options.serverDefaults?.[place.at];
  if (user === undefined || user === null) {
    const silent = service === undefined || service === null || place.options.filled?.includes(place.at) === true;
    return silent || alike(fallback, service, place) ? undefined : service;
  }
  if (service === undefined || service === null) return alike(user, fallback, place) ? user : undefined;
  if (alike(user, service, place)) return user;
  return inside(user, service, place);
}

/** Both are given and differ: the user's words stay for those parts that do not. */
function inside(user: Plain, service: Plain, { spec, at, options }: Place): Plain {
  if (Array.isArray(user) && Array.isArray(service)) {
    return service.map((item, i) => one(user[i], item, { spec: spec.items ?? {}, at: `${at}[*]`, options }) ?? item);
  }
  const named = spec.$ref === undefined ? undefined : options.schema.type(spec.$ref);
  if (!isObject(user) || !isObject(service)) return service;
  if (named?.properties) return object(user, service, { properties: named.properties, at, options });
  return spec.additionalProperties ? map(user, service, { spec: spec.additionalProperties, at: below(at, "*"), options }) : service;
}

function alike(left: Plain | undefined, right: Plain | undefined, { at, options }: Place): boolean {
  if (left === undefined || right === undefined) return left === right;
  return equal(left, right) || options.served?.[at]?.(left, right) === true;
}
