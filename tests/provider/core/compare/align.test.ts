/** The alignment of lists. See docs/protocol.md#list-diffs. */
import fc from "fast-check";
import { align } from "../../../../provider/core/compare/align";

const letters = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 12 });
const isEqual = (left: string, right: string): boolean => left === right;

test("the old list with the removals and additions is the new one", () => {
  fc.assert(
    fc.property(letters, letters, (old, next) => {
      const found = align(old, next, isEqual);
      if (!found) return;
      const gone = new Set([...found.removed, ...found.changed]);
      const rebuilt = old.filter((_, i) => !gone.has(i));
      for (const position of [...found.added, ...found.changed].sort((a, b) => a - b)) rebuilt.splice(position, 0, next[position]!);
      expect(rebuilt).toEqual(next);
    }),
  );
});

test("no position has two changes", () => {
  fc.assert(
    fc.property(letters, letters, (old, next) => {
      const found = align(old, next, isEqual);
      if (!found) return;
      const all = [...found.changed, ...found.removed, ...found.added];
      expect(new Set(all).size).toBe(all.length);
    }),
  );
});

test("equal lists have no change; one insertion among fifty is one", () => {
  const fifty = Array.from({ length: 50 }, (_, i) => `p${i}`);
  expect(align(fifty, fifty, isEqual)).toEqual({ changed: new Set(), removed: new Set(), added: new Set() });
  for (const at of [0, 1, 25, 48]) expect(align(fifty, fifty.toSpliced(at, 0, "new"), isEqual)?.added).toEqual(new Set([at]));
});

test("only elements that were inserted, changed or moved are reported, however many are inserted before them", () => {
  const edits = fc.record({
    length: fc.integer({ min: 1, max: 40 }),
    changed: fc.uniqueArray(fc.nat(39), { maxLength: 8 }),
    inserted: fc.array(fc.nat(40), { minLength: 1, maxLength: 8 }),
    moved: fc.option(fc.tuple(fc.nat(39), fc.nat(39)), { nil: undefined }),
  });
  fc.assert(
    fc.property(edits, ({ length, changed, inserted, moved }) => {
      const old = Array.from({ length }, (_, i) => `p${i}`);
      const next = old.map((item, i) => (changed.includes(i) ? `${item}'` : item));
      if (moved) next.splice(moved[1], 0, ...next.splice(moved[0], 1));
      for (const at of inserted) next.splice(Math.min(at, next.length), 0, `new ${next.length}`);
      const { removed, added, changed: replaced } = align(old, next, isEqual)!;
      const gone = [...removed, ...replaced].map((at) => old[at]!);
      const come = [...added, ...replaced].map((at) => next[at]!);
      // A moved element is among both; nothing else is reported that both lists have.
      expect(gone.filter((item) => next.includes(item)).length).toBeLessThanOrEqual(moved ? 1 : 0);
      expect(come.filter((item) => old.includes(item)).length).toBeLessThanOrEqual(moved ? 1 : 0);
    }),
  );
});

test("elements that swap places are a removal and an addition", () => {
  expect(align(["a", "b"], ["b", "a"], isEqual)).toEqual({ changed: new Set(), removed: new Set([0]), added: new Set([1]) });
});

test("a removal and an addition at one position are one change", () => {
  const next = ["new 1", "new 2", "a", "b", "c'", "d", "e'"];
  expect(align(["a", "b", "c", "d", "e"], next, isEqual)).toEqual({
    changed: new Set([4]),
    removed: new Set([2]),
    added: new Set([0, 1, 6]),
  });
});

test("lists without a common element are not aligned, after few comparisons", () => {
  let comparisons = 0;
  const never = (): boolean => {
    comparisons++;
    return false;
  };
  const many = Array.from({ length: 10_000 }, (_, i) => i);
  expect(align(many, many, never)).toBeUndefined();
  expect(comparisons).toBeLessThan(10_000);
});
