// Search for many texts at once: a binary search among the sorted texts at each position. Pure. See docs/decisions/literal-search.md.

/** Texts to find, sorted. A search at a position takes time in proportion to the characters that agree there, and to the logarithm of the number of texts. */
export class SortedTexts {
  private readonly texts: readonly string[];
  private readonly minimums: number[] = [];

  /** `partial`: the number of characters from which the beginning of a text counts as the text. */
  constructor(texts: readonly string[], partial: (text: string) => number) {
    this.texts = [...texts].sort();
    let beginning: string | undefined;
    let minimum = 0;
    for (const text of this.texts) {
      // A text that begins with another one counts from that one's length on, so that the neighbors of a position show every text that begins there.
      if (beginning === undefined || !text.startsWith(beginning)) {
        beginning = text;
        minimum = Math.min(text.length, partial(text));
      }
      this.minimums.push(minimum);
    }
  }

  /** Returns the number of characters of a text, or of the beginning of one, at this position; 0 where there is none. */
  lengthAt(searched: string, at: number): number {
    const { texts, minimums } = this;
    let low = 0;
    let high = texts.length;
    let lowCommon = 0;
    let highCommon = 0;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const text = texts[middle]!;
      let common = Math.min(lowCommon, highCommon);
      while (common < text.length && text.charCodeAt(common) === searched.charCodeAt(at + common)) common++;
      // Behind its end, charCodeAt returns NaN, which is not above any character.
      if (common === text.length || searched.charCodeAt(at + common) > text.charCodeAt(common)) {
        low = middle + 1;
        lowCommon = common;
      } else {
        high = middle;
        highCommon = common;
      }
    }
    const before = lowCommon >= (minimums[low - 1] ?? Infinity) ? lowCommon : 0;
    return Math.max(before, highCommon >= (minimums[low] ?? Infinity) ? highCommon : 0);
  }
}
