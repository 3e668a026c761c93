// Which inputs changed, by meaning and by path. Pure; asks no remote. Law: provider protocol 4.5 and 2.12.
import type { Equalities } from "./contract";
import { equal } from "./json";
import type { Step } from "./path";
import { below, covers, format, parse } from "./path";
import type { PropertySpec, Schema, TypeSpec } from "./schema";
import { conforms } from "./shape";
import type { Plain, Value, ValueMap } from "./value";
import { toPlain, hasUnknown, isMap, isPlain, Opaque, unwrapSecret, Unknown } from "./value";

/** What happened at a path. */
export type ChangeKind = "add" | "delete" | "update";

/** One changed path; `replaces` when the object cannot be changed there. */
export interface Change {
  path: string;
  /** The top-level input it belongs to. */
  key: string;
  kind: ChangeKind;
  replaces: boolean;
}

/** How two sets of inputs are compared. */
export interface DiffOptions {
  schema: Schema;
  /** The declared members; none for what has no schema. */
  properties: Readonly<Record<string, PropertySpec>> | undefined;
  same?: Equalities | undefined;
  serverDefaults?: Readonly<Record<string, Plain>> | undefined;
  /** Paths that the service fills in when they are absent: absence is no change, and an absent old value is the one in `told`. */
  computed?: ReadonlySet<string> | undefined;
  /** The state that belongs to the old inputs. */
  told?: ValueMap | undefined;
  /** Paths of the resource option `ignoreChanges`; `*` for any step. */
  ignore?: readonly string[];
  /** Properties whose unknown new value does not force a replacement (provider settings, protocol 5.7). */
  gentle?: boolean;
}

interface Walk extends DiffOptions {
  found: { steps: readonly Step[]; kind: ChangeKind; replaces: boolean }[];
}

/** The changes that lead from the old inputs to the new ones, in a stable order. A change of secretness alone is none. */
export function diff(old: ValueMap, next: ValueMap, options: DiffOptions): Change[] {
  const walk: Walk = { ...options, found: [] };
  members(walk, { old, next, told: options.told, properties: options.properties, steps: [], at: "", replaces: false });
  const ignored = (options.ignore ?? []).map(parse);
  return walk.found
    .filter(({ steps }) => !ignored.some((pattern) => covers(pattern, steps)))
    .map(({ steps, kind, replaces }) => ({ path: format(steps), key: String(steps[0]), kind, replaces }));
}

interface Members {
  old: ValueMap;
  next: ValueMap;
  told: Value | undefined;
  /** The members of an object; none of what has no schema. */
  properties?: Readonly<Record<string, PropertySpec>> | undefined;
  /** The members of a map. */
  each?: TypeSpec | undefined;
  steps: readonly Step[];
  at: string;
  replaces: boolean;
}

function members(walk: Walk, { old, next, told, properties, each, steps, at, replaces }: Members): void {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(next)])].sort();
  for (const key of keys) {
    const spec: PropertySpec | undefined = each ?? (properties && Object.hasOwn(properties, key) ? properties[key] : undefined);
    if (foreign(spec, properties, [old[key], next[key]])) continue;
    const place = { spec, steps: [...steps, key], at: below(at, each ? "*" : key), replaces: replaces || spec?.replaceOnChanges === true };
    compare(walk, { old: old[key], next: next[key], told: memberOf(told, key), ...place });
  }
}

/** Whether one side alone has a member that the schema does not know: what another version stored there is no change (protocol 4.7, rule 12; case 137). */
function foreign(spec: PropertySpec | undefined, properties: Members["properties"], [old, next]: readonly (Value | undefined)[]): boolean {
  return spec === undefined && properties !== undefined && (old === undefined) !== (next === undefined);
}

interface Pair {
  old: Value | undefined;
  next: Value | undefined;
  told: Value | undefined;
  spec: PropertySpec | undefined;
  steps: readonly Step[];
  /** The path in the tables of the module. */
  at: string;
  replaces: boolean;
}

function compare(walk: Walk, pair: Pair): void {
  const { spec, steps, at, replaces, told } = pair;
  const keeps = walk.computed?.has(at) === true;
  if (keeps && (unwrapSecret(pair.next) ?? undefined) === undefined) return;
  if (keeps && (unwrapSecret(pair.old) ?? undefined) === undefined && (unwrapSecret(told) ?? undefined) !== undefined)
    return compare(walk, { ...pair, old: told });
  if (appears(walk, pair))
    return note(walk, pair, unwrapSecret(pair.old) === undefined || unwrapSecret(pair.old) === null ? "add" : "delete");
  const old = present(walk, pair.old, pair);
  const next = present(walk, pair.next, pair);
  if (old === undefined || next === undefined) return;
  if (next instanceof Unknown) return note(walk, pair, "update");
  if (isPlain(old) && isPlain(next) && means(walk, pair, [toPlain(old), toPlain(next)])) return;
  if (Array.isArray(old) && Array.isArray(next)) return items(walk, pair, old, next);
  if (
    old instanceof Opaque &&
    next instanceof Opaque &&
    diff(old.wire, next.wire, { schema: walk.schema, properties: undefined }).length === 0
  )
    return;
  if (!isMap(old) || !isMap(next)) return note(walk, pair, "update");
  const named = spec?.$ref === undefined ? undefined : walk.schema.type(spec.$ref);
  members(walk, { old, next, told, properties: named?.properties, each: spec?.additionalProperties, steps, at, replaces });
}

/** Whether a value stands on one side only and means more than the default that stands for it on the other: it is told as a whole (protocol 4.5, rule 8). */
function appears(walk: Walk, pair: Pair): boolean {
  const [old, next] = [unwrapSecret(pair.old) ?? undefined, unwrapSecret(pair.next) ?? undefined];
  const given = old ?? next;
  if ((old === undefined) === (next === undefined) || given === undefined) return false;
  const fallback = present(walk, undefined, pair);
  if (fallback === undefined) return true;
  const trial: Walk = { ...walk, found: [] };
  compare(trial, { ...pair, old: fallback, next: given });
  return trial.found.length > 0;
}

/** The value that counts: secrets opened, null and absent as the default of schema or service. */
function present(walk: Walk, value: Value | undefined, { spec, at }: Pair): Value | undefined {
  return unwrapSecret(value) ?? spec?.default ?? walk.serverDefaults?.[at];
}

/** The tables of the modules are asked about values of the declared form only: an old state may hold others. */
function means({ same, schema }: Walk, { spec, at }: Pair, [old, next]: [Plain, Plain]): boolean {
  if (equal(old, next)) return true;
  const compare = same?.[at];
  if (!compare || !conforms(spec ?? {}, old, schema) || !conforms(spec ?? {}, next, schema)) return false;
  // The declared value first.
  return compare(next, old);
}

function memberOf(told: Value | undefined, key: string | number): Value | undefined {
  const value = unwrapSecret(told);
  if (Array.isArray(value)) return value[Number(key)];
  return isMap(value) ? value[key] : undefined;
}

function items(walk: Walk, { spec, steps, at, replaces, told }: Pair, old: Value[], next: Value[]): void {
  for (let i = 0; i < Math.max(old.length, next.length); i++) {
    compare(walk, {
      old: old[i],
      next: next[i],
      told: memberOf(told, i),
      spec: spec?.items,
      steps: [...steps, i],
      at: `${at}[*]`,
      replaces,
    });
  }
}

function note(walk: Walk, { next, steps, replaces }: Pair, kind: ChangeKind): void {
  const gentle = walk.gentle === true && hasUnknown(next);
  walk.found.push({ steps, kind, replaces: replaces && !gentle });
}
