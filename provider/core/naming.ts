// Reads remote objects by the types of the schema: members, types, and values for null. The modules define the remote names. Pure.
import { plainDecimal } from "./exact-number";
import { isObject } from "./json";
import type { ObjectSpec, PropertySpec, Schema, TypeSpec } from "./schema";
import { typeToken } from "./schema";
import type { Plain, PlainMap } from "./value";
import { emptyMap } from "./value";

/** The member of a remote object that belongs to a property; `type` is the short name of the object's type, absent for the sides of a token. */
export type Pick = (remote: PlainMap, key: string, spec: PropertySpec, type: string | undefined) => Plain | undefined;

/** How remote objects are read. */
export interface Reading {
  schema: Schema;
  pick: Pick;
}

/**
 * The members that the shape declares, read from a remote object. What is null there is left out where the shape allows it, and else the empty value of its
 * type. A list of objects takes a single one, too.
 */
export function fromRemote(reading: Reading, shape: ObjectSpec, remote: PlainMap, type?: string): PlainMap {
  const result = emptyMap<Plain>();
  for (const [key, spec] of Object.entries(shape.properties ?? {})) {
    const value = valueOf(reading, spec, reading.pick(remote, key, spec, type));
    if (value !== undefined) result[key] = value;
    else if (shape.required?.includes(key)) result[key] = emptyOf(reading, spec);
  }
  return result;
}

/** A remote object read as the named type that the reference points to. */
export function readObject(reading: Reading, ref: string, remote: PlainMap): PlainMap {
  return fromRemote(reading, reading.schema.type(ref) ?? {}, remote, typeToken(ref)?.split(":").pop());
}

function valueOf(reading: Reading, spec: TypeSpec, value: Plain | undefined): Plain | undefined {
  if (value === undefined || value === null) return undefined;
  if (spec.$ref !== undefined) return refOf(reading, spec.$ref, value);
  if (spec.type === "array") {
    const items = Array.isArray(value) ? value : [value];
    return items.map((item) => valueOf(reading, spec.items ?? {}, item)).filter((item) => item !== undefined);
  }
  if (spec.type !== "object") return spec.type === undefined ? value : scalarOf(spec.type, value);
  if (!isObject(value)) return undefined;
  const members = Object.entries(value).map(([key, member]) => [
    key,
    valueOf(reading, spec.additionalProperties ?? { type: "string" }, member),
  ]);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined)) as PlainMap;
}

function refOf(reading: Reading, ref: string, value: Plain): Plain | undefined {
  const named = reading.schema.type(ref);
  if (named === undefined) return value;
  if (named.enum) return scalarOf("string", value);
  return isObject(value) ? readObject(reading, ref, value) : undefined;
}

/** Converts a scalar to the declared type: services return some numbers as texts and texts as numbers. Integers are truncated. */
function scalarOf(type: "string" | "number" | "integer" | "boolean", value: Plain): Plain | undefined {
  if (typeof value === "object") return undefined;
  if (type === "string") return typeof value === "number" ? plainDecimal(value) : String(value);
  if (type === "boolean")
    return typeof value === "string" ? (value === "" ? undefined : value.toLowerCase() === "true") : value === true || value === 1;
  const number = typeof value === "string" && value.trim() === "" ? NaN : Number(value);
  if (!Number.isFinite(number)) return undefined;
  return type === "integer" ? Math.trunc(number) : number;
}

/** Returns the empty value of a type, for required members that the service returns as null. */
export function emptyOf(reading: Reading, { type, $ref }: TypeSpec): Plain {
  if ($ref !== undefined) return readObject(reading, $ref, {});
  if (type === "array") return [];
  if (type === "boolean") return false;
  if (type === "number" || type === "integer") return 0;
  return type === "string" ? "" : {};
}
