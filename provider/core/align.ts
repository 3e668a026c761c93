// Aligns two lists by their longest common subsequence, so that an inserted element is one change and not a change of everything behind it. Pure.
// See docs/protocol.md#list-diffs.
import { diffArrays } from "diff";

/** Positions of two lists that do not match; every other element of the old list has an equal one in the new list, in the same order. */
export interface Alignment {
  /** Positions that have another element in both lists. */
  changed: number[];
  /** Positions in the old list. */
  removed: number[];
  /** Positions in the new list. */
  added: number[];
}

/** Lists that differ in more elements are compared by position: nobody reads so many changes, and the search takes quadratic time. */
const mostDifferences = 64;

/**
 * Returns the alignment of two lists. Returns undefined if they differ in too many elements, or if an element is removed and another one added at the same
 * position: a path of a diff holds one change only.
 */
export function align<T>(old: readonly T[], next: readonly T[], isSame: (old: T, next: T) => boolean): Alignment | undefined {
  const parts = diffArrays([...old], [...next], { comparator: isSame, maxEditLength: mostDifferences });
  if (!parts) return undefined;
  const result: Alignment = { changed: [], removed: [], added: [] };
  let gap = { removed: [] as number[], added: [] as number[] };
  let [inOld, inNext] = [0, 0];
  const closeGap = (): void => {
    const added = new Set(gap.added);
    const removed = new Set(gap.removed);
    result.changed.push(...gap.removed.filter((position) => added.has(position)));
    result.removed.push(...gap.removed.filter((position) => !added.has(position)));
    result.added.push(...gap.added.filter((position) => !removed.has(position)));
    gap = { removed: [], added: [] };
  };
  for (const { count, removed, added } of parts) {
    if (removed) gap.removed.push(...positions(inOld, count));
    else if (added) gap.added.push(...positions(inNext, count));
    else closeGap();
    inOld += added ? 0 : count;
    inNext += removed ? 0 : count;
  }
  closeGap();
  const removed = new Set(result.removed);
  return result.added.some((position) => removed.has(position)) ? undefined : result;
}

function positions(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from + i);
}
