/** The ways in which processors take their options: small readers, of which the table of processors is made. */
import { isSince, type State } from "./api";
import type { Json } from "../exchange";
import type { Cause } from "./errors";
import { castFailure, configFailure, javaClass, javaFailure, type Options } from "./properties";

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
  const value: Json | undefined = options.any(name);
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
