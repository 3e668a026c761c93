// Whether a value has a type's outer form, and how both are called in a message. Pure.
import type { PropertySpec, Schema, TypeSpec } from "./schema";
import { typeToken } from "./schema";
import type { Value } from "../values/value";
import { isMap, Opaque, unwrapSecret, ResourceReference, Secret, Unknown } from "../values/value";

/** Returns whether the value has the outer form of the type; members are not looked at. Whole numbers are those that a double holds exactly. */
export function hasForm(spec: TypeSpec, value: Value, schema: Schema): boolean {
  const named = schema.type(spec.$ref);
  if (spec.$ref !== undefined && !named) return true;
  const type = named ? named.type : spec.type;
  switch (type) {
    case "array":
      return Array.isArray(value);
    case "object":
      return isMap(value);
    case "integer":
      return Number.isSafeInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    case undefined:
      return true;
    default:
      return typeof value === type;
  }
}

/** Returns whether the value has the form of the type at every depth. What is not known yet may have any form; null counts as absent, but in lists. */
export function conforms(spec: TypeSpec, given: Value, schema: Schema): boolean {
  const value = unwrapSecret(given)!;
  if (value instanceof Unknown) return true;
  if (value instanceof ResourceReference) return spec.type === "string" || hasForm(spec, value, schema);
  if (value instanceof Opaque) return false;
  if (spec.oneOf) return spec.oneOf.some((choice) => conforms(choice, value, schema));
  if (!hasForm(spec, value, schema)) return false;
  if (Array.isArray(value)) return value.every((item) => conforms(spec.items ?? {}, item, schema));
  if (!isMap(value)) return true;
  const properties = schema.type(spec.$ref)?.properties ?? {};
  const shapeOf = (key: string): TypeSpec => (Object.hasOwn(properties, key) ? properties[key]! : (spec.additionalProperties ?? {}));
  return Object.keys(value).every((key) => value[key] === null || conforms(shapeOf(key), value[key]!, schema));
}

/** Returns whether the type has a secret part, so that a value in its place may be a secret. */
export function holdsSecret(spec: PropertySpec, schema: Schema, above: readonly string[] = []): boolean {
  if (spec.secret === true) return true;
  const { $ref, items, additionalProperties, oneOf = [] } = spec;
  const named = $ref === undefined || above.includes($ref) ? undefined : schema.type($ref);
  const parts = [items, additionalProperties, ...oneOf, ...Object.values(named?.properties ?? {})];
  return parts.some((part) => part !== undefined && holdsSecret(part, schema, $ref === undefined ? above : [...above, $ref]));
}

/** Returns the expected type in words: `a string`, `a list of strings`, `an object (Type)`. */
export function describeType(spec: TypeSpec, schema: Schema): string {
  if (spec.oneOf) return spec.oneOf.map((choice) => describeType(choice, schema)).join(" or ");
  const token = typeToken(spec.$ref);
  const named = schema.type(spec.$ref);
  if (named?.enum) return `one of ${named.enum.map(({ value }) => value).join(", ")}`;
  if (token !== undefined) return `an object (${token.split(":").pop()})`;
  if (spec.type === "array") return `a list`;
  if (spec.type === "object") return "a map";
  if (spec.type === "integer") return "a whole number";
  return `a ${spec.type ?? "value"}`;
}

/** Returns the given value in words; its content only when that is short and not secret. */
export function describeValue(value: Value, isHidden: boolean): string {
  if (value === null) return "null";
  if (value instanceof Secret) return describeValue(value.value, true);
  if (value instanceof Unknown) return "an unknown value";
  if (value instanceof ResourceReference) return "a resource";
  if (value instanceof Opaque) return `${/^[aeiou]/.test(value.kind) ? "an" : "a"} ${value.kind}`;
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (isHidden) return `a ${typeof value}`;
  if (typeof value !== "string") return `the ${typeof value} ${value}`;
  const text = JSON.stringify(value);
  return text.length > 80 ? `a string of ${value.length} characters` : text;
}
