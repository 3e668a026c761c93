/** What holds for every response of Diff, to be checked wherever one is seen. See docs/protocol.md#diff-messages. */
import { DiffResponse_DiffChanges as Changes, PropertyDiff_Kind as Kind } from "../../provider/plugin/gen/provider";
import { parse } from "../../provider/core/values/path";

/** The fields of a DiffResponse that must agree; maps as plain objects. */
interface DiffLike {
  changes: number;
  diffs: readonly string[];
  replaces: readonly string[];
  detailedDiff: Readonly<Record<string, { kind: number }>>;
  hasDetailedDiff: boolean;
  deleteBeforeReplace?: boolean;
  stables?: readonly string[];
}

const replacing: ReadonlySet<number> = new Set([Kind.ADD_REPLACE, Kind.DELETE_REPLACE, Kind.UPDATE_REPLACE]);

/** Returns the violations in a response of Diff. */
export function diffViolations(response: DiffLike): string[] {
  const { changes, diffs, replaces, detailedDiff, hasDetailedDiff, deleteBeforeReplace = false, stables = [] } = response;
  const paths = Object.keys(detailedDiff);
  const rootOf = (path: string) => String(parse(path)[0]);
  const roots = new Set(paths.map(rootOf));
  const wrong: string[] = [];
  const demand = (holds: boolean, what: string): void => void (holds || wrong.push(what));
  demand(changes === (diffs.length > 0 ? Changes.DIFF_SOME : Changes.DIFF_NONE), `changes is ${changes} beside ${diffs.length} diffs`);
  demand(hasDetailedDiff, "hasDetailedDiff is not set");
  for (const [name, texts] of Object.entries({ diffs, replaces, stables }))
    demand(new Set(texts).size === texts.length, `${name} holds duplicates`);
  for (const key of diffs) demand(roots.has(key), `no path of detailedDiff begins with ${key}`);
  for (const path of paths) demand(diffs.includes(rootOf(path)), `the key of ${path} is not in diffs`);
  for (const [path, { kind }] of Object.entries(detailedDiff)) {
    demand(kind in Kind, `${path} has the kind ${kind}`);
    demand(!replacing.has(kind) || replaces.includes(rootOf(path)), `${path} replaces, but its key is not in replaces`);
  }
  for (const key of replaces) {
    demand(
      paths.some((path) => rootOf(path) === key && replacing.has(detailedDiff[path]!.kind)),
      `${key} replaces without a path that does`,
    );
  }
  demand(!deleteBeforeReplace || paths.length > 0, "deleteBeforeReplace without a change");
  return wrong;
}
