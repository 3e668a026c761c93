/** Inputs for services that take whole objects only (docs/protocol.md#update). */
import { changesBetween } from "../../../../provider/core/compare/diff";
import { mergeInputs, resetPaths, type MergeOptions } from "../../../../provider/core/compare/merge";
import type { Plain, PlainMap } from "../../../../provider/core/values/value";
import { orderInputs, shopSchema } from "../../../support/packages";

const options = (prior: PlainMap, declared: PlainMap, ignore: string[], equals?: MergeOptions["equals"]): MergeOptions => ({
  schema: shopSchema,
  properties: orderInputs,
  changes: changesBetween(prior, declared, { schema: shopSchema, properties: orderInputs, ignore, equals }),
  prior,
  ignore,
  equals,
});

type Write = [prior: PlainMap, declared: PlainMap, remote: PlainMap, ignore: string[]];
const members = (list: Plain) => (list as Plain[]).map((each) => JSON.stringify(each)).sort();
const unordered = (left: Plain, right: Plain) => String(members(left)) === String(members(right));

test.each<[what: string, ...Write, merged: PlainMap]>([
  ["leave out what the program removed", { title: "a", amount: 7 }, { title: "a" }, { title: "a", amount: 7 }, [], { title: "a" }],
  [
    "leave out removed keys of a map, keep ignored ones and those of others",
    { labels: { a: "1", b: "2" } },
    { labels: { a: "1" } },
    { labels: { a: "9", b: "2", c: "3" } },
    ["labels.a"],
    { labels: { a: "9", c: "3" } },
  ],
  [
    "leave out an ignored element that another writer removed before other elements",
    { tags: ["a", "b"] },
    { tags: ["a", "b"], gift: true },
    { tags: ["b"] },
    ["tags[0]"],
    { tags: ["b"], gift: true },
  ],
])("the merged inputs %s", (...[, prior, declared, remote, ignore, merged]) => {
  expect(mergeInputs(declared, remote, options(prior, declared, ignore))).toEqual(merged);
});

test("the merged inputs keep the ignored element of the program in a list that the service returns in another order", () => {
  const write = options({ tags: ["a", "b"] }, { tags: ["a"] }, ["tags[0]"]);
  expect(mergeInputs({ tags: ["a"] }, { tags: ["b", "a"] }, { ...write, equals: { tags: unordered } })).toEqual({ tags: ["a"] });
});

test.each<[what: string, ...Write, paths: string[]]>([
  ["name one that another writer removed", { title: "a" }, { title: "a", gift: true }, {}, [], ["title"]],
  [
    "name the unchanged members of an object that another writer removed",
    { box: { label: "a", note: "n", inner: { label: "i" } } },
    { box: { label: "b", note: "n", inner: { label: "i" } } },
    {},
    [],
    ["box.note", "box.inner"],
  ],
  [
    "name the unchanged members of an element that another writer removed",
    { boxes: [{ label: "a", note: "n" }, { label: "c" }] },
    { boxes: [{ label: "b", note: "n" }, { label: "c" }] },
    { boxes: [{ label: "c" }] },
    [],
    ["boxes[0].note"],
  ],
  [
    "leave out members that are ignored, or equal to their default",
    { box: { label: "a", note: "n", weight: 1 } },
    { box: { label: "b", note: "n", weight: 1 } },
    {},
    ["box.note"],
    [],
  ],
])("the reset paths %s", (...[, prior, declared, remote, ignore, paths]) => {
  expect(resetPaths(declared, remote, options(prior, declared, ignore))).toEqual(paths);
});

test("the reset paths name one member where the program has only reordered a list", () => {
  const a = { label: "a", note: "n" };
  const b = { label: "b", weight: 2 };
  const declared = { boxes: [b, a] };
  const write = options({ boxes: [a, b] }, declared, [], { boxes: unordered });
  expect(write.changes).toEqual([]);
  expect(resetPaths(declared, { boxes: [{ label: "a" }, b] }, write)).toEqual(["boxes[0].note"]);
});
