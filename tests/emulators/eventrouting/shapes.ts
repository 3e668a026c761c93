/** Messages as JSON, read as the service reads protocol buffers from JSON, and the parameters of a query. */
import type { EmulatorRequest, Json, JsonObject } from "../exchange";
import { isObject, parsed } from "../objects";
import { EventFailure, invalid, type Violation, wrong } from "./errors";

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

/** What a member may be. A list of one shape is repeated, `{ map }` has keys of the user, `{ oneOf }` is an enumeration in its order. */
export type Shape =
  | "string"
  | "boolean"
  | "int32"
  | "bytes"
  | "timestamp"
  | readonly [Shape]
  | { readonly map: Shape }
  | { readonly oneOf: readonly string[] }
  | { readonly members: Shapes };

/** Members by their name in camelCase. */
export interface Shapes {
  readonly [name: string]: Shape;
}

/** `eventFilters` to `event_filters`. */
export const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `event_filters` to `eventFilters`; what is camelCase already stays. */
export const camel = (name: string): string => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

const types = {
  string: { name: "TYPE_STRING", zero: "" },
  boolean: { name: "TYPE_BOOL", zero: false },
  int32: { name: "TYPE_INT32", zero: 0 },
  bytes: { name: "TYPE_BYTES", zero: "" },
  timestamp: { name: "type.googleapis.com/google.protobuf.Timestamp", zero: undefined },
} as const;

type Scalar = keyof typeof types;

/** The scalar a value represents, or undefined when it is none of that kind. */
const scalars: Record<Scalar, (value: Json) => Json | undefined> = {
  string: (value) => (typeof value === "string" ? value : undefined),
  boolean: (value) => (typeof value === "boolean" ? value : value === "true" ? true : value === "false" ? false : undefined),
  int32: (value) => {
    const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
    return typeof number === "number" && (number | 0) === number ? number : undefined;
  },
  bytes: (value) => (typeof value === "string" && BASE64.test(value) ? value : undefined),
  timestamp: (value) => (typeof value === "string" && TIME.test(value) ? value : undefined),
};

interface Reading {
  violations: Violation[];
}

const wrongValue = ({ violations }: Reading, path: string, [type, value]: readonly [string, Json]) => {
  violations.push({ field: path, description: `Invalid value at '${path}' (${type}), ${JSON.stringify(value)}` });
  return undefined;
};

const below = (path: string, name: string) => (path === "" ? snake(name) : `${path}.${snake(name)}`);

function readMembers(reading: Reading, members: JsonObject, at: { shapes: Shapes; path: string }) {
  const { shapes, path } = at;
  const read: JsonObject = {};
  for (const [given, value] of Object.entries(members)) {
    const name = camel(given);
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
    if (shape === undefined) {
      const place = path === "" ? "" : ` at '${path}'`;
      const description = `Invalid JSON payload received. Unknown name ${JSON.stringify(given)}${place}: Cannot find field.`;
      reading.violations.push({ field: path, description });
    } else if (value !== null) {
      const meant = readValue(reading, value, { shape, path: below(path, name) });
      const zero = typeof shape === "string" && types[shape].zero === meant; // proto3: a zero value is the same as none
      if (meant !== undefined && !zero) read[name] = meant;
    }
  }
  return read;
}

const readEntries = (reading: Reading, entries: JsonObject, { shape, path }: { shape: Shape; path: string }): JsonObject =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([key, value], index) => {
      const meant = readValue(reading, value, { shape, path: `${path}[${index}].value` });
      return meant === undefined ? [] : [[key, meant]];
    }),
  );

const readList = (reading: Reading, value: Json, { shape, path }: { shape: Shape; path: string }): Json[] =>
  (Array.isArray(value) ? value : [value]).flatMap((each, index) => readValue(reading, each, { shape, path: `${path}[${index}]` }) ?? []);

function readValue(reading: Reading, value: Json, { shape, path }: { shape: Shape; path: string }): Json | undefined {
  if (typeof shape === "string") return scalars[shape](value) ?? wrongValue(reading, path, [types[shape].name, value]);
  if (isList(shape)) return readList(reading, value, { shape: shape[0], path });
  if ("oneOf" in shape) {
    const meant = typeof value === "number" ? shape.oneOf[value] : shape.oneOf.find((word) => word === value);
    return meant ?? wrongValue(reading, path, ["TYPE_ENUM", value]);
  }
  if (!isObject(value)) return wrongValue(reading, path, ["TYPE_MESSAGE", value]);
  return "map" in shape
    ? readEntries(reading, value, { shape: shape.map, path })
    : readMembers(reading, value, { shapes: shape.members, path });
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

/**
 * The message in a body: names in camelCase, null and zero values left out, as the service keeps it.
 * @param root name of the field that the body represents, in snake_case; empty for the request itself.
 * @throws EventFailure INVALID_ARGUMENT with one violation for each unknown name and each value of the wrong type.
 */
export const readMessage = (text: string, shapes: Shapes, root: string): JsonObject => {
  const value = text === "" ? {} : parsed(text);
  if (value === undefined)
    throw new EventFailure("INVALID_ARGUMENT", `Invalid JSON payload received. Unexpected token.\n${text.slice(0, 40)}\n^`);
  if (!isObject(value))
    throw invalid({ field: root, description: `Invalid JSON payload received. Unknown name "": Root element must be a message.` });
  const reading: Reading = { violations: [] };
  const message = readMembers(reading, value, { shapes, path: root });
  if (reading.violations.length > 0) throw invalid(...reading.violations);
  return message;
};

/** @throws EventFailure INVALID_ARGUMENT for a body that is not sent as JSON. */
export const demandJson = ({ body, headers }: Pick<EmulatorRequest, "body" | "headers">): void => {
  const type = headers["content-type"] ?? "";
  if (body !== "" && !/^application\/json\s*(;|$)/i.test(type))
    throw new EventFailure("INVALID_ARGUMENT", `Invalid JSON payload received. The content type '${type}' is not supported.`);
};

/** Reads one scalar of a query. */
const readScalar = (text: string, shape: Scalar, name: string): Json => {
  const value = scalars[shape](text);
  if (value !== undefined) return value;
  const field = snake(name);
  throw invalid({ field, description: `Invalid value at '${field}' (${types[shape].name}), ${JSON.stringify(text)}` });
};
