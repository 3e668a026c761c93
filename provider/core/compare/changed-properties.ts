// The changes of one update, by property path. Pure.
import type { ChangedProperties } from "../../contract/resource";
import { covers, parse } from "../values/path";
import type { PlainMap } from "../values/value";

/** Returns the view of the changes that `update` receives. `names`: all inputs, in the order of the schema. */
export function changedProperties(
  changes: readonly { path: string; key: string }[],
  names: readonly string[],
): ChangedProperties<PlainMap> {
  const changedPaths = changes.map(({ path }) => parse(path));
  const keys = new Set(changes.map(({ key }) => key));
  return {
    names: names.filter((name) => keys.has(name)),
    has: (...paths) =>
      paths.some((path) => {
        const queried = parse(path);
        return changedPaths.some((steps) => covers(queried, steps) || covers(steps, queried));
      }),
  };
}
