/** Mappings of an index: the form in which it returns them, and what a later write may change. Measured on 8.19.8. */
import type { Json, JsonObject } from "../exchange";
import { byName, isObject, mapValues } from "../objects";
import { failure, illegal, SearchFailure } from "./errors";
import { membersOf } from "./json";
import { javaText, mappingProblem } from "./mappings";
import { byKey } from "./settings";

const INDEXED = { index: true, doc_values: true, store: false };
const NUMERIC = { ...INDEXED, coerce: true, ignore_malformed: false };
const OBJECT = { enabled: true };

/** What a field that omits the parameter has: an index does not return these. */
const DEFAULTS: Readonly<Record<string, JsonObject>> = {
  keyword: { ...INDEXED, norms: false, ignore_above: 2147483647, eager_global_ordinals: false },
  text: { index: true, store: false, norms: true, fielddata: false, analyzer: "default", eager_global_ordinals: false },
  date: { ...INDEXED, format: "strict_date_optional_time||epoch_millis", ignore_malformed: false },
  boolean: { ...INDEXED, ignore_malformed: false },
  ip: { ...INDEXED, ignore_malformed: false },
  object: OBJECT,
  nested: OBJECT,
  ...byName(["long", "integer", "short", "byte", "double", "float", "half_float"], () => NUMERIC),
};

const FLAGS = new Set("index doc_values store norms fielddata coerce ignore_malformed enabled eager_global_ordinals".split(" "));
const COUNTS = new Set(["ignore_above", "position_increment_gap"]);

/** Parameters of fields that a later write may change; `norms` only to false. */
const UPDATABLE = new Set(
  `ignore_above coerce ignore_malformed boost eager_global_ordinals search_analyzer search_quote_analyzer split_queries_on_whitespace
  fielddata fielddata_frequency_filter meta copy_to path`.split(/\s+/),
);

/** GeoPoint is written with its two members. */
const pointOf = (value: Json): Json => {
  const [lat, lon] = Array.isArray(value) ? [value[1], value[0]] : typeof value === "string" ? value.split(",").map(Number) : [];
  return lat === undefined || lon === undefined ? value : { lat, lon };
};

const typed = (parameter: string, value: Json, type: string): Json => {
  if (parameter === "copy_to" && typeof value === "string") return [value];
  if (parameter === "null_value" && type === "geo_point") return pointOf(value);
  if (typeof value !== "string") return value;
  const isFlag = FLAGS.has(parameter) || (parameter === "null_value" && type === "boolean");
  if (isFlag && (value === "true" || value === "false")) return value === "true";
  const isCount = COUNTS.has(parameter) || (parameter === "null_value" && NUMERIC === DEFAULTS[type]);
  return isCount && /^[+-]?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
};

/**
 * Parameters whose members the mappers write all, by type or for all types: IndexOptions of DenseVectorFieldMapper, PrefixConfig and FielddataFrequencyFilter of
 * TextFieldMapper, GeoContextMapping.
 */
const completed: Record<string, (value: JsonObject, type: string) => JsonObject> = {
  index_options: (value, type) => ({
    ...(type === "dense_vector" && /hnsw$/.test(String(value.type)) && { m: 16, ef_construction: 100 }),
    ...value,
  }),
  index_prefixes: (value) => ({ min_chars: 2, max_chars: 5, ...value }),
  fielddata_frequency_filter: (value) => ({ min: 0, max: 2147483647, min_segment_size: 0, ...value }),
  contexts: (value) => ({
    ...(String(value.type).toLowerCase() === "geo" && { precision: 6 }),
    ...value,
    type: String(value.type).toUpperCase(),
  }),
};

/** Relations and AggregateDoubleMetricFieldMapper store sets: the order of the names is that of the set. */
const ofSet = (names: Json): Json => (Array.isArray(names) ? [...names].sort() : names);

/** Without subobjects, an object is the beginning of the names of its fields (`asFlattenedFieldMappers` of ObjectMapper). */
const flattened = (fields: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, Json][] => {
      if (!isObject(field) || typeOf(field) !== "object") return [[name, field]];
      if (field.enabled === false) throw illegal(notFlattened(name, "the value of [enabled] is [false]"));
      return Object.entries(flattened(membersOf(field.properties))).map(([inner, each]) => [`${name}.${inner}`, each]);
    }),
  );

const notFlattened = (name: string, reason: string) =>
  `Object mapper [${name}] was found in a context where subobjects is set to false. Auto-flattening [${name}] failed because ${reason}`;

const isFlat = ({ subobjects, type }: JsonObject) => String(subobjects) === "false" || type === "passthrough";

/** A name with dots is a field inside of objects. */
const withoutDots = (fields: JsonObject) => {
  const result: JsonObject = {};
  for (const [name, field] of Object.entries(fields)) {
    const [first = "", ...rest] = name.split(".");
    const own = rest.length === 0 ? field : { properties: { [rest.join(".")]: field } };
    result[first] = result[first] === undefined ? own : overlay(result[first], own);
  }
  return result;
};

const fieldOf = (field: Json): Json => {
  if (!isObject(field)) return field;
  const { type = "object", properties, ...parameters } = field;
  const inner = fieldsOf(properties, isFlat(field));
  const shown: JsonObject = type === "object" && inner ? {} : { type };
  for (const [name, value] of Object.entries(parameters)) {
    const normal = normalParameter(name, value, String(type));
    const isLeftOut = name === "copy_to" && Array.isArray(normal) && normal.length === 0;
    if (normal !== DEFAULTS[String(type)]?.[name] && !isLeftOut) shown[name] = normal;
  }
  return { ...shown, ...(inner && { properties: inner }) };
};

const normalParameter = (name: string, value: Json, type: string): Json => {
  if (name === "fields") return fieldsOf(value) ?? {};
  if (name === "dynamic") return String(value);
  if (name === "relations") return mapValues(membersOf(value), (children) => ofSet(children));
  if (name === "metrics") return ofSet(value);
  const complete = completed[name];
  if (complete && isObject(value)) return complete(value, type);
  if (complete && Array.isArray(value)) return value.map((each) => complete(membersOf(each), type));
  return name === "script" ? scriptOf(value) : typed(name, value, type);
};

const sorted = (fields: JsonObject): JsonObject => Object.fromEntries(Object.entries(fields).sort(byKey));

const fieldsOf = (fields: Json | undefined, isFlatObject = false): JsonObject | undefined => {
  if (!isObject(fields) || Object.keys(fields).length === 0) return undefined;
  const own = isFlatObject ? flattened(fields) : withoutDots(fields);
  return sorted(mapValues(own, (field) => fieldOf(field)));
};

const scriptOf = (script: Json): Json => {
  if (!isObject(script)) return { source: script, lang: "painless" };
  const { params, ...others } = script;
  return { lang: "painless", ...others, ...(Object.keys(membersOf(params)).length > 0 && { params: params! }) };
};

const templateOf = (entry: Json): Json => {
  const [[name, template] = ["", null]] = Object.entries(membersOf(entry));
  const single = (value: Json) => (Array.isArray(value) && value.length === 1 ? value[0]! : value);
  const { match_pattern: pattern = "simple", ...others } = membersOf(template);
  const shown = { ...others, ...(pattern !== "simple" && { match_pattern: pattern }) };
  const conditions = Object.entries(shown).map(([key, value]) => [key, key === "mapping" ? value : single(value)] as const);
  return { [name]: Object.fromEntries(conditions) };
};

const runtimeOf = (runtime: JsonObject): JsonObject =>
  mapValues(runtime, (field) => (isObject(field) && field.script !== undefined ? { ...field, script: scriptOf(field.script) } : field));

const root: Record<string, (value: Json) => Json | undefined> = {
  dynamic: String,
  dynamic_templates: (value) => (Array.isArray(value) ? value.map(templateOf) : value),
  runtime: (value) => runtimeOf(membersOf(value)),
  _source: (value) => withoutDefault(value, "enabled", true),
  _routing: (value) => withoutDefault(value, "required", false),
};

const withoutDefault = (value: Json, name: string, byDefault: boolean): Json | undefined => {
  const left = Object.entries(membersOf(value)).filter(([key, member]) => key !== name || String(member) !== String(byDefault));
  return left.length === 0 ? undefined : Object.fromEntries(left.map(([key, member]) => [key, key === name ? !byDefault : member]));
};

/** The mappings as an index returns them. Fails as the server does for what it rejects. */
export const indexMappings = (mappings: JsonObject): JsonObject => {
  const cause = mappingProblem(mappings);
  if (cause) throw new SearchFailure(400, cause);
  const all: typeof root = { ...root, properties: (value: Json) => fieldsOf(value, isFlat(mappings)) };
  const shown = Object.entries(mappings).map(([name, value]) => [name, all[name] ? all[name](value) : value] as const);
  return Object.fromEntries(shown.filter(([, value]) => value !== undefined)) as JsonObject;
};

/** Template below, request above: what is above wins field by field, whatever its type. */
export const overlay = (below: Json, above: Json): Json => {
  if (!isObject(below) || !isObject(above)) return above;
  const result: JsonObject = { ...below };
  for (const [name, value] of Object.entries(above)) {
    const isNested = ["properties", "runtime", "fields"].includes(name);
    result[name] = isNested ? overlayFields(membersOf(below[name]), membersOf(value)) : value;
  }
  return result;
};

const overlayFields = (below: JsonObject, above: JsonObject) => {
  const result: JsonObject = { ...below };
  for (const [name, field] of Object.entries(above)) {
    const both = isObject(below[name]) && isObject(field) && below[name].properties !== undefined && field.properties !== undefined;
    result[name] = both ? overlay(below[name]!, field) : field;
  }
  return result;
};

const typeOf = ({ type }: JsonObject) => (typeof type === "string" ? type : "object");
const isContainer = (field: JsonObject) => ["object", "nested"].includes(typeOf(field));

const mergeField = (path: string, old: JsonObject, next: JsonObject): JsonObject => {
  if (isContainer(old) !== isContainer(next)) throw illegal(`can't merge a non object mapping [${path}] with an object mapping`);
  if (isContainer(old)) return mergeContainer(path, old, next);
  if (typeOf(old) !== typeOf(next)) throw illegal(`mapper [${path}] cannot be changed from type [${typeOf(old)}] to [${typeOf(next)}]`);
  const parameters = new Set([...Object.keys(old), ...Object.keys(next)].filter((name) => name !== "type" && name !== "fields"));
  const conflicts = [...parameters].filter((name) => !mayBecome(name, old, next)).map((name) => conflict(name, old, next));
  if (conflicts.length > 0) throw illegal(`Mapper for [${path}] conflicts with existing mapper:${conflicts.join("")}`);
  const fields = mergeFields(path, membersOf(old.fields), membersOf(next.fields));
  return { ...next, ...(Object.keys(fields).length > 0 && { fields }) };
};

const valueOf = (name: string, field: JsonObject): Json => field[name] ?? DEFAULTS[typeOf(field)]?.[name] ?? null;

const mayBecome = (name: string, old: JsonObject, next: JsonObject) => {
  const before = valueOf(name, old);
  const after = valueOf(name, next);
  return UPDATABLE.has(name) || (name === "norms" && after === false) || javaText(before) === javaText(after);
};

const conflict = (name: string, old: JsonObject, next: JsonObject) =>
  `\n\tCannot update parameter [${name}] from [${javaText(valueOf(name, old))}] to [${javaText(valueOf(name, next))}]`;

const mergeContainer = (path: string, old: JsonObject, next: JsonObject): JsonObject => {
  const [kind, other] = [old, next].map((field) => (typeOf(field) === "nested" ? "nested" : "non-nested"));
  if (kind !== other) throw illegal(`can't merge a ${kind} mapping [${path}] with a ${other} mapping`);
  if (next.enabled !== undefined && next.enabled !== (old.enabled ?? true))
    throw failure(500, "mapper_exception", `the [enabled] parameter can't be updated for the object mapping [${path}]`);
  const properties = mergeFields(path, membersOf(old.properties), membersOf(next.properties));
  const { type, ...merged }: JsonObject = { ...old, ...next };
  const hasFields = Object.keys(properties).length > 0;
  return { ...(type !== undefined && (type !== "object" || !hasFields) && { type }), ...merged, ...(hasFields && { properties }) };
};

const mergeFields = (path: string, old: JsonObject, next: JsonObject): JsonObject => {
  const result: JsonObject = { ...old };
  for (const [name, field] of Object.entries(next)) {
    const before = old[name];
    const at = path === "" ? name : `${path}.${name}`;
    result[name] = isObject(before) && isObject(field) ? mergeField(at, before, field) : field;
  }
  return sorted(result);
};

/** Parameters of root members that only the first mappings of an index set, with their defaults (RoutingFieldMapper, SourceFieldMapper). */
const fixed: Record<string, JsonObject> = { _routing: { required: false }, _source: { enabled: true, includes: [], excludes: [] } };

const rejectFixedChanges = (old: JsonObject, sent: JsonObject) => {
  for (const [member, defaults] of Object.entries(fixed)) {
    if (sent[member] === undefined) continue;
    const shown = (from: JsonObject, name: string) => {
      const value = membersOf(from[member])[name] ?? defaults[name]!;
      return Array.isArray(value) ? `[${value.join(", ")}]` : String(value);
    };
    const conflicts = Object.keys(defaults).flatMap((name) => {
      const before = shown(old, name);
      const after = shown(sent, name);
      const isKept = before === after || (name === "enabled" && after === "false");
      return isKept ? [] : [`\tCannot update parameter [${name}] from [${before}] to [${after}]`];
    });
    if (conflicts.length > 0) throw illegal(`Mapper for [${member}] conflicts with existing mapper:\n${conflicts.join("\n")}`);
  }
};

/**
 * The mappings after a write of more. What is sent is parsed by itself: without its own `subobjects: false`, names with dots are objects. A runtime field of null is removed; other root members
 * replace those of before.
 */
export const mergeMappings = (old: JsonObject, sent: JsonObject): JsonObject => {
  const removed = Object.entries(membersOf(sent.runtime)).filter(([, field]) => field === null);
  const next = indexMappings(sent);
  if (Object.keys(old).length > 0) rejectFixedChanges(old, sent);
  const properties = mergeFields("", membersOf(old.properties), membersOf(next.properties));
  const runtime = { ...membersOf(old.runtime), ...membersOf(next.runtime) };
  for (const [name] of removed) delete runtime[name];
  const { properties: _, runtime: __, ...rest } = { ...old, ...next };
  return {
    ...rest,
    ...(Object.keys(runtime).length > 0 && { runtime }),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
};
