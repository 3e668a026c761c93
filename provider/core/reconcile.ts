// The user's inputs held against what the service answers: where both mean the same, the user's words stay; else the service's value stands. Pure.
// Law: provider protocol 4.6 (refresh) and 4.8 (import); search.md section 11, "Diff and refresh".
import type { Equalities } from "./contract";
import { equal, isObject } from "./json";
import { below } from "./path";
import type { PropertySpec, Schema, TypeSpec } from "./schema";
import { conforms } from "./shape";
import type { Plain, PlainMap } from "./value";
import { emptyMap } from "./value";

/** How the two sides are compared. */
export interface ReconcileOptions {
  schema: Schema;
  properties: Readonly<Record<string, PropertySpec>>;
  /** `left` is the user's value, `right` the service's. */
  served?: Equalities | undefined;
  serverDefaults?: Readonly<Record<string, Plain>> | undefined;
  /** Inputs that the service does not report: the user's value stays. */
  local?: Iterable<string> | undefined;
  /** Paths that the service fills in when the user gives nothing there: they are not added. */
  filled?: ReadonlySet<string> | undefined;
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
    const silent = service === undefined || service === null || place.options.filled?.has(place.at) === true;
    return silent || alike(fallback, service, place) ? undefined : declared(service, place.spec, place.options.schema);
  }
  if (service === undefined || service === null) return alike(user, fallback, place) ? user : undefined;
  if (alike(user, service, place)) return user;
  return inside(user, service, place);
}

/** The service's value without the members that an input of this type does not have: an output may have more of them. */
function declared(service: Plain, spec: TypeSpec, schema: Schema): Plain {
  if (Array.isArray(service)) return service.map((item) => declared(item, spec.items ?? {}, schema));
  const properties = spec.$ref === undefined ? undefined : schema.type(spec.$ref)?.properties;
  if (!isObject(service) || !properties) return service;
  const known = Object.entries(service).filter(([key]) => Object.hasOwn(properties, key));
  return Object.fromEntries(known.map(([key, member]) => [key, declared(member, properties[key]!, schema)]));
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

/** The tables of the modules are asked about values of the declared form only: what the user's side holds may come from an old state. */
function alike(left: Plain | undefined, right: Plain | undefined, { spec, at, options }: Place): boolean {
  if (left === undefined || right === undefined) return left === right;
  if (equal(left, right)) return true;
  const compare = options.served?.[at];
  return compare !== undefined && conforms(spec, left, options.schema) && compare(left, right);
}
