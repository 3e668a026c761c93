/** The work of finding the former elements of a list, counted. See docs/protocol.md#secrets. */
import { FormerElements, maxCompared } from "../../../../provider/core/compare/former-elements";
import { shopSchema as schema } from "../../../support/packages";

const rows = (count: number, value: string): string[] =>
  Array.from({ length: count }, (_, n) => JSON.stringify({ [`name${n}`]: value.repeat(100) }));
const spec = { type: "string" } as const;

test.each([100, 20_000])("of %i other elements, no more characters are compared than the limit", (count) => {
  let characters = 0;
  const compare = (left: unknown, right: unknown): boolean => {
    characters += String(left).length + String(right).length;
    return false;
  };
  const comparison = { schema, left: maxCompared, equals: { "list[*]": compare } };
  const formers = new FormerElements(rows(count, "a"), comparison, { spec, at: "list[*]" });
  expect(rows(count, "b").flatMap((element) => formers.equalTo(element))).toEqual([]);
  expect(characters).toBeLessThanOrEqual(maxCompared);
});
