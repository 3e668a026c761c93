/** Property paths as the engine writes and reads them. See docs/protocol.md#paths. */
import fc from "fast-check";
import { below, covers, format, join, parse, type Step } from "../../../../provider/core/values/path";
import { PathSet } from "../../../../provider/core/values/path-set";
import { keys } from "../../../support/values";

describe("a path", () => {
  it.each<[path: string, steps: Step[]]>([
    ["", []],
    ["a[0][12].c", ["a", 0, 12, "c"]],
    ['a["say \\"hi\\""]', ["a", 'say "hi"']],
    ['a["back\\slash"]', ["a", "back\\slash"]],
    ['a[""]', ["a", ""]],
    ['["root.key"].b', ["root.key", "b"]],
  ])("%j is read and written unchanged", (path, steps) => {
    expect(parse(path)).toEqual(steps);
    expect(format(steps)).toBe(path);
  });

  it("reads back to the same steps, but for keys that end in a backslash: the engine's grammar has no form for them", () => {
    const step = fc.oneof(
      keys.filter((key) => !key.endsWith("\\")),
      fc.nat(1000),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 5 }), (steps) => expect(parse(format(steps))).toEqual(steps)),
      { numRuns: 500 },
    );
  });

  it("is read without failing whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a.[]"\\*0\n') }), (text) => expect(Array.isArray(parse(text))).toBe(true)),
      { numRuns: 500 },
    );
  });

  it.each<[path: string, steps: Step[]]>([
    ['a.["b"]', ["a", "b"]],
    ["a[*].b", ["a", "*", "b"]],
    ["*", ["*"]],
    ['a["b\\"]', ["a", "b\\"]],
  ])("%j of a user is accepted", (path, steps) => expect(parse(path)).toEqual(steps));

  it("grows by a step, in a table of rules whatever the key", () => {
    expect([join("", "a"), join("a", 3), join("", "a b")]).toEqual(["a", "a[3]", '["a b"]']);
    expect([below("", "a"), below("a[*]", "b")]).toEqual(["a", "a[*].b"]);
  });
});

test.each([
  ["a.b", "a.bc", false],
  ["a[*].c", "a[3].c", true],
  ["a[*]", "a", false],
  ["a.*.c", 'a["x.y"].c', true],
  ['a["1"]', "a[1]", true],
  ["", "a", true],
])("the pattern %j covers %j: %s", (pattern, path, covered) => expect(covers(parse(pattern), parse(path))).toBe(covered));

const path = fc.array(fc.constantFrom<Step>("a", "b", 'a"/"', 0, 1), { minLength: 1, maxLength: 4 });

test("a set of paths finds the path or a parent of it, and the path or a child of it, as a search of all does", () => {
  fc.assert(
    fc.property(fc.array(path, { maxLength: 8 }), path, (paths, queried) => {
      const set = new PathSet(paths);
      expect(set.covers(queried)).toBe(paths.some((each) => covers(each, queried)));
      expect(set.reaches(queried)).toBe(paths.some((each) => covers(queried, each)));
    }),
  );
});
