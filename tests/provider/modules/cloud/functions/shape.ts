// Compares outputs with the schema: violations, and each value with whether the schema requires it.
import type { ObjectSpec, TypeSpec } from "../../../../../provider/core/schema/schema";
import type { Plain, PlainMap } from "../../../../../provider/core/values/value";
import { schema } from "../support";

/** One value of a result. */
interface Leaf {
  value: Plain;
  /** Whether the schema requires it. */
  isRequired: boolean;
}

function outputsOf(name: string): ObjectSpec {
  return schema.function(`quartet:cloud:${name}`)?.outputs ?? {};
}

/** Returns the violations of the schema in outputs: unknown members, missing required members, types. */
export function violations(name: string, outputs: PlainMap): string[] {
  return inObject(outputs, outputsOf(name), name);
}

function inObject(value: PlainMap, { properties = {}, required = [] }: ObjectSpec, at: string): string[] {
  const missing = required.filter((key) => !(key in value)).map((key) => `${at}.${key} is missing`);
  const inside = Object.entries(value).flatMap(([key, member]) => {
    const spec = properties[key];
    return spec ? inValue(member, spec, `${at}.${key}`) : [`${at}.${key} is not known`];
  });
  return [...missing, ...inside];
}

function inValue(value: Plain, spec: TypeSpec, at: string): string[] {
  const shape = spec.$ref === undefined ? undefined : schema.type(spec.$ref);
  if (spec.type === "array") {
    if (!Array.isArray(value)) return [`${at} is no list`];
    return value.flatMap((item, n) => inValue(item, spec.items ?? {}, `${at}[${n}]`));
  }
  if (shape?.properties) return inObject(value as PlainMap, shape, at);
  const type = shape?.type ?? spec.type;
  return value !== null && typeof value === type ? [] : [`${at} is no ${type}: ${JSON.stringify(value)}`];
}

/** Returns all values of the outputs by path; a map counts as one value. */
export function leaves(name: string, outputs: PlainMap): Map<string, Leaf> {
  const found = new Map<string, Leaf>();
  const walk = (value: Plain, spec: TypeSpec, at: string, isRequired: boolean): void => {
    const shape = spec.$ref === undefined ? undefined : schema.type(spec.$ref);
    if (Array.isArray(value)) value.forEach((item, n) => walk(item, spec.items ?? {}, `${at}[${n}]`, true));
    else if (shape?.properties) members(value as PlainMap, shape, `${at}.`);
    else found.set(at, { value, isRequired });
  };
  const members = (value: PlainMap, { properties = {}, required = [] }: ObjectSpec, at: string): void => {
    for (const [key, member] of Object.entries(value)) walk(member, properties[key] ?? {}, at + key, required.includes(key));
  };
  members(outputs, outputsOf(name), "");
  return found;
}
