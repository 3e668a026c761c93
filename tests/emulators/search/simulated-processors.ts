/**
 * Runs processors on a document. These types are supported: convert (integer, long, boolean, string), date (texts that are no dates), dissect, drop, fail, kv,
 * lowercase, pipeline, remove, rename, set, split, uppercase; without conditions and templates. Everything else fails the request, so that no test passes on a processor that did not run.
 */
import type { Json, JsonObject } from "../exchange";
import { failure, failureOf, illegal } from "./errors";
import { copied } from "./json";
import { javaText } from "./mappings";
import { javaClass } from "./processor-options";
import { date, dissect, kv, split } from "./simulated-parsers";

const METADATA = ["_index", "_id", "_version", "_routing"];

const isMap = (value: Json | undefined): value is JsonObject =>
  value !== undefined && value !== null && javaClass(value) === "java.util.HashMap";

/** The request needs something that the emulator does not do, so that no test passes on it. */
export class Unsupported extends Error {}

/** The error of a path without a value. */
const absent = (step: string, path: string) => illegal(`field [${step}] not present as part of path [${path}]`);

/** A document, changed by processors. */
export class SimulatedDocument {
  readonly metadata: JsonObject;

  constructor(
    readonly source: JsonObject,
    given: JsonObject,
  ) {
    const text = (name: string, otherwise: string) => ((given[name] ?? null) === null ? otherwise : String(given[name]));
    this.metadata = { _index: text("_index", "_index"), _id: text("_id", "_id"), _version: text("_version", "-3") };
    if (given._routing !== undefined) this.metadata._routing = String(given._routing);
  }

  /** The value at a path. Fails if a step does not exist. */
  get(path: string): Json {
    let at: Json = this.root(path);
    for (const step of path.split(".")) {
      if (!isMap(at))
        throw illegal(`cannot resolve [${step}] from object of type [${at === null ? "null" : javaClass(at)}] as part of path [${path}]`);
      const next: Json | undefined = Object.hasOwn(at, step) ? at[step] : undefined;
      if (next === undefined) throw absent(step, path);
      at = next;
    }
    return at;
  }

  /** Whether there is a value, null included, at a path. */
  has(path: string): boolean {
    return failureOf(() => this.get(path)) === undefined;
  }

  /** Writes a value; parents that do not exist are created. */
  set(path: string, value: Json): void {
    const [parent, last] = this.parent(path, true);
    parent[last] = value;
  }

  /** Removes a value. Fails if there is none. */
  remove(path: string): void {
    const [parent, last] = this.parent(path, false);
    if (!Object.hasOwn(parent, last)) throw absent(last, path);
    delete parent[last];
  }

  private root(path: string): JsonObject {
    return METADATA.includes(path) ? this.metadata : this.source;
  }

  private parent(path: string, create: boolean): [parent: JsonObject, last: string] {
    const steps = path.split(".");
    const last = steps.pop() ?? path;
    let at = this.root(path);
    for (const step of steps) {
      if (!Object.hasOwn(at, step)) {
        if (!create) throw absent(step, path);
        at[step] = {};
      }
      const next = at[step];
      if (!isMap(next)) {
        const action = create ? `cannot set [${last}] with parent object` : `cannot remove [${last}] from object`;
        throw illegal(`${action} of type [${javaClass(next ?? null)}] as part of path [${path}]`);
      }
      at = next;
    }
    return [at, last];
  }
}

/** Runs one processor. */
export type Run = (options: JsonObject, document: SimulatedDocument) => void;

/** A processor has dropped the document. */
export class Dropped extends Error {}

/** The text of an option. */
export const textIn = (options: JsonObject, name: string, otherwise = ""): string => {
  const text = options[name] === undefined ? otherwise : String(options[name]);
  if (text.includes("{{")) throw new Unsupported(`templates, such as "${text}"`);
  return text;
};

const literal = (value: Json) => {
  if (JSON.stringify(value).includes("{{")) throw new Unsupported("templates");
  return copied(value);
};

/** The value of `field`; undefined when it may be missing or null and is. */
export const valueOf = (options: JsonObject, document: SimulatedDocument, nullReason: string): Json | undefined => {
  const field = textIn(options, "field");
  const value = document.has(field) ? document.get(field) : undefined;
  if (value !== undefined && value !== null) return value;
  if (options.ignore_missing === true) return undefined;
  if (value === undefined) document.get(field);
  throw illegal(nullReason);
};

const textFrom = (field: string, value: Json) => {
  if (typeof value === "string") return value;
  throw illegal(`field [${field}] of type [${javaClass(value)}] cannot be cast to [java.lang.String]`);
};

const isNull = (field: string) => `field [${field}] is null, cannot process it.`;

/** The text of `field`; undefined when it may be missing or null and is. */
export const stringIn = (options: JsonObject, document: SimulatedDocument): string | undefined => {
  const field = textIn(options, "field");
  const value = valueOf(options, document, isNull(field));
  return value === undefined ? undefined : textFrom(field, value);
};

const changed =
  (change: (text: string) => string): Run =>
  (options, document) => {
    const field = textIn(options, "field");
    const value = valueOf(options, document, isNull(field));
    if (value === undefined) return;
    const one = (item: Json) => change(textFrom(field, item));
    document.set(textIn(options, "target_field", field), Array.isArray(value) ? value.map(one) : one(value));
  };

const wholeNumber = (value: Json, type: string, bits: number) => {
  const text = javaText(value);
  if (/^[+-]?\d+$/.test(text) && Math.abs(Number(text)) < 2 ** (bits - 1)) return Number(text);
  throw illegal(`unable to convert [${text}] to ${type}`, { type: "number_format_exception", reason: `For input string: "${text}"` });
};

const boolean = (value: Json) => {
  const text = javaText(value).toLowerCase();
  if (text === "true" || text === "false") return text === "true";
  throw illegal(`[${javaText(value)}] is not a boolean value, cannot convert to boolean`);
};

const CONVERSIONS: Readonly<Record<string, (value: Json) => Json>> = {
  integer: (value) => wholeNumber(value, "integer", 32),
  long: (value) => wholeNumber(value, "long", 54),
  boolean,
  string: javaText,
};

const convert: Run = (options, document) => {
  const field = textIn(options, "field");
  const type = textIn(options, "type").toLowerCase();
  const conversion = CONVERSIONS[type];
  if (!conversion) throw new Unsupported(`the type "${type}" of the processor convert`);
  const value = valueOf(options, document, `Field [${field}] is null, cannot be converted to type [${type}]`);
  if (value === undefined) return;
  document.set(textIn(options, "target_field", field), Array.isArray(value) ? value.map(conversion) : conversion(value));
};

const set: Run = (options, document) => {
  const field = textIn(options, "field");
  if (options.override === false && document.has(field) && document.get(field) !== null) return;
  const value = options.copy_from === undefined ? (options.value ?? null) : document.get(textIn(options, "copy_from"));
  if (options.ignore_empty_value === true && (value === null || value === "")) return;
  document.set(field, literal(value));
};

const remove: Run = (options, document) => {
  if (options.keep !== undefined) throw new Unsupported("the option keep of the processor remove");
  const fields = Array.isArray(options.field) ? options.field : [options.field ?? ""];
  for (const field of fields.map(javaText)) if (options.ignore_missing !== true || document.has(field)) document.remove(field);
};

const rename: Run = (options, document) => {
  const field = textIn(options, "field");
  const target = textIn(options, "target_field");
  if (!document.has(field)) {
    if (options.ignore_missing === true) return;
    throw illegal(`field [${field}] doesn't exist`);
  }
  if (options.override !== true && document.has(target)) throw illegal(`field [${target}] already exists`);
  const value = document.get(field);
  document.remove(field);
  document.set(target, value);
};

const RUNS: Readonly<Record<string, Run>> = {
  convert,
  date,
  dissect,
  drop: () => {
    throw new Dropped();
  },
  fail: (options) => {
    throw failure(500, "fail_processor_exception", textIn(options, "message"));
  },
  kv,
  lowercase: changed((text) => text.toLowerCase()),
  remove,
  rename,
  set,
  split,
  uppercase: changed((text) => text.toUpperCase()),
};

/** Runs a processor without its handlers. */
export const runProcessor = (type: string, options: JsonObject, document: SimulatedDocument): void => {
  const run = RUNS[type];
  if (!run) throw new Unsupported(`the processor ${type}`);
  run(options, document);
};
