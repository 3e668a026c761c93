/** Rings of files that import each other. */

/** Each ring once, as the files on it in the order of their imports. */
export function circles(arrows: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const done = new Set<string>();
  const walk = (file: string, trail: readonly string[]): void => {
    const start = trail.indexOf(file);
    if (start >= 0) found.push(trail.slice(start));
    if (start >= 0 || done.has(file)) return;
    for (const next of arrows.get(file) ?? []) walk(next, [...trail, file]);
    done.add(file);
  };
  for (const file of arrows.keys()) walk(file, []);
  return found;
}
