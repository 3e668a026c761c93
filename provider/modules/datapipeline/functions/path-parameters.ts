// The paths of functions: their parameters, and inputs that are outputs as well. See docs/modules/datapipeline.md#functions.
import type { Rules } from "../../../contract/rules";
import type { PlainMap } from "../../../core/values/value";

/** Returns the parameter of a path such as `/groups/{id}/users`; undefined without one. */
export function parameterOf(path: string): string | undefined {
  return /\{(\w+)\}/.exec(path)?.[1];
}

/** Returns the rules of the inputs of a path. An empty parameter would address another path. */
export function rulesOf(path: string): Rules {
  const parameter = parameterOf(path);
  return parameter === undefined ? {} : { properties: { [parameter]: { minLength: 1 } } };
}

/** Returns the value of the parameter of the path, by its name. */
export function pathParts(path: string, inputs: PlainMap): Record<string, string> {
  const parameter = parameterOf(path);
  return parameter === undefined ? {} : { [parameter]: String(inputs[parameter]) };
}

/** Returns the given inputs among these; an empty filter counts as absent. */
export function givenInputs(inputs: PlainMap, keys: readonly string[]): PlainMap {
  return Object.fromEntries(keys.filter((key) => (inputs[key] ?? "") !== "").map((key) => [key, inputs[key]!]));
}
