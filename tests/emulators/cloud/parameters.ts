/** Validates the parameters of a call against the shape of its action, as the API does before it runs the action. */
import type { Json, JsonObject } from "../exchange";
import { isObject, parsed } from "../objects";
import { reject, Rule, type Shape, type Shapes } from "./api";

const scalars = {
  string: (value: Json) => typeof value === "string",
  integer: (value: Json) => Number.isSafeInteger(value),
  number: (value: Json) => typeof value === "number",
  boolean: (value: Json) => typeof value === "boolean",
};

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

const wrongType = (path: string) => reject("InvalidParameter", `The value type of parameter \`${path}\` is not valid.`);

function check(value: Json, shape: Shape, at: { path: string; mayBeEmpty?: boolean }): Json {
  const { path } = at;
  if (shape instanceof Rule) {
    const read = check(value, shape.shape, at);
    return shape.fits(read) ? read : reject(shape.code, `\`${path}\` ${shape.demand}.`);
  }
  if (isList(shape)) {
    if (!Array.isArray(value)) return wrongType(path);
    if (value.length === 0 && !at.mayBeEmpty)
      reject("InvalidParameterValue", `The value of parameter \`${path}\` must not be an empty list.`);
    return value.map((item, index) => check(item, shape[0], { path: `${path}.${index}` }));
  }
  if (typeof shape === "object") return isObject(value) ? checkMembers(value, shape, `${path}.`) : wrongType(path);
  return scalars[shape](value) ? value : wrongType(path);
}

function checkMembers(members: JsonObject, shapes: Shapes, prefix: string): JsonObject {
  const known = Object.entries(shapes).map(([key, shape]) => ({ key, shape, name: key.replace(/(\[\])?!?$/, "") }));
  const unknown = Object.keys(members).find((member) => !known.some(({ name }) => name === member));
  if (unknown !== undefined) reject("UnknownParameter", `The parameter \`${prefix}${unknown}\` is not recognized.`);
  return Object.fromEntries(
    known.flatMap(({ key, shape, name }) => {
      const value = members[name] ?? null; // null is the same as absent
      const path = `${prefix}${name}`;
      if (value !== null) return [[name, check(value, shape, { path, mayBeEmpty: key.includes("[]") })]];
      return key.endsWith("!") ? reject("MissingParameter", `The request is missing a required parameter \`${path}\`.`) : [];
    }),
  );
}

/**
 * The parameters of a call, without those that are null.
 * @throws CloudFailure `InvalidParameter` (no JSON object, wrong type), `UnknownParameter`, `MissingParameter`,
 *   `InvalidParameterValue` (empty list), the code of a rule; a nested parameter is named by its path, for example `Filters.0.Name`.
 */
export const readParameters = (body: string, shapes: Shapes): JsonObject => {
  const value = parsed(body);
  if (value === undefined) reject("InvalidParameter", "The request body is not valid JSON.");
  return isObject(value) ? checkMembers(value, shapes, "") : reject("InvalidParameter", "The request body is not a JSON object.");
};
