// Responses held against the schema: members that it does not have or that are missing, values of other types.
import type { ObjectSpec, TypeSpec } from "../../provider/core/schema/schema";
import { schema } from "../provider/tools/schema-file";
import type { Json, Properties } from "./structs";

/** Outputs that no schema contains. See docs/protocol.md#internal-outputs. */
export const internalOutputs = ["__region", "__boundKeys"];

/** What is wrong with a plain object of this shape, one line for each member. */
export function shapeViolations(value: Properties, { properties = {}, required = [] }: ObjectSpec, at = ""): string[] {
  const missing = required.filter((key) => !(key in value)).map((key) => `${at}${key} is missing`);
  const inside = Object.entries(value).flatMap(([key, member]) => {
    const spec = properties[key];
    if (at === "" && internalOutputs.includes(key)) return [];
    return spec ? inValue(member, spec, `${at}${key}`) : [`${at}${key} is not known`];
  });
  return [...missing, ...inside];
}

function inValue(value: Json, spec: TypeSpec, at: string): string[] {
  const shape = spec.$ref === undefined ? undefined : schema.types?.[spec.$ref.slice("#/types/".length)];
  if (spec.type === "array") {
    if (!Array.isArray(value)) return [`${at} is no list`];
    return value.flatMap((item, n) => inValue(item, spec.items ?? {}, `${at}[${n}]`));
  }
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  if (shape?.properties) return isObject ? shapeViolations(value, shape, `${at}.`) : [`${at} is no object`];
  if (spec.additionalProperties)
    return isObject
      ? Object.entries(value).flatMap(([key, member]) => inValue(member, spec.additionalProperties!, `${at}.${key}`))
      : [`${at} is no map`];
  const type = shape?.type ?? spec.type;
  const right = type === "integer" ? Number.isInteger(value) : value !== null && typeof value === type;
  return right ? [] : [`${at} is no ${type}: ${JSON.stringify(value)}`];
}
