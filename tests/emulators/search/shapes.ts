/** Objects of which some members must be there, read on top of `objectParser`; a lenient one passes over members it does not have. */
import { illegal } from "./errors";
import type { Node } from "./json";
import { token } from "./json";
import type { Field } from "./object-parser";
import { object, readObject } from "./object-parser";

type Fields = Record<string, Field>;
/** What a shape reads: each member with its own type, absent when it was not sent. */
export type Values<F extends Fields> = ReturnType<typeof readObject<F>>;

/** The members of one kind of object at the server. */
export interface Shape<F extends Fields> {
  /** The name of the server's parser, which is in its error texts. */
  name: string;
  fields: F;
  /** Members that must be there, in the order in which the server names them. */
  required?: readonly (keyof F & string)[];
  /** Whether unknown members are passed over; else they are rejected. */
  lenient?: boolean;
  /** Rejects values that do not go together; runs when all required members were there. */
  build?: (values: Values<F>) => void;
}

const known = (node: Node, { fields, lenient }: Shape<Fields>): Node =>
  lenient && node.kind === "object" ? { ...node, fields: node.fields.filter(({ name }) => Object.hasOwn(fields, name)) } : node;

/** Reads an object of that shape. Throws the server's 400 for unknown, wrong and missing members. */
export const readShape = <F extends Fields>(shape: Shape<F>, node: Node): Values<F> => {
  const missing = (values: object): string[] => (shape.required ?? []).filter((name) => !Object.hasOwn(values, name));
  const values = readObject(shape.name, shape.fields, known(node, shape as unknown as Shape<Fields>), (read) => {
    if (missing(read).length === 0) shape.build?.(read);
  });
  const lacking = missing(values);
  if (lacking.length > 0) throw illegal(`Required [${lacking.join(", ")}]`);
  return values;
};

/** A member that is an object of that shape. */
export const shaped = <F extends Fields>(shape: Shape<F>): Field<Values<F>> => object((node) => readShape(shape, node));

/** A text and nothing else. */
export const string: Field<string> = { kinds: ["string"], read: (node) => (node.kind === "string" ? node.text : token(node)) };
