// Encodes and decodes google.protobuf.Struct in one pass; the writer starts at the end, so that every length is known. Pure.
// See docs/protocol.md#wire-messages. Fields: Struct.fields 1 {key 1, value 2}; Value null 1, number 2, string 3, bool 4, struct 5, list 6; ListValue.values 1.
import { internalError, ProviderError, messageOf } from "../core/errors/errors";

/** Creates the values of a decoded Struct; `object` and `text` may replace what they receive. */
interface Builder<T> {
  object(members: { [key: string]: T }): T;
  text(text: string): T;
}

/** The tags of the kinds of a Value: field number and wire type. */
const tags = { null: 0x08, number: 0x11, text: 0x1a, bool: 0x20, struct: 0x2a, list: 0x32 } as const;
/** The first field of Struct and ListValue, and both fields of an entry, are length-delimited. */
const first = 0x0a;
const second = 0x12;

/** Decodes the members of a Struct. Fails with `invalid_argument` when the bytes are not a Struct. */
export function readStruct<T>(bytes: Uint8Array, build: Builder<T>): { [key: string]: T } {
  try {
    return new Reader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), build).struct(bytes.byteLength);
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError("invalid_argument", `malformed request: the properties are not a valid Struct (${messageOf(error)})`, {
      cause: error,
    });
  }
}

class Reader<T> {
  private at = 0;
  constructor(
    private readonly bytes: Buffer,
    private readonly build: Builder<T>,
  ) {}

  struct(end: number): { [key: string]: T } {
    const members = Object.create(null) as { [key: string]: T };
    while (this.at < end) {
      const tag = this.varint();
      if (tag === first) this.entry(this.length(end), members);
      else this.skip(tag, end);
    }
    return members;
  }

  private entry(end: number, members: { [key: string]: T }): void {
    let key = "";
    let value = null as T;
    while (this.at < end) {
      const tag = this.varint();
      if (tag === first) key = this.string(end);
      else if (tag === second) value = this.value(this.length(end));
      else this.skip(tag, end);
    }
    members[key] = value;
  }

  private value(end: number): T {
    let value = null as unknown;
    while (this.at < end) {
      const tag = this.varint();
      if (tag === tags.text) value = this.build.text(this.string(end));
      else if (tag === tags.struct) value = this.build.object(this.struct(this.length(end)));
      else if (tag === tags.list) value = this.list(this.length(end));
      else if (tag === tags.bool) value = this.varint() !== 0;
      else if (tag === tags.number) value = this.double(end);
      else if (tag === tags.null) value = this.nullValue();
      else this.skip(tag, end);
    }
    return value as T;
  }

  private list(end: number): T[] {
    const items: T[] = [];
    while (this.at < end) {
      const tag = this.varint();
      if (tag === first) items.push(this.value(this.length(end)));
      else this.skip(tag, end);
    }
    return items;
  }

  /** Reads a NullValue, an enum with one value, and ignores its number. */
  private nullValue(): null {
    this.varint();
    return null;
  }

  private double(end: number): number {
    if (this.at + 8 > end) throw new RangeError("truncated number");
    this.at += 8;
    return this.bytes.readDoubleLE(this.at - 8);
  }

  private string(outer: number): string {
    const end = this.length(outer);
    const start = this.at;
    this.at = end;
    return this.bytes.toString("utf8", start, end);
  }

  /** Reads a length and returns the end of that field. */
  private length(outer: number): number {
    const end = this.varint() + this.at;
    if (end > outer) throw new RangeError("a field exceeds its message");
    return end;
  }

  private varint(): number {
    let result = 0;
    let scale = 1;
    for (let i = 0; i < 10; i++) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new RangeError("truncated message");
      result += (byte & 0x7f) * scale;
      if (byte < 0x80) return result;
      scale *= 128;
    }
    throw new RangeError("a varint has more than 10 bytes");
  }

  /** Skips an unknown field, as protobuf requires. */
  private skip(tag: number, end: number): void {
    const type = tag & 7;
    if (type === 0) this.varint();
    else if (type === 1) this.at += 8;
    else if (type === 2) this.at = this.length(end);
    else if (type === 5) this.at += 4;
    else throw new RangeError(`unknown wire type ${type}`);
    if (this.at > end) throw new RangeError("truncated message");
  }
}

/** Members to encode; undefined ones are omitted. */
export interface StructMembers {
  readonly [key: string]: unknown;
}

/** Returns the wire form of an object that is not a list: a text, or members. */
type WireForm = (object: object) => string | StructMembers;

/** Encodes a Struct. Fails with `internal` on a value without a JSON form (undefined in a list, NaN, infinities), which the engine cannot decode. */
export function writeStruct(members: StructMembers, wireForm: WireForm): Buffer {
  const writer = new Writer(wireForm);
  writer.struct(members);
  return writer.finish();
}

/** Encodes a message whose only field is a Struct in field 1. Fails as {@link writeStruct}. */
export function writeMessageOfStruct(members: StructMembers, wireForm: WireForm): Buffer {
  const writer = new Writer(wireForm);
  writer.field(members);
  return writer.finish();
}

/** Returns the number of bytes of a varint below 2^35. */
function varintSize(value: number): number {
  let size = 1;
  for (let limit = 0x80; value >= limit; limit *= 0x80) size++;
  return size;
}

/** Most values fit into this buffer, which all writers share: writing is synchronous, so one writer is in use at a time. */
const shared = Buffer.allocUnsafeSlow(16_384);

class Writer {
  private bytes = shared;
  /** The start of the written bytes; those before it are free. */
  private at = shared.length;
  constructor(private readonly wireForm: WireForm) {}

  finish(): Buffer {
    const written = this.bytes.subarray(this.at);
    return this.bytes === shared ? Buffer.from(written) : written;
  }

  /** Writes a Struct as the first field of a message. */
  field(members: StructMembers): void {
    const before = this.size;
    this.struct(members);
    this.prefix(before, first);
  }

  struct(members: StructMembers): void {
    const keys = Object.keys(members);
    for (let i = keys.length - 1; i >= 0; i--) {
      const before = this.size;
      const value = members[keys[i]!];
      if (value === undefined) continue;
      this.value(value, second);
      this.text(keys[i]!, first);
      this.prefix(before, first);
    }
  }

  private value(value: unknown, tag: number): void {
    const before = this.size;
    if (typeof value === "string") this.text(value, tags.text);
    else if (typeof value === "number") this.double(value);
    else if (typeof value === "boolean") this.singleByte(value ? 1 : 0, tags.bool);
    else if (value === null) this.singleByte(0, tags.null);
    else if (Array.isArray(value)) this.list(value);
    else if (typeof value === "object") this.nested(this.wireForm(value));
    else throw internalError(`a value of type ${typeof value} cannot be encoded`);
    this.prefix(before, tag);
  }

  private nested(value: string | StructMembers): void {
    if (typeof value === "string") return this.text(value, tags.text);
    const before = this.size;
    this.struct(value);
    this.prefix(before, tags.struct);
  }

  private list(items: readonly unknown[]): void {
    const before = this.size;
    for (let i = items.length - 1; i >= 0; i--) this.value(items[i], first);
    this.prefix(before, tags.list);
  }

  private text(text: string, tag: number): void {
    const before = this.size;
    const length = Buffer.byteLength(text);
    this.reserve(length);
    this.at -= length;
    this.bytes.write(text, this.at, length, "utf8");
    this.prefix(before, tag);
  }

  private double(value: number): void {
    if (!Number.isFinite(value)) throw internalError(`the number ${value} cannot be encoded`);
    this.reserve(9);
    this.at -= 9;
    this.bytes[this.at] = tags.number;
    this.bytes.writeDoubleLE(value, this.at + 1);
  }

  private singleByte(value: number, tag: number): void {
    this.reserve(2);
    this.bytes[--this.at] = value;
    this.bytes[--this.at] = tag;
  }

  /** The number of written bytes; independent of the size of the buffer. */
  private get size(): number {
    return this.bytes.length - this.at;
  }

  /** Writes tag and length before the bytes written since `before`. */
  private prefix(before: number, tag: number): void {
    this.reserve(6);
    let length = this.size - before;
    const size = varintSize(length);
    this.at -= size;
    for (let i = 0; i < size; i++, length = Math.floor(length / 128)) this.bytes[this.at + i] = (length % 128) | (i < size - 1 ? 0x80 : 0);
    this.bytes[--this.at] = tag;
  }

  private reserve(size: number): void {
    if (this.at >= size) return;
    const used = this.size;
    const bytes = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, used + size + 1024));
    this.bytes.copy(bytes, bytes.length - used, this.at);
    this.at = bytes.length - used;
    this.bytes = bytes;
  }
}
