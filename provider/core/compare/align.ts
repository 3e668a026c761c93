// Aligns two lists by their longest common subsequence, so that an inserted element is one change and not a change of everything behind it. Pure.
// See docs/protocol.md#list-diffs.
import { diffArrays } from "diff";

/** Positions of two lists that do not match; every other element of the old list has an equal one in the new list, in the same order. */
interface Alignment {
  /** Positions that have another element in both lists. */
  changed: ReadonlySet<number>;
  /** Positions in the old list. */
  removed: ReadonlySet<number>;
  /** Positions in the new list. */
  added: ReadonlySet<number>;
}

/** Lists that differ in more elements are compared by position, because the search takes quadratic time and so many changes are not readable. */
const maxDifferences = 64;

/**
 * Returns the alignment of two lists. Returns undefined if a comparison by position has no more changes, if they differ in too many elements, or if an
 * element is removed and another one added at the same position: a path of a diff holds one change only.
 */
export function align<T>(old: readonly T[], next: readonly T[], isSame: (old: T, next: T) => boolean): Alignment | undefined {
  const parts = diffArrays([...old], [...next], { comparator: isSame, maxEditLength: maxDifferences });
  if (!parts) return undefined;
  const changed = new Set<number>();
  const removed = new Set<number>();
  const added = new Set<number>();
  let gap = { old: [] as number[], next: [] as number[] };
  const closeGap = (): void => {
    for (const at of gap.old) (gap.next.includes(at) ? changed : removed).add(at);
    for (const at of gap.next) if (!changed.has(at)) added.add(at);
    gap = { old: [], next: [] };
  };
  let inOld = 0;
  let inNext = 0;
  for (const part of parts) {
    if (part.removed) gap.old.push(...positions(inOld, part.count));
    else if (part.added) gap.next.push(...positions(inNext, part.count));
    else closeGap();
    inOld += part.added ? 0 : part.count;
    inNext += part.removed ? 0 : part.count;
  }
  closeGap();
  if ([...added].some((at) => removed.has(at))) return undefined;
  const isShorter = changed.size + removed.size + added.size < differencesByPosition(old, next, isSame);
  return isShorter ? { changed, removed, added } : undefined;
}

function differencesByPosition<T>(old: readonly T[], next: readonly T[], isSame: (old: T, next: T) => boolean): number {
  const shared = Math.min(old.length, next.length);
  const different = old.slice(0, shared).filter((item, at) => !isSame(item, next[at]!)).length;
  return different + Math.abs(old.length - next.length);
}

function positions(from: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from + i);
}
