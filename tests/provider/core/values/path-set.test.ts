/** A set of paths finds what a search of all of them finds. */
import fc from "fast-check";
import { covers, type Step } from "../../../../provider/core/values/path";
import { PathSet } from "../../../../provider/core/values/path-set";

const path: fc.Arbitrary<Step[]> = fc.array(fc.constantFrom<Step>("a", "b", 'a"/"', 0, 1), { minLength: 1, maxLength: 4 });

test("the path or a parent of it, and the path or a child of it", () => {
  fc.assert(
    fc.property(fc.array(path, { maxLength: 8 }), path, (paths, queried) => {
      const set = new PathSet(paths);
      expect(set.covers(queried)).toBe(paths.some((each) => covers(each, queried)));
      expect(set.reaches(queried)).toBe(paths.some((each) => covers(queried, each)));
    }),
  );
});
