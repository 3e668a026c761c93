// What the lookups of this module share: their names and types, their paths, what is echoed of their inputs. See docs/modules/datapipeline.md#functions.
import type { Functions } from "../../../core/gen/types";
import type { Rules } from "../../../core/rules";
import type { PlainMap } from "../../../core/value";

/** The lookups of this module. */
export type LookupName = keyof Functions extends infer Token ? (Token extends `quartet:datapipeline:${infer Name}` ? Name : never) : never;
/** What a lookup takes. */
export type InputsOf<Name extends LookupName> = Functions[`quartet:datapipeline:${Name}`]["inputs"];
/** What a lookup answers. */
export type OutputsOf<Name extends LookupName> = Functions[`quartet:datapipeline:${Name}`]["outputs"];

/** The parameter of a path such as `/groups/{id}/users`, or nothing. */
export function parameterOf(path: string): string | undefined {
  return /\{(\w+)\}/.exec(path)?.[1];
}

/** An empty parameter would turn the call into another one. */
export function rulesOf(path: string): Rules {
  const parameter = parameterOf(path);
  return parameter === undefined ? {} : { properties: { [parameter]: { minLength: 1 } } };
}

/** The value of the path's parameter, by its name. */
export function partsOf(path: string, inputs: PlainMap): Record<string, string> {
  const parameter = parameterOf(path);
  return parameter === undefined ? {} : { [parameter]: String(inputs[parameter]) };
}

/** The inputs among these that are given; an empty filter counts as not given. */
export function echoed(inputs: PlainMap, keys: readonly string[]): PlainMap {
  return Object.fromEntries(keys.filter((key) => (inputs[key] ?? "") !== "").map((key) => [key, inputs[key]!]));
}
