// Aligns two lists by their longest common subsequence, so that an inserted element is one change and not a change of everything behind it. Pure.
// See docs/protocol.md#list-diffs.
import { diffArrays } from "diff";

/** Positions of two lists that do not match; every other element of the old list has an equal one in the new list, in the same order. */
interface Alignment {
  /** Positions that have an unmatched element in both lists. */
  changed: ReadonlySet<number>;
  /** Positions in the old list. */
  removed: ReadonlySet<number>;
  /** Positions in the new list. */
  added: ReadonlySet<number>;
}

/** Lists that differ in more elements are compared by position, because the search takes quadratic time and so many changes are not readable. */
const maxDifferences = 64;

/**
 * Returns the alignment of two lists. Returns undefined if a comparison by position has fewer changes, or if the lists differ in too many elements. A path of a
 * diff holds one change only, so that an element that is removed and another one that is added at its position are one change.
 */
export function align<T>(old: readonly T[], next: readonly T[], isSame: (old: T, next: T) => boolean): Alignment | undefined {
  const parts = diffArrays([...old], [...next], { comparator: isSame, maxEditLength: maxDifferences });
  if (!parts) return undefined;
  const gone = new Set<number>();
  const come = new Set<number>();
  let inOld = 0;
  let inNext = 0;
  for (const { removed, added, count } of parts) {
    if (removed) addRange(gone, inOld, count);
    if (added) addRange(come, inNext, count);
    inOld += added ? 0 : count;
    inNext += removed ? 0 : count;
  }
  const changed = new Set([...gone].filter((at) => come.has(at)));
  const isLonger = gone.size + come.size - changed.size > differencesByPosition(old, next, isSame);
  return isLonger ? undefined : { changed, removed: without(gone, changed), added: without(come, changed) };
}

function differencesByPosition<T>(old: readonly T[], next: readonly T[], isSame: (old: T, next: T) => boolean): number {
  const shared = Math.min(old.length, next.length);
  const different = old.slice(0, shared).filter((item, at) => !isSame(item, next[at]!)).length;
  return different + Math.abs(old.length - next.length);
}

function addRange(positions: Set<number>, from: number, count: number): void {
  for (let offset = 0; offset < count; offset++) positions.add(from + offset);
}

function without(positions: ReadonlySet<number>, others: ReadonlySet<number>): Set<number> {
  return new Set([...positions].filter((at) => !others.has(at)));
}
