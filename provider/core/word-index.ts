// Search for short texts that are secrets only as whole words. Pure.
import { codesOf, foldPlus, type Codes, type Report } from "./literal-index";

/**
 * Texts of few characters, found only where they are not part of a longer name: "elastic" is not found in "elasticsearch", nor "test" in "test-project" or
 * "my.test". A search takes time in proportion to the text and to the number of different lengths.
 */
export class WordIndex {
  private readonly texts: ReadonlySet<string>;
  /** Longest first. */
  private readonly lengths: readonly number[];
  private readonly begins = new Set<number>();

  constructor(texts: readonly string[]) {
    const words = texts.map((text) => foldPlus(codesOf(text)));
    for (const word of words) this.begins.add(word[0]!);
    this.texts = new Set(words.map((word) => String.fromCharCode(...word)));
    this.lengths = [...new Set(texts.map((text) => text.length))].sort((a, b) => b - a);
  }

  /** Reports where the texts are. */
  search(codes: Codes, report: Report): void {
    if (this.lengths.length === 0) return;
    for (let at = 0; at < codes.length; at++) {
      if (!this.begins.has(codes[at]!) || isPartOfName(codes[at - 1], codes[at - 2])) continue;
      const end = this.endOf(codes, at);
      if (end !== undefined) report(at, end);
    }
  }

  private endOf(codes: Codes, at: number): number | undefined {
    return this.lengths
      .map((length) => at + length)
      .find(
        (end) =>
          end <= codes.length &&
          !isPartOfName(codes[end], codes[end + 1]) &&
          this.texts.has(String.fromCharCode(...codes.subarray(at, end))),
      );
  }
}

/** Returns whether a word goes on with this code unit, or with the one behind it after a hyphen or dot. */
function isPartOfName(next: number | undefined, second: number | undefined): boolean {
  return isWord(next) || ((next === 0x2d || next === 0x2e) && isWord(second));
}

function isWord(code: number | undefined): boolean {
  return code !== undefined && (code === 0x5f || (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a));
}
