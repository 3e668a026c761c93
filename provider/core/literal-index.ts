// Literal search for many texts, and parts of them, in one pass over a text. See docs/decisions/literal-search.md. Pure.

/** UTF-16 code units. */
export type Codes = Uint16Array;

/** A text as it is, or with its escapes decoded. */
export interface View {
  codes: Codes;
  /** Where each code unit begins in the text itself, and the end of the text as the last entry; the same positions when absent. */
  origins?: Int32Array;
}

/** A text to find. */
export interface Needle {
  codes: Codes;
  /** A run of this many characters of the needle is a match. With the length of the needle, only the whole needle is one. */
  minRun: number;
  /** Marks sensitive characters: a run that contains one is a match from {@link sensitiveRun} characters on. */
  sensitive?: Uint8Array;
}

/** The length from which a run with a sensitive character is a match. */
export const sensitiveRun = 8;

/** Receives a match: its first character, and the one after its last. */
export type Report = (start: number, end: number) => void;

/** Multipliers of two independent rolling hashes. */
const base = 0x01000193;
const secondBase = 0x2545f491;

/** Returns the code units of a text. */
export function codesOf(text: string): Codes {
  const bytes = new Uint8Array(2 * text.length);
  Buffer.from(bytes.buffer).write(text, "utf16le");
  return new Uint16Array(bytes.buffer);
}

/** Replaces plus signs by spaces, in place, because forms encode a space as plus. Needles and texts are compared in this form. */
export function foldPlus(codes: Codes): Codes {
  for (let i = 0; i < codes.length; i++) if (codes[i] === 0x2b) codes[i] = 0x20;
  return codes;
}

/** Lengths of runs that the table distinguishes: all up to 128, and longer ones in steps of a twelfth. They fit into eight bits. */
const runLengths = Int32Array.from({ length: 256 }, (_, rank) => (rank <= 128 ? rank : Math.floor(128 * 2 ** ((rank - 128) / 6))));

/** Returns the rank of the longest of these lengths that is not above the given one. */
function rankOf(length: number): number {
  return Math.max(
    1,
    runLengths.findLastIndex((each) => each <= length),
  );
}

/**
 * A hash table of all sequences of `gram` characters of the needles, with the shortest run that is a match for each. A run is a sequence of positions of the
 * text whose characters are all in the table: building takes time in proportion to the needles, a search in proportion to the text. A run may combine parts
 * of several needles; then it is a match although no single needle holds it. Sequences are identified by their slot and 24 bits of a second hash, not by
 * their characters: that would read a second place of the memory for each. Sequences of equal hashes hide more than necessary, never less.
 */
export class LiteralIndex {
  /** Number of table entries visited so far; for tests that the work is linear. */
  comparisons = 0;
  /** 24 bits of the second hash, and the rank of the shortest run; 0 where the slot is empty. */
  private readonly slots: Int32Array;
  /** Two bits for each sequence: they exclude most sequences of a text without a look into the table, which is too large for the cache. */
  private readonly filter: Int32Array;
  private shortestMatch = Infinity;
  private readonly powers: readonly [number, number];

  /** `length`: the characters of all needles together. */
  constructor(
    length: number,
    readonly gram: number,
  ) {
    let size = 16;
    while (size < 1.5 * length) size *= 2;
    this.slots = new Int32Array(size);
    this.filter = new Int32Array(Math.max(1, size >> 3));
    this.powers = [powerOf(base, gram), powerOf(secondBase, gram)];
  }

  /** Creates an index of these needles. */
  static of(needles: readonly Needle[], gram: number): LiteralIndex {
    const index = new LiteralIndex(lengthOf(needles), gram);
    for (const needle of needles) index.insert(needle);
    return index;
  }

  /** Reports all matches in the order of their beginnings; they do not overlap where they come from one call. */
  search(codes: Codes, report: Report): void {
    const { gram, filter, shortestMatch } = this;
    const [power, secondPower] = this.powers;
    const words = filter.length - 1;
    let start = -1;
    let end = -1;
    let hash = 0;
    let second = 0;
    let isMatch = false;
    // The rolling hashes are inlined: a call for each character takes most of the time otherwise.
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i]!;
      hash = (Math.imul(hash, base) + code) | 0;
      second = (Math.imul(second, secondBase) + code) | 0;
      if (i < gram - 1) continue;
      const mixed = mix(hash);
      const bits = (1 << mixed) | (1 << (second >>> 20));
      if ((filter[(mixed >>> 5) & words]! & bits) === bits) {
        if (start < 0) start = i - gram + 1;
        end = i + 1;
        // A run that is too short for any match, or is one already, needs no look into the table.
        const least: number = isMatch || end - start < shortestMatch ? Infinity : this.leastOf(mixed, second);
        if (end - start >= least) start = least === 0 ? -1 : this.firstIndexed(codes, start);
        isMatch ||= start >= 0 && end - start >= least;
      } else if (start >= 0) {
        if (isMatch) report(start, this.lastIndexed(codes, end));
        start = -1;
        isMatch = false;
      }
      const leaving = codes[i - gram + 1]!;
      hash = (hash - Math.imul(leaving, power)) | 0;
      second = (second - Math.imul(leaving, secondPower)) | 0;
    }
    if (isMatch) report(start, this.lastIndexed(codes, end));
  }

  /** Returns the shortest run that is a match where it ends with this sequence; 0 if the sequence is in no needle. */
  private leastOf(mixed: number, second: number): number {
    return runLengths[this.slots[this.slotOf(mixed, second)]! & 0xff]!;
  }

  /** Returns where a run begins whose first sequences may have passed the filter by chance. */
  private firstIndexed(codes: Codes, start: number): number {
    let first = start;
    while (!this.contains(codes, first)) first++;
    return first;
  }

  /** Returns where a match ends whose last sequences may have passed the filter by chance. */
  private lastIndexed(codes: Codes, end: number): number {
    let last = end;
    while (!this.contains(codes, last - this.gram)) last--;
    return last;
  }

  private contains(codes: Codes, at: number): boolean {
    let hash = 0;
    let second = 0;
    for (let i = at; i < at + this.gram; i++) {
      hash = (Math.imul(hash, base) + codes[i]!) | 0;
      second = (Math.imul(second, secondBase) + codes[i]!) | 0;
    }
    return this.slots[this.slotOf(mix(hash), second)] !== 0;
  }

  /** Adds the sequences of a needle. */
  insert({ codes, minRun, sensitive }: Needle): void {
    const { gram, filter, slots } = this;
    const [power, secondPower] = this.powers;
    const words = filter.length - 1;
    const rank = rankOf(minRun);
    const sensitiveRank = Math.min(sensitiveRun, rank);
    this.shortestMatch = Math.min(this.shortestMatch, runLengths[sensitive ? sensitiveRank : rank]!);
    let sensitives = 0;
    let hash = 0;
    let second = 0;
    for (let i = 0; i < codes.length; i++) {
      const code = codes[i]!;
      hash = (Math.imul(hash, base) + code) | 0;
      second = (Math.imul(second, secondBase) + code) | 0;
      if (sensitive) sensitives += sensitive[i]!;
      if (i < gram - 1) continue;
      const own = sensitives > 0 ? sensitiveRank : rank;
      const mixed = mix(hash);
      filter[(mixed >>> 5) & words]! |= (1 << mixed) | (1 << (second >>> 20));
      const slot = this.slotOf(mixed, second);
      const known = slots[slot]! & 0xff;
      slots[slot] = (second & ~0xff) | (known === 0 || own < known ? own : known);
      const leaving = codes[i - gram + 1]!;
      hash = (hash - Math.imul(leaving, power)) | 0;
      second = (second - Math.imul(leaving, secondPower)) | 0;
      if (sensitive) sensitives -= sensitive[i - gram + 1]!;
    }
  }

  /** Returns the slot of a sequence, or the empty one where it belongs. */
  private slotOf(mixed: number, second: number): number {
    const { slots } = this;
    const mask = slots.length - 1;
    let slot = mixed & mask;
    let visited = 1;
    for (let entry = slots[slot]!; entry !== 0 && (entry ^ second) >>> 8 !== 0; entry = slots[slot]!) {
      slot = (slot + 1) & mask;
      visited++;
    }
    this.comparisons += visited;
    return slot;
  }
}

/** Returns the characters of all needles together. */
export function lengthOf(needles: readonly Needle[]): number {
  return needles.reduce((sum, { codes }) => sum + codes.length, 0);
}

/** Spreads a rolling hash over all bits. */
function mix(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

function powerOf(multiplier: number, exponent: number): number {
  let power = 1;
  for (let i = 1; i < exponent; i++) power = Math.imul(power, multiplier);
  return power;
}
