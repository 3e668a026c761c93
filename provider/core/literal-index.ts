// Literal search for many texts, and parts of them, in one pass over a text. See docs/decisions/literal-search.md. Pure.

/** UTF-16 code units. */
export type Codes = Uint16Array;

/** A text to find. */
export interface Needle {
  codes: Codes;
  /** A run of at least so many characters of the needle is a match; at most the length of the needle, which then is found as a whole. */
  least: number;
  /** Marks the characters of which a run of {@link sensitiveRun} is a match already. */
  sensitive?: Uint8Array;
}

/** The length of a run that is a match as soon as it holds a sensitive character. */
export const sensitiveRun = 8;

/** Receives a match: its first character, and the one after its last. */
export type Report = (start: number, end: number) => void;

const base = 0x01000193;

/** The code units of a text. A plus sign counts as a space, because forms encode a space as plus. */
export function codesOf(text: string): Codes {
  const codes = new Uint16Array(text.length);
  for (let i = 0; i < codes.length; i++) codes[i] = folded(text.charCodeAt(i));
  return codes;
}

/** The code unit under which a code unit is found. */
export function folded(code: number): number {
  return code === 0x2b ? 0x20 : code;
}

/**
 * A hash table of all sequences of `gram` characters of the needles, with the shortest run that is a match for each. A run is a sequence of positions of the
 * text whose characters are all in the table: building takes time in proportion to the needles, a search in proportion to the text. A run may combine parts
 * of several needles; then it is a match although no single needle holds it.
 */
export class LiteralIndex {
  /** Number of table entries compared so far; for tests that the work is linear. */
  comparisons = 0;
  private readonly all: Codes;
  /** Position in `all` plus 1, by slot; 0 where the slot is empty. */
  private readonly slots: Int32Array;
  private readonly leasts: Int32Array;
  private readonly power: number;
  /** One bit for each hash that occurs: it excludes most sequences of a text without a look into the table, which is too large for the cache. */
  private readonly filter: Int32Array;

  constructor(
    needles: readonly Needle[],
    readonly gram: number,
  ) {
    const length = needles.reduce((sum, { codes }) => sum + codes.length, 0);
    let size = 16;
    while (size < 2 * length) size *= 2;
    this.all = new Uint16Array(length);
    this.slots = new Int32Array(size);
    this.leasts = new Int32Array(size);
    this.power = powerOf(gram);
    this.filter = new Int32Array(Math.max(1, size >> 3));
    let offset = 0;
    for (const needle of needles) {
      this.all.set(needle.codes, offset);
      this.insert(needle, offset);
      offset += needle.codes.length;
    }
  }

  /** Reports all matches in the order of their beginnings; they do not overlap where they come from one call. */
  search(codes: Codes, report: Report): void {
    const { gram, power, filter } = this;
    let [start, end, least] = [-1, -1, Infinity];
    let hash = 0;
    // The rolling hash is inlined: a call for each character takes most of the time otherwise.
    for (let i = 0; i < codes.length; i++) {
      if (i >= gram) hash -= Math.imul(codes[i - gram]!, power);
      hash = (Math.imul(hash, base) + codes[i]!) | 0;
      if (i < gram - 1) continue;
      const at = i - gram + 1;
      const mixed = mix(hash);
      const mayMatch = (filter[(mixed >>> 5) & (filter.length - 1)]! >>> (mixed & 31)) & 1;
      const found = mayMatch === 0 ? 0 : this.leasts[this.slotOf(mixed, codes, at)]!;
      if (found > 0) {
        if (start < 0) [start, least] = [at, found];
        end = i + 1;
        if (found < least) least = found;
      } else if (start >= 0) {
        if (end - start >= least) report(start, end);
        start = -1;
      }
    }
    if (start >= 0 && end - start >= least) report(start, end);
  }

  private insert({ codes, least, sensitive }: Needle, offset: number): void {
    const { gram, power, filter } = this;
    let [sensitives, counted, hash] = [0, 0, 0];
    for (let i = 0; i < codes.length; i++) {
      if (i >= gram) hash -= Math.imul(codes[i - gram]!, power);
      hash = (Math.imul(hash, base) + codes[i]!) | 0;
      if (i < gram - 1) continue;
      const at = i - gram + 1;
      for (; sensitive && counted <= i; counted++) sensitives += sensitive[counted]!;
      const own = sensitives > 0 ? Math.min(sensitiveRun, least) : least;
      if (sensitive) sensitives -= sensitive[at]!;
      const mixed = mix(hash);
      filter[(mixed >>> 5) & (filter.length - 1)]! |= 1 << (mixed & 31);
      const slot = this.slotOf(mixed, codes, at);
      if (this.slots[slot] === 0) this.slots[slot] = offset + at + 1;
      const known = this.leasts[slot]!;
      this.leasts[slot] = known === 0 ? own : Math.min(known, own);
    }
  }

  /** The slot of a sequence, or the empty one where it belongs. */
  private slotOf(mixed: number, codes: Codes, at: number): number {
    const mask = this.slots.length - 1;
    let slot = mixed & mask;
    for (;;) {
      const position = this.slots[slot]! - 1;
      if (position < 0) return slot;
      this.comparisons++;
      if (this.isEqual(position, codes, at)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  private isEqual(position: number, codes: Codes, at: number): boolean {
    for (let i = 0; i < this.gram; i++) if (this.all[position + i] !== codes[at + i]) return false;
    return true;
  }
}

/** Spreads a rolling hash over all bits. */
function mix(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

function powerOf(gram: number): number {
  let power = 1;
  for (let i = 1; i < gram; i++) power = Math.imul(power, base);
  return power;
}
