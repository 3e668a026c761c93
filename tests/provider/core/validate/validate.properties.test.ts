/** Invariants of Check for arbitrary inputs. See docs/protocol.md#check. */
import fc from "fast-check";
import { validate } from "../../../../provider/core/validate/validate";
import type { Rules } from "../../../../provider/contract/rules";
import { emptyMap, hasUnknown, isMap, secret, Secret, unknown, type Value, type ValueMap } from "../../../../provider/core/values/value";
import { encode } from "../../../../provider/plugin/codec";
import { membersOf } from "../../../invariants/random-values";
import { orderInputs, orderShape, shopSchema } from "../../../support/packages";
import { keys, mapFrom, shown, tree } from "../../../support/values";

/** Rules that read every member of their value, as those of modules do. */
const rules: Rules = {
  properties: {
    boxes: {
      maxItems: 2,
      test: (value) => (value as { label: string }[]).map(({ label }) => label.toUpperCase()).find((label) => label === "DOUBLE"),
    },
    labels: { test: (value) => (Object.keys(value as object).length > 3 ? "too many" : undefined) },
    amount: { minimum: 0, maximum: 9, whole: true },
    limit: { maximum: 3 },
    title: { minLength: 2, maxLength: 20, pattern: { matches: /^[a-z]*$/, reason: "small letters only" } },
    tags: { minLength: 1, minItems: 1, excludes: ["matrix"] },
    document: { json: "object" },
  },
  exactlyOne: [["gift", "price"]],
  atLeastOne: [["box", "boxes"]],
  test: ({ box, tags }) =>
    [...Object.keys(box ?? {}), ...((tags as string[] | undefined) ?? [])].flatMap((text) =>
      text.trim() === "bad" ? { property: "box", reason: "bad" } : [],
    ),
};
const options = {
  schema: shopSchema,
  rules,
  rulesOf: () => ({
    test: (object: Readonly<Record<string, unknown>>) => (object["label"] === "x" ? [{ property: "label", reason: "x" }] : []),
  }),
};

/** Values that fit the schema for most of some inputs, with marks here and there; anything for the others. */
const inputs = fc.gen().map((draw): ValueMap => {
  const marked = (value: Value) => {
    const roll = draw(fc.nat, 19);
    if (roll === 0) return unknown;
    const inner = markedInside(value);
    return roll < 4 ? secret(inner) : inner;
  };
  const markedInside = (value: Value): Value => {
    if (Array.isArray(value)) return value.map(marked);
    return isMap(value) ? mapFrom(Object.entries(value).map(([key, member]) => [key, marked(member)] as const)) : value;
  };
  const fitting = membersOf({ draw, schema: shopSchema, canary: "text" }, { properties: orderInputs }, true);
  const any = (value: Value) => (draw(fc.nat, 4) === 0 ? draw(() => tree) : marked(value));
  return mapFrom(Object.entries(fitting).map(([key, value]) => [key, any(value)] as const));
});
const unusual = fc
  .tuple(inputs, fc.dictionary(keys, tree, { maxKeys: 2 }))
  .map(([known, more]): ValueMap => Object.assign(emptyMap(), more, known));

it("Check returns a result for any value, with paths, reasons and marks; twice the same, also of its result; and does not change its input", () => {
  fc.assert(
    fc.property(unusual, (given) => {
      const before = shown(given);
      const first = validate(orderShape, given, options);
      for (const { property, reason } of first.failures) expect([typeof property, reason]).toEqual(["string", expect.stringMatching(/./)]);
      expect(validate(orderShape, given, options).failures).toEqual(first.failures);
      expect(shown(given)).toBe(before);
      expect(shown(validate(orderShape, first.inputs, options).inputs)).toBe(shown(first.inputs));
      for (const key of ["password", "limit", "vault", "keys", "pin"]) {
        const value = first.inputs[key];
        expect(value === undefined || (value instanceof Secret && !(value.value instanceof Secret))).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

it("Check returns an encodable value, which has no failure either, if there is none", () => {
  let valid = 0;
  const check = (given: ValueMap) => validate({ properties: orderInputs }, given, { schema: shopSchema });
  fc.assert(
    fc.property(inputs, (given) => {
      const { inputs: checked, failures } = check(given);
      if (failures.length > 0) return;
      valid++;
      expect(encode(checked).length).toBeGreaterThan(0);
      expect(check(checked).failures).toEqual([]);
    }),
  );
  expect(valid).toBeGreaterThan(10);
});

it("Check never quotes a secret, marked by the user or by the schema", () => {
  const needle = fc.constantFrom<Value>(
    "needle-in-a-haystack",
    314159.25,
    -271828,
    ["needle-in-a-haystack"],
    { kind: "needle-in-a-haystack" },
    { label: "needle-in-a-haystack", weight: 314159.25 },
  );
  const place = fc.constantFrom(...Object.keys(orderInputs));
  fc.assert(
    fc.property(needle, place, fc.boolean(), (value, key, deep) => {
      const hidden = new Secret(deep ? [value] : value);
      const bySchema = orderInputs[key]!.secret ? hidden.value : hidden;
      const { failures } = validate(orderShape, { name: "n", [key]: deep ? [hidden, { label: hidden }] : bySchema }, options);
      for (const { property, reason } of failures) expect(`${property} ${reason}`).not.toMatch(/needle|314159|271828/);
    }),
    { numRuns: 500 },
  );
});

it("Check keeps an unknown for an input of any type", () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.keys(orderInputs)), fc.boolean(), (key, hidden) => {
      const given: ValueMap = { name: "n", gift: true, boxes: [], [key]: hidden ? new Secret(unknown) : unknown };
      const { inputs: checked, failures } = validate(orderShape, given, { schema: shopSchema });
      expect(failures).toEqual([]);
      expect(hasUnknown(checked[key])).toBe(true);
      if (hidden) expect(checked[key]).toBeInstanceOf(Secret);
    }),
  );
});
