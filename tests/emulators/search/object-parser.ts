/** Reads objects whose fields are declared, and fails as the server's declared parsers do: by place, parser and field. */
import type { Json } from "../exchange";
import { SearchFailure } from "./errors";
import type { Cause } from "./errors";
import type { At, Node, ObjectNode } from "./json";
import { plain, token } from "./json";
import { didYouMean, near } from "./suggest";

/** A declared field: the kinds of value it takes, and how one is read. */
export interface Field<T = unknown> {
  kinds: readonly Node["kind"][];
  read: (node: Node) => T;
}
type Values<F> = { [K in keyof F]?: F[K] extends Field<infer T> ? T : never };

const failure = (at: At, place: At | undefined, text: string, causedBy?: Cause): SearchFailure => {
  const reason = place ? `[${place.line}:${place.column}] ${text}` : text;
  return new SearchFailure(400, { type: "x_content_parse_exception", reason, causedBy }, {}, at);
};

/** Reads an object. `finish` sees all values when the last field was read; what it rejects is a failure to build. */
export const readObject = <F extends Record<string, Field>>(
  name: string,
  fields: F,
  node: Node,
  finish?: (values: Values<F>) => void,
): Values<F> => {
  if (node.kind !== "object") throw failure(node.at, node.at, `[${name}] Expected START_OBJECT but was: ${token(node)}`);
  const values: Record<string, unknown> = {};
  for (const field of node.fields) values[field.name] = readField(name, fields, field);
  try {
    finish?.(values as Values<F>);
  } catch (cause) {
    if (!(cause instanceof SearchFailure)) throw cause;
    throw failure(node.end, undefined, `Failed to build [${name}] after last required field arrived`, cause.cause_);
  }
  return values as Values<F>;
};

const readField = (parser: string, fields: Record<string, Field>, { name, at, value }: ObjectNode["fields"][number]): unknown => {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) throw failure(value.at, at, `[${parser}] unknown field [${name}]${didYouMean(near(name, Object.keys(fields), 0.5))}`);
  if (!field.kinds.includes(value.kind))
    throw failure(value.at, value.at, `[${parser}] ${name} doesn't support values of type: ${token(value)}`);
  try {
    return field.read(value);
  } catch (cause) {
    if (!(cause instanceof SearchFailure)) throw cause;
    const stopped = cause.at ?? value.at;
    throw failure(stopped, stopped, `[${parser}] failed to parse field [${name}]`, cause.cause_);
  }
};

const illegalAt = (at: At | undefined, reason: string): SearchFailure =>
  new SearchFailure(400, { type: "illegal_argument_exception", reason }, {}, at);

const text = (node: Node): string => {
  if (node.kind === "string" || node.kind === "number" || node.kind === "boolean") return node.text;
  throw illegalAt(node.at, `Expected text at ${node.at.line}:${node.at.column} but found ${token(node)}`);
};

/** A list of texts; one text represents a list of one, numbers and booleans inside become text. */
export const texts: Field<string[]> = {
  kinds: ["array", "string"],
  read: (node) => (node.kind === "array" ? node.items.map(text) : [text(node)]),
};

/** A whole number; text of digits is one, a fraction is cut off. */
export const long: Field<number> = {
  kinds: ["number", "string"],
  read: (node) => {
    const written = text(node);
    if (!/^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(written)) throw illegalAt(undefined, `For input string: "${written}"`);
    const value = Math.trunc(Number(written));
    if (Math.abs(value) > 2 ** 63) throw illegalAt(undefined, `Numeric value (${written}) out of range of long`);
    return value;
  },
};

/** True or false, as such or as text. */
export const bool: Field<boolean> = {
  kinds: ["boolean", "string"],
  read: (node) => {
    const word = text(node);
    if (word !== "true" && word !== "false")
      throw illegalAt(undefined, `Failed to parse value [${word}] as only [true] or [false] are allowed.`);
    return word === "true";
  },
};

/** An object of the user's own, kept as it is. */
export const freeObject: Field<Json> = { kinds: ["object"], read: plain };

/** An object read by a parser of its own. */
export const object = <T>(read: (node: ObjectNode) => T): Field<T> => ({ kinds: ["object"], read: (node) => read(node as ObjectNode) });

/** The same field, where null is a value of its own and means "reset". */
export const nullable = <T>(field: Field<T>): Field<T | null> => ({
  kinds: [...field.kinds, "null"],
  read: (node) => (node.kind === "null" ? null : field.read(node)),
});
