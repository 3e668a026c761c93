/** Secret marks put on outputs. See docs/protocol.md#secrets. */
import fc from "fast-check";
import { markSchemaSecrets, markSecrets, type MarkOptions } from "../../../../provider/core/secrets/marks";
import type { Plain, PlainMap, Value, ValueMap } from "../../../../provider/core/values/value";
import { toPlainMap, hasSecret, Secret, secretTexts, unknown } from "../../../../provider/core/values/value";
import { orderShape, shopSchema } from "../../../support/packages";
import { jsonMap, shown, treeMap } from "../../../support/values";

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
    [
      "around a whole text, list, map or object, and falsy values",
      { password: "", limit: 0, title: "t", keys: ["a"], vault: { label: "l" } },
      { password: new Secret(""), limit: new Secret(0), title: "t", keys: new Secret(["a"]), vault: new Secret({ label: "l" }) },
    ],
    [
      "in objects, lists and maps",
      { box: { inner: { label: "l", note: "n" } }, boxes: [{ note: "n" }], shelves: { "a.b": { note: "n" } } },
      {
        box: { inner: { label: "l", note: new Secret("n") } },
        boxes: [{ note: new Secret("n") }],
        shelves: { "a.b": { note: new Secret("n") } },
      },
    ],
    ["not around null, and not where nothing is", { password: null, box: { note: null } }, { password: null, box: { note: null } }],
    ["not on what the schema does not know", { extra: { note: "n" } }, { extra: { note: "n" } }],
  ];

  it.each(cases)("are %s, also in a preview", (_name, plain, expected) => {
    expect(marked(plain)).toBe(shown(expected));
    expect(shown(markSchemaSecrets(plain, orderShape.properties, shopSchema))).toBe(shown(expected));
  });

  it("keep unknown and marked values unchanged", () => {
    const members = { password: unknown, title: new Secret("t"), box: { note: new Secret(unknown) }, boxes: unknown };
    const expected = { ...members, password: new Secret(unknown) };
    expect(shown(markSchemaSecrets(members, orderShape.properties, shopSchema))).toBe(shown(expected));
  });
});

describe("marks of a former value", () => {
  const cases: [name: string, like: ValueMap, plain: PlainMap, expected: ValueMap][] = [
    [
      "at the narrowest path, also when its value was not known",
      { title: new Secret(unknown), box: { label: new Secret("x") } },
      { title: "new", currency: "EUR", box: { label: "l", weight: 1 } },
      { title: new Secret("new"), currency: "EUR", box: { label: new Secret("l"), weight: 1 } },
    ],
    ["around what is inside", { box: new Secret({ label: "x" }) }, { box: { label: "l" } }, { box: new Secret({ label: "l" }) }],
    [
      "around a value of another form",
      { title: { deep: new Secret(1) }, tags: "x", labels: [new Secret("l")] },
      { title: "t", tags: ["a"], labels: { k: "l" } },
      { title: new Secret("t"), tags: ["a"], labels: new Secret({ k: "l" }) },
    ],
    ["not beyond a mark of the schema", { password: new Secret("x") }, { password: "p" }, { password: new Secret("p") }],
  ];

  it.each(cases)("are %s", (_name, like, plain, expected) => expect(marked(plain, { like: [like] })).toBe(shown(expected)));
});

describe("marks of list elements", () => {
  const tag = (...values: Value[]): ValueMap => ({ tags: values });
  const cases: [name: string, like: ValueMap[], plain: PlainMap, expected: ValueMap][] = [
    ["follow a moved element", [tag("a", new Secret("b"))], { tags: ["b", "a"] }, tag(new Secret("b"), "a")],
    [
      "are around each element that equals no plain one",
      [tag("a", new Secret("b"), new Secret(unknown))],
      { tags: ["c", "a", "d"] },
      tag(new Secret("c"), "a", new Secret("d")),
    ],
    ["are of the secret one of equal elements", [tag("a", new Secret("a"))], { tags: ["a"] }, tag(new Secret("a"))],
    ["stay away where no element was secret", [tag("a", "b")], { tags: ["c", "a"] }, tag("c", "a")],
    [
      "leave what one of several lists has in plain",
      [tag("new", "a"), tag("a", new Secret("b"))],
      { tags: ["new", "a", "b", "c"] },
      tag("new", "a", new Secret("b"), new Secret("c")),
    ],
    [
      "see the same JSON in another spelling, and use the equality of the property",
      [tag('{"a":1,"b":2}', new Secret('{"c":1}'), "A", new Secret("B"))],
      { tags: ['{ "c": 1 }', '{"b":2,"a":1}', '{"c":2}', "b", "a"] },
      tag(new Secret('{ "c": 1 }'), '{"b":2,"a":1}', new Secret('{"c":2}'), new Secret("b"), "a"),
    ],
    [
      "hold in nested lists",
      [{ matrix: [[1, new Secret(2)], [3]] }],
      { matrix: [[3], [1, 2], [1, 4]] },
      { matrix: [[3], [1, new Secret(2)], new Secret([1, 4])] },
    ],
    [
      "hold in lists of objects with a secret member",
      [{ boxes: [{ label: "plain" }, { label: "x", inner: { label: new Secret("s") } }] }],
      {
        boxes: [
          { label: "x", inner: { label: "s" } },
          { label: "plain", weight: 1 },
          { label: "x", inner: { label: "s2" } },
        ],
      },
      {
        boxes: [
          { label: "x", inner: { label: new Secret("s") } },
          { label: "plain", weight: 1 },
          new Secret({ label: "x", inner: { label: "s2" } }),
        ],
      },
    ],
  ];
  const ignoreCase = (one: Plain, other: Plain): boolean => String(one).toLowerCase() === String(other).toLowerCase();

  it.each(cases)("%s", (_name, like, plain, expected) =>
    expect(marked(plain, { like, equals: { "tags[*]": ignoreCase } })).toBe(shown(expected)),
  );

  it("are found in linear time; where too many elements differ, they are secret", () => {
    const count = 5000;
    let compared = 0;
    const equals = (one: Plain, other: Plain): boolean => ++compared > 0 && ignoreCase(one, other);
    const former = Array.from({ length: count }, (_, i) => `element A ${i}`);
    const tags = former.map((text) => text.toLowerCase());
    const like = [tag(...former, new Secret("s"))];
    expect(marked({ tags }, { like, equals: { "tags[*]": equals } })).toContain("secret(");
    expect(compared).toBeLessThan(200_000);
    const equal = Array.from({ length: count }, () => ({ label: "l", inner: { label: new Secret("s") } }));
    expect(marked({ tags: former, boxes: equal.map(toPlainMap) }, { like: [...like, { boxes: equal }] })).toBe(
      shown({ tags: former, boxes: equal }),
    );
  });
});

test("marks are around texts that are a secret or hold a long one, at any depth, not around those with a short one in a word", () => {
  const secrets = new Secret(["pw", "long-secret"]);
  const plain: PlainMap = { title: "pw", currency: "pwd", tags: ["a", "is long-secret!"], extra: [{ deep: "pw" }] };
  expect(marked(plain, { texts: secretTexts(secrets) })).toBe(
    shown({ title: new Secret("pw"), currency: "pwd", tags: ["a", new Secret("is long-secret!")], extra: [{ deep: new Secret("pw") }] }),
  );
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
