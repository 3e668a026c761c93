/** The alignment of lists. See docs/protocol.md#list-diffs. */
import fc from "fast-check";
import { align } from "../../../../provider/core/compare/align";

const letters = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 12 });
const isEqual = (left: string, right: string) => left === right;

test("the old list with the removals and additions is the new one, and no position has two changes", () => {
  fc.assert(
    fc.property(letters, letters, (old, next) => {
      const found = align(old, next, isEqual);
      if (!found) return;
      const gone = [...found.removed, ...found.changed];
      const rebuilt = old.filter((_, i) => !gone.includes(i));
      for (const position of [...found.added, ...found.changed].sort((a, b) => a - b)) rebuilt.splice(position, 0, next[position]!);
      expect(rebuilt).toEqual(next);
      expect(new Set([...gone, ...found.added]).size).toBe(gone.length + found.added.size);
    }),
  );
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
      const gone = [...removed, ...replaced].filter((at) => next.includes(old[at]!));
      const come = [...added, ...replaced].filter((at) => old.includes(next[at]!));
      // A moved element is among both; nothing else is reported that both lists have.
      expect(Math.max(gone.length, come.length)).toBeLessThanOrEqual(moved ? 1 : 0);
    }),
  );
});

test("a removal and an addition at one position are one change", () => {
  const expected = { changed: new Set([4]), removed: new Set([2]), added: new Set([0, 1, 6]) };
  expect(align([..."abcde"], [..."12abCdE"], isEqual)).toEqual(expected);
});

test("lists without a common element are not aligned, after few comparisons", () => {
  const never = jest.fn(() => false);
  const many = Array.from({ length: 10_000 }, (_, i) => i);
  expect(align(many, many, never)).toBeUndefined();
  expect(never.mock.calls.length).toBeLessThan(10_000);
});
