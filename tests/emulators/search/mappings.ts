/** Mappings of templates: the wrapper taken off, and the faults that the server finds in root members and field types. */
import type { Json, JsonObject } from "../exchange";
import { byName, isObject, mapValues } from "../objects";
import { type Cause, illegal, illegalCause } from "./errors";
import { type Node, plain, token } from "./json";
import { LongNumber } from "./numbers";

const ROOT = new Set(
  `properties dynamic dynamic_templates dynamic_date_formats date_detection numeric_detection runtime subobjects enabled _meta _source
  _routing _size _field_names _data_stream_timestamp _tier _doc_count _nested_path include_in_all transform`.split(/\s+/),
);

const COMMON = "type meta copy_to fields store index doc_values ignore_above null_value boost";
const NUMERIC = `${COMMON} coerce ignore_malformed script on_script_error time_series_dimension time_series_metric synthetic_source_keep`;
const INNER = "type dynamic enabled properties subobjects include_in_all synthetic_source_keep";

/** Parameters of the usual field types; the types of `OTHER` are accepted with any parameters. */
const PARAMETERS: Record<string, string> = {
  keyword: `${COMMON} eager_global_ordinals index_options norms normalizer similarity split_queries_on_whitespace script on_script_error
    time_series_dimension synthetic_source_keep`,
  text: `${COMMON} analyzer search_analyzer search_quote_analyzer eager_global_ordinals fielddata fielddata_frequency_filter index_options
    index_prefixes index_phrases norms position_increment_gap similarity term_vector synthetic_source_keep`,
  ...byName(["long", "integer", "short", "byte", "double", "float", "half_float", "unsigned_long"], () => NUMERIC),
  date: `${COMMON} format locale ignore_malformed script on_script_error time_series_dimension synthetic_source_keep`,
  date_nanos: `${COMMON} format locale ignore_malformed script on_script_error synthetic_source_keep`,
  boolean: `${COMMON} ignore_malformed script on_script_error time_series_dimension synthetic_source_keep`,
  ip: `${COMMON} ignore_malformed script on_script_error time_series_dimension synthetic_source_keep`,
  object: INNER,
  nested: `${INNER} include_in_parent include_in_root`,
  alias: "type path",
};

const OTHER = new Set(
  `scaled_float flattened wildcard constant_keyword version binary completion search_as_you_type token_count match_only_text geo_point
  geo_shape point shape integer_range float_range long_range double_range date_range ip_range dense_vector sparse_vector rank_feature
  rank_features percolator join murmur3 annotated_text histogram aggregate_metric_double semantic_text counted_keyword passthrough
  icu_collation_keyword rank_vectors`.split(/\s+/),
);

const KNOWN: Record<string, ReadonlySet<string>> = mapValues(PARAMETERS, (names) => new Set(names.split(/\s+/)));

/** How Java writes a value inside an error text. */
export const javaText = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(javaText).join(", ")}]`;
  if (value instanceof LongNumber) return value.text;
  if (value !== null && typeof value === "object")
    return `{${Object.entries(value)
      .map(([key, item]) => `${key}=${javaText(item)}`)
      .join(", ")}}`;
  return String(value);
};

/** Reads the mappings of a template: an empty object is the same as none, and a lone `_doc` around them is taken off. */
export const readMappings = (node: Node): JsonObject | undefined => {
  if (node.kind !== "object") {
    const reason = node.kind === "string" ? "Illegal base64 character in mappings" : `Unexpected token: ${token(node)}`;
    throw illegal(reason, undefined, node.at);
  }
  const mappings = plain(node) as JsonObject;
  const [only, second] = Object.keys(mappings);
  if (only === undefined) return undefined;
  return only === "_doc" && second === undefined && isObject(mappings._doc) ? mappings._doc : mappings;
};

const given = (value: Json | undefined) => value !== undefined && value !== null;

const fieldProblem = (name: string, field: Json): string | undefined => {
  if (!isObject(field)) return `Expected map for property [fields] on field [${name}] but got a class java.lang.String`;
  if (name.trim() === "") return "field name cannot be an empty string";
  const isObjectOnly = given(field.enabled) && Object.keys(field).length === 1;
  const type = field.type ?? (given(field.properties) || isObjectOnly ? "object" : undefined);
  if (typeof type !== "string") return `No type specified for field [${name}]`;
  const known = KNOWN[type];
  if (!known && !OTHER.has(type)) {
    return `The mapper type [${type}] declared on field [${name}] does not exist. It might have been created within a future version or requires a plugin to be installed. Check the documentation.`;
  }
  const unexpected = known && Object.keys(field).find((parameter) => !known.has(parameter));
  if (unexpected !== undefined) {
    if (type === "object" || type === "nested")
      return `Mapping definition for [${name}] has unsupported parameters:  [${unexpected} : ${javaText(field[unexpected] ?? null)}]`;
    return `unknown parameter [${unexpected}] on mapper [${name}] of type [${type}]`;
  }
  return dynamicProblem(field) ?? fieldsProblem(field.properties, "properties") ?? fieldsProblem(field.fields);
};

/** The server takes an empty list for an empty map. */
const isMap = (value: Json | undefined) => value === undefined || isObject(value) || (Array.isArray(value) && value.length === 0);

const NO_MAP = " must be a map type";
const NO_BOOLEAN = "Could not convert [dynamic.dynamic] to boolean";

const fieldsProblem = (fields: Json | undefined, name = "fields"): string | undefined => {
  if (name === "properties" && !isMap(fields)) return `${name}${NO_MAP}`;
  if (!isObject(fields)) return undefined;
  return Object.entries(fields)
    .map((field) => fieldProblem(...field))
    .find((problem) => problem !== undefined);
};

/** The fault and, behind the first colon, its cause. */
const dynamicProblem = ({ dynamic }: JsonObject) => {
  const value = javaText(dynamic ?? "true");
  if (["true", "false"].includes(value) || /^(?:strict|runtime)$/i.test(value)) return undefined;
  return `${NO_BOOLEAN}: Failed to parse value [${value}] as only [true] or [false] are allowed.`;
};

const rootProblem = (mappings: JsonObject): string | undefined => {
  const { dynamic_templates: templates, properties, runtime } = mappings;
  if (templates !== undefined && !Array.isArray(templates)) return "Dynamic template syntax error. An array of named objects is expected.";
  const inFields = dynamicProblem(mappings) ?? fieldsProblem(properties, "properties");
  if (inFields) return inFields;
  if (runtime !== undefined && !isObject(runtime)) return `runtime${NO_MAP}`;
  const unexpected = Object.entries(mappings)
    .filter(([name]) => !ROOT.has(name))
    .map(([name, value]) => `[${name} : ${javaText(value)}]`);
  return unexpected.length === 0 ? undefined : `Root mapping definition has unsupported parameters:  ${unexpected.join(" ")}`;
};

/** What is wrong with mappings, as the server's chain of causes; nothing when they are good. */
export const mappingProblem = (mappings: JsonObject | undefined): Cause | undefined => {
  const found = mappings && rootProblem(mappings);
  if (!found) return undefined;
  const [reason = "", cause] = found.startsWith(NO_BOOLEAN) ? found.split(": ") : [found];
  const isIllegal = reason.includes("field name cannot") || reason.includes(NO_BOOLEAN);
  const type = isIllegal ? "illegal_argument_exception" : reason.includes(NO_MAP) ? "parse_exception" : "mapper_parsing_exception";
  const causedBy: Cause = { type, reason, ...(cause !== undefined && { causedBy: illegalCause(cause) }) };
  return { type: "mapper_parsing_exception", reason: `Failed to parse mapping: ${reason}`, causedBy };
};

/** What a data stream demands of its timestamp field. */
export const timestampProblem = (mappings: JsonObject | undefined): Cause | undefined => {
  const field = isObject(mappings?.properties) ? mappings.properties["@timestamp"] : undefined;
  const type = isObject(field) ? field.type : undefined;
  if (type === undefined || type === "date" || type === "date_nanos") return undefined;
  return illegalCause(`data stream timestamp field [@timestamp] is of type [${javaText(type)}], but [date,date_nanos] is expected`);
};
