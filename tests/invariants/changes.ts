/** Random programs: changed, added and removed members at every depth. */
import type fc from "fast-check";
import fastCheck from "fast-check";
import { canonical, isObject } from "../../provider/core/json/json";
import { format, parse, type Step } from "../../provider/core/values/path";
import { mapMembers, type Plain, type PlainMap } from "../../provider/core/values/value";

/** The generator that a property draws from. */
export type Draw = fc.GeneratorValue;

/** The paths of all members of a value, objects and lists included. */
export function pathsOf(value: Plain | undefined, steps: readonly Step[] = []): Step[][] {
  const own = steps.length > 0 ? [[...steps]] : [];
  if (Array.isArray(value)) return [...own, ...value.flatMap((item, i) => pathsOf(item, [...steps, i]))];
  if (!isObject(value)) return own;
  return [...own, ...Object.entries(value).flatMap(([key, member]) => pathsOf(member, [...steps, key]))];
}

/** The value at a path. */
export function valueAt(value: Plain | undefined, steps: readonly Step[]): Plain | undefined {
  return steps.reduce<Plain | undefined>((at, step) => {
    if (Array.isArray(at)) return typeof step === "number" ? at[step] : undefined;
    return isObject(at) ? at[String(step)] : undefined;
  }, value);
}

/** A copy of objects of this realm: Check rejects those of `structuredClone`, which are of another one under jest. */
function copied<T extends Plain>(value: T): T;
function copied(value: Plain): Plain {
  if (Array.isArray(value)) return value.map((item) => copied(item));
  return isObject(value) ? mapMembers(value, (member) => copied(member)) : value;
}

/** A copy with another value at the path; without a value the member is removed. The path's objects exist. */
export function withValueAt(value: PlainMap, steps: readonly Step[], replacement: Plain | undefined): PlainMap {
  const copy = copied(value);
  const owner = valueAt(copy, steps.slice(0, -1)) ?? (steps.length === 1 ? copy : undefined);
  const last = steps.at(-1)!;
  if (Array.isArray(owner) && typeof last === "number") owner.splice(last, 1, ...(replacement === undefined ? [] : [replacement]));
  else if (isObject(owner)) {
    if (replacement === undefined) delete owner[String(last)];
    else owner[String(last)] = replacement;
  }
  return copy;
}

/** Whether the value is a list of texts, numbers and the like. */
export const isScalarList = (value: Plain | undefined): boolean => Array.isArray(value) && value.every((item) => typeof item !== "object");

/** The paths of the leaves in which two values differ. Lists with the same elements in another order are no difference; see {@link reorderedPaths}. */
export function differingPaths(left: Plain | undefined, right: Plain | undefined, steps: readonly Step[] = []): string[] {
  if (isReordered(left, right)) return [];
  if (isScalarList(left) && isScalarList(right)) return JSON.stringify(left) === JSON.stringify(right) ? [] : [format(steps)];
  if (Array.isArray(left) && Array.isArray(right)) {
    return differingElements(left, right).flatMap((i) => differingPaths(left[i], right[i], [...steps, i]));
  }
  if (isObject(left) && isObject(right)) {
    const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])];
    return keys.flatMap((key) => differingPaths(left[key], right[key], [...steps, key]));
  }
  return JSON.stringify(left ?? null) === JSON.stringify(right ?? null) ? [] : [format(steps)];
}

/** The positions of the elements that only one of the lists has: an element that an insertion moves does not differ. */
function differingElements(left: readonly Plain[], right: readonly Plain[]) {
  const only = (list: readonly Plain[], other: readonly Plain[]) => {
    const rest = other.map(canonical);
    return [...list.keys()].filter((i) => {
      const at = rest.indexOf(canonical(list[i]!));
      if (at >= 0) rest.splice(at, 1);
      return at < 0;
    });
  };
  return [...new Set([...only(left, right), ...only(right, left)])].sort((a, b) => a - b);
}

/** The paths of the lists that hold the same elements in another order. */
export function reorderedPaths(left: PlainMap, right: PlainMap): string[] {
  return pathsOf(left)
    .filter((steps) => isReordered(valueAt(left, steps), valueAt(right, steps)))
    .map(format);
}

function isReordered(left: Plain | undefined, right: Plain | undefined) {
  if (!Array.isArray(left) || !Array.isArray(right)) return false;
  const sorted = (list: readonly Plain[]) => JSON.stringify(list.map(canonical).sort());
  return sorted(left) === sorted(right) && canonical(left) !== canonical(right);
}

/** Draws one of the values. */
export const pick = <T>(draw: Draw, values: readonly T[]): T => values[draw(fastCheck.nat, values.length - 1)]!;

/** A program near another: some members as a second program has them, and a few members changed at any depth. */
export function randomProgram(draw: Draw, base: PlainMap, other: PlainMap): PlainMap {
  let result: PlainMap = { ...base };
  const keys = [...new Set([...Object.keys(base), ...Object.keys(other)])];
  for (let left = draw(fastCheck.nat, 3); left > 0; left--) {
    const key = pick(draw, keys);
    result = withValueAt(result, [key], other[key]);
  }
  for (let left = draw(fastCheck.nat, 2); left > 0; left--) result = randomChange(draw, result, [base, other]);
  return result;
}

/** The value with one member changed, removed, or added. */
export function randomChange(draw: Draw, value: PlainMap, pool: readonly PlainMap[]): PlainMap {
  const paths = [value, ...pool].flatMap((from) => pathsOf(from)).filter((steps) => ownerExists(value, steps));
  if (paths.length === 0) return value;
  const steps = pick(draw, paths);
  const old = valueAt(value, steps);
  const others = [undefined, ...pool.map((from) => valueAt(from, steps)), ...variationsOf(old), ...variationsOf(old)];
  return withValueAt(value, steps, pick(draw, others));
}

function ownerExists(value: PlainMap, steps: readonly Step[]) {
  const owner = steps.length === 1 ? value : valueAt(value, steps.slice(0, -1));
  const last = steps.at(-1)!;
  return typeof last === "number" ? Array.isArray(owner) && last <= owner.length : isObject(owner);
}

/** Values of the same kind. */
function variationsOf(value: Plain | undefined): Plain[] {
  if (typeof value === "boolean") return [!value];
  if (typeof value === "number") return [value + 1, Math.max(0, value - 1)];
  if (typeof value === "string") return [`${value}x`, "other", ""];
  if (Array.isArray(value)) return [[], [...value].reverse(), [...value, ...value.slice(0, 1)], value.slice(1)];
  if (!isObject(value)) return [];
  const texts = Object.values(value).every((member) => typeof member === "string");
  return texts ? [{ ...value, added: "by-a-program" }, {}] : [{}];
}

/** Paths for the resource option `ignoreChanges`: members of either program. */
export function randomIgnore(draw: Draw, ...programs: readonly PlainMap[]): string[] {
  const paths = programs.flatMap((program) => pathsOf(program));
  if (paths.length === 0) return [];
  return Array.from({ length: draw(fastCheck.nat, 2) }, () => format(pick(draw, paths)));
}

/** The program as the engine passes it on: ignored members as they were. */
export function withIgnored(news: PlainMap, olds: PlainMap, ignore: readonly string[]): PlainMap {
  return ignore.reduce((program, path) => {
    const steps = parse(path);
    const old = valueAt(olds, steps);
    if (old !== undefined && !ownerExists(program, steps)) return program;
    return valueAt(program, steps) === undefined && old === undefined ? program : withValueAt(program, steps, old);
  }, news);
}
