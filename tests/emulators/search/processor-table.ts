/** The table of processor types: which options each one takes, in the order in which the server reads them. */
import type { Definition } from "./processors";
import * as check from "./processor-checks";
import { from, plain } from "./processor-checks";
import {
  anyButNull,
  bool,
  character,
  int,
  list,
  map,
  mediaType,
  mustAny,
  mustList,
  mustNumber,
  mustOneOf,
  mustText,
  oneOf,
  onlyTexts,
  text,
  texts,
} from "./processor-options";
import type { Read } from "./processor-options";

const TYPES = ["integer", "long", "float", "double", "boolean", "ip", "string", "auto"];
const METHODS = ["MD5", "SHA-1", "SHA-256", "SHA-512", "MurmurHash3"];

const anyCase = (words: readonly string[]): string[] => words.flatMap((word) => [word, word.toUpperCase()]);

const takes = (...reads: Read[]): Definition => ({ reads });
const since = (version: string, ...reads: Read[]): Definition => ({ since: version, reads });

/** Every type that the emulator has. */
export const DEFINITIONS: Readonly<Record<string, Definition>> = {
  append: takes(
    mustText("field"),
    mustAny("value"),
    bool("allow_duplicates"),
    mediaType,
    from("9.2.0", bool("ignore_empty_values")),
    from("9.2.0", text("copy_from")),
  ),
  attachment: takes(
    mustText("field"),
    text("resource_name", "target_field"),
    texts("properties"),
    int("indexed_chars"),
    bool("ignore_missing"),
    text("indexed_chars_field"),
    bool("remove_binary"),
    from("9.5.0", int("max_field_bytes")),
  ),
  bytes: takes(...plain),
  cef: since("9.3.0", ...plain, bool("ignore_empty_values"), text("timezone")),
  circle: takes(...plain, mustNumber("error_distance"), mustText("shape_type")),
  community_id: takes(
    text(
      "source_ip",
      "source_port",
      "destination_ip",
      "destination_port",
      "iana_number",
      "icmp_type",
      "icmp_code",
      "transport",
      "target_field",
    ),
    check.seed,
    bool("ignore_missing"),
  ),
  convert: takes(
    mustText("field"),
    mustOneOf("type", anyCase(TYPES), (word) => `type [${word}] not supported, cannot convert field.`),
    text("target_field"),
    bool("ignore_missing"),
  ),
  csv: takes(
    mustText("field"),
    mustList("target_fields", "target fields list can't be empty", check.stored),
    character("quote", "quote has to be single character like \" or '"),
    character("separator", "separator has to be single character like , or ;"),
    bool("trim"),
    anyButNull("empty_value"),
    bool("ignore_missing"),
  ),
  date: takes(mustText("field"), text("target_field", "timezone", "locale"), mustList("formats", undefined, onlyTexts), check.outputFormat),
  date_index_name: takes(
    check.locale,
    check.timezone,
    texts("date_formats"),
    mustText("field"),
    text("index_name_prefix"),
    mustText("date_rounding"),
    text("index_name_format"),
  ),
  dissect: takes(mustText("field"), check.dissect, text("append_separator"), bool("ignore_missing")),
  dot_expander: takes(check.dotted, text("path"), bool("override")),
  drop: takes(),
  enrich: takes(
    check.enrichPolicy,
    mustText("field"),
    bool("ignore_missing", "override"),
    mustText("target_field"),
    check.matchCount,
    oneOf("shape_relation", ["INTERSECTS", "DISJOINT", "WITHIN", "CONTAINS"], (word) => `[${word}] is not a known relation`),
  ),
  fail: takes(mustText("message")),
  fingerprint: takes(
    mustList("fields", "must specify at least one field"),
    text("target_field", "salt"),
    oneOf("method", METHODS, (word) => `[${word}] must be one of the supported hash methods [${METHODS.join(",")}]`),
    bool("ignore_missing"),
  ),
  foreach: { reads: [], inner: true },
  geo_grid: takes(
    mustText("field"),
    mustText("tile_type"),
    text("target_field", "parent_field", "children_field", "non_children_field", "precision_field"),
    bool("ignore_missing"),
    text("target_format"),
  ),
  geoip: takes(...check.location),
  grok: takes(
    check.grok(
      bool("trace_match", "ignore_missing"),
      oneOf("ecs_compatibility", ["disabled", "v1"], (word) => `unsupported mode '${word}'`),
    ),
    from("9.4.0", bool("validate_only")),
  ),
  gsub: takes(mustText("field"), text("target_field"), bool("ignore_missing"), check.regex),
  html_strip: takes(...plain),
  inference: takes(
    mustText("model_id"),
    text("target_field"),
    map("field_map", "inference_config"),
    check.inputOutput,
    bool("ignore_missing"),
  ),
  ip_location: takes(...check.location),
  join: takes(mustText("field", "separator"), text("target_field")),
  json: takes(mustText("field"), check.json),
  kv: takes(
    mustText("field"),
    text("target_field", "prefix"),
    check.trimmed("trim_key"),
    check.trimmed("trim_value"),
    bool("strip_brackets"),
    list("include_keys", "exclude_keys"),
    mustText("field_split", "value_split"),
    bool("ignore_missing"),
  ),
  lowercase: takes(...plain),
  network_direction: takes(text("source_ip", "destination_ip", "target_field"), bool("ignore_missing"), check.networks),
  // 8.19 has it behind a feature flag that is off in releases.
  normalize_for_stream: since("9.2.0"),
  pipeline: takes(mustText("name"), bool("ignore_missing_pipeline")),
  recover_failure_document: since("9.2.0"),
  redact: takes(check.licensed, check.grok(bool("ignore_missing", "trace_redact"), text("prefix", "suffix"))),
  registered_domain: takes(...plain),
  remove: takes(check.remove, bool("ignore_missing")),
  rename: takes(mustText("field", "target_field"), bool("ignore_missing", "override")),
  reroute: takes(check.reroute),
  script: takes(check.script),
  set: takes(check.set, bool("override", "ignore_empty_value"), mediaType),
  set_security_user: takes(mustText("field"), texts("properties", check.userDetails)),
  sort: takes(
    mustText("field"),
    text("target_field"),
    oneOf("order", ["asc", "desc"], (word) => `Sort direction [${word}] not recognized. Valid values are: [asc, desc]`),
  ),
  split: takes(mustText("field"), text("target_field"), mustText("separator"), bool("ignore_missing", "preserve_trailing")),
  terminate: takes(),
  trim: takes(...plain),
  uppercase: takes(...plain),
  uri_parts: takes(...plain, bool("keep_original", "remove_if_successful")),
  urldecode: takes(...plain),
  user_agent: takes(
    mustText("field"),
    text("target_field", "regex_file"),
    texts("properties", check.agentParts),
    bool("ignore_missing", "extract_device_type"),
  ),
};
