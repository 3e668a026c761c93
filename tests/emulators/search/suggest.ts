/** "did you mean": how near two names are, and the server's texts for it. */

/** The number of single-character changes between two words. */
const distance = (from: string, to: string) => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[to.length] ?? 0;
};

/** The candidates that are nearer to the word than the limit (0 to 1, 1 is equal), nearest first, then by name. */
export const near = (word: string, candidates: Iterable<string>, limit: number): string[] =>
  [...new Set(candidates)]
    .map((name) => ({ name, score: 1 - distance(word, name) / Math.max(word.length, name.length, 1) }))
    .filter(({ score }) => score > limit)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .map(({ name }) => name);

/** ` did you mean [x]?`, ` did you mean any of [x, y]?`, or nothing. */
export const didYouMean = (names: readonly string[]): string => {
  if (names.length === 0) return "";
  return ` did you mean ${names.length === 1 ? `[${names[0]}]` : `any of [${names.join(", ")}]`}?`;
};
