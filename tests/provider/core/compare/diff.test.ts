/** Changes by semantic equality and by path. See docs/protocol.md#diff. */
import fc from "fast-check";
import { changesBetween, type DiffOptions } from "../../../../provider/core/compare/diff";
import { covers, parse } from "../../../../provider/core/values/path";
import {
  hasUnknown,
  Opaque,
  ResourceReference,
  Secret,
  unknown,
  type Plain,
  type Value,
  type ValueMap,
} from "../../../../provider/core/values/value";
import { diffResponse } from "../../../../provider/plugin/responses";
import { diffViolations } from "../../../support/invariants";
import { orderInputs, shopSchema } from "../../../support/packages";
import { treeMap } from "../../../support/values";

const options: DiffOptions = { schema: shopSchema, properties: orderInputs };
/** Returns the changes as `kind path`, with `!` for a replacement. */
const changes = (old: ValueMap, next: ValueMap, more: Partial<DiffOptions> = {}) => {
  const found = changesBetween(old, next, { ...options, ...more });
  expect(diffViolations(diffResponse({ changes: found }))).toEqual([]);
  return found.map(({ path, kind, replaces }) => `${kind}${replaces ? "!" : ""} ${path}`);
};

const box = (members: ValueMap = {}): ValueMap => ({ label: "l", ...members });
const asset = (hash: string): Value => [new Opaque("asset", { hash })];
const sameSet = (left: Plain, right: Plain) => [left].flat().sort().join() === [right].flat().sort().join();
const ignoreCase = (left: Plain, right: Plain) => String(left).toLowerCase() === String(right).toLowerCase();
const equals = { tags: sameSet, "boxes[*].label": ignoreCase, "labels.*": ignoreCase };
const defaults = { title: "none", box: {}, "boxes[*].material": "wood", "shelves.*.material": "tin" };

test.each<[what: string, old: ValueMap, next: ValueMap, expected: string[], more?: Partial<DiffOptions>]>([
  ["an element that moves", { tags: ["a", "b", "c"] }, { tags: ["b", "c", "a"] }, ["delete tags[0]", "add tags[2]"]],
  ["what the schema does not know: states of other versions", { gone: { a: 1 } }, { gone: { a: 2 } }, ["update gone.a"]],
  ["not what is unknown and one side alone has", { gone: { a: 1 }, box: box({ old: "x" }) }, { box: box(), new: 1 }, []],
  ["what one side alone has in a value of any type", { anything: { a: 1 } }, { anything: {} }, ["delete anything.a"]],
  ["a replacement by an unknown", { name: "a" }, { name: new Secret(unknown) }, ["update! name"]],
  ["no replacement by an unknown if the caller excludes it", { name: "a" }, { name: unknown }, ["update name"], { keepsOnUnknown: true }],
  ["an unknown for a default", {}, { priority: unknown }, ["add priority"]],
  ["an unknown in a list", { tags: ["a", "b"] }, { tags: ["a", unknown] }, ["update tags[1]"]],
  [
    "an unknown in a set, which is not compared",
    { tags: ["a"] },
    { tags: [unknown] },
    ["update tags[0]"],
    { equals: { tags: () => true } },
  ],
  ["another entry of a map", { labels: { a: "A", b: "B" } }, { labels: { a: "a", b: "c" } }, ["update labels.b"], { equals }],
  ["an object that goes although an empty one is the default", { box: box() }, {}, ["delete box"], { defaults }],
])("reports %s", (...[, old, next, expected, more]) => expect(changes(old, next, more)).toEqual(expected));

test.each<[old: ValueMap, next: ValueMap, more?: Partial<DiffOptions>]>([
  [
    // null for absent, defaults of the schema, secret marks, a reference for its id, the same asset
    { amount: null, boxes: [box({ weight: 1 })], box: box({ marks: ["m"] }), title: "id-1", anything: asset("h") },
    {
      priority: 5,
      boxes: [box()],
      box: new Secret(box({ marks: [new Secret("m")] })),
      title: new ResourceReference("urn:x", "id-1"),
      anything: asset("h"),
    },
  ],
  [
    { title: "none", boxes: [box({ material: "wood" })], shelves: { s: box({ material: "tin" }) } },
    { boxes: [box()], shelves: { s: box() } },
    { defaults },
  ],
])("equal values are not reported: %p", (old, next, more = {}) => {
  expect(changes(old, next, more)).toEqual([]);
  expect(changes(next, old, more)).toEqual([]);
});

test.each<[Value, Value, string[]]>([
  ["a", ["a"], ["update tags"]],
  [["a"], { a: "a" }, ["update tags"]],
])("no comparer is called for values of another form, which only an old state can hold: %j", (old, next, expected) => {
  const isEqual = jest.fn(() => true);
  expect(changes({ tags: old }, { tags: next }, { equals: { tags: isEqual } })).toEqual(expected);
  expect(isEqual).not.toHaveBeenCalled();
});

test.each([
  ["box", ["update labels.a", 'update labels["b.c"]', "update title"]],
  ["labels.*", ["update box.inner.label", "update title"]],
])("%s is ignored", (ignore, expected) => {
  const value = (text: string): ValueMap => ({ title: text, box: box({ inner: box({ label: text }) }), labels: { a: text, "b.c": text } });
  expect(changes(value("1"), value("2"), { ignore: [ignore] })).toEqual(expected);
});

describe("any two values", () => {
  const inputs = fc.tuple(treeMap, treeMap).map(([top, deep]): ValueMap => ({ ...top, box: deep, labels: deep, boxes: [deep] }));
  const known = inputs.filter((value) => !hasUnknown(value));

  it("do not differ if they are the same, and change back and forth at the same paths", () => {
    const turned = { add: "delete", delete: "add", update: "update" } as const;
    fc.assert(
      fc.property(known, known, (old, next) => {
        expect(changesBetween(old, old, options)).toEqual([]);
        const back = changesBetween(next, old, options).map((change) => ({ ...change, kind: turned[change.kind] }));
        expect(back).toEqual(changesBetween(old, next, options));
      }),
    );
  });

  it("have distinct paths, each with its key", () => {
    fc.assert(
      fc.property(inputs, inputs, (old, next) => {
        const found = changesBetween(old, next, options);
        expect(found.some(({ path }, i) => found.some((other, j) => i !== j && covers(parse(path), parse(other.path))))).toBe(false);
        expect(diffViolations(diffResponse({ changes: found }))).toEqual([]);
      }),
    );
  });
});

test("the work of comparing changed entries of a map grows in proportion to their number", () => {
  const work = (count: number) => {
    const isEqual = jest.fn(() => false);
    const labels = (value: string): Record<string, string> => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value]));
    const found = changesBetween({ labels: labels("a") }, { labels: labels("b") }, { ...options, equals: { "labels.*": isEqual } });
    expect(found).toHaveLength(count);
    return isEqual.mock.calls.length;
  };
  expect(work(2000)).toBeLessThanOrEqual(2 * work(1000));
});
