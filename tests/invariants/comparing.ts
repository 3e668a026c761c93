/** Comparisons of values with marks: what a preview promises, and what became of it. */
import { format, type Step } from "../../provider/core/values/path";
import { isMap, Secret, Unknown, unwrapSecret, type Value, type ValueMap } from "../../provider/core/values/value";

/** The paths in which the outcome contradicts the preview: a known value differs, or one side alone has it. An unknown is no promise. */
export function contradictions(preview: ValueMap, outcome: ValueMap, steps: readonly Step[] = []): string[] {
  const keys = [...new Set([...Object.keys(preview), ...Object.keys(outcome)])].filter((key) => !key.startsWith("__"));
  return keys.flatMap((key) => differing(preview[key], outcome[key], [...steps, key]));
}

function differing(marked: Value | undefined, found: Value | undefined, steps: readonly Step[]): string[] {
  const promise = unwrapSecret(marked);
  const actual = unwrapSecret(found);
  if (promise instanceof Unknown) return [];
  if (marked instanceof Secret && actual === undefined) return [format(steps)];
  if (Array.isArray(promise) && Array.isArray(actual)) {
    const longest = promise.length > actual.length ? promise : actual;
    return longest.flatMap((_, i) => differing(promise[i], actual[i], [...steps, i]));
  }
  if (isMap(promise) && isMap(actual)) return contradictions(promise, actual, steps);
  return Object.is(promise ?? null, actual ?? null) ? [] : [format(steps)];
}
