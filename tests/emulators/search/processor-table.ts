/** The table of processor types: which options each one takes, in the order in which the server reads them. */
import * as check from "./processor-checks";
import { anyButNull, character, from, mediaType, mustList, oneOf, onlyTexts, type Read, reads, texts } from "./processor-options";
import type { Definition } from "./processors";

const TYPES = ["integer", "long", "float", "double", "boolean", "ip", "string", "auto"];
const METHODS = ["MD5", "SHA-1", "SHA-256", "SHA-512", "MurmurHash3"];
const DETAILS = ["USERNAME", "ROLES", "FULL_NAME", "EMAIL", "METADATA", "API_KEY", "REALM", "AUTHENTICATION_TYPE"];

const takes = (...all: (string | Read)[]): Definition => ({ reads: all.map((each) => (typeof each === "string" ? reads(each) : each)) });
const since = (version: string, ...all: string[]): Definition => ({ ...takes(...all), since: version });

/** The three options that most processors have. */
const plain = "field! target_field ignore_missing:bool";
const simple = takes(plain);
const location = takes(
  "field! target_field properties:texts ignore_missing:bool first_only:bool download_database_on_pipeline_creation:bool database_file",
);

/** Every type that the emulator has. */
export const DEFINITIONS: Readonly<Record<string, Definition>> = {
  append: takes("field! value:any! allow_duplicates:bool", mediaType, from("9.2.0", "ignore_empty_values:bool copy_from")),
  attachment: takes(
    "field! resource_name target_field properties:texts indexed_chars:int ignore_missing:bool indexed_chars_field remove_binary:bool",
    from("9.5.0", "max_field_bytes:int"),
  ),
  bytes: simple,
  cef: since("9.3.0", plain, "ignore_empty_values:bool timezone"),
  circle: takes(plain, "error_distance:number! shape_type!"),
  community_id: takes(
    "source_ip source_port destination_ip destination_port iana_number icmp_type icmp_code transport target_field",
    check.seed,
    "ignore_missing:bool",
  ),
  convert: takes(
    "field!",
    oneOf(
      "type!",
      TYPES.flatMap((word) => [word, word.toUpperCase()]),
      (word) => `type [${word}] not supported, cannot convert field.`,
    ),
    "target_field ignore_missing:bool",
  ),
  csv: takes(
    "field!",
    mustList("target_fields", "target fields list can't be empty", check.stored),
    character("quote", "quote has to be single character like \" or '"),
    character("separator", "separator has to be single character like , or ;"),
    "trim:bool",
    anyButNull("empty_value"),
    "ignore_missing:bool",
  ),
  date: takes("field! target_field timezone locale", mustList("formats", undefined, onlyTexts), check.outputFormat),
  date_index_name: takes(check.locale, check.timezone, "date_formats:texts field! index_name_prefix date_rounding! index_name_format"),
  dissect: takes("field!", check.dissect, "append_separator ignore_missing:bool"),
  dot_expander: takes(check.dotted, "path override:bool"),
  drop: takes(),
  enrich: takes(
    check.enrichPolicy,
    "field! ignore_missing:bool override:bool target_field!",
    check.matchCount,
    oneOf("shape_relation", ["INTERSECTS", "DISJOINT", "WITHIN", "CONTAINS"], (word) => `[${word}] is not a known relation`),
  ),
  fail: takes("message!"),
  fingerprint: takes(
    mustList("fields", "must specify at least one field"),
    "target_field salt",
    oneOf("method", METHODS, (word) => `[${word}] must be one of the supported hash methods [${METHODS.join(",")}]`),
    "ignore_missing:bool",
  ),
  foreach: { reads: [], inner: true },
  geo_grid: takes(
    "field! tile_type! target_field parent_field children_field non_children_field precision_field ignore_missing:bool target_format",
  ),
  geoip: location,
  grok: takes(
    check.grok(
      reads("trace_match:bool ignore_missing:bool"),
      oneOf("ecs_compatibility", ["disabled", "v1"], (word) => `unsupported mode '${word}'`),
    ),
    from("9.4.0", "validate_only:bool"),
  ),
  gsub: takes(plain, check.regex),
  html_strip: simple,
  inference: takes("model_id! target_field field_map:map inference_config:map", check.inputOutput, "ignore_missing:bool"),
  ip_location: location,
  join: takes("field! separator! target_field"),
  json: takes("field!", check.json),
  kv: takes(
    "field! target_field prefix",
    check.trimmed("trim_key"),
    check.trimmed("trim_value"),
    "strip_brackets:bool include_keys:list exclude_keys:list field_split! value_split! ignore_missing:bool",
  ),
  lowercase: simple,
  network_direction: takes("source_ip destination_ip target_field ignore_missing:bool", check.networks),
  // 8.19 has it behind a feature flag that is off in releases.
  normalize_for_stream: since("9.2.0"),
  pipeline: takes("name! ignore_missing_pipeline:bool"),
  recover_failure_document: since("9.2.0"),
  redact: takes(check.licensed, check.grok(reads("ignore_missing:bool trace_redact:bool prefix suffix"))),
  registered_domain: simple,
  remove: takes(check.remove, "ignore_missing:bool"),
  rename: takes("field! target_field! ignore_missing:bool override:bool"),
  reroute: takes(check.reroute),
  script: takes(check.script),
  set: takes(check.set, "override:bool ignore_empty_value:bool", mediaType),
  set_security_user: takes(
    "field!",
    texts(
      "properties",
      (item) => DETAILS.includes(item.toUpperCase()),
      (item) => `Property value [${item}] is in valid`,
    ),
  ),
  sort: takes(
    "field! target_field",
    oneOf("order", ["asc", "desc"], (word) => `Sort direction [${word}] not recognized. Valid values are: [asc, desc]`),
  ),
  split: takes("field! target_field separator! ignore_missing:bool preserve_trailing:bool"),
  terminate: takes(),
  trim: simple,
  uppercase: simple,
  uri_parts: takes(plain, "keep_original:bool remove_if_successful:bool"),
  urldecode: simple,
  user_agent: takes(
    "field! target_field regex_file",
    texts(
      "properties",
      (item) => ["name", "os", "device", "original", "version"].includes(item.toLowerCase()),
      (item) => `illegal property value [${item}]. valid values are [NAME, OS, DEVICE, ORIGINAL, VERSION]`,
    ),
    "ignore_missing:bool extract_device_type:bool",
  ),
};
