/** The query of a method: the parameters that it has, those that every method has, and no others. */
import type { Json } from "../exchange";
import { EventFailure, wrong } from "./errors";
import { camel, readScalar } from "./shapes";

/** Parameters of a method by name. */
export type QueryShapes = Readonly<Record<string, "string" | "boolean" | "int32">>;

/** The parameters that were given, by their name in camelCase. */
export type Query = Readonly<Record<string, Json>>;

/** The second is what the vendor's generated clients request; they read the names of enumerations as well, which stay here. */
const encodings = ["json", "json;enum-encoding=int"];

/** What every method of the vendor takes; those with a list take only its words, an empty list is what the emulator cannot do. */
const standard: Readonly<Record<string, readonly string[] | undefined>> = {
  alt: encodings,
  $alt: encodings,
  prettyPrint: ["true", "false"],
  "$.xgafv": ["1", "2"],
  quotaUser: undefined,
  key: [],
  access_token: [],
  oauth_token: [],
  fields: [],
  callback: [],
  uploadType: [],
  upload_protocol: [],
};

const checkStandard = (name: string, text: string): void => {
  const words = standard[name];
  if (words !== undefined && !words.includes(text))
    throw new EventFailure("INVALID_ARGUMENT", `Invalid value for the query parameter ${name}: ${JSON.stringify(text)}`);
};

/**
 * The query as the method reads it. `$` stays in front of standard parameters of that kind; dots stay literal.
 * @throws EventFailure INVALID_ARGUMENT for a name that the method does not have, one given twice, or a value of the wrong type.
 */
export const readQuery = (text: string, shapes: QueryShapes): Query => {
  const read: Record<string, Json> = {};
  for (const [given, value] of new URLSearchParams(text)) {
    const name = camel(given);
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    if (shape === undefined && Object.hasOwn(standard, given)) checkStandard(given, value);
    else if (shape === undefined) {
      const why = `Unknown name ${JSON.stringify(given)}: Cannot bind query parameter. Field '${given}' could not be found in request message.`;
      throw wrong("", `Invalid JSON payload received. ${why}`);
    } else {
      if (name in read) throw wrong(given, `Invalid value at '${given}', the parameter is given more than once.`);
      read[name] = readScalar(value, shape, given);
    }
  }
  return read;
};

/** A text of the query; empty when it was not given. */
export const textOf = (query: Query, name: string): string => (query[name] as string | undefined) ?? "";
