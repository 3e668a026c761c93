/** Outputs that are always present are required in the schema, and every function with secret outputs has a variant without them. */
import { hasNoEffect, schemaOf, type FunctionSpec } from "../../provider/core/schema/schema";
import { holdsSecret } from "../../provider/core/schema/shape";
import { schema } from "../provider/tools/schema-file";

const functions = Object.entries(schema.functions ?? {}).filter(([token]) => !token.startsWith("pulumi:"));

/** Returns the names of outputs that have this trait and are not required, with their functions. */
const optional = (selects: (name: string, spec: FunctionSpec, token: string) => boolean) =>
  functions.flatMap(([token, spec]) =>
    Object.keys(spec.outputs?.properties ?? {})
      .filter((name) => selects(name, spec, token) && !spec.outputs?.required?.includes(name))
      .map((name) => `${token}: ${name}`),
  );

test("withoutSecrets is an input where the result can hold secrets", () => {
  const whole = schemaOf(schema);
  const wrong = functions.filter(([, { inputs, outputs }]) => {
    const canHoldSecrets = Object.values(outputs?.properties ?? {}).some((output) => holdsSecret(output, whole));
    return (inputs?.properties?.["withoutSecrets"] !== undefined) !== canHoldSecrets;
  });
  expect(wrong.map(([token]) => token)).toEqual([]);
});

/** Functions that return only the name if the object does not exist, or no template matches. */
const maybeEmpty = new Set(["quartet:search:getSearchIndexTemplate", "quartet:search:simulateSearchIndexTemplate"]);

test("lists and IDs that repeat no input are required", () => {
  const isAlways = (name: string, { inputs, outputs }: FunctionSpec, token: string) => {
    const input = inputs?.properties?.[name];
    const isEcho = input !== undefined && !hasNoEffect(input);
    return !maybeEmpty.has(token) && !isEcho && (outputs?.properties?.[name]?.type === "array" || name === "id");
  };
  expect(optional(isAlways)).toEqual([]);
});

test("repeated required inputs are required", () => {
  expect(optional((name, { inputs }) => inputs?.required?.includes(name) ?? false)).toEqual([]);
});
