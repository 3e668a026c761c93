/** Suggestions for misspelled names. See docs/protocol.md#failure-messages. */
import fc from "fast-check";
import { distance, nearest, suggest } from "../../../../provider/core/validate/suggest";

describe("the distance of two texts", () => {
  const cases: [left: string, right: string, steps: number][] = [
    ["", "", 0],
    ["", "abc", 3],
    ["abc", "abc", 0],
    ["abc", "abd", 1],
    ["abc", "acb", 1],
    ["abc", "ab", 1],
    ["kitten", "sitting", 3],
    ["conectorId", "connectorId", 1],
  ];

  it.each(cases)("from %j to %j is %i", (left, right, steps) => expect(distance(left, right)).toBe(steps));

  it("is the same both ways, nothing only for equal texts, and at most the longer length", () => {
    const text = fc.string({ maxLength: 8, unit: fc.constantFrom("a", "b", "c") });
    fc.assert(
      fc.property(text, text, (left, right) => {
        const steps = distance(left, right);
        expect(distance(right, left)).toBe(steps);
        expect(steps === 0).toBe(left === right);
        expect(steps).toBeLessThanOrEqual(Math.max(left.length, right.length));
      }),
    );
  });
});

describe("the nearest name", () => {
  const known = ["connectorId", "name", "indexName", "id", "description"];
  const cases: [given: string, expected: string | undefined][] = [
    ["conectorId", "connectorId"],
    ["CONNECTORID", "connectorId"],
    ["connector_id", "connectorId"],
    ["nmae", "name"],
    ["desciption", "description"],
    ["di", "id"],
    ["indexname", "indexName"],
    ["xyz", undefined],
    ["", undefined],
    ["completelyDifferent", undefined],
  ];

  it.each(cases)("to %j is %j", (given, expected) => expect(nearest(given, known)).toBe(expected));

  it("is the first of equally near ones, so that suggestions are stable", () => expect(nearest("nam", ["nama", "name"])).toBe("nama"));

  it("is formatted as part of a sentence", () => {
    expect(suggest("nmae", known)).toBe('; did you mean "name"?');
    expect(suggest("xyz", known)).toBe("");
  });
});
