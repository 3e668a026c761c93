/** Options of processors that need more than a kind: patterns, exclusions, limits, licences. One reader each. */
import type { Json } from "../exchange";
import { illegal, illegalCause } from "./errors";
import { grokProblem } from "./grok-patterns";
import { castFailure, java, onlyTexts, type Options, type Read, rejectWith, textOrTexts } from "./processor-options";
import { checkScriptProcessor } from "./scripts";

/** Field and grok patterns, own definitions included; `more` reads what is between them and the check. */
export const grok =
  (...more: Read[]): Read =>
  (options, state) => {
    options.required("field", options.text("field"));
    const patterns = options.required("patterns", options.list("patterns"));
    if (patterns.length === 0) rejectWith(options, "patterns", "List of patterns must not be empty");
    const own = options.map("pattern_definitions") ?? {};
    for (const read of more) read(options, state);
    const shown = `Invalid regex pattern found in: [${patterns.map(String).join(", ")}].`;
    const unexpected = [...Object.values(own), ...patterns].find((item) => typeof item !== "string");
    if (unexpected !== undefined) rejectWith(options, "patterns", `${shown} ${castFailure({}, unexpected).cause_.causedBy?.reason ?? ""}`);
    const problem = grokProblem(patterns as string[], own as Record<string, string>);
    if (problem) rejectWith(options, "patterns", `${shown} ${problem}`);
  };

/** Pattern and replacement of gsub. Only patterns that surely are broken are rejected: JavaScript does not compile all that Java does. */
export const regex: Read = (options) => {
  const pattern = options.required("pattern", options.text("pattern"));
  options.required("replacement", options.text("replacement"));
  try {
    new RegExp(pattern.replace(/\(\?[a-z]+\)|[*+?]\+|\\[AZzhHpPQE]/g, "x"), "u");
  } catch {
    if (/(^|[^\\])[([]/.test(pattern)) rejectWith(options, "pattern", `Invalid regex pattern. ${pattern}`);
  }
};

/** The pattern of dissect: it needs at least one key. */
export const dissect: Read = (options) => {
  const pattern = options.required("pattern", options.text("pattern"));
  if (/%\{[^{}]+\}/.test(pattern)) return;
  const reason = `Unable to parse pattern: ${pattern} Reason: Unable to find any keys or delimiters.`;
  java(options, "org.elasticsearch.dissect.DissectException$PatternParse", { type: "pattern_parse", reason });
};

/** The field of dot_expander. */
export const dotted: Read = (options) => {
  const field = options.required("field", options.text("field"));
  if (field === "*") return;
  if (!field.includes(".")) rejectWith(options, "field", "field does not contain a dot and is not a wildcard");
  if (field.startsWith(".") || field.endsWith(".")) rejectWith(options, "field", "Field can't start or end with a dot");
  if (field.includes("..")) rejectWith(options, "field", "No space between dots");
};

/** The seed of community_id. */
export const seed: Read = (options) => {
  const value = options.int("seed");
  if (value !== undefined && (value < 0 || value > 65535)) rejectWith(options, "seed", "must be a value between 0 and 65535");
};

/** The options of json that exclude each other. */
export const json: Read = (options) => {
  const target = options.text("target_field");
  const toRoot = options.bool("add_to_root") ?? false;
  options.bool("allow_duplicate_keys");
  const strategy = options.text("add_to_root_conflict_strategy");
  options.bool("strict_json_parsing");
  if (strategy !== undefined && !/^(replace|merge)$/i.test(strategy)) {
    rejectWith(options, "add_to_root_conflict_strategy", `conflict strategy [${strategy}] not supported, cannot convert field.`);
  }
  if (strategy !== undefined && !toRoot) {
    rejectWith(options, "add_to_root_conflict_strategy", "Cannot set `add_to_root_conflict_strategy` if `add_to_root` is false");
  }
  if (toRoot && target !== undefined)
    rejectWith(options, "target_field", "Cannot set a target field while also setting `add_to_root` to true");
};

/** Characters to trim; an empty text breaks the expression that the server makes of it. */
export const trimmed =
  (name: string): Read =>
  (options) => {
    if (options.text(name) !== "") return;
    const reason = "Unclosed character class near index 14\n(^([]+))|([]+$)\n              ^";
    java(options, "java.util.regex.PatternSyntaxException", { type: "pattern_syntax_exception", reason });
  };

/** The two ways to name internal networks: exactly one. */
export const networks: Read = (options) => {
  const given = options.list("internal_networks");
  onlyTexts(given ?? [], options);
  const field = options.text("internal_networks_field");
  if (given && field !== undefined)
    rejectWith(options, "internal_networks", "and [internal_networks_field] cannot both be used in the same processor");
  if (!given && field === undefined) rejectWith(options, "internal_networks", "or [internal_networks_field] must be specified");
};

/** Fields to remove or to keep: exactly one of the two, text or list. */
export const remove: Read = (options) => {
  const read = (name: string) => {
    if (!options.has(name)) return [];
    const value = options.required(name, options.any(name));
    return onlyTexts(Array.isArray(value) ? value : [value], options);
  };
  const fields = read("field");
  const keep = read("keep");
  if (fields.length > 0 && keep.length > 0) rejectWith(options, "keep", "and [field] cannot both be used in the same processor");
  if (fields.length === 0 && keep.length === 0) rejectWith(options, "keep", "or [field] must be specified");
};

/** Where reroute sends a document. */
export const reroute: Read = (options) => {
  const type = textOrTexts(options, "type");
  // The vendor's RerouteProcessor.java: the last part of a name may contain hyphens.
  const disallowed = { dataset: /[\\/*?"<>| ,#:-]/, namespace: /[\\/*?"<>| ,#:]/ };
  const [dataset, namespace] = Object.entries(disallowed).map(([name, pattern]) => {
    const values = textOrTexts(options, name) ?? [];
    const wrong = values.find((value) => !value.includes("{{") && (value !== value.toLowerCase() || pattern.test(value)));
    if (wrong !== undefined) rejectWith(options, name, `'${wrong}' contains disallowed characters`);
    return values;
  });
  const destination = options.text("destination");
  if (destination !== undefined && (type !== undefined || dataset?.length || namespace?.length)) {
    rejectWith(options, "destination", "can only be set if type, dataset, and namespace are not set");
  }
};

/** All of a script processor. */
export const script: Read = (options, state) => checkScriptProcessor(options.rest(), options.owner, state);

/** What set writes: a value or another field. */
export const set: Read = (options) => {
  const copyFrom = options.text("copy_from");
  options.required("field", options.text("field"));
  const value = options.any("value");
  if (copyFrom !== undefined && value !== undefined)
    rejectWith(options, "copy_from", "cannot set both `copy_from` and `value` in the same processor");
  if (copyFrom === undefined) options.required("value", value);
};

/** redact needs a trial or platinum licence, or leave to do nothing. */
export const licensed: Read = (options, { license }) => {
  const skip = options.bool("skip_if_unlicensed") ?? false;
  if (license === "basic" && !skip) rejectWith(options, "skip_if_unlicensed", "current license is non-compliant for [redact_processor]");
};

/** The policy of enrich must exist. */
export const enrichPolicy: Read = (options, { enrichPolicies }) => {
  const name = options.required("policy_name", options.text("policy_name"));
  if (!enrichPolicies.has(name)) throw illegal(`policy [${name}] does not exists`);
};

/** The limit of enrich. */
export const matchCount: Read = (options) => {
  const count = options.int("max_matches");
  if (count !== undefined && (count < 1 || count > 128)) rejectWith(options, "max_matches", "should be between 1 and 128");
};

/** Elements that Java copies into an array of texts. */
export const stored = (items: Json[], options: Options): void => {
  if (items.every((item) => typeof item === "string")) return;
  const reason =
    "arraycopy: element type mismatch: can not cast one of the elements of java.lang.Object[] to the type of the destination array, java.lang.String";
  java(options, "java.lang.ArrayStoreException", { type: "array_store_exception", reason });
};

/** Names of formats, which are in the place of a pattern. */
const NAMED = /^(ISO8601|UNIX|UNIX_MS|TAI64N|iso8601|date|time|hour|year|week[a-z_]*|[a-z]+_[a-z_]+)$/;

/** The pattern of the written date: never empty, and no letter that Java's patterns do not have. */
export const outputFormat: Read = (options) => {
  const format = options.text("output_format");
  if (format === undefined || NAMED.test(format)) return;
  const letter = /(?![GuyDMLdQqYwWEecFaBhKkHmsSAnNVvzOXxZp])[A-Za-z]/.exec(format.replace(/'[^']*'/g, ""))?.[0];
  if (format !== "" && letter === undefined) return;
  const unknown = `Unknown pattern letter: ${letter}`;
  const why =
    format === ""
      ? illegalCause("No date pattern provided")
      : illegalCause(`Invalid format: [${format}]: ${unknown}`, illegalCause(unknown));
  java(options, "java.lang.IllegalArgumentException", illegalCause(`invalid output format [${format}]`, why));
};

/** The locale of date_index_name, taken at once: a language tag. */
export const locale: Read = (options) => {
  const tag = options.text("locale");
  if (tag === undefined || /^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/.test(tag)) return;
  java(options, "java.lang.IllegalArgumentException", illegalCause(`Invalid language tag specified: ${tag}`));
};

const isZone = (zone: string) => {
  if (/^([+-]\d{1,2}(:?\d{2})?|Z|(UTC|GMT|UT)([+-]\d{1,2}(:?\d{2})?)?)$/.test(zone)) return true;
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return zone !== "" && /[a-z]/.test(zone);
  } catch {
    return false;
  }
};

/** The time zone of date_index_name, taken at once: a name of the time zone data base, or an offset. */
export const timezone: Read = (options) => {
  const zone = options.text("timezone");
  if (zone === undefined || isZone(zone)) return;
  const named = /^[A-Za-z][A-Za-z0-9~/._+-]+$/.test(zone);
  if (named) java(options, "java.time.zone.ZoneRulesException", { type: "zone_rules_exception", reason: `Unknown time-zone ID: ${zone}` });
  const reason = `Invalid ID for ZoneOffset, invalid format: ${zone}`;
  java(options, "java.time.DateTimeException", { type: "date_time_exception", reason });
};

/** Input and output of a model: one object, or a list of them. */
export const inputOutput: Read = (options) => {
  const value = options.any("input_output");
  if (value !== undefined && typeof value !== "object") rejectWith(options, "input_output", "property isn't a map or list of maps");
};
