/** Secret marks put on outputs. See docs/protocol.md#secrets. */
import fc from "fast-check";
import { markSchemaSecrets, markSecrets, type MarkOptions } from "../../../provider/core/marks";
import type { PlainMap, Value, ValueMap } from "../../../provider/core/value";
import { toPlainMap, hasSecret, Secret, secretTexts, unknown } from "../../../provider/core/value";
import { orderShape, shopSchema } from "../../support/packages";
import { jsonMap, shown, treeMap } from "../../support/values";

const marked = (plain: PlainMap, more: Partial<MarkOptions> = {}): string =>
  shown(markSecrets(plain, { schema: shopSchema, shape: orderShape, ...more }));

it("returns a copy that shares nothing with the given values", () => {
  const plain: PlainMap = {
    keys: ["a"],
    vault: { label: "l", marks: ["m"] },
    box: { marks: ["m"] },
    anything: { deep: [{ a: 1 }] },
    tags: ["t"],
  };
  const before = JSON.stringify(plain);
  const alter = (value: Value): void => {
    if (value instanceof Secret) return alter(value.value);
    if (value === null || typeof value !== "object") return;
    Object.values(value).forEach(alter);
    if (Array.isArray(value)) value.push("altered");
    else (value as ValueMap)["altered"] = true;
  };
  alter(markSecrets(plain, { schema: shopSchema, shape: orderShape, like: [{ tags: new Secret(["t"]) }] }));
  expect(JSON.stringify(plain)).toBe(before);
});

it("marks a map with a secret text in a key as a whole, at any depth; declared members are no such keys", () => {
  const texts = new Set(["hunter22", "shelves"]);
  const plain: PlainMap = {
    extra: { "is hunter22 here": "n", b: 1 },
    shelves: { hunter22: { label: "l" }, a: { label: "l" } },
    box: { label: "l" },
  };
  const expected: ValueMap = { ...plain, extra: new Secret(plain["extra"]!), shelves: new Secret(plain["shelves"]!) };
  expect(marked(plain, { texts })).toBe(shown(expected));
  const inner: PlainMap = { boxes: [{ label: { deep: { hunter22: 1 } } }] };
  expect(marked(inner, { texts })).toBe(shown({ boxes: [{ label: { deep: new Secret({ hunter22: 1 }) } }] }));
});

describe("marks by the schema", () => {
  const cases: [name: string, plain: PlainMap, expected: ValueMap][] = [
    ["at the top", { password: "p", title: "t" }, { password: new Secret("p"), title: "t" }],
    [
      "around a whole list, map or object",
      { keys: ["a"], vault: { label: "l" } },
      { keys: new Secret(["a"]), vault: new Secret({ label: "l" }) },
    ],
    ["at the leaf of an object", { box: { label: "l", note: "n" } }, { box: { label: "l", note: new Secret("n") } }],
    [
      "in lists and maps",
      { boxes: [{ note: "n" }], shelves: { "a.b": { note: "n" } } },
      { boxes: [{ note: new Secret("n") }], shelves: { "a.b": { note: new Secret("n") } } },
    ],
    ["deep inside", { box: { inner: { inner: { note: "n" } } } }, { box: { inner: { inner: { note: new Secret("n") } } } }],
    ["not around null, and not where nothing is", { password: null, box: { note: null } }, { password: null, box: { note: null } }],
    ["around falsy values", { password: "", limit: 0 }, { password: new Secret(""), limit: new Secret(0) }],
    ["not on what the schema does not know", { extra: { note: "n" } }, { extra: { note: "n" } }],
  ];

  it.each(cases)("are %s", (_name, plain, expected) => expect(marked(plain)).toBe(shown(expected)));

  it.each(cases)("are %s in a preview as well", (_name, plain, expected) =>
    expect(shown(markSchemaSecrets(plain, orderShape.properties, shopSchema))).toBe(shown(expected)),
  );

  it("keep unknown and marked values unchanged", () => {
    const members = { password: unknown, title: new Secret("t"), box: { note: new Secret(unknown) }, boxes: unknown };
    const expected = { ...members, password: new Secret(unknown) };
    expect(shown(markSchemaSecrets(members, orderShape.properties, shopSchema))).toBe(shown(expected));
  });
});

describe("marks of a former value", () => {
  const cases: [name: string, like: ValueMap, plain: PlainMap, expected: ValueMap][] = [
    ["at the same path", { title: new Secret("old") }, { title: "new", currency: "EUR" }, { title: new Secret("new"), currency: "EUR" }],
    [
      "at the narrowest path",
      { box: { label: new Secret("x") } },
      { box: { label: "l", weight: 1 } },
      { box: { label: new Secret("l"), weight: 1 } },
    ],
    ["by index in lists", { tags: ["a", new Secret("b")] }, { tags: ["c", "d", "e"] }, { tags: ["c", new Secret("d"), "e"] }],
    ["around what is inside", { box: new Secret({ label: "x" }) }, { box: { label: "l" } }, { box: new Secret({ label: "l" }) }],
    ["also when its value was not known", { title: new Secret(unknown) }, { title: "t" }, { title: new Secret("t") }],
    ["not when the forms differ", { title: { deep: new Secret(1) }, tags: "x" }, { title: "t", tags: ["a"] }, { title: "t", tags: ["a"] }],
    ["not beyond a mark of the schema", { password: new Secret("x") }, { password: "p" }, { password: new Secret("p") }],
  ];

  it.each(cases)("are %s", (_name, like, plain, expected) => expect(marked(plain, { like: [like] })).toBe(shown(expected)));
});

describe("marks by name", () => {
  const texts = new Set(["pw", "long-secret"]);
  const cases: [name: string, plain: PlainMap, expected: ValueMap][] = [
    ["a text that is one", { title: "pw" }, { title: new Secret("pw") }],
    ["a text that holds a long one", { title: "is long-secret!" }, { title: new Secret("is long-secret!") }],
    ["not one that contains a short one, which occurs in too many words", { title: "pwd" }, { title: "pwd" }],
    ["an element", { tags: ["a", "long-secret"] }, { tags: ["a", new Secret("long-secret")] }],
    ["what the schema does not know", { extra: [{ deep: "pw" }] }, { extra: [{ deep: new Secret("pw") }] }],
  ];

  it.each(cases)("are around %s", (_name, plain, expected) => expect(marked(plain, { texts })).toBe(shown(expected)));
});

describe("marking", () => {
  it("converts values without a JSON form to null", () => {
    expect(marked({ tags: ["a", undefined as never], title: undefined as never })).toBe(shown({ tags: ["a", null] }));
  });

  it("changes only marks, and never marks twice", () => {
    fc.assert(
      fc.property(jsonMap, treeMap, (plain, like) => {
        const given = { ...plain, box: plain, shelves: { s: plain } } as PlainMap;
        const result = markSecrets(given, {
          schema: shopSchema,
          shape: orderShape,
          like: [{ ...like, box: like as Value }],
          texts: secretTexts(like),
        });
        expect(shown(toPlainMap(result) as ValueMap)).toBe(shown(toPlainMap(given as ValueMap) as ValueMap));
        expect(shown(result)).not.toMatch(/secret\((secret\(|null)/);
      }),
    );
  });

  it("leaves no secret text unmarked", () => {
    const needle = "needle-in-a-haystack";
    fc.assert(
      fc.property(jsonMap, (plain) => {
        const result = markSecrets({ ...plain, deep: [{ text: `a ${needle} b` }] } as PlainMap, {
          schema: shopSchema,
          shape: {},
          texts: new Set([needle]),
        });
        expect(shown(result).replaceAll(/secret\("(?:[^"\\]|\\.)*"\)/g, "")).not.toContain(needle);
        expect(hasSecret(result)).toBe(true);
      }),
    );
  });
});
