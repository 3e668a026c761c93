/** The processors date, kv and split on a document: what they read with the first document, such as patterns, and their failures. */
import type { Json, JsonObject } from "../exchange";
import { bad, failure, illegal, illegalCause, nested } from "./errors";
import { type Run, stringIn, textIn, Unsupported } from "./simulated-processors";

/** Only texts without digits, which no format accepts, are supported. */
export const date: Run = (options, document) => {
  const value = stringIn(options, document) ?? "";
  if (value === "" || /\d/.test(value)) throw new Unsupported("dates");
  if (!/^(UTC|[A-Z][a-z]+\/[A-Z][a-z]+)$/.test(textIn(options, "timezone", "UTC"))) throw new Unsupported("this time zone");
  const formats = Array.isArray(options.formats) ? options.formats.map(String) : [];
  const locale = textIn(options, "locale");
  const [first, ...others] = formats.map((format) => localeFailure(locale) ?? formatFailure(format, value));
  throw illegal(
    `unable to parse date [${value}]`,
    first && others.length > 0 ? { ...first, extra: { suppressed: others.map(nested) } } : first,
  );
};

const languages = new Set(["de", "en", "es", "fr", "it", "nl"]);

const localeFailure = (locale: string) => {
  const [language = ""] = locale.split(/[-_]/);
  if (locale === "" || languages.has(language.toLowerCase())) return undefined;
  const causedBy = { type: "missing_resource_exception", reason: `Couldn't find 3-letter language code for ${language.toLowerCase()}` };
  return illegalCause(`Unknown language: ${language}`, causedBy);
};

const letters = "GuyDMLdQqYwWEecFaBhKkHmsSAnNVvzOXxZp";

const formatFailure = (format: string, value: string) => {
  if (format === "UNIX" || format === "UNIX_MS") return { type: "number_format_exception", reason: `For input string: "${value}"` };
  const isNamed = format === "ISO8601";
  if (!isNamed && (format.includes("_") || format === "TAI64N" || format === "")) throw new Unsupported(`the format "${format}"`);
  const unknown = isNamed
    ? undefined
    : [...format.replace(/'[^']*'/g, "")].find((char) => /[A-Za-z]/.test(char) && !letters.includes(char));
  if (unknown !== undefined) {
    const causedBy = illegalCause(`Unknown pattern letter: ${unknown}`);
    return illegalCause(`Invalid format: [${format}]: ${causedBy.reason}`, causedBy);
  }
  const reason = isNamed ? "Failed to parse with all enclosed parsers" : `Text '${value}' could not be parsed at index 0`;
  return illegalCause(`failed to parse date field [${value}] with format [${isNamed ? "iso8601" : format}]`, {
    type: "date_time_parse_exception",
    reason,
  });
};

const syntaxFailure = (reason: string) => bad("pattern_syntax_exception", reason);

/** Of invalid patterns, only a class or a group that is opened at the end or not closed at all is supported. */
const patternOf = (pattern: string) => {
  if (/^[^[\]\\]*\[$/.test(pattern)) {
    const at = pattern.length - 1;
    throw syntaxFailure(`Unclosed character class near index ${at}\n${pattern}\n${" ".repeat(at)}^`);
  }
  if (/^\([^()[\]\\]*$/.test(pattern)) throw syntaxFailure(`Unclosed group near index ${pattern.length}\n${pattern}`);
  try {
    return new RegExp(pattern);
  } catch {
    throw new Unsupported(`the pattern "${pattern}"`);
  }
};

/** The server reads longer patterns with the definition. */
const shortPattern = (pattern: string) => {
  if (pattern.length > 1) throw new Unsupported(`the pattern "${pattern}" of the processor kv`);
  return patternOf(pattern);
};

/** Parts of the text; as in Java, empty ones at the end are dropped. */
const parts = (text: string, pattern: RegExp) => {
  const all = text.split(pattern);
  while (all.length > 1 && all.at(-1) === "") all.pop();
  return all;
};

const rejectOptions = (type: string, options: JsonObject, names: readonly string[]) => {
  const name = names.find((each) => options[each] !== undefined && options[each] !== false);
  if (name !== undefined) throw new Unsupported(`the option ${name} of the processor ${type}`);
};

/** Divides a text into fields. */
export const kv: Run = (options, document) => {
  rejectOptions("kv", options, ["include_keys", "exclude_keys", "prefix", "trim_key", "trim_value", "strip_brackets"]);
  const field = textIn(options, "field");
  if (!document.has(field) && options.ignore_missing !== true) throw illegal(`field [${field}] doesn't exist`);
  const value = stringIn(options, document);
  if (value === undefined) return;
  const pairs = parts(value, shortPattern(textIn(options, "field_split")));
  const separator = shortPattern(textIn(options, "value_split"));
  const target = textIn(options, "target_field");
  for (const pair of pairs) {
    const [key = "", ...rest] = pair.split(separator);
    if (rest.length !== 1) throw illegal(`field [${field}] does not contain value_split [${textIn(options, "value_split")}]`);
    document.set(target === "" ? key : `${target}.${key}`, rest[0] ?? "");
  }
};

/** Divides a text into a list. */
export const split: Run = (options, document) => {
  rejectOptions("split", options, ["preserve_trailing"]);
  const value = stringIn(options, document);
  if (value === undefined) return;
  const list: Json = parts(value, patternOf(textIn(options, "separator")));
  document.set(textIn(options, "target_field", textIn(options, "field")), list);
};

/** The values of the keys in a text, or `undefined` if it does not match. What follows the last text of the pattern is not read. */
const dissected = (pattern: string, text: string): [name: string, value: string][] | undefined => {
  const start = pattern.slice(0, pattern.indexOf("%{"));
  if (text === "" || !text.startsWith(start)) return undefined;
  const found: [string, string][] = [];
  let at = start.length;
  for (const [, name = "", end = ""] of pattern.matchAll(/%\{([^}]*)\}([^%]*(?:%(?!\{)[^%]*)*)/g)) {
    const stop = end === "" ? text.length : text.indexOf(end, at);
    if (stop < 0) return undefined;
    found.push([name, text.slice(at, stop)]);
    at = stop + end.length;
  }
  return found;
};

/** Divides a text by a pattern with nothing but keys that are names, with a text between two keys. */
export const dissect: Run = (options, document) => {
  const pattern = textIn(options, "pattern");
  const keys = [...pattern.matchAll(/%\{([^}]*)\}/g)];
  if (pattern.includes("}%{") || !keys.every(([, name = ""]) => /^[\w.@-]*\w$/.test(name)))
    throw new Unsupported(`the pattern "${pattern}" of the processor dissect`);
  const value = stringIn(options, document);
  if (value === undefined) return;
  const found = dissected(pattern, value);
  if (!found) throw failure(500, "find_match", `Unable to find match for dissect pattern: ${pattern} against source: ${value}`);
  for (const [name, text] of found) document.set(name, text);
};
