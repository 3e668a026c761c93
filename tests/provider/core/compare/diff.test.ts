/** Changes by semantic equality and by path. See docs/protocol.md#diff. */
import fc from "fast-check";
import { changesBetween, type DiffOptions } from "../../../../provider/core/compare/diff";
import { equalText } from "../../../../provider/core/json/json";
import { covers, parse } from "../../../../provider/core/values/path";
import type { Plain, Value, ValueMap } from "../../../../provider/core/values/value";
import { Opaque, ResourceReference, Secret, unknown } from "../../../../provider/core/values/value";
import { diffResponse } from "../../../../provider/plugin/responses";
import { diffViolations } from "../../../support/invariants";
import { orderInputs, shopSchema } from "../../../support/packages";
import { treeMap } from "../../../support/values";

const options: DiffOptions = { schema: shopSchema, properties: orderInputs };
/** Returns the changes as `kind path`, with `!` for a replacement. */
const changes = (old: ValueMap, next: ValueMap, more: Partial<DiffOptions> = {}): string[] => {
  const found = changesBetween(old, next, { ...options, ...more });
  expect(diffViolations(diffResponse({ changes: found }))).toEqual([]);
  return found.map(({ path, kind, replaces }) => `${kind}${replaces ? "!" : ""} ${path}`);
};

const box = (members: ValueMap = {}): ValueMap => ({ label: "l", ...members });

describe("changes", () => {
  const cases: [name: string, old: ValueMap, next: ValueMap, expected: string[]][] = [
    ["a nested leaf", { box: box({ inner: box() }) }, { box: box({ inner: box({ label: "m" }) }) }, ["update box.inner.label"]],
    ["an object that comes, as a whole", {}, { box: box() }, ["add box"]],
    ["an object that goes, as a whole", { box: box() }, {}, ["delete box"]],
    ["an element before the others", { tags: ["b", "c", "d"] }, { tags: ["a", "b", "c", "d"] }, ["add tags[0]"]],
    ["the first of several elements", { tags: ["a", "b", "c"] }, { tags: ["b", "c"] }, ["delete tags[0]"]],
    ["an element that moves", { tags: ["a", "b", "c"] }, { tags: ["b", "c", "a"] }, ["delete tags[0]", "add tags[2]"]],
    ["another element at the same position", { tags: ["a", "b", "c"] }, { tags: ["a", "x", "c"] }, ["update tags[1]"]],
    [
      "a removal and an addition at one position",
      { tags: ["k", "x", "m"] },
      { tags: ["p", "q", "k", "m"] },
      ["add tags[0]", "update tags[1]"],
    ],
    ["elements that change places", { tags: ["a", "b"] }, { tags: ["b", "a"] }, ["delete tags[0]", "add tags[1]"]],
    ["an object before an equal one", { boxes: [box()] }, { boxes: [box({ label: "x" }), box()] }, ["add boxes[0]"]],
    ["a leaf in a list", { boxes: [box(), box()] }, { boxes: [box(), box({ label: "x" })] }, ["update boxes[1].label"]],
    ["an object for a text", { either: "x" }, { either: box() }, ["update either"]],
    [
      "entries of a map",
      { labels: { a: "1", b: "2" } },
      { labels: { a: "1", b: "3", "c.d": "4" } },
      ["update labels.b", 'add labels["c.d"]'],
    ],
    [
      "odd keys",
      { labels: {} },
      { labels: { 'q"': "1", __proto__x: "2", "": "3" } },
      ['add labels[""]', "add labels.__proto__x", 'add labels["q\\""]'],
    ],
    [
      "several, in the order of the keys",
      { title: "t", amount: 1 },
      { title: "u", amount: 2, gift: true },
      ["update amount", "add gift", "update title"],
    ],
  ];

  it.each(cases)("%s", (_name, old, next, expected) => expect(changes(old, next)).toEqual(expected));

  const none: [name: string, old: ValueMap, next: ValueMap][] = [
    ["a secret mark deep inside", { box: box({ marks: ["m"] }) }, { box: new Secret(box({ marks: [new Secret("m")] })) }],
    ["null for absent", { title: null }, {}],
    ["a default that is given", {}, { priority: 5, currency: "EUR" }],
    ["a default inside a list", { boxes: [box({ weight: 1 })] }, { boxes: [box()] }],
    ["a reference for its id", { title: "id-1" }, { title: new ResourceReference("urn:x", "id-1") }],
    ["the same asset", { anything: new Opaque("asset", { hash: "h" }) }, { anything: new Opaque("asset", { hash: "h" }) }],
  ];

  it.each(none)("are not: %s", (_name, old, next) => {
    expect(changes(old, next)).toEqual([]);
    expect(changes(next, old)).toEqual([]);
  });

  it("are also those of an asset", () => {
    const asset = (hash: string): Value => [new Opaque("asset", { hash })];
    expect(changes({ anything: asset("1") }, { anything: asset("2") })).toEqual(["update anything[0]"]);
  });

  it("are also those of what the schema does not know: states of other versions", () => {
    expect(changes({ gone: { a: 1 } }, { gone: { a: 2 } })).toEqual(["update gone.a"]);
  });

  it("are not those of what the schema does not know and one side alone has", () => {
    expect(changes({ gone: { a: 1 }, box: box({ old: "x" }) }, { box: box(), new: 1 })).toEqual([]);
    expect(changes({ anything: { a: 1 } }, { anything: {} })).toEqual(["delete anything.a"]);
  });
});

describe("a replacement", () => {
  const cases: [name: string, old: ValueMap, next: ValueMap, expected: string[]][] = [
    ["that comes", {}, { name: "b" }, ["add! name"]],
    ["that goes", { name: "a" }, {}, ["delete! name"]],
    ["a nested property", { box: box({ material: "wood" }) }, { box: box({ material: "tin" }) }, ["update! box.material"]],
    ["an unknown", { name: "a" }, { name: unknown }, ["update! name"]],
    ["a secret unknown", { name: "a" }, { name: new Secret(unknown) }, ["update! name"]],
  ];

  it.each(cases)("is forced by %s", (_name, old, next, expected) => expect(changes(old, next)).toEqual(expected));

  it("is not forced by an unknown if the caller excludes it", () => {
    expect(changes({ name: "a" }, { name: unknown }, { keepsOnUnknown: true })).toEqual(["update name"]);
    expect(changes({ name: "a" }, { name: "b" }, { keepsOnUnknown: true })).toEqual(["update! name"]);
  });
});

describe("an unknown", () => {
  const cases: [name: string, old: ValueMap, next: ValueMap, expected: string[]][] = [
    ["for a known value", { title: "t" }, { title: unknown }, ["update title"]],
    ["for a default", {}, { priority: unknown }, ["add priority"]],
    ["in a list", { tags: ["a", "b"] }, { tags: ["a", unknown] }, ["update tags[1]"]],
  ];

  it.each(cases)("%s is a change", (_name, old, next, expected) => expect(changes(old, next)).toEqual(expected));
});

describe("equal though different", () => {
  const sameSet = (left: Plain, right: Plain): boolean => [...(left as string[])].sort().join() === [...(right as string[])].sort().join();
  const ignoreCase = (left: Plain, right: Plain): boolean => String(left).toLowerCase() === String(right).toLowerCase();
  const same = { tags: sameSet, document: equalText, "boxes[*].label": ignoreCase, "shelves.*.label": ignoreCase, "labels.*": ignoreCase };

  const none: [name: string, old: ValueMap, next: ValueMap][] = [
    ["a permuted set", { tags: ["a", "b"] }, { tags: ["b", "a"] }],
    ["JSON text in another layout", { document: '{"a":1}' }, { document: '{ "a" : 1 }' }],
    ["a comparer for any element", { boxes: [box({ label: "A" })] }, { boxes: [box({ label: "a" })] }],
    ["a comparer for any key of a map", { labels: { "x.y": "A" } }, { labels: { "x.y": "a" } }],
    ["secrets inside", { tags: new Secret(["a", "b"]) }, { tags: [new Secret("b"), "a"] }],
  ];

  it.each(none)("%s is no change", (_name, old, next) => {
    expect(changes(old, next, { equals: same })).toEqual([]);
    expect(changes(old, next)).not.toEqual([]);
  });

  it("only other differences are reported", () => {
    const old = { labels: { a: "A", b: "B" } };
    expect(changes(old, { labels: { a: "a", b: "c" } }, { equals: same })).toEqual(["update labels.b"]);
  });

  it("is not called for unknowns", () => {
    expect(changes({ tags: ["a"] }, { tags: [unknown] }, { equals: { tags: () => true } })).toEqual(["update tags[0]"]);
  });

  it.each<[Value, Value, string[]]>([
    ["a", ["a"], ["update tags"]],
    [[1], ["a"], ["update tags[0]"]],
    [["a", null], ["a", "b"], ["add tags[1]"]],
    [["a"], { a: "a" }, ["update tags"]],
  ])("are not called for values of another form, which only an old state can hold: %j", (old, next, expected) => {
    const isEqual = jest.fn(() => true);
    expect(changes({ tags: old }, { tags: next }, { equals: { tags: isEqual } })).toEqual(expected);
    expect(isEqual).not.toHaveBeenCalled();
  });
});

describe("defaults of the service", () => {
  const serverDefaults = { title: "none", tags: [], box: {}, "boxes[*].material": "wood", "shelves.*.material": "tin" };
  const none: [name: string, given: ValueMap, absent: ValueMap][] = [
    ["in a list", { boxes: [box({ material: "wood" })] }, { boxes: [box()] }],
    ["in a map", { shelves: { s: box({ material: "tin" }) } }, { shelves: { s: box() } }],
  ];

  it.each(none)("are no change when they are given: %s", (_name, given, absent) => {
    expect(changes(given, absent, { defaults: serverDefaults })).toEqual([]);
    expect(changes(absent, given, { defaults: serverDefaults })).toEqual([]);
  });

  it("are compared with another value", () => {
    expect(changes({}, { title: "some" }, { defaults: serverDefaults })).toEqual(["add title"]);
    expect(changes({ title: "some" }, { title: "none" }, { defaults: serverDefaults })).toEqual(["update title"]);
    expect(changes({ box: box() }, {}, { defaults: serverDefaults })).toEqual(["delete box"]);
  });
});

describe("ignored paths", () => {
  const old: ValueMap = { title: "t", box: box({ inner: box() }), boxes: [box(), box()], labels: { a: "1", "b.c": "2" } };
  const next: ValueMap = {
    title: "u",
    box: box({ inner: box({ label: "i" }) }),
    boxes: [box({ label: "x" }), box({ label: "y" })],
    labels: { a: "3", "b.c": "4" },
  };
  const all = [
    "update box.inner.label",
    "update boxes[0].label",
    "update boxes[1].label",
    "update labels.a",
    'update labels["b.c"]',
    "update title",
  ];
  const cases: [ignore: string[], gone: string[]][] = [
    [["title"], ["update title"]],
    [["box"], ["update box.inner.label"]],
    [['labels["b.c"]'], ['update labels["b.c"]']],
    [["labels.*"], ["update labels.a", 'update labels["b.c"]']],
  ];

  it.each(cases)("%j", (ignore, gone) => {
    const expected = ignore.includes("") ? [] : all.filter((change) => !gone.includes(change));
    expect(changes(old, next, { ignore })).toEqual(expected);
  });
});

describe("any two values", () => {
  const inputs = fc.tuple(treeMap, treeMap).map(([top, deep]): ValueMap => ({ ...top, box: deep, labels: deep, boxes: [deep] }));

  it("does not differ from itself where it is known", () => {
    fc.assert(
      fc.property(inputs, (value) =>
        expect(changesBetween(value, value, options).filter(({ path }) => !holdsUnknown(value, path))).toEqual([]),
      ),
    );
  });

  it("have distinct paths, each with its key", () => {
    fc.assert(
      fc.property(inputs, inputs, (old, next) => {
        const found = changesBetween(old, next, options);
        expect(new Set(found.map(({ path }) => path)).size).toBe(found.length);
        expect(found.some(({ path }, i) => found.some((other, j) => i !== j && covers(parse(path), parse(other.path))))).toBe(false);
        expect(diffViolations(diffResponse({ changes: found }))).toEqual([]);
      }),
    );
  });

  it("changes back and forth at the same paths", () => {
    fc.assert(
      fc.property(inputs.map(withoutUnknowns), inputs.map(withoutUnknowns), (old, next) => {
        const turned = { add: "delete", delete: "add", update: "update" } as const;
        const back = changesBetween(next, old, options).map((change) => ({ ...change, kind: turned[change.kind] }));
        expect(back).toEqual(changesBetween(old, next, options));
      }),
    );
  });
});

function holdsUnknown(value: ValueMap, path: string): boolean {
  let at: Value | undefined = value;
  for (const step of parse(path)) {
    while (at instanceof Secret) at = at.value;
    if (at instanceof Opaque) return true;
    at = (at as ValueMap)[step as string];
  }
  return JSON.stringify(at ?? null, (_key, part: unknown) => (part === unknown ? "UNKNOWN" : part)).includes("UNKNOWN");
}

function withoutUnknowns(value: ValueMap): ValueMap {
  const known = (part: Value): Value => {
    if (part === unknown) return "known";
    if (part instanceof ResourceReference) return part.urn;
    if (part instanceof Secret) return new Secret(known(part.value));
    if (Array.isArray(part)) return part.map(known);
    if (part === null || typeof part !== "object" || part instanceof Opaque) return part;
    const map = Object.create(null) as ValueMap;
    for (const key of Object.keys(part)) map[key] = known((part as ValueMap)[key]!);
    return map;
  };
  return known(value) as ValueMap;
}
