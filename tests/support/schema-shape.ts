// Responses held against the schema: members that it does not have or that are missing, values of other types, secrets without a mark.
import type { ObjectSpec, PropertySpec } from "../../provider/core/schema/schema";
import { isMap, Secret, type Value, type ValueMap } from "../../provider/core/values/value";
import { schema } from "./in-process";
import type { Properties } from "./structs";

/** Outputs that no schema contains. See docs/protocol.md#internal-outputs. */
const internalOutputs = ["__region", "__boundKeys"];

/** What is wrong with a plain object of this shape, one line for each member. */
export const shapeViolations = (value: Properties, spec: ObjectSpec): string[] => mismatches(value, spec, "", true);

/** What is wrong with outputs: a wrong type, a required member that is absent, an unknown member, a secret without a mark. */
export function mismatches(values: ValueMap, spec: ObjectSpec, at = "", isHidden = false): string[] {
  const properties = spec.properties ?? {};
  const missing = (spec.required ?? []).filter((name) => values[name] === undefined).map((name) => `${at}${name} is missing`);
  const present = Object.entries(values).flatMap(([name, value]) => {
    const property = properties[name];
    if (at === "" && internalOutputs.includes(name)) return [];
    return property ? mismatch(value, property, `${at}${name}`, isHidden) : [`${at}${name} is not in the schema`];
  });
  return [...missing, ...present];
}

function mismatch(given: Value, spec: PropertySpec, at: string, isHidden: boolean): string[] {
  if (given instanceof Secret) return mismatch(given.value, { ...spec, secret: false }, at, true);
  if (spec.secret === true && !isHidden) return [`${at} is not marked as secret`];
  const named = spec.$ref === undefined ? undefined : schema.type(spec.$ref);
  if (named?.properties || named?.type === "object")
    return isMap(given) ? mismatches(given, named, `${at}.`, isHidden) : [`${at} is no object`];
  const types = (spec.oneOf ?? [spec]).map((one) => one.type ?? (one.$ref === undefined ? undefined : schema.type(one.$ref)?.type));
  if (Array.isArray(given))
    return types.includes("array")
      ? given.flatMap((item, i) => mismatch(item, spec.items ?? {}, `${at}[${i}]`, isHidden))
      : [`${at} is a list`];
  if (isMap(given)) {
    if (types.includes(undefined)) return [];
    const each = spec.additionalProperties;
    return types.includes("object") && each
      ? Object.entries(given).flatMap(([key, value]) => mismatch(value, each, `${at}.${key}`, isHidden))
      : [`${at} is an object`];
  }
  const isWhole = Number.isInteger(given);
  const fits = types.some((type) => type === undefined || type === typeof given || (type === "integer" && isWhole));
  return fits ? [] : [`${at} is ${given === null ? "null" : typeof given} instead of ${types.join(" or ")}`];
}
