// The parts of a component template by path, so that several resources can own different ones. See docs/modules/search.md#template-customizations. Pure.
import { exactText, isJsonMap, type Json, type JsonMap } from "../../../../core/json/exact-json";
import { ownMember } from "../../../../core/values/records";
import { emptyMap } from "../../../../core/values/value";
import { equalScalars } from "../../json/scalars";
import { equalDurations } from "../../units";
import { equalMappings, withoutDocWrapper } from "../template/mappings";
import { flatten } from "../template/settings";

/**
 * Values by the JSON text of their path. Settings have one path for each dotted key, mappings one for each member that is not an object, a dynamic template one for its
 * name, an alias one as a whole.
 */
export type Leaves = ReadonlyMap<string, Json>;

const dynamicTemplates = "dynamic_templates";

/** Returns the leaves of the part `template`. */
export function leavesOf(template: Json | undefined): Leaves {
  const leaves = new Map<string, Json>();
  if (!isJsonMap(template)) return leaves;
  for (const [part, value] of Object.entries(template)) {
    if (part === "settings") for (const [key, setting] of flatten(value)) leaves.set(keyOf([part, key]), setting);
    else if (part === "aliases" && isJsonMap(value))
      for (const [name, alias] of Object.entries(value)) leaves.set(keyOf([part, name]), splitRouting(alias));
    else addPart(leaves, part, part === "mappings" ? withoutDocWrapper(value) : value);
  }
  return leaves;
}

/** The server returns `routing` as the two routings. */
function splitRouting(alias: Json): Json {
  if (!isJsonMap(alias) || alias["routing"] === undefined) return alias;
  const { routing, ...members } = alias;
  return { index_routing: routing, search_routing: routing, ...members };
}

/** Empty mappings equal absence; an empty lifecycle is one without retention. */
function addPart(leaves: Map<string, Json>, part: string, value: Json): void {
  if (!isEmpty(value) || part === "lifecycle") addLeaves(leaves, [part], value);
}

function addLeaves(leaves: Map<string, Json>, path: readonly string[], value: Json): void {
  const members = path.join() === `mappings,${dynamicTemplates}` ? namedEntries(value) : isJsonMap(value) ? Object.entries(value) : [];
  if (members.length === 0) leaves.set(keyOf(path), value);
  for (const [name, member] of members) addLeaves(leaves, [...path, name], member);
}

/** Each dynamic template is an object whose only member has its name. */
function namedEntries(value: Json): [string, Json][] {
  return Array.isArray(value) && value.every(isJsonMap) ? value.flatMap((entry) => Object.entries(entry)) : [];
}

/** Returns the part `template` that has these leaves. */
export function templateOf(leaves: Leaves): JsonMap {
  const template = emptyMap<Json>();
  for (const [key, value] of leaves) setAt(template, pathOf(key), value);
  const { mappings } = template;
  if (isJsonMap(mappings) && isJsonMap(mappings[dynamicTemplates]))
    mappings[dynamicTemplates] = Object.entries(mappings[dynamicTemplates]).map(([name, value]) => ({ [name]: value }));
  return template;
}

function setAt(object: JsonMap, [step, ...rest]: readonly string[], value: Json): void {
  if (step === undefined) return;
  const current = object[step];
  // An empty object owns no member, so that it keeps those of others.
  if (rest.length === 0) object[step] = isEmpty(value) && isJsonMap(current) ? current : value;
  else setAt((object[step] = isJsonMap(current) ? current : emptyMap<Json>()), rest, value);
}

function isEmpty(value: Json): boolean {
  return isJsonMap(value) && Object.keys(value).length === 0;
}

/** Returns the leaves at these paths, as far as they exist. */
export function leavesAt(leaves: Leaves, keys: Iterable<string>): Leaves {
  const found = new Map<string, Json>();
  for (const key of keys) {
    const value = leaves.get(key) ?? (hasBelow(leaves, key) ? {} : undefined);
    if (value !== undefined) found.set(key, value);
  }
  return found;
}

/** A change of leaves. */
export interface LeafChanges {
  set: Leaves;
  removed: readonly string[];
  /** What was declared before: of an alias, members that the program has not changed stay as they are. */
  before?: Leaves;
}

/** Returns the leaves after the change. */
export function changeLeaves(leaves: Leaves, { set, removed, before }: LeafChanges): Leaves {
  const result = new Map(leaves);
  for (const key of removed) result.delete(key);
  removeImplied(result, removed);
  for (const [key, value] of set) {
    const [part] = pathOf(key);
    const current = part === "aliases" ? result.get(key) : undefined;
    if (!isEmpty(value) || !hasBelow(result, key)) result.set(key, mergeMembers(value, before?.get(key), current));
  }
  return result;
}

function mergeMembers(declared: Json, before: Json | undefined, current: Json | undefined): Json {
  if (!isJsonMap(declared) || !isJsonMap(before) || !isJsonMap(current)) return declared;
  const merged = { ...current };
  for (const name of new Set([...Object.keys(before), ...Object.keys(declared)])) {
    const value = ownMember(declared, name);
    if (value === undefined) delete merged[name];
    else if (!Object.hasOwn(before, name) || !sameValue(before[name]!, value)) merged[name] = value;
  }
  return merged;
}

/** The server adds `enabled: true` to a lifecycle and to a failure store; alone it would turn on what nobody declares. */
function removeImplied(leaves: Map<string, Json>, removed: readonly string[]): void {
  for (const key of removed) {
    const path = pathOf(key);
    for (let depth = path.length - 1; depth > 0; depth--) {
      const parent = path.slice(0, depth);
      const enabled = keyOf([...parent, "enabled"]);
      const others = [...leaves.keys()].filter((each) => isBelow(each, keyOf(parent)) && each !== enabled);
      if (path[0] !== "settings" && path[0] !== "mappings" && leaves.get(enabled) === true && others.length === 0) leaves.delete(enabled);
    }
  }
}

/** Returns the paths, for messages, at which both have different values. */
export function differingPaths(declared: Leaves, remote: Leaves): string[] {
  const differs = ([key, value]: [string, Json]): boolean => remote.has(key) && !sameValue(value, remote.get(key)!);
  return [...declared].filter(differs).map(([key]) => shown(key));
}

/** Returns the leaves that are new or have another value. */
export function changedLeaves(before: Leaves, declared: Leaves): Leaves {
  return new Map([...declared].filter(([key, value]) => !before.has(key) || !sameValue(before.get(key)!, value)));
}

/** Returns whether the leaves have all of the declared ones with equal values. */
export function containsLeaves(declared: Leaves, leaves: Leaves): boolean {
  const found = leavesAt(leaves, declared.keys());
  return [...declared].every(([key, value]) => found.has(key) && sameValue(value, found.get(key)!));
}

/**
 * Returns what a write has lost to another writer, which had read the template before and written it after: leaves of `written` that are absent now or have the value of
 * `before` again, and removed ones that are back.
 */
export function lostLeaves(written: Leaves, before: Leaves, now: Leaves): string[] {
  const isLost = ([key, value]: [string, Json]): boolean =>
    !now.has(key)
      ? !hasBelow(now, key)
      : before.has(key) && !sameValue(value, before.get(key)!) && sameValue(now.get(key)!, before.get(key)!);
  const back = [...before.keys()].filter((key) => !written.has(key) && now.has(key));
  return [...[...written].filter(isLost).map(([key]) => key), ...back];
}

function sameValue(left: Json, right: Json): boolean {
  if (equalScalars(left, right) || (typeof left === "string" && typeof right === "string" && equalDurations(left, right))) return true;
  return equalMappings(exactText({ value: left }), exactText({ value: right }));
}

function shown(key: string): string {
  const [part = "", ...rest] = pathOf(key);
  return [part === "data_stream_options" ? "dataStreamOptions" : part, ...rest].join(".");
}

function hasBelow(leaves: Leaves, key: string): boolean {
  return [...leaves.keys()].some((each) => isBelow(each, key));
}

function isBelow(key: string, parent: string): boolean {
  return key.startsWith(`${parent.slice(0, -1)},`);
}

function keyOf(path: readonly string[]): string {
  return JSON.stringify(path);
}

function pathOf(key: string): string[] {
  return JSON.parse(key) as string[];
}
