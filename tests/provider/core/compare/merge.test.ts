/** Inputs for services that take whole objects only (docs/protocol.md#update). */
import { changesBetween } from "../../../../provider/core/compare/diff";
import { mergeInputs, resetPaths, type MergeOptions } from "../../../../provider/core/compare/merge";
import type { Plain, PlainMap } from "../../../../provider/core/values/value";
import { orderInputs, shopSchema } from "../../../support/packages";

const options = (prior: PlainMap, declared: PlainMap, ignore: string[] = []): MergeOptions => ({
  schema: shopSchema,
  properties: orderInputs,
  changes: changesBetween(prior, declared, { schema: shopSchema, properties: orderInputs, ignore }),
  prior,
  ignore,
});

type Write = [prior: PlainMap, declared: PlainMap, remote: PlainMap, ignore: string[]];
/** Lists of tags have no order. */
const unordered = { tags: (left: Plain, right: Plain): boolean => [left].flat().sort().join() === [right].flat().sort().join() };

describe("the merged inputs", () => {
  const cases: [name: string, ...Write, merged: PlainMap][] = [
    ["leave out what the program removed", { title: "a", amount: 7 }, { title: "a" }, { title: "a", amount: 7 }, [], { title: "a" }],
    [
      "leave out removed keys of a map",
      { labels: { a: "1", b: "2" } },
      { labels: { a: "1" } },
      { labels: { a: "1", b: "2", c: "3" } },
      [],
      { labels: { a: "1", c: "3" } },
    ],
    [
      "keep ignored keys of a map",
      { labels: { a: "1" } },
      { labels: { a: "1" } },
      { labels: { a: "9" } },
      ["labels.a"],
      { labels: { a: "9" } },
    ],
    [
      "leave out an ignored element that another writer removed",
      { tags: ["a"] },
      { tags: ["a"], gift: true },
      { tags: [] },
      ["tags[0]"],
      { tags: [], gift: true },
    ],
    [
      "leave out an ignored element that another writer removed before other elements",
      { tags: ["a", "b"] },
      { tags: ["a", "b"], gift: true },
      { tags: ["b"] },
      ["tags[0]"],
      { tags: ["b"], gift: true },
    ],
    [
      "keep ignored elements of a list",
      { tags: ["a", "b"] },
      { tags: ["a", "c"] },
      { tags: ["x", "b"] },
      ["tags[0]"],
      { tags: ["x", "c"] },
    ],
  ];

  it.each(cases)("%s", (...[, prior, declared, remote, ignore, merged]) => {
    expect(mergeInputs(declared, remote, options(prior, declared, ignore))).toEqual(merged);
  });
});

describe("a list that the service returns in another order", () => {
  const prior = { tags: ["a", "b"] };
  const declared = { tags: ["a"] };
  const remote = { tags: ["b", "a"] };

  it("keeps the ignored element of the program", () => {
    expect(mergeInputs(declared, remote, { ...options(prior, declared, ["tags[0]"]), equals: unordered })).toEqual({ tags: ["a"] });
  });
});

describe("the reset paths", () => {
  const cases: [name: string, ...Write, paths: string[]][] = [
    ["name one that another writer removed", { title: "a" }, { title: "a", gift: true }, {}, [], ["title"]],
    ["name elements that another writer added to a list", { tags: ["a"] }, { tags: ["b"] }, { tags: ["a", "z"] }, [], ["tags[1]"]],
    ["leave out what is ignored", { title: "a" }, { title: "a", gift: true }, { title: "x" }, ["title"], []],
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
  ];

  it("name one member where the program has only reordered a list", () => {
    const a = { label: "a", note: "n", marks: ["m"] };
    const b = { label: "b", weight: 2 };
    const sameLabels = (left: Plain, right: Plain): boolean =>
      JSON.stringify(
        [left]
          .flat()
          .map((box) => JSON.stringify(box))
          .sort(),
      ) ===
      JSON.stringify(
        [right]
          .flat()
          .map((box) => JSON.stringify(box))
          .sort(),
      );
    const equals = { boxes: sameLabels };
    const prior = { boxes: [a, b] };
    const declared = { boxes: [b, a] };
    const remote = { boxes: [{ label: "a", marks: ["m"] }, b] };
    const changes = changesBetween(prior, declared, { schema: shopSchema, properties: orderInputs, equals });
    expect(changes).toEqual([]);
    expect(resetPaths(declared, remote, { ...options(prior, declared), changes, equals })).toEqual(["boxes[0].note"]);
  });

  it.each(cases)("%s", (...[, prior, declared, remote, ignore, paths]) => {
    expect(resetPaths(declared, remote, options(prior, declared, ignore))).toEqual(paths);
  });
});
