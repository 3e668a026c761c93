/** What the server rejects in the names and patterns of templates. */
import { FORBIDDEN_TEXT } from "./aliases";

/** All that is wrong with the name of an index or component template. */
export const nameProblems = (name: string): string[] => [
  ...(name.includes(" ") ? ["name must not contain a space"] : []),
  ...(name.includes(",") ? ["name must not contain a ','"] : []),
  ...(name.includes("#") ? ["name must not contain a '#'"] : []),
  ...(name.includes("*") ? ["name must not contain a '*'"] : []),
  ...(name.startsWith("_") ? ["name must not start with '_'"] : []),
  ...(name.toLowerCase() !== name ? ["name must be lower cased"] : []),
];

/** All that is wrong with one index pattern. */
export const patternProblems = (pattern: string): string[] => [
  ...(pattern.includes(" ") ? [`index_patterns [${pattern}] must not contain a space`] : []),
  ...(pattern.includes(",") ? [`index_pattern [${pattern}] must not contain a ','`] : []),
  ...(pattern.includes("#") ? [`index_pattern [${pattern}] must not contain a '#'`] : []),
  ...(pattern.includes(":") ? [`index_pattern [${pattern}] must not contain a ':'`] : []),
  ...(pattern.startsWith("_") ? [`index_pattern [${pattern}] must not start with '_'`] : []),
  ...(/[ ",/<>?\\|]/.test(pattern) ? [`index_pattern [${pattern}] must not contain the following characters ${FORBIDDEN_TEXT}`] : []),
];

/**
 * Whether two index patterns can fit one and the same index name. Both are walked through from the left; a `*` on either
 * side may take any run of characters of the other, its stars included.
 */
export const overlap = (a: string, b: string): boolean => {
  const seen = new Map<string, boolean>();
  const walk = (i: number, j: number): boolean => {
    const key = `${i}:${j}`;
    const known = seen.get(key);
    if (known !== undefined) return known;
    let result: boolean;
    if (i === a.length && j === b.length) result = true;
    else if (a[i] === "*") result = walk(i + 1, j) || (j < b.length && walk(i, j + 1));
    else if (b[j] === "*") result = walk(i, j + 1) || (i < a.length && walk(i + 1, j));
    else result = i < a.length && a[i] === b[j] && walk(i + 1, j + 1);
    seen.set(key, result);
    return result;
  };
  return walk(0, 0);
};
