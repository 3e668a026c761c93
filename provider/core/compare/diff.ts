// Computes which inputs changed, by meaning and by path. Pure. See docs/protocol.md#diff.
import { align } from "./align";
import type { Comparison, ComparedValue } from "./equality";
import { isEquivalent, isFromOtherVersion, placeBelow, propertiesOf } from "./equality";
import type { Path } from "../values/path";
import { covers, format, parse } from "../values/path";
import type { PropertySpec } from "../schema/schema";
import type { Plain, Value, ValueMap } from "../values/value";
import { hasUnknown, isMap, isPlain, Opaque, toPlain, Unknown, unwrapSecret } from "../values/value";

/** What happened at a path. */
export type ChangeKind = "add" | "delete" | "update";

/** One changed path. */
export interface Change {
  path: string;
  /** The name of the top-level input. */
  key: string;
  kind: ChangeKind;
  /** Whether the object has to be replaced. */
  replaces: boolean;
}

/** How two sets of inputs are compared. `equals`: the new value is the declared one, the old value the other. */
export interface DiffOptions extends Comparison {
  /** The declared inputs; undefined for values without a schema. */
  properties: Readonly<Record<string, PropertySpec>> | undefined;
  /** The state that belongs to the old inputs: the old value of a computed property that the old inputs leave out. */
  state?: ValueMap | undefined;
  /** Paths of the resource option `ignoreChanges`; `*` stands for any step. */
  ignore?: readonly string[];
  /** Whether an unknown new value changes without replacing (provider settings). */
  keepsOnUnknown?: boolean;
}

interface Walk extends DiffOptions {
  /** The parsed paths of `ignore`. */
  ignored: readonly Path[];
  found: { steps: Path; kind: ChangeKind; replaces: boolean }[];
}

/** Returns the changes that lead from the old inputs to the new ones, in a stable order. A change of secretness alone is none. */
export function changesBetween(old: ValueMap, next: ValueMap, options: DiffOptions): Change[] {
  const ignored = (options.ignore ?? []).map(parse);
  const walk: Walk = { ...options, ignored, found: [] };
  const root: Pair = { old, next, state: options.state, place: { spec: undefined, at: "" }, steps: [], replaces: false };
  compareMembers(walk, root, old, next);
  return walk.found
    .filter(({ steps }) => !ignored.some((pattern) => covers(pattern, steps)))
    .map(({ steps, kind, replaces }) => ({ path: format(steps), key: String(steps[0]), kind, replaces }));
}

interface Pair {
  old: Value | undefined;
  next: Value | undefined;
  state: Value | undefined;
  place: ComparedValue;
  steps: Path;
  replaces: boolean;
}

function compareMembers(walk: Walk, pair: Pair, old: ValueMap, next: ValueMap): void {
  const properties = pair.steps.length === 0 ? walk.properties : propertiesOf(walk.schema, pair.place.spec);
  const keys = [...new Set([...Object.keys(old), ...Object.keys(next)])].sort();
  for (const key of keys) {
    const place = pair.steps.length === 0 ? { spec: properties?.[key], at: key } : placeBelow(walk, pair.place, key);
    if (isFromOtherVersion(properties, key, old, next)) continue;
    const replaces = pair.replaces || place.spec?.replaceOnChanges === true;
    compare(walk, { old: old[key], next: next[key], state: memberOf(pair.state, key), place, steps: [...pair.steps, key], replaces });
  }
}

function compare(walk: Walk, pair: Pair): void {
  const next = presentValue(pair.next);
  const isComputed = walk.computed?.has(pair.place.at) === true;
  if (isComputed && next === undefined) return;
  const old = presentValue(pair.old) ?? (isComputed ? presentValue(pair.state) : undefined);
  if (old === undefined && next === undefined) return;
  if (isSame(walk, pair.place, old, next)) return;
  if (old === undefined || next === undefined) return addChange(walk, pair, old === undefined ? "add" : "delete");
  if (Array.isArray(old) && Array.isArray(next)) return compareItems(walk, pair, old, next);
  if (isMap(old) && isMap(next)) return compareMembers(walk, pair, old, next);
  addChange(walk, pair, "update");
}

/** Returns the value without its secret mark; undefined when it is absent or null. */
function presentValue(value: Value | undefined): Value | undefined {
  return unwrapSecret(value) ?? undefined;
}

function isSame(walk: Walk, place: ComparedValue, old: Value | undefined, next: Value | undefined): boolean {
  if (next instanceof Unknown) return false;
  if (old instanceof Opaque && next instanceof Opaque)
    return changesBetween(old.wire, next.wire, { schema: walk.schema, properties: undefined }).length === 0;
  if (!isPlain(old) || !isPlain(next)) return false;
  return isEquivalent(walk, place, plainOrUndefined(next), plainOrUndefined(old));
}

function plainOrUndefined(value: Value | undefined): Plain | undefined {
  return value === undefined ? undefined : toPlain(value);
}

/** Compares the elements of two lists, aligned except where `ignoreChanges` names positions of the list. */
function compareItems(walk: Walk, { place, steps, replaces, state }: Pair, old: Value[], next: Value[]): void {
  const item = placeBelow(walk, place, 0);
  const isSameItem = (before: Value, after: Value): boolean => isSame(walk, item, presentValue(before), presentValue(after));
  const namesPosition = walk.ignored.some((pattern) => pattern.length > steps.length && covers(pattern.slice(0, steps.length), steps));
  const alignment = namesPosition ? undefined : align(old, next, isSameItem);
  const compareAt = (at: number, before: Value | undefined, after: Value | undefined): void =>
    compare(walk, { old: before, next: after, state: memberOf(state, at), place: item, steps: [...steps, at], replaces });
  for (let at = 0; at < Math.max(old.length, next.length); at++) {
    if (!alignment || alignment.changed.has(at)) compareAt(at, old[at], next[at]);
    else if (alignment.removed.has(at)) compareAt(at, old[at], undefined);
    else if (alignment.added.has(at)) compareAt(at, undefined, next[at]);
  }
}

function memberOf(value: Value | undefined, key: string | number): Value | undefined {
  const whole = unwrapSecret(value);
  if (Array.isArray(whole)) return typeof key === "number" ? whole[key] : undefined;
  return isMap(whole) ? whole[key] : undefined;
}

function addChange(walk: Walk, { next, steps, replaces }: Pair, kind: ChangeKind): void {
  const keeps = walk.keepsOnUnknown === true && hasUnknown(next);
  walk.found.push({ steps, kind, replaces: replaces && !keeps });
}
