/** The work of a comparison, counted. */
import { changesBetween } from "../../../../provider/core/compare/diff";
import { shopSchema as schema } from "../../../support/packages";

test("the work of comparing changed entries of a map grows in proportion to their number", () => {
  const work = (count: number): number => {
    let comparisons = 0;
    const entries = (value: string): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]));
    const equals = {
      "map.*": () => {
        comparisons++;
        return false;
      },
    };
    const properties = { map: { type: "object" as const, additionalProperties: { type: "string" as const } } };
    expect(changesBetween({ map: entries("a") }, { map: entries("b") }, { schema, properties, equals })).toHaveLength(count);
    return comparisons;
  };
  expect(work(2000)).toBeLessThanOrEqual(2 * work(1000));
});
