/** Messages of the protocol in a neutral form, and from there to our generated types and to the official classes, and back. */
import type { BinaryReader } from "google-protobuf";
import fc from "fast-check";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { membersOf, structOf, type JsonMap } from "./struct";
import type { Field, ProtoFile } from "./proto-file";
import { decode, encode } from "../../provider/plugin/codec";

/** A message by the names of its .proto file; a Struct is its JSON, an unset field is absent. */
export type Neutral = { [field: string]: unknown };

/** An instance of an official class, as far as it is used by name. */
export interface OfficialMessage {
  serializeBinary(): Uint8Array;
  toObject(): object;
  [method: string]: (...args: never[]) => unknown;
}
/** An official class. */
export interface OfficialClass {
  new (): OfficialMessage;
  deserializeBinary(bytes: Uint8Array | BinaryReader): OfficialMessage;
}

/** All that is known of the messages of one file. */
export interface Messages {
  file: ProtoFile;
  official(name: string): OfficialClass;
  /** Fields that the official class does not have. */
  isMissing(name: string, field: string): boolean;
}

/** In our files a Struct is declared as optional bytes; other bytes are not optional. */
const isStruct = ({ type, label }: Field): boolean => type === "bytes" && label === "optional";

const json: fc.Arbitrary<JsonMap> = fc.dictionary(
  fc.string({ minLength: 1, maxLength: 4 }),
  fc.oneof(fc.string(), fc.boolean(), fc.constant(null), fc.array(fc.integer())),
  {
    maxKeys: 3,
    noNullPrototype: true,
  },
);

/** Generates any message of that name. Fields that the official class does not have stay unset. */
export function arbitrary(messages: Messages, name: string): fc.Arbitrary<Neutral> {
  const fields = messages.file.messages.get(name)!.filter((field) => !messages.isMissing(name, field.name));
  const members = fc.record(Object.fromEntries(fields.map((field) => [field.name, anyField(messages, field)])));
  const groups = [...new Set(fields.flatMap(({ oneof }) => oneof ?? []))];
  return fc.tuple(members, fc.nat()).map(([message, seed]) => {
    const dropped = groups.flatMap((group) => {
      const choices = fields.filter(({ oneof }) => oneof === group);
      return choices.filter((_, i) => i !== seed % (choices.length + 1));
    });
    const unset = new Set(dropped.map((field) => field.name));
    return Object.fromEntries(Object.entries(message as Neutral).filter(([key, value]) => value !== undefined && !unset.has(key)));
  });
}

function anyField(messages: Messages, field: Field): fc.Arbitrary<unknown> {
  const one = isStruct(field) ? json : anyValue(messages, field.type);
  if (field.label === "repeated") return fc.array(one, { maxLength: 3 });
  if (field.label === "map") return fc.dictionary(fc.constantFrom("k", "key", "", "ü"), one, { noNullPrototype: true });
  return field.label === "optional" || messages.file.messages.has(field.type) ? fc.option(one, { nil: undefined }) : one;
}

function anyValue(messages: Messages, type: string): fc.Arbitrary<unknown> {
  const values = messages.file.enums.get(type);
  if (values) return fc.constantFrom(...values.values());
  switch (type) {
    case "string":
      return fc.string({ maxLength: 6 });
    case "bytes":
      return fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes).toString("hex"));
    case "bool":
      return fc.boolean();
    case "int32":
      return fc.integer();
    case "int64":
      return fc.maxSafeInteger();
    case "double":
      return fc.double({ noNaN: true }).map((number) => number + 0); // proto3 leaves -0 out
    default:
      return arbitrary(messages, type);
  }
}

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (name: string): string =>
  name
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join("");

/** The property under which `toObject` of an official class shows a field. */
export function officialKey({ name, label }: Field): string {
  const key = name === "return" ? "pb_return" : pascal(name).replace(/^./, (letter) => letter.toLowerCase());
  return key + (label === "repeated" ? "List" : label === "map" ? "Map" : "");
}

/** Applies a change to the value of a field, or to each of its values. */
function each(field: Field, value: unknown, change: (one: unknown) => unknown): unknown {
  if (field.label === "repeated") return (value as unknown[]).map(change);
  if (field.label === "map") return Object.fromEntries(Object.entries(value as object).map(([key, one]) => [key, change(one)]));
  return value === undefined ? undefined : change(value);
}

/** The message as our generated types have it. */
export function toOurs(messages: Messages, name: string, neutral: Neutral): Neutral {
  const change = (field: Field) => (one: unknown) => {
    if (isStruct(field)) return encode(one as never);
    if (field.type === "bytes") return Buffer.from(one as string, "hex");
    return messages.file.messages.has(field.type) ? toOurs(messages, field.type, one as Neutral) : one;
  };
  return mapped(messages, name, (field) => [camel(field.name), each(field, neutral[field.name] ?? empty(messages, field), change(field))]);
}

/** The neutral form of one of our messages. */
export function fromOurs(messages: Messages, name: string, message: Neutral): Neutral {
  const change = (field: Field) => (one: unknown) => {
    if (isStruct(field)) return { ...decode(one as Uint8Array) };
    if (field.type === "bytes") return Buffer.from(one as Uint8Array).toString("hex");
    return messages.file.messages.has(field.type) ? fromOurs(messages, field.type, one as Neutral) : one;
  };
  return withoutUnset(mapped(messages, name, (field) => [field.name, each(field, message[camel(field.name)], change(field))]));
}

/** The message as an instance of the official class. */
export function toOfficial(messages: Messages, name: string, neutral: Neutral): OfficialMessage {
  const message = new (messages.official(name))();
  for (const field of messages.file.messages.get(name)!) {
    if (neutral[field.name] === undefined) continue;
    const change = (one: unknown): unknown => {
      if (isStruct(field)) return structOf(one as JsonMap);
      if (field.type === "bytes") return Uint8Array.from(Buffer.from(one as string, "hex"));
      return messages.file.messages.has(field.type) ? toOfficial(messages, field.type, one as Neutral) : one;
    };
    const value = each(field, neutral[field.name], change);
    if (field.label === "map") {
      const map = message[`get${pascal(field.name)}Map`]!() as Map<string, unknown>;
      for (const [key, one] of Object.entries(value as object)) map.set(key, one);
    } else message[`set${pascal(field.name)}${field.label === "repeated" ? "List" : ""}`]!(value as never);
  }
  return message;
}

/** The neutral form of an instance of an official class. */
export function fromOfficial(messages: Messages, name: string, message: OfficialMessage): Neutral {
  const fields = messages.file.messages.get(name)!.filter((field) => !messages.isMissing(name, field.name));
  const entries = fields.map((field): [string, unknown] => {
    const change = (one: unknown): unknown => {
      if (isStruct(field)) return { ...membersOf(one as Struct) };
      if (field.type === "bytes") return Buffer.from(one as Uint8Array).toString("hex");
      return messages.file.messages.has(field.type) ? fromOfficial(messages, field.type, one as OfficialMessage) : one;
    };
    return [field.name, each(field, officialValue(messages, message, field), change)];
  });
  return withoutUnset(Object.fromEntries(entries));
}

function officialValue(messages: Messages, message: OfficialMessage, field: Field): unknown {
  const method = pascal(field.name);
  if (field.label === "repeated") return message[`get${method}List`]!();
  if (field.label === "map") {
    const found: Neutral = {};
    (message[`get${method}Map`]!() as Map<string, unknown>).forEach((one, key) => (found[key] = one));
    return found;
  }
  const present = field.label === "optional" || messages.file.messages.has(field.type);
  if (present && message[`has${method}`]!() === false) return undefined;
  return field.type === "bytes" && !isStruct(field) ? message[`get${method}_asU8`]!() : message[`get${method}`]!();
}

function mapped(messages: Messages, name: string, entry: (field: Field) => [string, unknown]): Neutral {
  const fields = messages.file.messages.get(name)!.filter((field) => !messages.isMissing(name, field.name));
  return Object.fromEntries(fields.map(entry));
}

function withoutUnset(message: Neutral): Neutral {
  return Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined));
}

/** What proto3 takes for a field that is not on the wire. */
function empty(messages: Messages, { type, label }: Field): unknown {
  if (label === "repeated") return [];
  if (label === "map") return {};
  if (label === "optional" || messages.file.messages.has(type)) return undefined;
  return type === "string" || type === "bytes" ? "" : type === "bool" ? false : 0;
}
