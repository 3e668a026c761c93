/** The parts of schema.json that the reference shows. */

/** The shape of one value. */
export interface TypeSpec {
  type?: "string" | "number" | "integer" | "boolean" | "array" | "object";
  items?: TypeSpec;
  additionalProperties?: TypeSpec;
  $ref?: string;
  oneOf?: TypeSpec[];
}

/** A property: its shape, its text, and what the schema states about it. */
export interface PropertySpec extends TypeSpec {
  description?: string;
  default?: boolean | number | string;
  secret?: boolean;
  replaceOnChanges?: boolean;
  deprecationMessage?: string;
}

/** An object: the members it may have and those it must have. */
export interface ObjectSpec {
  properties?: Record<string, PropertySpec>;
  required?: string[];
}

/** One value of an enum. */
interface EnumValue {
  value: boolean | number | string;
  description?: string;
}

/** A named type: an object, or a list of values. */
export interface NamedType extends ObjectSpec {
  type?: TypeSpec["type"];
  description?: string;
  enum?: EnumValue[];
}

/** The text of a token. */
export interface Documented {
  description?: string;
  deprecationMessage?: string;
}

/** A resource: its inputs (`inputProperties`) and its state (`properties`). */
export interface ResourceSpec extends ObjectSpec, Documented {
  inputProperties?: Record<string, PropertySpec>;
  requiredInputs?: string[];
  listInputs?: ObjectSpec;
}

/** A function: its inputs and outputs. */
export interface FunctionSpec extends Documented {
  inputs?: ObjectSpec;
  outputs?: ObjectSpec;
}

/** The package. */
export interface SchemaFile {
  name: string;
  version: string;
  types?: Record<string, NamedType>;
  resources?: Record<string, ResourceSpec>;
  functions?: Record<string, FunctionSpec>;
  provider?: ResourceSpec & { methods?: Record<string, string> };
}

const typePrefix = "#/types/";

/** Returns the token of the named type that a `$ref` points to, or undefined. */
export function typeToken(ref: string): string | undefined {
  return ref.startsWith(typePrefix) ? decodeURIComponent(ref.slice(typePrefix.length)) : undefined;
}
