// Which inputs changed, by meaning and by path. Pure; asks no remote. Law: provider protocol 4.5 and 2.12.
import type { Sames } from "./contract";
import { equal } from "./json";
import type { Step } from "./path";
import { covers, format, general, parse } from "./path";
import type { PropertySpec, Schema, TypeSpec } from "./schema";
import type { Plain, Value, ValueMap } from "./value";
import { bare, hasUnknown, isMap, open, Unknown } from "./value";

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
  properties: Readonly<Record<string, PropertySpec>>;
  same?: Sames | undefined;
  serverDefaults?: Readonly<Record<string, Plain>> | undefined;
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
  members(walk, { old, next, properties: options.properties, steps: [], replaces: false });
  const ignored = (options.ignore ?? []).map(parse);
  return walk.found
    .filter(({ steps }) => !ignored.some((pattern) => covers(pattern, steps)))
    .map(({ steps, kind, replaces }) => ({ path: format(steps), key: String(steps[0]), kind, replaces }));
}

interface Members {
  old: ValueMap;
  next: ValueMap;
  properties: Readonly<Record<string, PropertySpec>> | undefined;
  steps: readonly Step[];
  replaces: boolean;
}

function members(walk: Walk, { old, next, properties, steps, replaces }: Members): void {
  const keys = [...new Set([...Object.keys(old), ...Object.keys(next)])].sort();
  for (const key of keys) {
    const spec = properties?.[key];
    compare(walk, { old: old[key], next: next[key], spec, steps: [...steps, key], replaces: replaces || spec?.replaceOnChanges === true });
  }
}

interface Pair {
  old: Value | undefined;
  next: Value | undefined;
  spec: (PropertySpec & TypeSpec) | undefined;
  steps: readonly Step[];
  replaces: boolean;
}

function compare(walk: Walk, pair: Pair): void {
  const at = general(pair.steps);
  const old = present(walk, pair.old, pair.spec, at);
  const next = present(walk, pair.next, pair.spec, at);
  if (next instanceof Unknown) return note(walk, pair, old === undefined ? "add" : "update");
  if (old === undefined || next === undefined) {
    if (old !== next) note(walk, pair, old === undefined ? "add" : "delete");
    return;
  }
  if (!hasUnknown(next) && !hasUnknown(old) && means(walk, at, bare(old), bare(next))) return;
  if (Array.isArray(old) && Array.isArray(next)) return items(walk, pair, old, next);
  if (!isMap(old) || !isMap(next)) return note(walk, pair, "update");
  const named = pair.spec?.$ref === undefined ? undefined : walk.schema.type(pair.spec.$ref);
  const each = pair.spec?.additionalProperties;
  const properties = named?.properties ?? (each ? Object.fromEntries([...Object.keys(old), ...Object.keys(next)].map((key) => [key, each])) : undefined);
  members(walk, { old, next, properties, steps: pair.steps, replaces: pair.replaces });
}

/** The value that counts: secrets opened, null and absent as the default of schema or service. */
function present(walk: Walk, value: Value | undefined, spec: PropertySpec | undefined, at: string): Value | undefined {
  const opened = open(value);
  return opened ?? spec?.default ?? walk.serverDefaults?.[at];
}

function means(walk: Walk, at: string, old: Plain, next: Plain): boolean {
  return equal(old, next) || walk.same?.[at]?.(old, next) === true;
}

function items(walk: Walk, pair: Pair, old: Value[], next: Value[]): void {
  for (let i = 0; i < Math.max(old.length, next.length); i++) {
    compare(walk, { old: old[i], next: next[i], spec: pair.spec?.items, steps: [...pair.steps, i], replaces: pair.replaces });
  }
}

function note(walk: Walk, { next, steps, replaces }: Pair, kind: ChangeKind): void {
  const gentle = walk.gentle === true && hasUnknown(next);
  walk.found.push({ steps, kind, replaces: replaces && !gentle });
}
