/** The query of a method: the parameters that it has, and no others. */
import type { Json } from "../exchange";
import { wrong } from "./errors";
import { camel, readScalar } from "./shapes";

/** Parameters of a method by name. */
export type QueryShapes = Readonly<Record<string, "string" | "boolean" | "int32">>;

/** The parameters that were given, by their name in camelCase. */
export type Query = Readonly<Record<string, Json>>;

/**
 * The query as the method reads it; dots stay literal.
 * @throws EventFailure INVALID_ARGUMENT for a name that the method does not have, one given twice, or a value of the wrong type.
 */
export const readQuery = (text: string, shapes: QueryShapes): Query => {
  const read: Record<string, Json> = {};
  for (const [given, value] of new URLSearchParams(text)) {
    const name = camel(given);
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    if (shape === undefined) {
      const why = `Unknown name ${JSON.stringify(given)}: Cannot bind query parameter. Field '${given}' could not be found in request message.`;
      throw wrong("", `Invalid JSON payload received. ${why}`);
    }
    if (name in read) throw wrong(given, `Invalid value at '${given}', the parameter is given more than once.`);
    read[name] = readScalar(value, shape, given);
  }
  return read;
};

/** A text of the query; empty when it was not given. */
export const textOf = (query: Query, name: string): string => (query[name] as string | undefined) ?? "";
