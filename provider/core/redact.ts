// Hides secrets in messages, by value. See docs/decisions/literal-search.md. Pure.
import { viewsOf } from "./decoded-views";
import { lengthOf, LiteralIndex, type Needle, type Report } from "./literal-index";
import { needlesOf, shortestPart } from "./secret-needles";
import { WordIndex } from "./word-index";

/** Returns a text without secrets; never throws. */
export type Redact = (text: string) => string;

/** Replaces a secret. */
export const secretPlaceholder = "[secret]";
/** Replaces a text in which secrets could not be searched. */
export const withheldMessage = "[message withheld: hiding its secrets failed]";
/** Shorter texts are not hidden: they are parts of too many ordinary words. */
const minSecretLength = 3;

/** Characters of secrets that are added to an index without a pause; more would block the event loop. */
const stepLength = 1 << 17;

interface Indexes {
  words: WordIndex;
  parts: LiteralIndex;
}

/** Secrets, ready to be searched. The index is built at the first search and reused, so an index that is never used costs nothing. */
export class SecretIndex {
  private readonly texts: readonly string[];
  private built: Indexes | undefined;
  private building: Generator<void, Indexes> | undefined;
  /** Whether building the index takes several steps; see {@link step}. */
  readonly isLarge: boolean;

  /** `isQuotable`: secrets that are sent to services as they are, so that parts of JSON texts are hidden too; see {@link needlesOf}. */
  constructor(
    secrets: Iterable<string>,
    private readonly isQuotable = true,
  ) {
    this.texts = [...new Set(secrets)].filter((text) => text.length >= minSecretLength && !isBareAddress(text));
    this.isLarge = this.texts.reduce((sum, { length }) => sum + length, 0) > stepLength;
  }

  /** Whether there are no secrets. */
  get isEmpty(): boolean {
    return this.texts.length === 0;
  }

  /** Number of index entries compared so far. */
  get comparisons(): number {
    return this.built?.parts.comparisons ?? 0;
  }

  /** Does a part of the work of building the index, which takes a few milliseconds; returns whether more is left. */
  step(): boolean {
    if (this.built) return false;
    this.building ??= this.build();
    const { done, value } = this.building.next();
    if (done !== true) return true;
    this.built = value;
    this.building = undefined;
    return false;
  }

  /** Reports where the secrets are. */
  search(codes: Uint16Array, report: Report): void {
    while (this.step());
    this.built?.parts.search(codes, report);
    this.built?.words.search(codes, report);
  }

  private *build(): Generator<void, Indexes> {
    const long = this.texts.filter((text) => text.length >= shortestPart);
    const words = new WordIndex(this.texts.filter((text) => text.length < shortestPart));
    const needles: Needle[] = [];
    let work = 0;
    for (const text of long) {
      needles.push(...needlesOf(text, this.isQuotable));
      work += text.length;
      if (work < stepLength) continue;
      work = 0;
      yield;
    }
    const parts = new LiteralIndex(lengthOf(needles), shortestPart);
    for (const needle of needles) {
      for (const piece of piecesOf(needle)) {
        parts.insert(piece);
        work += piece.codes.length;
        if (work < stepLength) continue;
        work = 0;
        yield;
      }
    }
    return { words, parts };
  }
}

/** Returns pieces of limited length that contain all sequences of a needle. */
function piecesOf({ codes, minRun, sensitive }: Needle): Needle[] {
  const pieces: Needle[] = [];
  for (let start = 0; start < codes.length; start += stepLength) {
    const end = start + stepLength + shortestPart - 1;
    const marks = sensitive?.subarray(start, end);
    pieces.push({ codes: codes.subarray(start, end), minRun, ...(marks && { sensitive: marks }) });
  }
  return pieces;
}

/**
 * Returns a function that hides secrets in a text, also where they are escaped as JSON, in a URL, in HTML, or encoded in base64. Returns undefined when there
 * are no secrets.
 */
export function redactor(secrets: Iterable<string>, ...indexes: readonly SecretIndex[]): Redact | undefined {
  return redactorOf([new SecretIndex(secrets), ...indexes]);
}

/** Returns the function of {@link redactor} for indexes that exist already. */
export function redactorOf(indexes: readonly SecretIndex[]): Redact | undefined {
  const used = indexes.filter((index) => !index.isEmpty);
  if (used.length === 0) return undefined;
  return (text) => {
    try {
      return withoutRanges(text, rangesIn(text, used));
    } catch {
      return withheldMessage;
    }
  };
}

/** Returns whether the text is an address of scheme, host and port alone, which messages have to name and which contains no credential. */
function isBareAddress(text: string): boolean {
  return /^https?:\/\/[^/?#@\s]+\/?$/i.test(text);
}

interface Range {
  start: number;
  end: number;
}

function rangesIn(text: string, indexes: readonly SecretIndex[]): Range[] {
  const ranges: Range[] = [];
  for (const { codes, origins } of viewsOf(text))
    for (const index of indexes)
      index.search(codes, (start, end) => ranges.push({ start: origins?.[start] ?? start, end: origins?.[end] ?? end }));
  return ranges.sort((a, b) => a.start - b.start);
}

function withoutRanges(text: string, ranges: readonly Range[]): string {
  const shown: string[] = [];
  let end = 0;
  ranges.forEach((range, i) => {
    if (i === 0 || range.start > end) shown.push(text.slice(end, range.start), secretPlaceholder);
    end = Math.max(end, range.end);
  });
  return `${shown.join("")}${text.slice(end)}`;
}
