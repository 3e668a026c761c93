// The changes of one update, by property path. Pure.
import type { ChangedProperties } from "../../contract/resource";
import { parse } from "../values/path";
import { PathSet } from "../values/path-set";
import type { PlainMap } from "../values/value";

/** Returns the view of the changes that `update` receives. `names`: all inputs, in the order of the schema. */
export function changedProperties(
  changes: readonly { path: string; key: string }[],
  names: readonly string[],
): ChangedProperties<PlainMap> {
  const changed = new PathSet(changes.map(({ path }) => parse(path)));
  const keys = new Set(changes.map(({ key }) => key));
  return {
    names: names.filter((name) => keys.has(name)),
    has: (...paths) =>
      paths.some((path) => {
        const queried = parse(path);
        return changed.covers(queried) || changed.reaches(queried);
      }),
  };
}
