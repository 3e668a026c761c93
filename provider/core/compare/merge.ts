// Builds the inputs for a service that takes whole objects only: declared members as declared, all others with their current values. Pure. See docs/protocol.md#update.
import { align } from "./align";
import type { Change } from "./diff";
import { changesBetween } from "./diff";
import type { Comparison, ComparedValue } from "./equality";
import { isEquivalent, placeBelow, propertiesOf } from "./equality";
import { isObject } from "../json/json";
import type { Path, Step } from "../values/path";
import { covers, format, parse } from "../values/path";
import { PathSet } from "../values/path-set";
import type { PropertySpec } from "../schema/schema";
import type { Plain, PlainMap } from "../values/value";
import { emptyMap } from "../values/value";
import { reconcile, withDeclaredMembers } from "./reconcile";

/** The inputs and paths that determine where a member is from. */
export interface MergeOptions extends Comparison {
  properties: Readonly<Record<string, PropertySpec>>;
  /** The changes that Diff reports: what they delete is left out. */
  changes: readonly Change[];
  /** The inputs of the last update: the order of their lists is that of the program, not that of the service. */
  prior: PlainMap;
  /** Paths of the resource option `ignoreChanges`: they stay as they are at the service. */
  ignore: readonly string[];
}

interface Merge extends MergeOptions {
  changed: PathSet;
  ignored: readonly Path[];
}

/**
 * Returns the inputs to write: declared members as declared; ignored members, and members that the program does not declare, as they are in `remote`; members
 * that the program has removed are absent. Objects and maps are merged by member, lists are taken as a whole.
 */
export function mergeInputs(declared: PlainMap, remote: PlainMap, options: MergeOptions): PlainMap {
  const merge = parsePaths(options);
  const result = emptyMap<Plain>();
  for (const [key, spec] of Object.entries(options.properties)) {
    const value = mergeValue(merge, { spec, at: key }, [key], { given: declared[key], remote: remote[key], prior: options.prior[key] });
    if (value !== undefined) result[key] = value;
  }
  return result;
}

/**
 * Returns the paths of declared members that another writer changed since the last update and that a write of the whole object resets. Where the program has
 * changed the order of a list, paths are those of its former order if they are fewer: compared by position, every element would differ.
 */
export function resetPaths(declared: PlainMap, remote: PlainMap, options: MergeOptions): string[] {
  const merge = parsePaths(options);
  return Object.keys(declared).flatMap((key) => {
    const paths = resetPathsOf(merge, key, declared, remote);
    if (paths.length < 2 || merge.prior[key] === undefined) return paths;
    const former = resetPathsOf(merge, key, merge.prior, remote);
    return former.length < paths.length ? former : paths;
  });
}

/** Returns the paths of one property at which the remote value differs from the declared one, without those that Diff reports. */
function resetPathsOf(merge: Merge, key: string, declared: PlainMap, remote: PlainMap): string[] {
  const { ignore: _ignore, changes: _changes, prior, ...comparison } = merge;
  const only = { ...comparison, properties: pick(comparison.properties, key) };
  // In the order and spelling of the program, so that a list which the service returns in another order is not reported.
  return changesBetween(reconcile(prior, remote, only), pick(declared, key), only)
    .filter(({ kind, path }) => kind !== "delete" || isInList(parse(path)))
    .flatMap(({ path }) => unreportedPaths(merge, locate(merge, parse(path), declared)));
}

function pick<T>(table: Readonly<Record<string, T>>, key: string): Record<string, T> {
  const value = table[key];
  return value === undefined ? {} : { [key]: value };
}

/** A declared value with its path. */
interface Located {
  steps: Path;
  place: ComparedValue;
  value: Plain | undefined;
}

/**
 * Returns the path if Diff reports no change in the value, else the paths of the declared members of the value in which it reports none: the program may
 * change a member of an object that another writer has removed as a whole.
 */
function unreportedPaths(merge: Merge, located: Located): string[] {
  const { steps } = located;
  if (merge.changed.covers(steps) || merge.ignored.some((pattern) => covers(pattern, steps))) return [];
  if (!merge.changed.reaches(steps)) return [format(steps)];
  return membersOf(merge, located)
    .filter(({ place, value }) => !isEquivalent(merge, place, value, undefined))
    .flatMap((member) => unreportedPaths(merge, member));
}

function locate(merge: Merge, steps: Path, declared: PlainMap): Located {
  const [first, ...rest] = steps;
  const key = String(first);
  const top: Located = { steps: [key], place: { spec: merge.properties[key], at: key }, value: declared[key] };
  return rest.reduce((parent, step) => memberOf(merge, parent, step), top);
}

function membersOf(merge: Merge, located: Located): Located[] {
  const { value } = located;
  const keys: Step[] = Array.isArray(value) ? [...value.keys()] : Object.keys(isObject(value) ? value : {});
  return keys.map((key) => memberOf(merge, located, key));
}

function memberOf(merge: Merge, { steps, place, value }: Located, step: Step): Located {
  const element = Array.isArray(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined;
  return { steps: [...steps, step], place: placeBelow(merge, place, step), value: element };
}

/** Returns whether the path is inside a list. Lists are written as a whole, so that what another writer added to them is lost. */
function isInList(steps: Path): boolean {
  return steps.some((step) => typeof step === "number");
}

function parsePaths(options: MergeOptions): Merge {
  return { ...options, changed: new PathSet(options.changes.map(({ path }) => parse(path))), ignored: options.ignore.map(parse) };
}

/** One value as the program declares it, as the service has it, and as the program declared it before. */
interface Sides<T = Plain | undefined> {
  given: T;
  remote: T;
  prior: Plain | undefined;
}

function mergeValue(merge: Merge, place: ComparedValue, steps: Path, { given, remote, prior }: Sides): Plain | undefined {
  if (merge.ignored.some((pattern) => covers(pattern, steps))) return remoteValue(merge, place, remote);
  const declared = given ?? undefined;
  if (declared === undefined) {
    return merge.changed.covers(steps) ? undefined : remoteValue(merge, place, remote);
  }
  if (Array.isArray(declared) && Array.isArray(remote) && ignoresBelow(merge, steps)) {
    const item = placeBelow(merge, place, 0);
    // An index is a place in the program's list, which the service may return in another order, or without elements that another writer removed.
    const before = Array.isArray(prior) ? prior : [];
    const current = isEquivalent(merge, place, before, remote) ? before : currentElements(merge, item, before, remote);
    const sides = (i: number): Sides => ({ given: declared[i], remote: current[i], prior: before[i] });
    // An ignored element that the service does not have stays absent.
    return declared.map((_, i) => mergeValue(merge, item, [...steps, i], sides(i))).filter((value) => value !== undefined);
  }
  return isObject(declared) && isObject(remote) ? mergeMembers(merge, place, steps, { given: declared, remote, prior }) : declared;
}

/** Returns the element of the service for each element of the program's list: by position, or without those that another writer removed if it did nothing else. */
function currentElements(
  merge: Merge,
  item: ComparedValue,
  before: readonly Plain[],
  remote: readonly Plain[],
): readonly (Plain | undefined)[] {
  const alignment = align(before, remote, (old, next) => isEquivalent(merge, item, old, next));
  if (!alignment || alignment.added.size > 0 || alignment.changed.size > 0) return remote;
  const rest = remote.values();
  return before.map((_, at) => (alignment.removed.has(at) ? undefined : rest.next().value));
}

function mergeMembers(merge: Merge, place: ComparedValue, steps: Path, { given, remote, prior }: Sides<PlainMap>): Plain {
  const properties = propertiesOf(merge.schema, place.spec);
  if (properties === undefined && place.spec?.additionalProperties === undefined) return given;
  const result = emptyMap<Plain>();
  for (const key of Object.keys(properties ?? { ...remote, ...given })) {
    const sides = { given: given[key], remote: remote[key], prior: isObject(prior) ? prior[key] : undefined };
    const value = mergeValue(merge, placeBelow(merge, place, key), [...steps, key], sides);
    if (value !== undefined) result[key] = value;
  }
  return result;
}

function ignoresBelow({ ignored }: Merge, steps: Path): boolean {
  return ignored.some((pattern) => pattern.length > steps.length && covers(pattern.slice(0, steps.length), steps));
}

function remoteValue(merge: Merge, place: ComparedValue, remote: Plain | undefined): Plain | undefined {
  return remote === undefined || remote === null ? undefined : withDeclaredMembers(merge, place, remote);
}
