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

test("equal lists need no alignment; one insertion among fifty is one", () => {
  const fifty = Array.from({ length: 50 }, (_, i) => `p${i}`);
  expect(align(fifty, fifty, isEqual)).toBeUndefined();
  for (const at of [0, 1, 25, 48]) expect(align(fifty, fifty.toSpliced(at, 0, "new"), isEqual)?.added).toEqual(new Set([at]));
});

test("two elements that swap places are compared by position", () => {
  expect(align(["a", "b"], ["b", "a"], isEqual)).toBeUndefined();
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
