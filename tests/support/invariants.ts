// What must hold for every answer of Diff (protocol 2.12, case 111).

/** The parts of an answer of Diff that must agree with each other; numbers as the protocol counts them. */
export interface DiffParts {
  /** 0 unknown, 1 none, 2 some. */
  changes: number;
  diffs: readonly string[];
  replaces: readonly string[];
  /** Kinds 0 to 5 by path: add, add-replace, delete, delete-replace, update, update-replace. */
  detailedDiff: Readonly<Record<string, { kind: number }>>;
  hasDetailedDiff: boolean;
}

/** What is broken; nothing when the answer is whole. */
export function diffBreaches({ changes, diffs, replaces, detailedDiff, hasDetailedDiff }: DiffParts): string[] {
  const paths = Object.keys(detailedDiff);
  const replacing = paths.filter((path) => detailedDiff[path]!.kind % 2 === 1);
  const breaches: [boolean, string][] = [
    [!hasDetailedDiff, "hasDetailedDiff is not set"],
    [changes !== (diffs.length > 0 ? 2 : 1), `changes is ${changes} with ${diffs.length} diffs`],
    [new Set(diffs).size !== diffs.length, `diffs holds a key twice: ${diffs.join(", ")}`],
    [new Set(replaces).size !== replaces.length, `replaces holds a key twice: ${replaces.join(", ")}`],
    ...diffs.map((key): [boolean, string] => [!paths.some((path) => topKey(path) === key), `no path of detailedDiff begins with ${key}`]),
    ...paths.map((path): [boolean, string] => [!diffs.includes(topKey(path)), `${path} is not in diffs`]),
    ...replacing.map((path): [boolean, string] => [!replaces.includes(topKey(path)), `${path} replaces, and its key is not in replaces`]),
    ...replaces.map((key): [boolean, string] => [!replacing.some((path) => topKey(path) === key), `${key} replaces, and no path says why`]),
  ];
  return breaches.filter(([broken]) => broken).map(([, text]) => text);
}

/** The top-level key of a path: `a` of `a.b[0]`, `a.b` of `["a.b"].c`. */
export function topKey(path: string): string {
  const quoted = /^\["((?:[^"\\]|\\.)*)"\]/.exec(path)?.[1];
  return quoted === undefined ? (/^[^.[]*/.exec(path)?.[0] ?? "") : quoted.replace(/\\(.)/g, "$1");
}
