// Mappings of an index, and what is declared of them. An index returns mappings in another form than they were written; see
// docs/modules/search.md#index-mappings. Pure.
import { exactText, isJsonMap, type Json, type JsonMap } from "../../../../core/json/exact-json";
import { emptyMap, mapMembers, type Plain } from "../../../../core/values/value";
import { contentOf } from "../../json/fields";
import { equalScalars } from "../../json/scalars";
import { isEmptyContainer, withoutDocWrapper } from "../template/mappings";
import { returnedParameters } from "./parameters";

/** How two mappings are compared. */
interface MappingComparison {
  /** The other side is an index: it leaves out parameters that have their default, and completes those that are objects. */
  isIndex: boolean;
  /** A removed runtime field, or root member that a write resets, is a difference. */
  countsRemoved: boolean;
}

const withIndex: MappingComparison = { isIndex: true, countsRemoved: false };
/** Compares with mappings that were declared before. */
export const withPrior: MappingComparison = { isIndex: false, countsRemoved: true };

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

/** Returns the mappings of a text: fields with dots as inner fields, also below `subobjects: false`, where a field may have both a type and inner fields. */
export function mappingsOf(text: Plain | undefined): JsonMap {
  const content = text === undefined ? {} : withoutDocWrapper(contentOf(text));
  if (!isJsonMap(content)) return {};
  const { properties, runtime, dynamic_templates: templates, ...others } = content;
  return {
    ...others,
    ...(templates !== undefined && { dynamic_templates: Array.isArray(templates) ? templates.map(dynamicTemplateOf) : templates }),
    ...(properties !== undefined && { properties: fieldsOf(properties) }),
    ...(runtime !== undefined && { runtime: fieldsOf(runtime, false) }),
  };
}

/** Returns an element of `dynamic_templates` without the default of its patterns, which an index leaves out. */
function dynamicTemplateOf(element: Json): Json {
  const withoutDefault = (template: Json): Json => {
    if (!isJsonMap(template) || template["match_pattern"] !== "simple") return template;
    const { match_pattern: _simple, ...others } = template;
    return others;
  };
  return isJsonMap(element) ? mapMembers(element, withoutDefault) : element;
}

function fieldsOf(fields: Json, splits = true): JsonMap {
  const result = emptyMap<Json>();
  for (const [name, field] of Object.entries(isJsonMap(fields) ? fields : {})) {
    const [first, ...rest] = splits ? name.split(".") : [name];
    const own = rest.length === 0 ? fieldOf(field) : { properties: fieldsOf({ [rest.join(".")]: field }) };
    result[first!] = joinFields(result[first!], own);
  }
  return result;
}

/** Joins what two names with dots state of one field. */
function joinFields(left: Json | undefined, right: Json): Json {
  if (left === undefined || !isJsonMap(left) || !isJsonMap(right)) return right;
  const properties = Object.assign(emptyMap<Json>(), mapAt(left, "properties"));
  for (const [name, field] of Object.entries(mapAt(right, "properties"))) properties[name] = joinFields(properties[name], field);
  return { ...left, ...right, properties };
}

function fieldOf(field: Json): Json {
  if (!isJsonMap(field)) return field;
  const { properties, fields, ...parameters } = returnedParameters(field);
  if (properties !== undefined && parameters.type === "object") delete parameters.type;
  return {
    ...parameters,
    ...(properties !== undefined && { properties: fieldsOf(properties) }),
    ...(fields !== undefined && { fields: fieldsOf(fields, false) }),
  };
}

/** Returns the member if it is an object, else an empty one. */
export function mapAt(object: JsonMap, key: string): JsonMap {
  const value = object[key];
  return isJsonMap(value) ? value : emptyMap<Json>();
}

const nested = ["properties", "fields"];

/** Root members that an index returns as they were written. */
const verbatim = ["_meta", "dynamic_templates"];

/** Root members that an index can lose: the value that resets them, which is the server's default. */
export const resetValues: Readonly<Record<string, Json>> = {
  _meta: {},
  dynamic_templates: [],
  dynamic: true,
  date_detection: true,
  numeric_detection: false,
  dynamic_date_formats: ["strict_date_optional_time||epoch_millis", "yyyy/MM/dd HH:mm:ss||yyyy/MM/dd||epoch_millis"],
};

/** Returns the names of root members that have to be reset, because they have left the mappings. */
export function resetMembers(next: JsonMap, prior: JsonMap): string[] {
  return Object.entries(resetValues)
    .filter(([key, value]) => key in prior && !(key in next) && !equalValues(prior[key]!, value, false))
    .map(([key]) => key);
}

function equalRoots(declared: JsonMap, other: JsonMap, comparison: MappingComparison): boolean {
  const { runtime: declaredRuntime, ...own } = declared;
  const hasMembers = Object.entries(own).every(([key, value]) => equalMember(key, value, other[key], comparison));
  const left = isJsonMap(declaredRuntime) ? declaredRuntime : {};
  const right = mapAt(other, "runtime");
  const isRemoved =
    comparison.countsRemoved && (Object.keys(right).some((key) => !(key in left)) || resetMembers(declared, other).length > 0);
  return hasMembers && equalFields(left, right, comparison) && !isRemoved;
}

/** Returns whether the other side has the declared member. */
export function equalMember(key: string, declared: Json, other: Json | undefined, comparison: MappingComparison): boolean {
  if (key === "properties" || key === "fields")
    return equalFields(isJsonMap(declared) ? declared : {}, isJsonMap(other) ? other : {}, comparison);
  const isCompleted = comparison.isIndex && !verbatim.includes(key);
  if (other !== undefined) return equalValues(declared, other, isCompleted);
  if (comparison.isIndex && verbatim.includes(key)) return isEmptyContainer(declared);
  return isCompleted && key !== "type" && isDefaultable(declared);
}

/** Returns whether an index may leave out the value because it is the default: a scalar, an empty list, or an object of scalars such as `_source`. */
function isDefaultable(value: Json): boolean {
  return isScalar(value) || isEmptyContainer(value) || (isJsonMap(value) && Object.values(value).every(isScalar));
}

function isScalar(value: Json): boolean {
  return !Array.isArray(value) && !isJsonMap(value);
}

function equalFields(declared: JsonMap, other: JsonMap, comparison: MappingComparison): boolean {
  return Object.entries(declared).every(([name, field]) => name in other && equalField(field, other[name]!, comparison));
}

/** Returns whether the other side has the declared field. */
export function equalField(declared: Json, other: Json, comparison: MappingComparison): boolean {
  if (!isJsonMap(declared) || !isJsonMap(other)) return equalValues(declared, other, false);
  if (isPrefixOf(declared, other)) return equalFields(mapAt(declared, "properties"), mapAt(other, "properties"), comparison);
  if (fieldType(declared) !== fieldType(other)) return false;
  const { type: _declaredType, ...own } = declared;
  const isComplete = comparison.isIndex || Object.keys(other).every((key) => key === "type" || nested.includes(key) || key in own);
  return isComplete && Object.entries(own).every(([key, value]) => equalMember(key, value, other[key], comparison));
}

/** Returns the type of a field. */
export function fieldType(field: JsonMap): Json {
  return field["type"] ?? "object";
}

/** Returns whether the type of a field is one of fields with inner fields. */
export function isContainer(field: JsonMap): boolean {
  return ["object", "nested", "passthrough"].includes(String(fieldType(field)));
}

/** Returns whether a field has both a type and inner fields, whose names begin with its own: it is one of an object without subobjects. Those of `flattened` are parameters. */
function isFieldAndPrefix(field: JsonMap): boolean {
  return "properties" in field && !isContainer(field) && fieldType(field) !== "flattened";
}

/** Returns whether the first of two fields is only the beginning of names, and the second one also a field: their types are no contradiction. */
export function isPrefixOf(prefix: JsonMap, field: JsonMap): boolean {
  return "properties" in prefix && !("type" in prefix) && isFieldAndPrefix(field);
}

/** Conditions and `copy_to`: a list of one equals its entry. `isCompleted`: the right side leaves out defaults, and has those of other members. */
function equalValues(left: Json, right: Json, isCompleted: boolean): boolean {
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, i) => equalValues(item, right[i]!, isCompleted));
  if (Array.isArray(left)) return left.length === 1 && equalValues(left[0]!, right, isCompleted);
  if (Array.isArray(right)) return right.length === 1 && equalValues(left, right[0]!, isCompleted);
  if (!isJsonMap(left) || !isJsonMap(right)) return equalScalars(left, right);
  const hasAll = Object.entries(left).every(([key, value]) =>
    right[key] === undefined ? isCompleted && (isScalar(value) || isEmptyContainer(value)) : equalValues(value, right[key], isCompleted),
  );
  return hasAll && (isCompleted || Object.keys(right).every((key) => key in left));
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
      if (!isJsonMap(old) || !isJsonMap(field)) return false;
      const isOther = fieldType(old) !== fieldType(field) && !isPrefixOf(old, field) && !isPrefixOf(field, old);
      return isOther || hasOtherType(old, field);
    });
  });
}

/** Returns the declared part of the mappings of an index: the declared text if the index has it, `undefined` if it has nothing of it. */
export function declaredMappingsPart(declared: string, remote: string): string | undefined {
  if (equalRoots(mappingsOf(declared), mappingsOf(remote), withIndex)) return declared;
  const common = commonMembers(mappingsOf(declared), mappingsOf(remote));
  return Object.keys(common).length === 0 ? undefined : exactText(spelledMappings(common));
}

/** Members that contain fields by name. */
export const maps = ["properties", "fields", "runtime"];

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

/** Returns the mappings with fields as the server takes them. `isFlat`: the root of the index has no subobjects. */
export function spelledMappings(mappings: JsonMap, isFlat = hasFlatNames(mappings)): JsonMap {
  const { properties } = mappings;
  return isJsonMap(properties) ? { ...mappings, properties: spelledFields(properties, isFlat) } : mappings;
}

/** Returns whether the names of the fields in an object have dots. */
export function hasFlatNames(object: JsonMap): boolean {
  return String(object["subobjects"]) === "false" || ["passthrough", "flattened"].includes(String(object["type"]));
}

/** Without subobjects, and beside a field of a type, the server takes inner fields only by names with dots. */
function spelledFields(fields: JsonMap, isFlat: boolean): JsonMap {
  const result = emptyMap<Json>();
  for (const [name, field] of Object.entries(fields)) {
    if (!isJsonMap(field) || !isJsonMap(field["properties"])) {
      result[name] = field;
      continue;
    }
    const { properties, ...own } = field;
    const inner = spelledFields(properties, isFlat || hasFlatNames(field));
    const isPrefix = isFieldAndPrefix(field) || (isFlat && Object.keys(own).length === 0);
    if (!isPrefix) result[name] = { ...own, properties: inner };
    else if (Object.keys(own).length > 0) result[name] = own;
    if (isPrefix) for (const [key, value] of Object.entries(inner)) result[`${name}.${key}`] = value;
  }
  return result;
}
