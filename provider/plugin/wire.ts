// The wire form of google.protobuf.Struct: bytes to JSON-like values in one pass, and back, written from the end so that every length is known. Pure.
// Fields (protocol, appendix A): Struct.fields 1 {key 1, value 2}; Value null 1, number 2, string 3, bool 4, struct 5, list 6; ListValue.values 1.
import { ProviderError, messageOf } from "../core/errors";

/** Makes the values of a decoded Struct; `object` may put something else in the place of an object. */
export interface Builder<T> {
  object(members: { [key: string]: T }): T;
  text(text: string): T;
}

/** Kinds of a Value as they stand in tags: field number and wire type. */
const tags = { null: 0x08, number: 0x11, text: 0x1a, bool: 0x20, struct: 0x2a, list: 0x32 } as const;
/** The first field of Struct and ListValue, and both fields of an entry, are length-delimited. */
const first = 0x0a;
const second = 0x12;

/** The members of an encoded Struct. Fails with `invalid_argument` when the bytes are no Struct. */
export function readStruct<T>(bytes: Uint8Array, build: Builder<T>): { [key: string]: T } {
  try {
    return new Reader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), build).struct(bytes.byteLength);
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError("invalid_argument", `malformed request: its properties are no Struct (${messageOf(error)})`, { cause: error });
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
      else if (tag === tags.null) value = (this.varint(), null);
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

  private double(end: number): number {
    if (this.at + 8 > end) throw new RangeError("a number is cut off");
    this.at += 8;
    return this.bytes.readDoubleLE(this.at - 8);
  }

  private string(outer: number): string {
    const end = this.length(outer);
    const start = this.at;
    this.at = end;
    return this.bytes.toString("utf8", start, end);
  }

  /** Reads a length and answers where that part ends. */
  private length(outer: number): number {
    const end = this.varint() + this.at;
    if (end > outer) throw new RangeError("a part is longer than the whole");
    return end;
  }

  private varint(): number {
    let result = 0;
    let scale = 1;
    for (let i = 0; i < 10; i++) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new RangeError("the message is cut off");
      result += (byte & 0x7f) * scale;
      if (byte < 0x80) return result;
      scale *= 128;
    }
    throw new RangeError("a number has too many bytes");
  }

  /** Unknown fields are passed over, as every reader of protobuf does. */
  private skip(tag: number, end: number): void {
    const type = tag & 7;
    if (type === 0) this.varint();
    else if (type === 1) this.at += 8;
    else if (type === 2) this.at = this.length(end);
    else if (type === 5) this.at += 4;
    else throw new RangeError(`wire type ${type} is not known`);
    if (this.at > end) throw new RangeError("the message is cut off");
  }
}

/** Members to be written; those that are undefined are left out. */
export interface Members {
  readonly [key: string]: unknown;
}

/** Says what is written in the place of an object that is no list: a text, or members. */
export type Strip = (object: object) => string | Members;

/** The encoded Struct. Fails with `internal` on a value that JSON does not have (undefined in a list, NaN, infinities): the engine could not read it. */
export function writeStruct(members: Members, strip: Strip): Buffer {
  return new Writer(strip).finish(members);
}

class Writer {
  private bytes = Buffer.allocUnsafe(1024);
  /** Start of what is written; the bytes before it are free. */
  private at = 1024;
  constructor(private readonly strip: Strip) {}

  finish(members: Members): Buffer {
    this.struct(members);
    return this.bytes.subarray(this.at);
  }

  private struct(members: Members): void {
    const keys = Object.keys(members);
    for (let i = keys.length - 1; i >= 0; i--) {
      const before = this.size;
      const value = members[keys[i]!];
      if (value === undefined) continue;
      this.value(value, second);
      this.text(keys[i]!, first);
      this.part(before, first);
    }
  }

  private value(value: unknown, tag: number): void {
    const before = this.size;
    if (typeof value === "string") this.text(value, tags.text);
    else if (typeof value === "number") this.double(value);
    else if (typeof value === "boolean") this.small(value ? 1 : 0, tags.bool);
    else if (value === null) this.small(0, tags.null);
    else if (Array.isArray(value)) this.list(value);
    else if (typeof value === "object") this.nested(this.strip(value));
    else throw new ProviderError("internal", `internal error: a value of type ${typeof value} cannot be sent. Please report it.`);
    this.part(before, tag);
  }

  private nested(value: string | Members): void {
    if (typeof value === "string") return this.text(value, tags.text);
    const before = this.size;
    this.struct(value);
    this.part(before, tags.struct);
  }

  private list(items: readonly unknown[]): void {
    const before = this.size;
    for (let i = items.length - 1; i >= 0; i--) this.value(items[i], first);
    this.part(before, tags.list);
  }

  private text(text: string, tag: number): void {
    const before = this.size;
    const length = Buffer.byteLength(text);
    this.room(length);
    this.at -= length;
    this.bytes.write(text, this.at, length, "utf8");
    this.part(before, tag);
  }

  private double(value: number): void {
    if (!Number.isFinite(value))
      throw new ProviderError("internal", `internal error: the number ${value} cannot be sent. Please report it.`);
    this.room(9);
    this.at -= 9;
    this.bytes[this.at] = tags.number;
    this.bytes.writeDoubleLE(value, this.at + 1);
  }

  private small(value: number, tag: number): void {
    this.room(2);
    this.bytes[--this.at] = value;
    this.bytes[--this.at] = tag;
  }

  /** How many bytes are written; it stays true when the buffer grows. */
  private get size(): number {
    return this.bytes.length - this.at;
  }

  /** Puts tag and length before what was written since `before`. */
  private part(before: number, tag: number): void {
    this.room(6);
    let length = this.size - before;
    const size = length < 0x80 ? 1 : length < 0x4000 ? 2 : length < 0x200000 ? 3 : length < 0x10000000 ? 4 : 5;
    this.at -= size;
    for (let i = 0; i < size; i++, length = Math.floor(length / 128)) this.bytes[this.at + i] = (length % 128) | (i < size - 1 ? 0x80 : 0);
    this.bytes[--this.at] = tag;
  }

  private room(size: number): void {
    if (this.at >= size) return;
    const used = this.size;
    const bytes = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, used + size + 1024));
    this.bytes.copy(bytes, bytes.length - used, this.at);
    this.at = bytes.length - used;
    this.bytes = bytes;
  }
}
