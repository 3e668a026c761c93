/** Semantic equality of values. See docs/modules/cloud.md#equality. */
import { sameFilled, sameLimit, sameLines, sameSet, sameWord } from "../../../../provider/modules/cloud/equality";

test("sets are equal in any order, and differ by the number of equal entries", () => {
  expect(sameSet(["a", "b", "a"], ["b", "a", "a"])).toBe(true);
  expect(sameSet(["a", "a", "b"], ["a", "b", "b"])).toBe(false);
  expect(sameSet(["a"], ["a", "a"])).toBe(false);
  expect(sameSet([], [])).toBe(true);
  expect(sameSet("a", ["a"])).toBe(false);
});

test("entries of sets are compared without empty members and in any order of members", () => {
  expect(sameSet([{ name: "q", desc: "", required: false }], [{ required: false, name: "q" }])).toBe(true);
  expect(sameSet([{ name: "q", required: true }], [{ name: "q" }])).toBe(false);
});

test("a set of many entries is compared by key", () => {
  const many = Array.from({ length: 20_000 }, (_, i) => ({ name: `parameter-${i}`, position: "QUERY" }));
  expect(sameSet(many, [...many].reverse())).toBe(true);
  expect(sameSet(many, [...many.slice(1), { name: "other", position: "QUERY" }])).toBe(false);
});

test("other values", () => {
  expect(sameFilled({ a: { b: null, c: [] } }, {})).toBe(true);
  expect(sameFilled({ a: 1 }, { a: 2 })).toBe(false);
  expect(sameWord("ROUND_ROBIN", "round-robin")).toBe(true);
  expect(sameWord("HTTP", "HTTPS")).toBe(false);
  expect(sameLines(" 1.1.1.1 \n2.2.2.2\n", "1.1.1.1\n2.2.2.2")).toBe(true);
  expect(sameLines("1.1.1.1", "2.2.2.2")).toBe(false);
  expect([sameLimit(-1, 5000), sameLimit(5000, -1), sameLimit(7, 8)]).toEqual([true, true, false]);
});
