// Limits of responses: how much of a body is accepted, checked while it arrives. See docs/protocol.md#limits-of-responses.
import type { Expected } from "../contract/http";

/** The limits of a successful response. */
interface BodyLimit {
  /** On the wire, and decompressed. */
  bytes: number;
  /** JSON values, without names of members. Parsing and mapping take most of their time per value. */
  values: number;
}

/** Limits by purpose. */
export interface BodyLimits extends Readonly<Record<Expected, BodyLimit>> {
  /** Bytes of a response with another status than 2xx; what follows them is not read. */
  error: number;
}

/** The limits of all services. What they accept is parsed and mapped within 200 ms. */
export const bodyLimits: BodyLimits = {
  object: { bytes: 16 << 20, values: 100_000 },
  list: { bytes: 64 << 20, values: 250_000 },
  // It is kept for some seconds, and single reads replace it.
  shared: { bytes: 8 << 20, values: 250_000 },
  error: 256 << 10,
};

/** The highest accepted ratio of compression, once a body has decompressed to {@link ratioFrom} bytes: repetitive JSON reaches 50. */
const maxRatio = 200;
const ratioFrom = 1 << 20;
/** Recursive functions over parsed values cannot exhaust the stack. Texts of users have the same limit. */
const maxDepth = 1000;
/** Different names of members: parsing and mapping of each one take several times as long as of a repeated one. */
const maxNames = 50_000;

const subjects: Readonly<Record<Expected, string>> = { object: "one object", list: "a page of a list", shared: "a shared read" };
const advice: Readonly<Record<Expected, string>> = {
  object: "check the URL of the service and the proxies before it, or make the object smaller",
  list: "check the URL of the service and the proxies before it, or request fewer objects",
  shared: "check the URL of the service and the proxies before it; the objects are read one by one",
};

/** What is left of a limit. Each method returns why the body exceeds it, as a clause; undefined while it does not. */
export class BodyMeter {
  private received = 0;
  private decoded = 0;
  private readonly scan = new JsonScan();

  constructor(
    private readonly expects: Expected,
    private readonly limit: BodyLimit,
  ) {}

  /** Checks the length that the header announces. */
  announce(bytes: number): string | undefined {
    return bytes > this.limit.bytes
      ? this.refusal(`exceeds ${sizeText(this.limit.bytes)}, the limit of ${subjects[this.expects]}`)
      : undefined;
  }

  /** Counts bytes on the wire. */
  receive(bytes: number): string | undefined {
    this.received += bytes;
    return this.announce(this.received);
  }

  /** Counts the bytes, values and levels of a decompressed part. */
  decode(part: Uint8Array): string | undefined {
    this.decoded += part.length;
    const excess = this.announce(this.decoded);
    if (excess !== undefined) return excess;
    if (this.decoded > ratioFrom && this.decoded > this.received * maxRatio)
      return this.refusal(`is compressed more than ${maxRatio} times`);
    this.scan.add(part);
    const { values, depth, names } = this.scan;
    if (values > this.limit.values)
      return this.refusal(`has more than ${this.limit.values} values, the limit of ${subjects[this.expects]}`);
    if (names > maxNames) return this.refusal(`has members of more than ${maxNames} different names`);
    return depth > maxDepth ? this.refusal(`is JSON nested more than ${maxDepth} levels deep`) : undefined;
  }

  private refusal(reason: string): string {
    return `the response ${reason}; ${advice[this.expects]}`;
  }
}

function sizeText(bytes: number): string {
  return bytes >= 1 << 20 ? `${bytes / (1 << 20)} MiB` : `${bytes} bytes`;
}

const emptyHash = 0x811c9dc5;

/**
 * Counts the values (by commas and opening brackets), the levels and the different names (by a hash) of a JSON text in UTF-8 that arrives in parts. Of another
 * text it counts something similar.
 */
class JsonScan {
  values = 0;
  /** The greatest depth so far. */
  depth = 0;
  private level = 0;
  private isInString = false;
  private isEscaped = false;
  /** The hash of the last string, as far as it is in former parts. */
  private hash = emptyHash;
  private readonly hashes = new Set<number>();

  get names(): number {
    return this.hashes.size;
  }

  add(part: Uint8Array): void {
    // Local variables take a third of the time.
    let { values, depth, level, isInString, isEscaped, hash } = this;
    // The last string in this part: only that of a name is hashed.
    let from = 0;
    let to = 0;
    for (let at = 0; at < part.length; at++) {
      const byte = part[at];
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === 0x5c) isEscaped = true;
        else if (byte === 0x22) {
          isInString = false;
          to = at;
        }
      } else if (byte === 0x22) {
        isInString = true;
        from = at + 1;
        hash = emptyHash;
      } else if (byte === 0x3a) this.hashes.add(hashOf(part, from, to, hash));
      else if (byte === 0x2c) values++;
      else if (byte === 0x7b || byte === 0x5b) {
        values++;
        depth = Math.max(depth, ++level);
      } else if (byte === 0x7d || byte === 0x5d) level--;
    }
    this.values = values;
    this.depth = depth;
    this.level = level;
    this.isInString = isInString;
    this.isEscaped = isEscaped;
    this.hash = hashOf(part, from, isInString ? part.length : to, hash);
  }
}

/** Returns the hash (FNV-1a) of some bytes after those of another hash. */
function hashOf(part: Uint8Array, from: number, to: number, hash: number): number {
  let next = hash;
  for (let at = from; at < to; at++) next = Math.imul(next ^ part[at]!, 0x01000193);
  return next;
}
