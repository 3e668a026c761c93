/** Outputs that are always present are required in the schema, and every function with secret outputs has a variant without them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hasNoEffect, schemaOf, type FunctionSpec, type PackageSpec } from "../../provider/core/schema/schema";
import { holdsSecret } from "../../provider/core/schema/shape";

const packageSchema = JSON.parse(readFileSync(join(__dirname, "..", "..", "schema.json"), "utf8")) as PackageSpec;

const schema = schemaOf(packageSchema);

/** Functions that return only the name if the object does not exist, or no template matches. */
const maybeEmpty = new Set(["quartet:search:getSearchIndexTemplate", "quartet:search:simulateSearchIndexTemplate"]);

const functions = Object.entries(packageSchema.functions ?? {}).filter(([token]) => !token.startsWith("pulumi:"));

test.each(functions)("%s: withoutSecrets is an input where the result can hold secrets", (_token, { inputs, outputs }) => {
  const canHoldSecrets = Object.values(outputs?.properties ?? {}).some((output) => holdsSecret(output, schema));
  expect(inputs?.properties?.["withoutSecrets"] !== undefined).toBe(canHoldSecrets);
});

/** Whether the output repeats an input of the caller. */
function isEcho({ inputs }: FunctionSpec, name: string): boolean {
  const input = inputs?.properties?.[name];
  return input !== undefined && !hasNoEffect(input);
}

test.each(functions.filter(([token]) => !maybeEmpty.has(token)))("%s: lists and IDs are required", (_token, spec) => {
  const { properties = {}, required = [] } = spec.outputs ?? {};
  const always = Object.keys(properties).filter((name) => !isEcho(spec, name) && (properties[name]!.type === "array" || name === "id"));
  expect(always.filter((name) => !required.includes(name))).toEqual([]);
});

test.each(functions)("%s: repeated required inputs are required", (_token, spec) => {
  const { properties = {}, required = [] } = spec.outputs ?? {};
  const repeated = (spec.inputs?.required ?? []).filter((name) => Object.hasOwn(properties, name));
  expect(repeated.filter((name) => !required.includes(name))).toEqual([]);
});
