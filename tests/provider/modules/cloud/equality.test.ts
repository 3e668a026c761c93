/** Semantic equality of values. See docs/modules/cloud.md#equality. */
import { sameFilled, sameLimit, sameLines, sameSet, sameWord } from "../../../../provider/modules/cloud/equality";

const many = Array.from({ length: 20_000 }, (_, i) => ({ name: `parameter-${i}` }));

test.each([
  [sameSet, ["a", "b", "a"], ["b", "a", "a"], true],
  [sameSet, ["a", "a", "b"], ["a", "b", "b"], false],
  [sameSet, ["a"], ["a", "a"], false],
  [sameSet, [], [], true],
  [sameSet, "a", ["a"], false],
  [sameSet, [{ name: "q", desc: "", required: false }], [{ required: false, name: "q" }], true],
  [sameSet, [{ name: "q", required: true }], [{ name: "q" }], false],
  [sameFilled, { a: { b: null, c: [] } }, {}, true],
  [sameFilled, { a: 1 }, { a: 2 }, false],
  [sameWord, "ROUND_ROBIN", "round-robin", true],
  [sameWord, "HTTP", "HTTPS", false],
  [sameLines, " 1.1.1.1 \n2.2.2.2\n", "1.1.1.1\n2.2.2.2", true],
  [sameLines, "1.1.1.1", "2.2.2.2", false],
  [sameLimit, -1, 5000, true],
  [sameLimit, 5000, -1, true],
  [sameLimit, 7, 8, false],
])("%p of %j and %j: %p", (equals, left, right, expected) => expect(equals(left, right)).toBe(expected));

test("a set of many entries is compared by key", () => {
  expect(sameSet(many, [...many].reverse())).toBe(true);
  expect(sameSet(many, [...many.slice(1), { name: "other" }])).toBe(false);
});
