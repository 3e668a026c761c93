// Property paths that are searched by path, parent and child, each in the time of one path. Pure.
import type { Path } from "./path";

/** A set of paths. */
export class PathSet {
  private readonly paths = new Set<string>();
  /** The paths and all parents of them. */
  private readonly prefixes = new Set<string>();

  constructor(paths: readonly Path[]) {
    for (const path of paths) {
      const keys = keysOf(path);
      for (const key of keys) this.prefixes.add(key);
      this.paths.add(keys.at(-1) ?? "");
    }
  }

  /** Returns whether the set contains the path or a parent of it. */
  covers(path: Path): boolean {
    return keysOf(path).some((key) => this.paths.has(key));
  }

  /** Returns whether the set contains the path or a child of it. */
  reaches(path: Path): boolean {
    return this.prefixes.has(keysOf(path).at(-1) ?? "");
  }
}

/** Returns one text for each parent of the path, from the first step on, and for the path itself. */
function keysOf(path: Path): string[] {
  let key = "";
  return path.map((step) => (key += `${JSON.stringify(String(step))}/`));
}
