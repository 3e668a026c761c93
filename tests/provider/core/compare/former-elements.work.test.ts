/** The work of finding the former elements of a list, counted. See docs/protocol.md#secrets. */
import { FormerElements, maxCompared } from "../../../../provider/core/compare/former-elements";
import { shopSchema as schema } from "../../../support/packages";

const rows = (count: number, value: string): string[] =>
  Array.from({ length: count }, (_, n) => JSON.stringify({ [`name${n}`]: value.repeat(100) }));
const spec = { type: "string" } as const;

test("elements of the same spelling are neither parsed nor compared", () => {
  const comparison = { schema, left: maxCompared };
  const elements = rows(20_000, "a");
  const formers = new FormerElements(elements, comparison, { spec, at: "list[*]" });
  expect([...elements].reverse().map((element) => formers.equalTo(element))).toEqual([...elements].reverse().map((element) => [element]));
  expect(comparison.left).toBe(maxCompared);
});

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

test("an element of another spelling equals the former one, while the limit allows it", () => {
  const comparison = { schema, left: maxCompared };
  const formers = new FormerElements(['{"a":1,"b":2}', "[1]"], comparison, { spec, at: "list[*]" });
  expect(formers.equalTo('{ "b": 2, "a": 1 }')).toEqual(['{"a":1,"b":2}']);
  comparison.left = 0;
  expect([formers.equalTo("[ 1 ]"), formers.equalTo("[1]")]).toEqual([[], ["[1]"]]);
});
