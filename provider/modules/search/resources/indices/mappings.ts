// Mappings of an index: what is declared of them, and what a change writes. An index returns mappings in another form than they were written; see
// docs/modules/search.md#index-mappings. Pure.
import { exactText, isJsonMap, type Json, type JsonMap } from "../../../../core/json/exact-json";
import { emptyMap, type Plain } from "../../../../core/values/value";
import { contentOf } from "../../json/fields";
import { equalScalars } from "../../json/scalars";
import { withoutDocWrapper } from "../template/mappings";

/** How two mappings are compared. */
interface Comparison {
  /** The other side is an index: it leaves out parameters that have their default. */
  isIndex: boolean;
  /** A removed runtime field, `_meta` or `dynamic_templates` is a difference. */
  countsRemoved: boolean;
}

const withIndex: Comparison = { isIndex: true, countsRemoved: false };
const withPrior: Comparison = { isIndex: false, countsRemoved: true };

/** Returns whether an index has the declared mappings; it may have more. Empty ones, which equal absence, match empty ones only: an import declares all others. */
export function hasMappings(declared: Plain, remote: Plain): boolean {
  if (declared === remote) return true;
  const own = mappingsOf(declared);
  const other = mappingsOf(remote);
  return equalRoots(own, other, withIndex) && (Object.keys(own).length > 0 || Object.keys(other).length === 0);
}

/** Returns whether new mappings change nothing: fields cannot be removed, so a removed one is no difference. */
export function changesNoMapping(next: Plain, prior: Plain): boolean {
  return next === prior || equalRoots(mappingsOf(next), mappingsOf(prior), withPrior);
}

/** Returns whether mappings contain anything. */
export function declaresMappings(text: string): boolean {
  return Object.entries(mappingsOf(text)).some(
    ([key, value]) => !maps.includes(key) || Object.keys(mapAt({ [key]: value }, key)).length > 0,
  );
}

/** Returns the mappings of a text: fields with dots as objects, without what is implied. */
function mappingsOf(text: Plain | undefined): JsonMap {
  const content = text === undefined ? {} : withoutDocWrapper(contentOf(text));
  if (!isJsonMap(content)) return {};
  const { properties, runtime, ...others } = content;
  return {
    ...others,
    ...(properties !== undefined && { properties: fieldsOf(properties) }),
    ...(runtime !== undefined && { runtime: fieldsOf(runtime, false) }),
  };
}

function fieldsOf(fields: Json, splits = true): JsonMap {
  const result = emptyMap<Json>();
  for (const [name, field] of Object.entries(isJsonMap(fields) ? fields : {})) {
    const [first, ...rest] = splits ? name.split(".") : [name];
    const own = rest.length === 0 ? fieldOf(field) : { properties: fieldsOf({ [rest.join(".")]: field }) };
    const other = result[first!];
    result[first!] = isJsonMap(other) && isJsonMap(own) ? joined(other, own) : own;
  }
  return result;
}

function joined(left: JsonMap, right: JsonMap): JsonMap {
  const properties = Object.assign(emptyMap<Json>(), mapAt(left, "properties"), mapAt(right, "properties"));
  return { ...left, ...right, properties };
}

function fieldOf(field: Json): Json {
  if (!isJsonMap(field)) return field;
  const { properties, fields, script, ...parameters } = field;
  if (properties !== undefined && parameters.type === "object") delete parameters.type;
  return {
    ...parameters,
    ...(properties !== undefined && { properties: fieldsOf(properties) }),
    ...(fields !== undefined && { fields: fieldsOf(fields, false) }),
    ...(script !== undefined && { script: scriptOf(script) }),
  };
}

function scriptOf(script: Json): Json {
  if (!isJsonMap(script)) return { source: script };
  const { lang, ...others } = script;
  return lang === undefined || lang === "painless" ? others : script;
}

function mapAt(object: JsonMap, key: string): JsonMap {
  const value = object[key];
  return isJsonMap(value) ? value : emptyMap<Json>();
}

const nested = ["properties", "fields"];
const removable: Readonly<Record<string, Json>> = { _meta: {}, dynamic_templates: [] };

function equalRoots(declared: JsonMap, other: JsonMap, comparison: Comparison): boolean {
  const { runtime: declaredRuntime, ...own } = declared;
  const hasMembers = Object.entries(own).every(([key, value]) => equalMember(key, value, other[key], comparison));
  const left = isJsonMap(declaredRuntime) ? declaredRuntime : {};
  const right = mapAt(other, "runtime");
  const isRemoved =
    comparison.countsRemoved && [...Object.keys(right).map((key) => key in left), ...removedMembers(declared, other)].includes(false);
  return hasMembers && equalFields(left, right, comparison) && !isRemoved;
}

const removedMembers = (declared: JsonMap, other: JsonMap): boolean[] =>
  Object.keys(removable)
    .filter((key) => key in other)
    .map((key) => key in declared);

function equalMember(key: string, declared: Json, other: Json | undefined, comparison: Comparison): boolean {
  if (key === "properties" || key === "fields")
    return equalFields(isJsonMap(declared) ? declared : {}, isJsonMap(other) ? other : {}, comparison);
  if (other !== undefined) return equalValues(declared, other, comparison.isIndex && !(key in removable));
  return comparison.isIndex && !(key in removable) && key !== "type" && isDefaultable(declared);
}

/** Returns whether an index may leave out the value because it is the default: a scalar, or an object of scalars such as `_source`. */
function isDefaultable(value: Json): boolean {
  return isScalar(value) || (isJsonMap(value) && Object.values(value).every(isScalar));
}

function isScalar(value: Json): boolean {
  return !Array.isArray(value) && !isJsonMap(value);
}

function equalFields(declared: JsonMap, other: JsonMap, comparison: Comparison): boolean {
  return Object.entries(declared).every(([name, field]) => name in other && equalField(field, other[name]!, comparison));
}

function equalField(declared: Json, other: Json, comparison: Comparison): boolean {
  if (!isJsonMap(declared) || !isJsonMap(other)) return equalValues(declared, other, false);
  if (typeOf(declared) !== typeOf(other)) return false;
  const { type: _declaredType, ...own } = declared;
  const isComplete = comparison.isIndex || Object.keys(other).every((key) => key === "type" || nested.includes(key) || key in own);
  return isComplete && Object.entries(own).every(([key, value]) => equalMember(key, value, other[key], comparison));
}

function typeOf(field: JsonMap): Json {
  return field["type"] ?? "object";
}

/** Conditions and `copy_to`: a list of one equals its entry. */
function equalValues(left: Json, right: Json, omitsDefaults: boolean): boolean {
  if (Array.isArray(left) !== Array.isArray(right)) {
    const list = Array.isArray(left) ? left : (right as Json[]);
    return list.length === 1 && equalValues(list[0]!, Array.isArray(left) ? right : left, omitsDefaults);
  }
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, i) => equalValues(item, right[i]!, omitsDefaults));
  if (!isJsonMap(left) || !isJsonMap(right)) return equalScalars(left, right);
  const hasAll = Object.entries(left).every(([key, value]) =>
    right[key] === undefined ? omitsDefaults && isScalar(value) : equalValues(value, right[key], omitsDefaults),
  );
  return hasAll && Object.keys(right).every((key) => key in left);
}

/** Returns whether a field of both mappings has another type: an index with documents of the one cannot take the other. */
export function changesType(prior: Plain | undefined, next: Plain | undefined): boolean {
  return hasOtherType(mappingsOf(prior), mappingsOf(next));
}

function hasOtherType(prior: JsonMap, next: JsonMap): boolean {
  return nested.some((key) => {
    const before = mapAt(prior, key);
    return Object.entries(mapAt(next, key)).some(([name, field]) => {
      const old = before[name];
      return isJsonMap(old) && isJsonMap(field) && (typeOf(old) !== typeOf(field) || hasOtherType(old, field));
    });
  });
}

/** Returns the declared part of the mappings of an index: the declared text if the index has it, `undefined` if it has nothing of it. */
export function declaredMappingsPart(declared: string, remote: string): string | undefined {
  if (equalRoots(mappingsOf(declared), mappingsOf(remote), withIndex)) return declared;
  const common = commonMembers(mappingsOf(declared), mappingsOf(remote));
  return Object.keys(common).length === 0 ? undefined : exactText(common);
}

const maps = ["properties", "fields", "runtime"];

function commonMembers(declared: JsonMap, remote: JsonMap): JsonMap {
  const result = emptyMap<Json>();
  if (remote["type"] !== undefined && declared["type"] === undefined && !("properties" in remote)) result["type"] = remote["type"];
  for (const [key, value] of Object.entries(declared)) {
    const other = remote[key];
    if (other === undefined) continue;
    result[key] = maps.includes(key) && isJsonMap(value) && isJsonMap(other) ? commonFields(value, other) : other;
  }
  return result;
}

function commonFields(declared: JsonMap, remote: JsonMap): JsonMap {
  const result = emptyMap<Json>();
  for (const [name, field] of Object.entries(declared)) {
    const other = remote[name];
    if (other !== undefined) result[name] = isJsonMap(field) && isJsonMap(other) ? commonMembers(field, other) : other;
  }
  return result;
}

/** What an update of mappings writes. */
export interface MappingsChange {
  /** The body, or `undefined` if there is nothing to write. */
  body: string | undefined;
  /** Paths of fields that left the program: the index keeps them. */
  kept: string[];
}

/**
 * Returns what leads from the mappings declared before to the new ones. A write replaces the parameters of a field: those that another writer has added or
 * changed are written with it.
 */
export function mappingsChange(next: string | undefined, prior: string | undefined, remote: string): MappingsChange {
  const after = mappingsOf(next);
  const before = mappingsOf(prior);
  const current = mappingsOf(remote);
  const body = emptyMap<Json>();
  for (const [key, value] of Object.entries(after)) {
    if (key === "properties") continue;
    if (key === "runtime") continue;
    if (!equalMember(key, value, before[key], withPrior)) body[key] = value;
  }
  for (const [key, empty] of Object.entries(removable)) if (key in before && !(key in after)) body[key] = empty;
  const runtime = { ...changedFields(after, before, current, "runtime"), ...removedRuntime(after, before, current) };
  const properties = changedFields(after, before, current, "properties");
  if (Object.keys(runtime).length > 0) body["runtime"] = runtime;
  if (Object.keys(properties).length > 0) body["properties"] = properties;
  return { body: Object.keys(body).length === 0 ? undefined : exactText(body), kept: removedFields(after, before) };
}

/** Returns the message about fields that left the program. */
export function keptText(fields: readonly string[]): string {
  return `Fields cannot be removed from an index: ${fields.join(", ")} ${fields.length === 1 ? "stays" : "stay"}.`;
}

function removedRuntime(after: JsonMap, before: JsonMap, current: JsonMap): JsonMap {
  const names = Object.keys(mapAt(before, "runtime")).filter(
    (name) => !(name in mapAt(after, "runtime")) && name in mapAt(current, "runtime"),
  );
  return Object.fromEntries(names.map((name) => [name, null]));
}

function changedFields(next: JsonMap, prior: JsonMap, remote: JsonMap, key: string): JsonMap {
  const result = emptyMap<Json>();
  for (const [name, field] of Object.entries(mapAt(next, key))) {
    const before = mapAt(prior, key)[name];
    const current = mapAt(remote, key)[name];
    const isUnchanged = before !== undefined && equalField(field, before, withPrior);
    if (!isUnchanged || !hasFields(field, current)) result[name] = mergedField(field, before, current);
  }
  return result;
}

function mergedField(field: Json, prior: Json | undefined, remote: Json | undefined): Json {
  if (!isJsonMap(field) || !isJsonMap(remote) || typeOf(field) !== typeOf(remote)) return field;
  const before = isJsonMap(prior) ? prior : {};
  const { properties, ...own } = field;
  const added = Object.entries(remote).filter(([key]) => !maps.includes(key) && key !== "type" && !(key in own) && !(key in before));
  const inner = isJsonMap(properties) ? changedFields(field, before, remote, "properties") : undefined;
  for (const [key, value] of Object.entries(own))
    if (key in before && key in remote && equalMember(key, value, before[key], withPrior)) own[key] = remote[key]!;
  return { ...own, ...Object.fromEntries(added), ...(inner && { properties: inner }) };
}

/** Returns whether an index has the declared fields, whatever their parameters. The write index of a data stream may lack those of the former one. */
function hasFields(declared: Json, remote: Json | undefined): boolean {
  if (!isJsonMap(declared) || !isJsonMap(remote)) return remote !== undefined;
  return Object.entries(mapAt(declared, "properties")).every(([name, field]) => hasFields(field, mapAt(remote, "properties")[name]));
}

function removedFields(after: JsonMap, before: JsonMap, path = ""): string[] {
  const next = mapAt(after, "properties");
  return Object.entries(mapAt(before, "properties")).flatMap(([name, field]) => {
    const at = path === "" ? name : `${path}.${name}`;
    const same = next[name];
    if (same === undefined) return [at];
    return isJsonMap(field) && isJsonMap(same) ? removedFields(same, field, at) : [];
  });
}
