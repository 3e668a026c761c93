// The changes of one Update, as the code of a module asks for them. Pure.
import type { ChangedProperties } from "./contract";
import { covers, parse } from "./path";
import type { PlainMap } from "./value";

/** The questions about these paths; `names` are all inputs in the order of the schema. */
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
        const asked = parse(path);
        return changedPaths.some((steps) => covers(asked, steps) || covers(steps, asked));
      }),
  };
}
