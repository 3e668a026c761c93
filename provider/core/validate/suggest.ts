// The nearest known name for a misspelled one. Pure.

/** Returns the Damerau-Levenshtein distance (optimal string alignment) of two texts. */
function distance(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j <= right.length; j++) {
      const cost = left[i - 1] === right[j - 1] ? 0 : 1;
      let best = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + cost);
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      if (swapped) best = Math.min(best, rows[i - 2]![j - 2]! + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[left.length]![right.length]!;
}

/** Returns the known name nearest to the given one; undefined if all differ in more than a third of the letters, or in more than four. */
function nearest(name: string, known: Iterable<string>): string | undefined {
  const text = name.toLowerCase();
  let best: string | undefined;
  let bound = Math.min(4, Math.ceil(Math.max(name.length, 3) / 3)) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= bound) continue;
    const steps = distance(text, candidate.toLowerCase());
    if (steps < bound) [best, bound] = [candidate, steps];
  }
  return best;
}

/** Returns the clause `; did you mean "x"?`; empty when no known name is near. */
export function suggest(name: string, known: Iterable<string>): string {
  const near = nearest(name, known);
  return near === undefined ? "" : `; did you mean "${near}"?`;
}
