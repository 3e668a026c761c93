// Reads remote objects by the types of the schema: members, types, and values for null. The modules define the remote names. Pure.
// A type is compiled to a list of its fields on first use: see docs/decisions/compiled-readers.md.
import { isObject } from "../core/json/json";
import type { ObjectSpec, PropertySpec, Schema, TypeSpec } from "../core/schema/schema";
import { typeToken } from "../core/schema/schema";
import type { Plain, PlainMap } from "../core/values/value";
import { scalarText } from "../core/values/records";
import { emptyMap } from "../core/values/value";

/** Returns the member of a remote object that belongs to one property. */
type Member = (remote: PlainMap) => Plain | undefined;

/**
 * Returns where a property is found. Called once per property, when its type is compiled, so that names are computed once. `type` is the short name of the
 * object's type, absent for the members of a token.
 */
export type FindMember = (key: string, spec: PropertySpec, type: string | undefined) => Member;

/**
 * Returns the declared members of a remote object. A member that is null is omitted where the schema allows it, else it is the empty value of its type. A
 * single value counts as a list of one.
 */
export type ReadMembers = (remote: PlainMap) => PlainMap;

/** Returns a value in its declared type; `undefined` if it has none. */
type Convert = (value: Plain) => Plain | undefined;

interface Field {
  key: string;
  member: Member;
  convert: Convert;
  isRequired: boolean;
  spec: PropertySpec;
}

/** Compiles the readers of a schema with the names of one module; each named type once. */
export class Readers {
  private readonly types = new Map<string, ReadMembers>();

  constructor(
    private readonly schema: Schema,
    private readonly pick: FindMember,
  ) {}

  /** Returns the reader of the named type that the reference points to. */
  type(ref: string): ReadMembers {
    let reader = this.types.get(ref);
    if (!reader) {
      reader = this.members(this.schema.type(ref) ?? {}, this.pick, typeToken(ref)?.split(":").pop());
      this.types.set(ref, reader);
    }
    return reader;
  }

  /** Compiles a reader of a shape; keep it, because compiling takes longer than reading. `pick` applies to the members of the shape itself. */
  members({ properties = {}, required = [] }: ObjectSpec, pick: FindMember = this.pick, type?: string): ReadMembers {
    const fields = Object.entries(properties).map(([key, spec]): Field => {
      return { key, member: pick(key, spec, type), convert: this.converter(spec), isRequired: required.includes(key), spec };
    });
    return (remote) => {
      const result = emptyMap<Plain>();
      for (const { key, member, convert, isRequired, spec } of fields) {
        const given = member(remote);
        const value = given === undefined || given === null ? undefined : convert(given);
        if (value !== undefined) result[key] = value;
        else if (isRequired) result[key] = this.emptyValue(spec);
      }
      return result;
    };
  }

  /** Returns the empty value of a type, for required members that the service returns as null. */
  emptyValue(spec: TypeSpec): Plain {
    const { type, $ref } = spec;
    if ($ref !== undefined) return this.type($ref)({});
    if (isOpenEnum(spec)) return "";
    if (type === "array") return [];
    if (type === "boolean") return false;
    if (type === "number" || type === "integer") return 0;
    return type === "string" ? "" : {};
  }

  private converter(spec: TypeSpec): Convert {
    const { $ref, type, items = {}, additionalProperties = { type: "string" } } = spec;
    if (isOpenEnum(spec)) return (value) => scalarOf("string", value);
    if ($ref !== undefined) return this.reference($ref);
    if (type === "array") return listOf(this.converter(items));
    if (type === "object") return mapOf(this.converter(additionalProperties));
    return type === undefined ? (value) => value : (value) => scalarOf(type, value);
  }

  /** Returns the conversion to a named type, which is compiled when the first value is read, because types may refer to themselves. */
  private reference(ref: string): Convert {
    const named = this.schema.type(ref);
    if (named === undefined) return (value) => value;
    if (named.enum) return (value) => scalarOf("string", value);
    return (value) => (isObject(value) ? this.type(ref)(value) : undefined);
  }
}

/** Returns whether the type is a union of a string and an enum. */
function isOpenEnum({ oneOf }: TypeSpec): boolean {
  return oneOf?.some(({ type }) => type === "string") === true;
}

/** Returns a function that computes a value once for each schema. */
export function oncePerSchema<T>(compute: (schema: Schema) => T): (schema: Schema) => T {
  const values = new WeakMap<Schema, { value: T }>();
  return (schema) => {
    const entry = values.get(schema) ?? { value: compute(schema) };
    values.set(schema, entry);
    return entry.value;
  };
}

function listOf(convert: Convert): Convert {
  return (value) => {
    const items: Plain[] = [];
    for (const item of Array.isArray(value) ? value : [value]) {
      const converted = item === null || item === undefined ? undefined : convert(item);
      if (converted !== undefined) items.push(converted);
    }
    return items;
  };
}

function mapOf(convert: Convert): Convert {
  return (value) => {
    if (!isObject(value)) return undefined;
    const members = emptyMap<Plain>();
    for (const [key, member] of Object.entries(value)) {
      const converted = member === null || member === undefined ? undefined : convert(member);
      if (converted !== undefined) members[key] = converted;
    }
    return members;
  };
}

function booleanOf(value: string | number | boolean): boolean | undefined {
  if (value === "") return undefined;
  return typeof value === "string" ? value.toLowerCase() === "true" : value === true || value === 1;
}

/** Converts a scalar to the declared type: services return some numbers as texts and texts as numbers. Integers are truncated. */
function scalarOf(type: "string" | "number" | "integer" | "boolean", value: Plain): Plain | undefined {
  if (typeof value === "object") return undefined;
  if (type === "string") return scalarText(value);
  if (type === "boolean") return booleanOf(value);
  const number = typeof value === "string" && value.trim() === "" ? NaN : Number(value);
  if (!Number.isFinite(number)) return undefined;
  return type === "integer" ? Math.trunc(number) : number;
}
