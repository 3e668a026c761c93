// Single fields of protobuf messages: what the official classes hide (values without kind, broken texts, keys like __proto__) is read and written here.
import { fromBinary, fromJson, toBinary, toJson, type JsonObject } from "@bufbuild/protobuf";
import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { StructSchema } from "@bufbuild/protobuf/wkt";

/** A field of a message as it is on the wire. */
export interface Field {
  number: number;
  type: WireType;
  /** The content of length-delimited fields and of those of fixed size; empty for varints. */
  bytes: Uint8Array;
  /** The value of a varint. */
  value: number;
}

/** The fields of a message, in their order. Fails on bytes that are no message. */
export function fieldsOf(message: Uint8Array): Field[] {
  const reader = new BinaryReader(message);
  const fields: Field[] = [];
  while (reader.pos < reader.len) {
    const [number, type] = reader.tag();
    if (type === WireType.Varint) fields.push({ number, type, value: Number(reader.uint64()), bytes: new Uint8Array() });
    else fields.push({ number, type, value: 0, bytes: type === WireType.LengthDelimited ? reader.bytes() : reader.skip(type) });
  }
  return fields;
}

/** A plain value as it is in a Struct; keys of every kind are kept. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** An encoded length-delimited field. */
export const lengthDelimited = (number: number, content: Uint8Array | string): Uint8Array =>
  new BinaryWriter()
    .tag(number, WireType.LengthDelimited)
    .bytes(typeof content === "string" ? Buffer.from(content) : content)
    .finish();

/** An encoded Struct. */
export const structBytes = (members: JsonObject): Uint8Array => toBinary(StructSchema, fromJson(StructSchema, members));

/**
 * The members of an encoded Struct. Fails on a value without kind, a number that JSON does not have, a text that is no UTF-8, a field that occurs twice, and a null
 * or boolean of another number.
 */
export function structMembers(bytes: Uint8Array): JsonObject {
  const members = toJson(StructSchema, fromBinary(StructSchema, bytes));
  // What the library ignores, it does not write again. It may write fields in another order.
  const isWhole = Buffer.compare(structBytes(members).sort(), Uint8Array.from(bytes).sort()) === 0;
  if (!isWhole) throw new Error("the Struct contains what its encoding does not have");
  return members;
}
