// Base64 in a text, decoded, so that one search finds a secret wherever it is encoded behind other bytes. Pure.
import type { Codes, View } from "./literal-index";

/** Fewer characters are no match (`shortestPart`), so shorter pieces of decoded text are dropped. */
const shortestPiece = 8;
/** The number of base64 characters that encode a piece of this length. */
const shortestRun = Math.ceil((shortestPiece * 4) / 3);
/** Separates pieces; no text contains it. */
const separator = 0xffff;

const noSextet = 64;
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const sextets = new Uint8Array(128).fill(noSextet);
[...alphabet].forEach((character, value) => (sextets[character.charCodeAt(0)] = value));
// Both alphabets of RFC 4648.
for (const [characters, value] of [["+-", 62] as const, ["/_", 63] as const])
  for (const character of characters) sextets[character.charCodeAt(0)] = value;

interface Run {
  start: number;
  end: number;
}

/**
 * Returns the decoded runs of base64 characters, once for each of the four characters at which the encoding may begin: separators such as `/` belong to the
 * alphabet. Bytes that are not UTF-8 end a piece; almost all bytes of texts that are not base64 are of this kind.
 */
export function base64Views({ codes, origins }: View): View[] {
  const runs = runsOf(codes).filter(({ start, end }) => !origins || hasEscape(origins, start, end));
  if (runs.length === 0) return [];
  const text = textOf(codes);
  const bytes = Buffer.alloc(Math.max(...runs.map(({ start, end }) => end - start)));
  return [0, 1, 2, 3].flatMap((shift) => {
    const pieces = new Pieces();
    for (const { start, end } of runs) pieces.add(bytes.subarray(0, bytes.write(text.slice(start + shift, end), "base64")), start + shift);
    return pieces.size === 0 ? [] : [pieces.view(origins)];
  });
}

function textOf({ buffer, byteOffset, byteLength }: Codes): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("utf16le");
}

/** Returns whether a run contains an escape. One without escapes is also a run of the original text, whose own view contains it. */
function hasEscape(origins: Int32Array, start: number, end: number): boolean {
  return origins[end]! - origins[start]! !== end - start;
}

function runsOf(codes: Codes): Run[] {
  const runs: Run[] = [];
  let start = 0;
  for (let at = 0; at <= codes.length; at++) {
    if (at < codes.length && sextetOf(codes[at]!) !== noSextet) continue;
    if (at - start >= shortestRun) runs.push({ start, end: at });
    start = at + 1;
  }
  return runs;
}

function sextetOf(code: number): number {
  return code < 128 ? sextets[code]! : noSextet;
}

/** Pieces of UTF-8, one behind the other. */
class Pieces {
  size = 0;
  private readonly units: number[] = [];
  private readonly starts: number[] = [];

  /** Adds the pieces in the bytes of a run; three of them are four characters, of which the first one is at `from`. */
  add(bytes: Uint8Array, from: number): void {
    for (let at = 0; at + shortestPiece <= bytes.length;) {
      const broken = lastBroken(bytes, at);
      at = broken >= at ? broken + 1 : this.addPiece(bytes, at, from) + 1;
    }
  }

  /** Adds the piece that begins here unless it is too short to match; returns where it ends. */
  private addPiece(bytes: Uint8Array, first: number, from: number): number {
    const { units, starts } = this;
    let size = this.size;
    let at = first;
    for (let length = characterLength(bytes, at); length > 0; length = characterLength(bytes, at)) {
      const point = length === 1 ? bytes[at]! : pointOf(bytes, at, length);
      starts[size] = starts[size + 1] = from + Math.floor((at * 4) / 3);
      if (point > 0xffff) units[size++] = 0xd7c0 + (point >> 10);
      units[size++] = point > 0xffff ? 0xdc00 + (point & 0x3ff) : point;
      at += length;
    }
    if (size - this.size < shortestPiece) return at;
    units[size] = separator;
    starts[size] = starts[size + 1] = from + Math.ceil((at * 4) / 3);
    this.size = size + 1;
    return at;
  }

  /** Returns the view; its positions are those of the text from which the decoded view was made. */
  view(origins: Int32Array | undefined): View {
    const starts = new Int32Array(this.starts.slice(0, this.size + 1));
    return { codes: new Uint16Array(this.units.slice(0, this.size)), origins: origins ? starts.map((start) => origins[start]!) : starts };
  }
}

/** Returns the position of the last byte outside of a character within the shortest piece from `from` on; less than `from` where there is none. */
function lastBroken(bytes: Uint8Array, from: number): number {
  let at = from + shortestPiece - 1;
  while (at >= from && !isBroken(bytes, at)) at--;
  return at;
}

/** Returns whether a byte cannot be part of a character, as far as its neighbors show. */
function isBroken(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at]!;
  if (byte < 0x80) return false;
  return byte < 0xc0 ? (bytes[at - 1] ?? 0) < 0x80 : (bytes[at + 1] ?? 0) >> 6 !== 2;
}

/** Returns the number of bytes of the character that begins here; 0 where there is none. */
function characterLength(bytes: Uint8Array, at: number): number {
  const length = leadLength(bytes[at] ?? 0xff);
  for (let i = 1; i < length; i++) if ((bytes[at + i] ?? 0) >> 6 !== 2) return 0;
  return length;
}

/** Returns the number of bytes that the first byte of a character announces; 0 for a byte that begins none. */
function leadLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** Returns the code point of a character of two to four bytes. */
function pointOf(bytes: Uint8Array, at: number, length: number): number {
  let point = bytes[at]! & (0x7f >> length);
  for (let i = 1; i < length; i++) point = (point << 6) | (bytes[at + i]! & 0x3f);
  return point;
}
