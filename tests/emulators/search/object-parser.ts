/** Reads objects whose fields are declared, and fails as the server's declared parsers do: by place, parser and field. */
import type { Json } from "../exchange";
import { type Cause, illegal, SearchFailure, strictBoolean, wrapping } from "./errors";
import { type At, type Node, type ObjectNode, plain, token } from "./json";
import { didYouMean, near } from "./suggest";

/** A declared field: the kinds of value it takes, and how one is read. */
export interface Field<T = unknown> {
  kinds: readonly Node["kind"][];
  read: (node: Node) => T;
}

type Fields = Record<string, Field>;
/** What is read of an object: each member with its own type, absent when it was not sent. */
export type Values<F> = { [K in keyof F]?: F[K] extends Field<infer T> ? T : never };

const failure = (at: At, place: At | undefined, text: string, causedBy?: Cause) => {
  const reason = place ? `[${place.line}:${place.column}] ${text}` : text;
  return new SearchFailure(400, { type: "x_content_parse_exception", reason, causedBy }, {}, at);
};

/** Reads an object. `finish` sees all values when the last field was read; what it rejects is a failure to build. */
export const readObject = <F extends Fields>(name: string, fields: F, node: Node, finish?: (values: Values<F>) => void): Values<F> => {
  if (node.kind !== "object") throw failure(node.at, node.at, `[${name}] Expected START_OBJECT but was: ${token(node)}`);
  const values = Object.fromEntries(node.fields.map((field) => [field.name, readField(name, fields, field)])) as Values<F>;
  wrapping(
    () => finish?.(values),
    ({ cause_ }) => failure(node.end, undefined, `Failed to build [${name}] after last required field arrived`, cause_),
  );
  return values;
};

const readField = (parser: string, fields: Fields, { name, at, value }: ObjectNode["fields"][number]) => {
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) throw failure(value.at, at, `[${parser}] unknown field [${name}]${didYouMean(near(name, Object.keys(fields), 0.5))}`);
  if (!field.kinds.includes(value.kind))
    throw failure(value.at, value.at, `[${parser}] ${name} doesn't support values of type: ${token(value)}`);
  return wrapping(
    () => field.read(value),
    ({ at: stopped = value.at, cause_ }) => failure(stopped, stopped, `[${parser}] failed to parse field [${name}]`, cause_),
  );
};

/** The members of one kind of object at the server. */
export interface Shape<F extends Fields> {
  /** The name of the server's parser, which is in its error texts. */
  name: string;
  fields: F;
  /** Members that must be there, in the order in which the server names them. */
  required?: readonly string[];
  /** Whether unknown members are passed over; else they are rejected. */
  lenient?: boolean;
  /** Rejects values that do not go together; runs when all required members were there. */
  build?: (values: Values<F>) => void;
}

/** Reads an object of that shape. Throws the server's 400 for unknown, wrong and missing members. */
export const readShape = <F extends Fields>({ name, fields, required = [], lenient, build }: Shape<F>, node: Node): Values<F> => {
  const known =
    lenient && node.kind === "object" ? { ...node, fields: node.fields.filter((field) => Object.hasOwn(fields, field.name)) } : node;
  const missing = (values: object) => required.filter((each) => !Object.hasOwn(values, each));
  const values = readObject(name, fields, known, (read) => {
    if (missing(read).length === 0) build?.(read);
  });
  if (missing(values).length > 0) throw illegal(`Required [${missing(values).join(", ")}]`);
  return values;
};

/** An object read by a parser of its own. */
export const object = <T>(read: (node: ObjectNode) => T): Field<T> => ({ kinds: ["object"], read: (node) => read(node as ObjectNode) });

/** A member that is an object of that shape. */
export const shaped = <F extends Fields>(shape: Shape<F>): Field<Values<F>> => object((node) => readShape(shape, node));

/** A list, each element read by a parser of its own. */
export const listOf = <T>(read: (node: Node) => T, ...more: Node["kind"][]): Field<T[]> => ({
  kinds: ["array", ...more],
  read: (node) => (node.kind === "array" ? node.items : [node]).map(read),
});

/** What is a text: numbers and booleans, too. */
export const textOf = (node: Node): string => {
  if (node.kind === "string" || node.kind === "number" || node.kind === "boolean") return node.text;
  throw illegal(`Expected text at ${node.at.line}:${node.at.column} but found ${token(node)}`, undefined, node.at);
};

/** A list of texts; one text represents a list of one, numbers and booleans inside become text. */
export const texts = listOf(textOf, "string");

/** A text and nothing else. */
export const string: Field<string> = { kinds: ["string"], read: textOf };

/** A whole number; text of digits is one, a fraction is cut off. */
export const long: Field<number> = {
  kinds: ["number", "string"],
  read: (node) => {
    const written = textOf(node);
    if (!/^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(written)) throw illegal(`For input string: "${written}"`);
    const value = Math.trunc(Number(written));
    if (Math.abs(value) > 2 ** 63) throw illegal(`Numeric value (${written}) out of range of long`);
    return value;
  },
};

/** True or false, as such or as text. */
export const bool: Field<boolean> = { kinds: ["boolean", "string"], read: (node) => strictBoolean(textOf(node)) };

/** An object of the user's own, kept as it is. */
export const freeObject: Field<Json> = { kinds: ["object"], read: plain };

/** Any value, kept as it is. */
export const anything: Field<Json> = { kinds: ["object", "array", "string", "number", "boolean", "null"], read: plain };

/** The same field, where null is a value of its own and means "reset". */
export const nullable = <T>(field: Field<T>): Field<T | null> => ({
  kinds: [...field.kinds, "null"],
  read: (node) => (node.kind === "null" ? null : field.read(node)),
});
