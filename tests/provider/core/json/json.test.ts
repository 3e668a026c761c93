/** Comparison and canonical form of JSON values. */
import fc from "fast-check";
import { canonical, equal, equalText, isObject } from "../../../../provider/core/json/json";
import type { Plain } from "../../../../provider/core/values/value";
import { json } from "../../../support/values";

const plain = json as fc.Arbitrary<Plain>;

/** Returns the value with the keys of every object in reverse order. */
function reversed(value: Plain): Plain {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  const result = Object.create(null) as { [key: string]: Plain };
  for (const key of Object.keys(value).reverse()) result[key] = reversed(value[key]!);
  return result;
}

test.each<[what: string, left: Plain | undefined, right: Plain | undefined]>([
  ["null and absent", null, undefined],
  ["an empty list and an empty object", [], {}],
  ["an inherited member", {}, { toString: 1 }],
])("%s differ", (_what, left, right) => expect([equal(left, right), equal(right, left)]).toEqual([false, false]));

test("equality ignores the order of keys and undefined members, and agrees with the canonical text, which is JSON of the value", () => {
  expect(equal({ a: 1, b: undefined as never }, { a: 1 })).toBe(true);
  expect(canonical({ b: [1, { d: null, c: "x y" }], a: true })).toBe('{"a":true,"b":[1,{"c":"x y","d":null}]}');
  fc.assert(
    fc.property(plain, plain, (left, right) => {
      expect(equal(left, reversed(left))).toBe(true);
      expect(canonical(left)).toBe(canonical(reversed(left)));
      expect(equal(left, right)).toBe(canonical(left) === canonical(right));
      expect(equal(JSON.parse(canonical(left)) as Plain, left)).toBe(true);
    }),
  );
});

test.each<[left: Plain, right: Plain, same: boolean]>([
  ["not json", "not json", true],
  ["not json", "not  json", false],
  ["5", 5, false],
])("%j and %j hold the same: %s", (left, right, same) => expect(equalText(left, right)).toBe(same));
