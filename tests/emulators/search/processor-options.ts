/** The ways in which processors take their options: small readers, of which the table of processors is made. */
import type { Json } from "../exchange";
import type { State } from "./api";
import type { Cause } from "./errors";
import { castFailure, configFailure, javaClass, javaFailure } from "./properties";
import type { Options } from "./properties";

/** Reads one option, or checks several together. It fails as the server does. */
export type Read = (options: Options, state: State) => void;

const fail = (options: Options, name: string, text: string): never => {
  throw configFailure(options.owner, name, text);
};

/** A text that may be missing. */
export const text =
  (...names: string[]): Read =>
  (options) =>
    names.forEach((name) => options.text(name));

/** A text that must be there. */
export const mustText =
  (...names: string[]): Read =>
  (options) =>
    names.forEach((name) => options.required(name, options.text(name)));

/** Yes or no. */
export const bool =
  (...names: string[]): Read =>
  (options) =>
    names.forEach((name) => options.bool(name));

/** A whole number. */
export const int =
  (name: string): Read =>
  (options) =>
    void options.int(name);

/** A number that must be there. */
export const mustNumber =
  (name: string): Read =>
  (options) =>
    void options.required(name, options.number(name));

/** Any value that must be there. */
export const mustAny =
  (name: string): Read =>
  (options) =>
    void options.required(name, options.any(name));

/** Any value; null is rejected as missing. */
export const anyButNull =
  (name: string): Read =>
  (options) => {
    if (options.has(name)) options.required(name, options.any(name));
  };

/** A list of anything. */
export const list =
  (...names: string[]): Read =>
  (options) =>
    names.forEach((name) => options.list(name));

/** An object of anything. */
export const map =
  (...names: string[]): Read =>
  (options) =>
    names.forEach((name) => options.map(name));

/** A list of texts; what is no text fails inside Java. */
export const texts =
  (name: string, check: (items: string[], options: Options) => void = () => undefined): Read =>
  (options) => {
    const items = options.list(name) ?? [];
    onlyTexts(items, options);
    check(items as string[], options);
  };

/** A list that must be there; an empty one is rejected when the server has a message for it, then `check` runs. */
export const mustList =
  (name: string, empty?: string, check: (items: Json[], options: Options) => void = () => undefined): Read =>
  (options) => {
    const items = options.required(name, options.list(name));
    if (items.length === 0 && empty !== undefined) fail(options, name, empty);
    check(items, options);
  };

/** Rejects elements that are no texts, as Java does. */
export const onlyTexts = (items: Json[], options: Options): void => {
  const unexpected = items.find((item) => typeof item !== "string");
  if (unexpected !== undefined) throw castFailure(options.owner, unexpected);
};

/** A text out of a closed list; `say` returns the message for another one. */
export const oneOf =
  (name: string, words: readonly string[], textOf: (word: string) => string): Read =>
  (options) => {
    const word = options.text(name);
    if (word !== undefined && !words.includes(word)) fail(options, name, textOf(word));
  };

/** The same, and it must be there. */
export const mustOneOf =
  (name: string, words: readonly string[], textOf: (word: string) => string): Read =>
  (options) => {
    const word = options.required(name, options.text(name));
    if (!words.includes(word)) fail(options, name, textOf(word));
  };

/** A text of exactly one character. */
export const character =
  (name: string, textOf: string): Read =>
  (options) => {
    const value = options.text(name);
    if (value !== undefined && value.length !== 1) fail(options, name, textOf);
  };

/** One text or a list of texts. */
export const textOrTexts = (options: Options, name: string): string[] | undefined => {
  const value: Json | undefined = options.any(name);
  if (value === undefined || typeof value === "string") return value === undefined ? undefined : [value];
  if (!Array.isArray(value)) return fail(options, name, `property isn't a list, but of type [${javaClass(value)}]`);
  const unexpected = value.find((item) => typeof item !== "string");
  if (unexpected !== undefined) throw castFailure(options.owner, unexpected);
  return value as string[];
};

/** How a template snippet is to be encoded. */
export const mediaType: Read = oneOf(
  "media_type",
  ["application/json", "text/plain", "application/x-www-form-urlencoded"],
  (word) => `property does not contain a supported media type [${word}]`,
);

/** A failure that Java raises inside the processor. */
export const java = (options: Options, className: string, cause: Cause): never => {
  throw javaFailure(options.owner, className, cause);
};

/** A failure about one option. */
export const rejectWith = fail;
