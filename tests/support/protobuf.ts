// Protobuf by hand for tests: what the official classes hide (values without kind, broken texts, keys like __proto__) is read and written here.

/** A field of a message as it is on the wire. */
export interface Field {
  number: number;
  /** 0 varint, 1 eight bytes, 2 length-delimited, 5 four bytes. */
  type: number;
  /** The content of length-delimited fields and of those of fixed size; empty for varints. */
  bytes: Uint8Array;
  /** The value of a varint. */
  value: number;
}

/** The fields of a message, in their order. Fails on bytes that are no message. */
export function fieldsOf(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let result = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error("the message is cut off");
      result += (byte & 0x7f) * scale;
      if (byte < 0x80) return result;
    }
  };
  while (at < bytes.length) {
    const tag = varint();
    const type = tag & 7;
    const value = type === 0 ? varint() : 0;
    const size = type === 2 ? varint() : type === 1 ? 8 : type === 5 ? 4 : 0;
    if (![0, 1, 2, 5].includes(type) || at + size > bytes.length) throw new Error(`a field of wire type ${type} does not fit its message`);
    fields.push({ number: Math.floor(tag / 8), type, value, bytes: bytes.subarray(at, at + size) });
    at += size;
  }
  return fields;
}

/** A plain value as it is in a Struct; keys of every kind are kept. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** An encoded length-delimited field. */
export function lengthDelimited(number: number, content: Uint8Array | string): Buffer {
  const bytes = typeof content === "string" ? Buffer.from(content) : Buffer.from(content);
  return Buffer.concat([varintOf(number * 8 + 2), varintOf(bytes.length), bytes]);
}

/** An encoded Struct. */
export function structBytes(members: { [key: string]: Json }): Buffer {
  const entry = ([key, value]: [string, Json]): Buffer =>
    lengthDelimited(1, Buffer.concat([lengthDelimited(1, key), lengthDelimited(2, valueBytes(value))]));
  return Buffer.concat(Object.entries(members).map(entry));
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

function varintOf(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return Buffer.from([...bytes, rest]);
}

function valueBytes(value: Json): Buffer {
  if (value === null) return Buffer.from([0x08, 0]);
  if (typeof value === "boolean") return Buffer.from([0x20, value ? 1 : 0]);
  if (typeof value === "string") return lengthDelimited(3, value);
  if (Array.isArray(value)) return lengthDelimited(6, Buffer.concat(value.map((item) => lengthDelimited(1, valueBytes(item)))));
  if (typeof value === "object") return lengthDelimited(5, structBytes(value));
  const number = Buffer.alloc(9, 0x11);
  number.writeDoubleLE(value, 1);
  return number;
}

function valueOf(bytes: Uint8Array): Json {
  const [field] = fieldsOf(bytes);
  switch (field?.number) {
    case 1:
      return null;
    case 2:
      return Buffer.from(field.bytes).readDoubleLE(0);
    case 3:
      return Buffer.from(field.bytes).toString();
    case 4:
      return field.value !== 0;
    case 5:
      return structMembers(field.bytes);
    case 6:
      return fieldsOf(field.bytes).map((item) => valueOf(item.bytes));
    default:
      throw new Error("a value without kind");
  }
}
