/** Validates the parameters of a call against the shape of its action, as the API does before it runs the action. */
import type { Json, JsonObject } from "../exchange";
import type { Shape, Shapes } from "./api";
import { CloudFailure } from "./api";

const isObject = (value: unknown): value is JsonObject => typeof value === "object" && value !== null && !Array.isArray(value);

const wrongType = (path: string): CloudFailure =>
  new CloudFailure("InvalidParameter", `The value type of parameter \`${path}\` is not valid.`);

interface Parameter {
  shape: Shape;
  required: boolean;
  mayBeEmpty: boolean;
}

const declared = (shapes: Shapes): Map<string, Parameter> =>
  new Map(
    Object.entries(shapes).map(([key, shape]) => {
      const required = key.endsWith("!");
      const name = required ? key.slice(0, -1) : key;
      const mayBeEmpty = name.endsWith("[]");
      return [mayBeEmpty ? name.slice(0, -2) : name, { shape, required, mayBeEmpty }];
    }),
  );

const scalars = {
  string: (value: Json): boolean => typeof value === "string",
  integer: (value: Json): boolean => Number.isSafeInteger(value),
  number: (value: Json): boolean => typeof value === "number",
  boolean: (value: Json): boolean => typeof value === "boolean",
};

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

const checkList = (list: Json, { shape: [item], mayBeEmpty }: { shape: readonly [Shape]; mayBeEmpty: boolean }, path: string): Json[] => {
  if (!Array.isArray(list)) throw wrongType(path);
  if (list.length === 0 && !mayBeEmpty)
    throw new CloudFailure("InvalidParameterValue", `The value of parameter \`${path}\` must not be an empty list.`);
  return list.map((value, index) => check(value, { shape: item, required: true, mayBeEmpty: false }, `${path}.${index}`));
};

const check = (value: Json, { shape, mayBeEmpty }: Parameter, path: string): Json => {
  if (isList(shape)) return checkList(value, { shape, mayBeEmpty }, path);
  if (typeof shape === "object") {
    if (!isObject(value)) throw wrongType(path);
    return checkMembers(value, shape, `${path}.`);
  }
  if (!scalars[shape](value)) throw wrongType(path);
  return value;
};

const checkMembers = (members: JsonObject, shapes: Shapes, prefix: string): JsonObject => {
  const known = declared(shapes);
  for (const name of Object.keys(members))
    if (!known.has(name)) throw new CloudFailure("UnknownParameter", `The parameter \`${prefix}${name}\` is not recognized.`);
  const given: [string, Json][] = [];
  for (const [name, parameter] of known) {
    const value = members[name] ?? null; // null is the same as absent
    if (value !== null) given.push([name, check(value, parameter, `${prefix}${name}`)]);
    else if (parameter.required)
      throw new CloudFailure("MissingParameter", `The request is missing a required parameter \`${prefix}${name}\`.`);
  }
  return Object.fromEntries(given);
};

/**
 * The parameters of a call, without those that are null.
 * @throws CloudFailure `InvalidParameter` (no JSON object, wrong type), `UnknownParameter`, `MissingParameter`,
 *   `InvalidParameterValue` (empty list); a nested parameter is named by its path, for example `Filters.0.Name`.
 */
export const readParameters = (body: string, shapes: Shapes): JsonObject => {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new CloudFailure("InvalidParameter", "The request body is not valid JSON.");
  }
  if (!isObject(value)) throw new CloudFailure("InvalidParameter", "The request body is not a JSON object.");
  return checkMembers(value, shapes, "");
};
