// Single fields of protobuf messages: what the official classes hide (values without kind, broken texts, keys like __proto__) is read and written here.
import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

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

const tagged = (number: number, type = WireType.LengthDelimited) => new BinaryWriter().tag(number, type);

/** An encoded length-delimited field. */
export const lengthDelimited = (number: number, content: Uint8Array | string): Uint8Array =>
  tagged(number)
    .bytes(typeof content === "string" ? Buffer.from(content) : content)
    .finish();

/** An encoded Struct. */
export function structBytes(members: { [key: string]: Json }): Uint8Array {
  const entries = Object.entries(members).map(([key, value]) =>
    tagged(1).string(key).tag(2, WireType.LengthDelimited).bytes(valueBytes(value)),
  );
  return Buffer.concat(entries.map((entry) => lengthDelimited(1, entry.finish())));
}

/** The members of an encoded Struct, in an object without prototype. */
export function structMembers(bytes: Uint8Array): { [key: string]: Json } {
  const members = Object.create(null) as { [key: string]: Json };
  for (const { bytes: entry } of fieldsOf(bytes)) {
    const [key, value] = fieldsOf(entry);
    members[Buffer.from(key!.bytes).toString()] = valueOf(value!.bytes);
  }
  return members;
}

function valueBytes(value: Json): Uint8Array {
  if (value === null) return tagged(1, WireType.Varint).int32(0).finish();
  if (typeof value === "boolean") return tagged(4, WireType.Varint).bool(value).finish();
  if (typeof value === "number") return tagged(2, WireType.Bit64).double(value).finish();
  if (typeof value === "string") return lengthDelimited(3, value);
  if (Array.isArray(value)) return lengthDelimited(6, Buffer.concat(value.map((item) => lengthDelimited(1, valueBytes(item)))));
  return lengthDelimited(5, structBytes(value));
}

function valueOf(bytes: Uint8Array): Json {
  const reader = new BinaryReader(bytes);
  const [number] = reader.tag();
  switch (number) {
    case 1:
      return null;
    case 2:
      return reader.double();
    case 3:
      return reader.string();
    case 4:
      return reader.bool();
    case 5:
      return structMembers(reader.bytes());
    case 6:
      return fieldsOf(reader.bytes()).map((item) => valueOf(item.bytes));
    default:
      throw new Error(`a value of the unknown kind ${number}`);
  }
}
