/** Semantic equality of values. See docs/modules/cloud.md#equality. */
import { equalNonEmptyMembers, equalLimits, equalLines, equalSets, equalWords } from "../../../../provider/modules/cloud/equality";

const many = Array.from({ length: 20_000 }, (_, i) => ({ name: `parameter-${i}` }));

test.each([
  [equalSets, ["a", "b", "a"], ["b", "a", "a"], true],
  [equalSets, ["a", "a", "b"], ["a", "b", "b"], false],
  [equalSets, ["a"], ["a", "a"], false],
  [equalSets, [], [], true],
  [equalSets, "a", ["a"], false],
  [equalSets, [{ name: "q", desc: "", required: false }], [{ required: false, name: "q" }], true],
  [equalSets, [{ name: "q", required: true }], [{ name: "q" }], false],
  [equalNonEmptyMembers, { a: { b: null, c: [] } }, {}, true],
  [equalNonEmptyMembers, { a: 1 }, { a: 2 }, false],
  [equalWords, "ROUND_ROBIN", "round-robin", true],
  [equalWords, "HTTP", "HTTPS", false],
  [equalLines, " 1.1.1.1 \n2.2.2.2\n", "1.1.1.1\n2.2.2.2", true],
  [equalLines, "1.1.1.1", "2.2.2.2", false],
  [equalLimits, -1, 5000, true],
  [equalLimits, 5000, -1, true],
  [equalLimits, 7, 8, false],
])("%p of %j and %j: %p", (equals, left, right, expected) => expect(equals(left, right)).toBe(expected));

test("a set of many entries is compared by key", () => {
  expect(equalSets(many, [...many].reverse())).toBe(true);
  expect(equalSets(many, [...many.slice(1), { name: "other" }])).toBe(false);
});
