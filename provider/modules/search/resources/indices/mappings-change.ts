// What a change of the mappings of an index writes. See docs/modules/search.md#index-mappings. Pure.
import { exactText, isJsonMap, type Json, type JsonMap } from "../../../../core/json/exact-json";
import { emptyMap } from "../../../../core/values/value";
import {
  equalField,
  equalMember,
  hasFlatNames,
  isContainer,
  isPrefixOf,
  mapAt,
  mappingsOf,
  maps,
  resetMembers,
  resetValues,
  spelledMappings,
  fieldType,
  withPrior,
} from "./mappings";

/** What an update of mappings writes. */
interface MappingsChange {
  /** The body, or `undefined` if there is nothing to write. */
  body: string | undefined;
  /** Messages about what left the program and stays. */
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
  for (const [key, value] of Object.entries(after))
    if (!maps.includes(key) && !equalMember(key, value, before[key], withPrior)) body[key] = value;
  for (const key of resetMembers(after, before)) body[key] = resetValues[key]!;
  const runtime = { ...changedFields(after, before, current, "runtime"), ...removedRuntime(after, before, current) };
  const properties = changedFields(after, before, current, "properties");
  if (Object.keys(runtime).length > 0) body["runtime"] = runtime;
  if (Object.keys(properties).length > 0) body["properties"] = properties;
  const isFlat = hasFlatNames(after) || hasFlatNames(current);
  // The server parses a write by itself: without this parameter, names with dots are objects.
  if (isFlat && body["properties"] !== undefined) body["subobjects"] = false;
  const text = exactText(spelledMappings(body, isFlat));
  return { body: Object.keys(body).length === 0 ? undefined : text, kept: keptMessages(after, before) };
}

function keptMessages(after: JsonMap, before: JsonMap): string[] {
  const fields = removedFields(after, before);
  const parameters = removedParameters(after, before).filter((key) => !(key in resetValues));
  const stay = fields.length === 1 ? "stays" : "stay";
  return [
    ...(fields.length === 0 ? [] : [`Fields cannot be removed from an index: ${fields.join(", ")} ${stay}.`]),
    ...(parameters.length === 0 ? [] : [`The index keeps parameters of mappings that cannot be reset: ${parameters.join(", ")}.`]),
  ];
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
  if (!isJsonMap(field) || !isJsonMap(remote)) return field;
  const before = isJsonMap(prior) ? prior : {};
  const { properties, ...own } = field;
  const inner: JsonMap = isJsonMap(properties) ? { properties: changedFields(field, before, remote, "properties") } : {};
  if (isPrefixOf(field, remote) || isPrefixOf(remote, field)) return { ...own, ...inner };
  if (fieldType(field) !== fieldType(remote)) return field;
  const added = Object.entries(remote).filter(([key]) => !maps.includes(key) && key !== "type" && !(key in own) && !(key in before));
  for (const [key, value] of Object.entries(own))
    if (key in before && key in remote && equalMember(key, value, before[key], withPrior)) own[key] = remote[key]!;
  return { ...own, ...Object.fromEntries(added), ...inner };
}

/** Returns whether an index has the declared fields, whatever their parameters. The write index of a data stream may lack those of the former one. */
function hasFields(declared: Json, remote: Json | undefined): boolean {
  if (!isJsonMap(declared) || !isJsonMap(remote)) return remote !== undefined;
  if (isPrefixOf(remote, declared)) return false;
  return Object.entries(mapAt(declared, "properties")).every(([name, field]) => hasFields(field, mapAt(remote, "properties")[name]));
}

function removedFields(after: JsonMap, before: JsonMap, path = ""): string[] {
  const next = mapAt(after, "properties");
  return Object.entries(mapAt(before, "properties")).flatMap(([name, field]) => {
    const at = `${path}${name}`;
    const same = next[name];
    if (same === undefined) return [at];
    if (!isJsonMap(field) || !isJsonMap(same)) return [];
    return [...(isPrefixOf(same, field) ? [at] : []), ...removedFields(same, field, `${at}.`)];
  });
}

/** Returns the paths of parameters that left the root and objects. A write of a field of another type resets them. */
function removedParameters(after: JsonMap, before: JsonMap, path = ""): string[] {
  const own = Object.keys(before).filter((key) => !maps.includes(key) && key !== "type" && !(key in after));
  const inner = Object.entries(mapAt(before, "properties")).flatMap(([name, field]) => {
    const next = mapAt(after, "properties")[name];
    return isJsonMap(field) && isJsonMap(next) && isContainer(field) ? removedParameters(next, field, `${path}${name}.`) : [];
  });
  return [...own.map((key) => `${path}${key}`), ...inner];
}
