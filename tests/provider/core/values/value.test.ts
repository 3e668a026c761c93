/** Adding and removing marks. See docs/protocol.md#secrets. */
import fc from "fast-check";
import {
  toPlain,
  hasSecret,
  hasUnknown,
  isPlain,
  Opaque,
  unwrapSecret,
  ResourceReference,
  secret,
  Secret,
  secretTexts,
  unknown,
  type Plain,
  type Value,
} from "../../../../provider/core/values/value";
import { json, shown, tree } from "../../../support/values";

const asset = new Opaque("asset", {});

it.each<[name: string, value: Value, expected: Plain]>([
  ["secrets at several depths", { a: new Secret({ b: [new Secret(1)] }) }, { a: { b: [1] } }],
  ["a reference without id as its urn", new ResourceReference("urn:x", undefined), "urn:x"],
  ["a reference with a secret id", new ResourceReference("urn:x", new Secret("i")), "i"],
  ["null members as absent", { a: null, b: { c: null } }, { b: {} }],
])("toPlain unwraps %s", (_name, value, expected) => expect(toPlain(value)).toEqual(expected));

it.each([
  ["an unknown", [unknown]],
  ["an asset", { a: asset }],
])("toPlain rejects %s as an error of the caller", (_name, value) => {
  expect(() => toPlain(value)).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  expect(isPlain(value)).toBe(false);
});

it("toPlain succeeds exactly for plain values, and leaves no mark, nor a change in the value", () => {
  fc.assert(
    fc.property(tree, (value) => {
      if (!isPlain(value)) return void expect(() => toPlain(value)).toThrow();
      const before = shown(value);
      const result = toPlain(value);
      expect(shown(value)).toBe(before);
      expect(hasSecret(result)).toBe(false);
      expect(shown(toPlain(result))).toBe(shown(result));
    }),
  );
});

it("marks are not doubled, and are on present values only", () => {
  expect(secret(null)).toBeNull();
  const one = secret("x");
  expect(secret(one)).toBe(one);
  expect(unwrapSecret(one)).toBe("x");
  expect(unwrapSecret(undefined)).toBeUndefined();
  expect(unwrapSecret(new Secret(new Secret(1)))).toBe(1);
});

it("marks are found at any depth, and nowhere else", () => {
  fc.assert(
    fc.property(tree, json, (value, free) => {
      const text = shown(value).replaceAll(/"(?:[^"\\]|\\.)*"/g, "");
      expect(hasUnknown(value)).toBe(text.includes("unknown"));
      expect(hasSecret(value)).toBe(text.includes("secret("));
      expect([hasUnknown(free), hasSecret(free), hasUnknown(undefined)]).toEqual([false, false, false]);
    }),
  );
});

it("the secret texts of a value are the texts and numbers under a mark, and nothing else", () => {
  const value: Value = {
    a: new Secret({ b: ["one", 22], c: true, d: "", e: null }),
    f: "open",
    g: [new Secret("two")],
    h: new Secret(unknown),
  };
  expect([...secretTexts(value)]).toEqual(["one", "22", "two"]);
  expect(secretTexts(undefined).size).toBe(0);
});
