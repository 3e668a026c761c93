/** Secret marks put on outputs. See docs/protocol.md#secrets. */
import fc from "fast-check";
import { markSchemaSecrets, markSecrets, type MarkOptions } from "../../../../provider/core/secrets/marks";
import { join } from "../../../../provider/core/values/path";
import {
  toPlainMap,
  hasSecret,
  secret,
  Secret,
  secretTexts,
  unknown,
  type Plain,
  type PlainMap,
  type Value,
  type ValueMap,
} from "../../../../provider/core/values/value";
import { orderShape, shopSchema } from "../../../support/packages";
import { jsonMap, shown, treeMap } from "../../../support/values";

const options: MarkOptions = { schema: shopSchema, shape: orderShape };

/** Returns the paths of the marks. */
function marksIn(value: Value, path = ""): string[] {
  if (value instanceof Secret) return [path, ...marksIn(value.value, path)];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, member]) => marksIn(member, join(path, Array.isArray(value) ? Number(key) : key)));
}

const marked = (plain: PlainMap, more: Partial<MarkOptions> = {}) => marksIn(markSecrets(plain, { ...options, ...more }));

test.each<[what: string, plain: PlainMap, paths: string[]]>([
  [
    "around a whole text, list, map or object, and falsy values",
    { password: "", limit: 0, title: "t", keys: ["a"], vault: { label: "l" } },
    ["password", "limit", "keys", "vault"],
  ],
  [
    "in objects, lists and maps",
    { box: { inner: { label: "l", note: "n" } }, boxes: [{ note: "n" }], shelves: { "a.b": { note: "n" } } },
    ["box.inner.note", "boxes[0].note", 'shelves["a.b"].note'],
  ],
  ["not around null, nor on what the schema does not know", { password: null, box: { note: null }, extra: { note: "n" } }, []],
])("marks by the schema are %s, also in a preview", (_what, plain, paths) => {
  expect(marked(plain)).toEqual(paths);
  expect(marksIn(markSchemaSecrets(plain, orderShape.properties, shopSchema))).toEqual(paths);
});

test("marks by the schema keep unknown and marked values unchanged", () => {
  const members = { password: unknown, title: secret("t"), box: { note: secret(unknown) }, boxes: unknown };
  const expected = { ...members, password: secret(unknown) };
  expect(shown(markSchemaSecrets(members, orderShape.properties, shopSchema))).toBe(shown(expected));
});

const ignoreCase = (one: Plain, other: Plain) => String(one).toLowerCase() === String(other).toLowerCase();

test.each<[what: string, like: ValueMap[], plain: PlainMap, paths: string[]]>([
  [
    "are at the narrowest path, also when its value was not known",
    [{ title: secret(unknown), box: { label: secret("x") } }],
    { title: "new", currency: "EUR", box: { label: "l", weight: 1 } },
    ["title", "box.label"],
  ],
  [
    "are around a value of another form",
    [{ title: { deep: secret(1) }, tags: "x", labels: [secret("l")] }],
    { title: "t", tags: ["a"], labels: { k: "l" } },
    ["title", "labels"],
  ],
  [
    "are around each element that equals no plain one",
    [{ tags: ["a", secret("b"), secret(unknown)] }],
    { tags: ["c", "a", "d"] },
    ["tags[0]", "tags[2]"],
  ],
  ["are of the secret one of equal elements", [{ tags: ["a", secret("a")] }], { tags: ["a"] }, ["tags[0]"]],
  [
    "leave what one of several lists has in plain",
    [{ tags: ["new", "a"] }, { tags: ["a", secret("b")] }],
    { tags: ["new", "a", "b", "c"] },
    ["tags[2]", "tags[3]"],
  ],
  [
    "see the same JSON in another spelling, and use the equality of the property",
    [{ tags: ['{"a":1,"b":2}', secret('{"c":1}'), "A", secret("B")] }],
    { tags: ['{ "c": 1 }', '{"b":2,"a":1}', '{"c":2}', "b", "a"] },
    ["tags[0]", "tags[2]", "tags[3]"],
  ],
  ["hold in nested lists", [{ matrix: [[1, secret(2)], [3]] }], { matrix: [[3], [1, 2], [1, 4]] }, ["matrix[1][1]", "matrix[2]"]],
  [
    "hold in lists of objects with a secret member",
    [{ boxes: [{ label: "plain" }, { label: "x", inner: { label: secret("s") } }] }],
    {
      boxes: [
        { label: "x", inner: { label: "s" } },
        { label: "plain", weight: 1 },
        { label: "x", inner: { label: "s2" } },
      ],
    },
    ["boxes[0].inner.label", "boxes[2]"],
  ],
])("marks of former values %s", (_what, like, plain, paths) =>
  expect(marked(plain, { like, equals: { "tags[*]": ignoreCase } })).toEqual(paths),
);

test("marks of list elements are found in linear time; where too many elements differ, they are secret", () => {
  const count = 5000;
  let compared = 0;
  const equals = (one: Plain, other: Plain) => ++compared > 0 && ignoreCase(one, other);
  const former = Array.from({ length: count }, (_, i) => `element A ${i}`);
  const tags = former.map((text) => text.toLowerCase());
  const like = [{ tags: [...former, secret("s")] }];
  expect(marked({ tags }, { like, equals: { "tags[*]": equals } })).not.toEqual([]);
  expect(compared).toBeLessThan(200_000);
  const boxes = Array.from({ length: count }, () => ({ label: "l", inner: { label: secret("s") } }));
  expect(marked({ tags: former, boxes: boxes.map(toPlainMap) }, { like: [...like, { boxes }] })).toEqual(marksIn({ boxes }));
});

test.each<[what: string, plain: PlainMap, paths: string[]]>([
  [
    "texts that are a secret or hold a long one, at any depth, not those with a short one in a word",
    { title: "pw", currency: "pwd", tags: ["a", "is hunter22!"], extra: [{ deep: "pw" }] },
    ["title", "tags[1]", "extra[0].deep"],
  ],
  [
    "maps with a secret text in a key as a whole; declared members are no such keys",
    {
      extra: { "is hunter22 here": "n", b: 1 },
      shelves: { hunter22: { label: "l" }, a: { label: "l" } },
      box: { label: "l" },
      boxes: [{ label: { deep: { hunter22: 1 } } }],
    },
    ["extra", "shelves", "boxes[0].label.deep"],
  ],
])("marks by secret texts are around %s", (_what, plain, paths) => {
  expect(marked(plain, { texts: secretTexts(secret(["pw", "hunter22", "shelves"])) })).toEqual(paths);
});

describe("marking", () => {
  it("converts values without a JSON form to null", () => {
    expect(shown(markSecrets({ tags: ["a", undefined as never], title: undefined as never }, options))).toBe('{"tags": ["a", null]}');
  });

  /** Adds a member to every list and object inside. */
  const alter = (value: Value) => {
    if (value instanceof Secret) return alter(value.value);
    if (value === null || typeof value !== "object") return;
    Object.values(value).forEach(alter);
    if (Array.isArray(value)) value.push("altered");
    else (value as ValueMap)["altered"] = true;
  };

  it("changes only marks, never marks twice, and returns a copy that shares nothing with the given values", () => {
    fc.assert(
      fc.property(jsonMap, treeMap, (plain, like) => {
        const given = { ...plain, box: plain, shelves: { s: plain }, keys: [plain], vault: plain, tags: ["t"] } as PlainMap;
        const before = shown(given);
        const result = markSecrets(given, {
          ...options,
          like: [{ ...like, box: like, tags: secret(["t"]) }],
          texts: secretTexts(like),
        });
        expect(shown(toPlainMap(result))).toBe(shown(toPlainMap(given)));
        expect(shown(result)).not.toMatch(/secret\((secret\(|null)/);
        alter(result);
        expect(shown(given)).toBe(before);
      }),
    );
  });

  it("leaves no secret text unmarked", () => {
    const needle = "needle-in-a-haystack";
    fc.assert(
      fc.property(jsonMap, (plain) => {
        const given = { ...plain, deep: [{ text: `a ${needle} b` }] };
        const result = markSecrets(given, { schema: shopSchema, shape: {}, texts: new Set([needle]) });
        expect(shown(result).replaceAll(/secret\("(?:[^"\\]|\\.)*"\)/g, "")).not.toContain(needle);
        expect(hasSecret(result)).toBe(true);
      }),
    );
  });
});
