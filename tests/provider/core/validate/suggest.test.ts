/** Suggestions for misspelled names. See docs/protocol.md#failure-messages. */
import fc from "fast-check";
import { distance, nearest, suggest } from "../../../../provider/core/validate/suggest";

describe("the distance of two texts", () => {
  it.each([
    ["abc", "abc", 0],
    ["abc", "acb", 1],
    ["kitten", "sitting", 3],
    ["conectorId", "connectorId", 1],
  ])("from %j to %j is %i", (left, right, steps) => expect(distance(left, right)).toBe(steps));

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
  it.each([
    ["conectorId", "connectorId"],
    ["connector_id", "connectorId"],
    ["nmae", "name"],
    ["di", "id"],
    ["xyz", undefined],
    ["", undefined],
  ])("to %j is %j", (given, expected) => {
    expect(nearest(given, known)).toBe(expected);
    expect(suggest(given, known)).toBe(expected === undefined ? "" : `; did you mean "${expected}"?`);
  });

  it("is the first of equally near ones, so that suggestions are stable", () => expect(nearest("nam", ["nama", "name"])).toBe("nama"));
});
