/** The processors of ingest pipelines: the table of types, and the reading of lists of processors. See docs/modules/search.md#processor-table. */
import type { Json, JsonObject } from "../exchange";
import { isObject } from "../objects";
import { isSince, type State } from "./api";
import { failure, failureOf, SearchFailure, wrapping } from "./errors";
import * as check from "./processor-checks";
import {
  anyButNull,
  castFailure,
  character,
  configFailure,
  from,
  javaClass,
  mediaType,
  mustList,
  named,
  oneOf,
  onlyTexts,
  Options,
  type Owner,
  type Read,
  reads,
  texts,
} from "./processor-options";
import { checkScript } from "./scripts";

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
const DEFINITIONS: Readonly<Record<string, Definition>> = {
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

/** The options that every processor has, in the order of the server. Returns the tag. */
const readCommon = (options: Options, type: string, state: State) => {
  const tag = options.text("tag");
  options.text("description");
  options.bool("ignore_failure");
  const condition = options.any("if");
  const handlers = options.list("on_failure");
  if (handlers?.length === 0) throw configFailure({ type, tag }, "on_failure", "processors list cannot be empty");
  if (handlers) readProcessors(handlers, state);
  if (condition !== undefined) checkScript(condition, { type, tag }, state);
  return tag;
};

const readOne = (type: string, config: Json, state: State) => {
  const definition = Object.hasOwn(DEFINITIONS, type) ? DEFINITIONS[type] : undefined;
  if (config === null) throw configFailure({ type }, undefined, "processor config cannot be [null]");
  const short = typeof config === "string" && type === "script";
  if (!short && javaClass(config) !== "java.util.HashMap") {
    throw configFailure({ type }, undefined, `property isn't a map, but of type [${javaClass(config)}]`);
  }
  const options = new Options(short ? { source: config } : (config as JsonObject));
  if (!definition || !isSince(state.version, definition.since ?? "0")) {
    const tag = options.text("tag");
    throw configFailure({ type, tag }, undefined, `No processor type exists with name [${type}]`);
  }
  const owner: Owner = { type, tag: readCommon(options, type, state) };
  options.owner = owner;
  const work = () => {
    for (const read of definition.reads) read(options, state);
    if (definition.inner) readInner(options, state);
  };
  // The server adds type and tag to any failure inside a processor.
  wrapping(work, ({ status, cause_ }) => new SearchFailure(status, { ...cause_, extra: { ...cause_.extra, ...named(owner) } }));
  options.rejectLeft(`processor [${type}]`);
};

/** The processor inside a foreach. */
const readInner = (options: Options, state: State) => {
  reads("field!")(options, state);
  const inner = options.required("processor", options.map("processor"));
  reads("ignore_missing:bool")(options, state);
  const [only, second] = Object.entries(inner);
  if (!only || second) throw configFailure(options.owner, "processor", "Must specify exactly one processor type");
  if (javaClass(only[1]) !== "java.util.HashMap") throw castFailure(options.owner, only[1], "java.util.Map");
  readOne(only[0], only[1], state);
};

const entries = (item: Json) => {
  if (item === null) throw failure(500, "null_pointer_exception", "a processor is null");
  if (isObject(item) && javaClass(item) === "java.util.HashMap") return Object.entries(item);
  throw new SearchFailure(500, castFailure({}, item, "java.util.Map").cause_.causedBy!);
};

/**
 * Reads a list of processors. All are checked; the first failure is the response, with the others in `suppressed`.
 */
export const readProcessors = (items: readonly Json[], state: State): void => {
  const failures = items.flatMap(entries).map(([type, config]) => failureOf(() => readOne(type, config, state)));
  const [first, ...others] = failures.filter((failed) => failed !== undefined);
  if (!first) return;
  if (others.length === 0) throw first;
  const suppressed = others.map(({ cause_: { type, reason, extra } }): JsonObject => ({ type, reason, ...extra }));
  throw new SearchFailure(first.status, { ...first.cause_, extra: { ...first.cause_.extra, suppressed } });
};

/** The row of the table for one type. */
export interface Definition {
  reads: readonly Read[];
  /** The first version that has it; without it all have. */
  since?: string;
  /** Whether it wraps another processor. */
  inner?: boolean;
}
