// The parts of a component template by path, so that several resources can own different ones. See docs/modules/search.md#template-customizations. Pure.
import { exactText, isJsonMap, type Json, type JsonMap } from "../../../../core/json/exact-json";
import { ownMember } from "../../../../core/values/records";
import { emptyMap } from "../../../../core/values/value";
import { equalScalars } from "../../json/scalars";
import { equalDurations } from "../../units";
import { equalMappings, isEmptyContainer, withoutDocWrapper } from "../template/mappings";
import { flatten } from "../template/settings";

/**
 * Values by the JSON text of their path. Settings have one path for each dotted key, mappings one for each member that is not an object, an alias and a dynamic template
 * one as a whole. The server applies the first dynamic template that matches, so that their order counts; the order of other leaves does not.
 */
export type Leaves = ReadonlyMap<string, Json>;

const dynamicTemplates = ["mappings", "dynamic_templates"];

/** Returns the leaves of the part `template`. */
export function leavesOf(template: Json | undefined): Leaves {
  const leaves = new Map<string, Json>();
  if (!isJsonMap(template)) return leaves;
  for (const [part, value] of Object.entries(template)) {
    if (part === "settings") for (const [key, setting] of flatten(value)) leaves.set(keyOf([part, key]), setting);
    else if (part === "aliases" && isJsonMap(value))
      for (const [name, alias] of Object.entries(value)) leaves.set(keyOf([part, name]), returnedAlias(alias));
    else addPart(leaves, part, part === "mappings" ? withoutDocWrapper(value) : value);
  }
  return leaves;
}

/** The server returns `routing` as the two routings, and no empty filter. */
function returnedAlias(alias: Json): Json {
  if (!isJsonMap(alias)) return alias;
  const { routing, filter, ...members } = alias;
  const shown: JsonMap = routing === undefined ? members : { index_routing: routing, search_routing: routing, ...members };
  return filter === undefined || isEmptyContainer(filter) ? shown : { ...shown, filter };
}

/** Empty mappings equal absence; an empty lifecycle is one without retention. */
function addPart(leaves: Map<string, Json>, part: string, value: Json): void {
  if (!isEmptyContainer(value) || part === "lifecycle") addLeaves(leaves, [part], value);
}

function addLeaves(leaves: Map<string, Json>, path: readonly string[], value: Json): void {
  const templates = path.join() === dynamicTemplates.join() ? namedEntries(value) : [];
  for (const [name, member] of templates) leaves.set(keyOf([...path, name]), member);
  const members = isJsonMap(value) ? Object.entries(value) : [];
  if (templates.length + members.length === 0) leaves.set(keyOf(path), value);
  for (const [name, member] of members) addLeaves(leaves, [...path, name], member);
}

/** Each dynamic template is an object whose only member has its name. */
function namedEntries(value: Json): [string, Json][] {
  return Array.isArray(value) && value.every(isJsonMap) ? value.flatMap((entry) => Object.entries(entry)) : [];
}

/** Returns the part `template` that has these leaves. */
export function templateOf(leaves: Leaves): JsonMap {
  const template = emptyMap<Json>();
  const entries = templateKeys(leaves).map((key) => ({ [pathOf(key).at(-1)!]: leaves.get(key)! }));
  for (const [key, value] of leaves) if (!isTemplate(key)) setAt(template, pathOf(key), value);
  if (entries.length > 0) setAt(template, dynamicTemplates, entries);
  return template;
}

function setAt(object: JsonMap, [step, ...rest]: readonly string[], value: Json): void {
  if (step === undefined) return;
  const current = object[step];
  // An empty object owns no member, so that it keeps those of others.
  if (rest.length === 0) object[step] = isEmptyContainer(value) && isJsonMap(current) ? current : value;
  else setAt((object[step] = isJsonMap(current) ? current : emptyMap<Json>()), rest, value);
}

/** Returns the leaves at these paths, as far as they exist, in their own order. */
export function leavesAt(leaves: Leaves, keys: Iterable<string>): Leaves {
  const wanted = new Set(keys);
  const found = new Map([...leaves].filter(([key]) => wanted.has(key)));
  const parents = parentsOf(leaves);
  for (const key of wanted) if (!found.has(key) && parents.has(key)) found.set(key, key === keyOf(dynamicTemplates) ? [] : {});
  return found;
}

/** The leaves that a program declares, and those that it declared before. Without the latter, the former are new. */
export interface Declaration {
  declared: Leaves;
  before?: Leaves;
}

/** Returns the leaves after a change of the program. Members of aliases and dynamic templates that it has not changed stay as they are. */
export function changeLeaves(leaves: Leaves, { declared, before = new Map() }: Declaration): Leaves {
  const result = new Map(leaves);
  const removed = [...before.keys()].filter((key) => !declared.has(key));
  const changed = [...declared].filter(([key, value]) => !before.has(key) || !sameValue(before.get(key)!, value));
  for (const key of removed) result.delete(key);
  for (const key of removed) removeImplied(result, key);
  const parents = parentsOf(result);
  // A field with inner fields is an object, with and without that type.
  const isImpliedType = (key: string): boolean =>
    before.get(key) === "object" && parents.has(keyOf([...pathOf(key).slice(0, -1), "properties"]));
  const rewritten = changed.map(([key]) => key).filter((key) => before.has(key));
  removeParameters(result, declared, [...removed.filter((key) => !isImpliedType(key)), ...rewritten]);
  for (const [key, value] of changed)
    if (!isEmptyContainer(value) || !parents.has(key)) result.set(key, mergeMembers(value, before.get(key), result.get(key)));
  return sortAsDeclared(result, declared, leaves);
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
function removeImplied(leaves: Map<string, Json>, removed: string): void {
  const path = pathOf(removed);
  if (path[0] === "settings" || path[0] === "mappings") return;
  for (let depth = path.length - 1; depth > 0; depth--) {
    const parent = path.slice(0, depth);
    const enabled = keyOf([...parent, "enabled"]);
    const isAlone = [...leaves.keys()].every((each) => each === enabled || !isBelow(each, keyOf(parent)));
    if (isAlone && leaves.get(enabled) === true) leaves.delete(enabled);
  }
}

/** Removes what other writers have added to a field whose type is removed or changed, because the server rejects it. Fields below, and those of another type, remain. */
function removeParameters(leaves: Map<string, Json>, declared: Leaves, changed: readonly string[]): void {
  const fields = new Map(
    changed.filter((key) => isFieldType(pathOf(key))).map((key) => [keyOf(pathOf(key).slice(0, -1)), declared.has(key)]),
  );
  if (fields.size === 0) return;
  for (const key of [...leaves.keys()].filter((each) => !declared.has(each))) {
    const path = pathOf(key);
    for (let depth = 3; depth < path.length; depth += 2) {
      const hasType = fields.get(keyOf(path.slice(0, depth)));
      const member = path[depth]!;
      if (hasType !== undefined && member !== "properties" && !(hasType && member === "fields")) leaves.delete(key);
      if (!fieldLists.has(member)) break;
    }
  }
}

/** Names of fields follow these members; the member `type` of a field is its last. */
const fieldLists = new Set(["properties", "fields", "runtime"]);

function isFieldType(path: readonly string[]): boolean {
  return path[0] === "mappings" && path.length % 2 === 0 && path.at(-1) === "type" && fieldLists.has(path.at(-3) ?? "");
}

/** Puts the dynamic templates of a program into its order, on the places that they have among those of others. A new one comes before the next that exists, or else last. */
function sortAsDeclared(leaves: Leaves, declared: Leaves, existing: Leaves): Leaves {
  const own = templateKeys(declared).filter((key) => leaves.has(key));
  if (own.length === 0) return leaves;
  const order: string[] = [];
  let next = 0;
  for (const key of templateKeys(existing).filter((each) => leaves.has(each))) {
    if (!declared.has(key)) order.push(key);
    else {
      while (!existing.has(own[next]!)) order.push(own[next++]!);
      order.push(own[next++]!);
    }
  }
  order.push(...own.slice(next));
  return new Map([...[...leaves].filter(([key]) => !isTemplate(key)), ...order.map((key): [string, Json] => [key, leaves.get(key)!])]);
}

/** Returns whether the dynamic templates that both have are in the same order. */
function isInOrder(left: Leaves, right: Leaves): boolean {
  const both = templateKeys(right).filter((key) => left.has(key));
  return templateKeys(left)
    .filter((key) => right.has(key))
    .every((key, i) => key === both[i]);
}

/** Returns the paths, for messages, at which both have different values. */
export function differingPaths(declared: Leaves, remote: Leaves): string[] {
  const differs = ([key, value]: [string, Json]): boolean => remote.has(key) && !sameValue(value, remote.get(key)!);
  return [...declared].filter(differs).map(([key]) => shown(key));
}

/** Returns whether both have equal leaves. */
export function sameLeaves(left: Leaves, right: Leaves): boolean {
  return (
    left.size === right.size &&
    [...left].every(([key, value]) => right.has(key) && sameValue(value, right.get(key)!)) &&
    isInOrder(left, right)
  );
}

/**
 * Returns whether a write is lost to another writer, which had read the template before and written it after: leaves of `written` are absent now or have the value or the
 * order of `before` again, or removed ones are back.
 */
export function isLost(written: Leaves, before: Leaves, now: Leaves): boolean {
  const parents = parentsOf(now);
  const isLeafLost = ([key, value]: [string, Json]): boolean =>
    !now.has(key)
      ? !parents.has(key)
      : before.has(key) && !sameValue(value, before.get(key)!) && sameValue(now.get(key)!, before.get(key)!);
  return (
    [...written].some(isLeafLost) ||
    [...before.keys()].some((key) => !written.has(key) && now.has(key) && !isServerDefault(key, now.get(key)!)) ||
    (!isInOrder(written, now) && isInOrder(before, now))
  );
}

/** Returns whether the server adds the value where a template leaves it out: every lifecycle that it returns has `enabled`. */
function isServerDefault(key: string, value: Json): boolean {
  const path = pathOf(key);
  return path[0] !== "mappings" && path.slice(-2).join() === "lifecycle,enabled" && value === true;
}

function sameValue(left: Json, right: Json): boolean {
  if (equalScalars(left, right) || (typeof left === "string" && typeof right === "string" && equalDurations(left, right))) return true;
  return equalMappings(exactText({ value: left }), exactText({ value: right }));
}

function shown(key: string): string {
  const [part = "", ...rest] = pathOf(key);
  return [part === "data_stream_options" ? "dataStreamOptions" : part, ...rest].join(".");
}

/** Returns the paths of the objects around the leaves. */
function parentsOf(leaves: Leaves): Set<string> {
  const parents = new Set<string>();
  for (const key of leaves.keys())
    for (let path = pathOf(key).slice(0, -1); path.length > 0 && !parents.has(keyOf(path)); path = path.slice(0, -1))
      parents.add(keyOf(path));
  return parents;
}

function templateKeys(leaves: Leaves): string[] {
  return [...leaves.keys()].filter(isTemplate);
}

function isTemplate(key: string): boolean {
  return isBelow(key, keyOf(dynamicTemplates));
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
