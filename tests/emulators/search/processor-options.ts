/**
 * Reads the options of a processor or pipeline one by one, and fails as the server does; what is left over is unknown. The table of processors is made of the
 * readers.
 */
import type { Json, JsonObject } from "../exchange";
import { isSince, type State } from "./api";
import { type Cause, SearchFailure } from "./errors";
import { javaText } from "./mappings";
import { LongNumber } from "./numbers";

/** Whose options are read; both are absent for a pipeline. */
export interface Owner {
  type?: string;
  tag?: string;
}

/** The Java class that the server names in its error texts. */
export const javaClass = (value: Json): string => {
  if (Array.isArray(value)) return "java.util.ArrayList";
  if (typeof value === "string") return "java.lang.String";
  if (typeof value === "boolean") return "java.lang.Boolean";
  if (value instanceof LongNumber) return /[.eE]/.test(value.text) ? "java.lang.Double" : "java.math.BigInteger";
  if (typeof value !== "number") return "java.util.HashMap";
  if (!Number.isInteger(value)) return "java.lang.Double";
  return Math.abs(value) < 2 ** 31 ? "java.lang.Integer" : "java.lang.Long";
};

/** The members that name a processor in its failures. */
export const named = ({ type, tag }: Owner): JsonObject => ({
  ...(type !== undefined && { processor_type: type }),
  ...(tag !== undefined && { processor_tag: tag }),
});

/** A `parse_exception` with the property and the processor that it is about. */
export const configFailure = (owner: Owner, property: string | undefined, text: string): SearchFailure => {
  const reason = property === undefined ? text : `[${property}] ${text}`;
  const extra = { ...(property !== undefined && { property_name: property }), ...named(owner) };
  return new SearchFailure(400, { type: "parse_exception", reason, extra });
};

/** An exception of Java inside a processor: the server wraps it, returns 500, and adds the processor. */
export const javaFailure = (owner: Owner, className: string, cause: Cause): SearchFailure =>
  new SearchFailure(500, { type: "exception", reason: `${className}: ${cause.reason}`, extra: named(owner), causedBy: cause });

/** The failure of an element that is no text where the server trusts that it is one. */
export const castFailure = (owner: Owner, value: Json, target = "java.lang.String"): SearchFailure => {
  const from = javaClass(value);
  const reason = `class ${from} cannot be cast to class ${target} (${from} and ${target} are in module java.base of loader 'bootstrap')`;
  return javaFailure(owner, "java.lang.ClassCastException", { type: "class_cast_exception", reason });
};

/** Options not yet read. Each method takes one option out; null and absent are the same. */
export class Options {
  readonly #left: Map<string, Json>;

  constructor(
    config: JsonObject,
    public owner: Owner = {},
  ) {
    this.#left = new Map(Object.entries(config));
  }

  /** Fails if there are options that were not read. */
  rejectLeft(subject: string): void {
    const left = [...this.#left.keys()].sort();
    if (left.length === 0) return;
    const reason = `${subject} doesn't support one or more provided configuration parameters [${left.join(", ")}]`;
    throw configFailure(this.owner, undefined, reason);
  }

  /** Whether the option is there, null included. */
  has(name: string): boolean {
    return this.#left.has(name);
  }

  /** Any value. */
  any(name: string): Json | undefined {
    const value = this.#left.get(name);
    this.#left.delete(name);
    return value ?? undefined;
  }

  /** Everything that is left, null included; nothing is left afterwards. */
  rest(): JsonObject {
    const all = Object.fromEntries(this.#left);
    this.#left.clear();
    return all;
  }

  /** The value, or the failure that it is missing. */
  required<T>(name: string, value: T | undefined): T {
    if (value === undefined) throw configFailure(this.owner, name, "required property is missing");
    return value;
  }

  /** The value as `read` returns it; what that does not take fails with a text about the value. */
  #typed<T>(name: string, read: (value: Json) => T | undefined, problem: string): T | undefined {
    const value = this.any(name);
    if (value === undefined) return undefined;
    const found = read(value);
    if (found !== undefined) return found;
    const what = problem.startsWith("isn't") ? `, but of type [${javaClass(value)}]` : ` [${javaText(value)}]`;
    throw configFailure(this.owner, name, `property ${problem}${what}`);
  }

  text(name: string): string | undefined {
    return this.#typed(name, (value) => (typeof value === "string" ? value : undefined), "isn't a string");
  }

  bool(name: string): boolean | undefined {
    return this.#typed(name, (value) => (typeof value === "boolean" ? value : undefined), "isn't a boolean");
  }

  int(name: string): number | undefined {
    const read = (value: Json) => {
      const text = javaText(value);
      return /^[+-]?\d+$/.test(text) && Math.abs(Number(text)) < 2 ** 31 ? Number(text) : undefined;
    };
    return this.#typed(name, read, "cannot be converted to an int");
  }

  number(name: string): number | undefined {
    const read = (value: Json) => {
      const text = javaText(value);
      return text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : undefined;
    };
    return this.#typed(name, read, "cannot be converted to a double");
  }

  list(name: string): Json[] | undefined {
    return this.#typed(name, (value) => (Array.isArray(value) ? value : undefined), "isn't a list");
  }

  map(name: string): JsonObject | undefined {
    return this.#typed(name, (value) => (javaClass(value) === "java.util.HashMap" ? (value as JsonObject) : undefined), "isn't a map");
  }
}

/** Reads one option, or checks several together. It fails as the server does. */
export type Read = (options: Options, state: State) => void;

/** A failure about one option. */
export const rejectWith = (options: Options, name: string, text: string): never => {
  throw configFailure(options.owner, name, text);
};

/** A failure that Java raises inside the processor. */
export const java = (options: Options, className: string, cause: Cause): never => {
  throw javaFailure(options.owner, className, cause);
};

/** Rejects elements that are no texts, as Java does. */
export const onlyTexts = (items: readonly Json[], { owner }: Options): string[] => {
  const unexpected = items.find((item) => typeof item !== "string");
  if (unexpected !== undefined) throw castFailure(owner, unexpected);
  return items as string[];
};

type Kind = "text" | "bool" | "int" | "number" | "list" | "map" | "any" | "texts";

/** Options between blanks, read one after the other: `name:kind` unless it is a text, with `!` if it must be there. A list of `texts` has nothing else in it. */
export const reads =
  (names: string): Read =>
  (options) => {
    for (const word of names.split(/\s+/)) {
      const [name = "", kind = "text"] = word.replace("!", "").split(":");
      const value = kind === "texts" ? onlyTexts(options.list(name) ?? [], options) : options[kind as Exclude<Kind, "texts">](name);
      if (word.endsWith("!")) options.required<unknown>(name, value);
    }
  };

/** Options that came with a later version; an older server does not read them, so they are left over and rejected. */
export const from =
  (version: string, names: string): Read =>
  (options, state) => {
    if (isSince(state.version, version)) reads(names)(options, state);
  };

/** Any value; null is rejected as missing. */
export const anyButNull =
  (name: string): Read =>
  (options) => {
    if (options.has(name)) options.required(name, options.any(name));
  };

/** Texts out of a list that may be missing, which `isKnown` accepts. */
export const texts =
  (name: string, isKnown: (item: string) => boolean, textOf: (item: string) => string): Read =>
  (options) => {
    const wrong = onlyTexts(options.list(name) ?? [], options).find((item) => !isKnown(item));
    if (wrong !== undefined) rejectWith(options, name, textOf(wrong));
  };

/** A list that must be there; an empty one is rejected when the server has a message for it, then `check` runs. */
export const mustList =
  (name: string, empty?: string, check: (items: Json[], options: Options) => unknown = () => undefined): Read =>
  (options) => {
    const items = options.required(name, options.list(name));
    if (items.length === 0 && empty !== undefined) rejectWith(options, name, empty);
    check(items, options);
  };

/** A text out of a closed list, `name!` if it must be there; `textOf` returns the message for another one. */
export const oneOf =
  (name: string, words: readonly string[], textOf: (word: string) => string): Read =>
  (options) => {
    const bare = name.replace("!", "");
    const word = options.text(bare);
    if (name !== bare) options.required(bare, word);
    if (word !== undefined && !words.includes(word)) rejectWith(options, bare, textOf(word));
  };

/** A text of exactly one character. */
export const character =
  (name: string, textOf: string): Read =>
  (options) => {
    const value = options.text(name);
    if (value !== undefined && value.length !== 1) rejectWith(options, name, textOf);
  };

/** One text or a list of texts. */
export const textOrTexts = (options: Options, name: string): string[] | undefined => {
  const value = options.any(name);
  if (value === undefined) return undefined;
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return rejectWith(options, name, `property isn't a list, but of type [${javaClass(value)}]`);
  return onlyTexts(value, options);
};

/** How a template snippet is to be encoded. */
export const mediaType: Read = oneOf(
  "media_type",
  ["application/json", "text/plain", "application/x-www-form-urlencoded"],
  (word) => `property does not contain a supported media type [${word}]`,
);
