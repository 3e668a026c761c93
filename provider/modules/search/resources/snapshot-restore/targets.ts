// What a restore writes: the chosen indices and data streams of a snapshot, under their new names. See docs/modules/search-access.md#restores. Pure.
import type { Search } from "../../../../core/gen/types";
import { isBackingIndex, regularIndices, type Snapshot } from "../snapshot/response";

type Choice = Pick<Search.SearchSnapshotRestoreInputs, "indices" | "renamePattern" | "renameReplacement">;

/** New names, and the former ones that get them. */
export interface Targets {
  indices: ReadonlyMap<string, readonly string[]>;
  dataStreams: ReadonlyMap<string, readonly string[]>;
}

/** Returns the targets of a restore. */
export function targetsOf(snapshot: Snapshot, choice: Choice): Targets {
  const { snapshotIndices, dataStreams } = snapshot;
  const regular = regularIndices(snapshot);
  const chosen = chosenNames([...regular, ...dataStreams], choice.indices ?? []);
  const streams = dataStreams.filter((name) => chosen.has(name));
  const rename = renaming(choice);
  const backing = snapshotIndices.filter((index) => streams.some((stream) => isBackingIndex(index, stream)));
  // The server renames what follows the prefix of a backing index.
  const renamed: [string, string][] = [
    ...regular.filter((name) => chosen.has(name)).map((name): [string, string] => [rename(name), name]),
    ...backing.map((name): [string, string] => [name.slice(0, 4) + rename(name.slice(4)), name]),
  ];
  return { indices: groupByTarget(renamed), dataStreams: groupByTarget(streams.map((name) => [rename(name), name])) };
}

function groupByTarget(pairs: readonly [target: string, source: string][]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [target, source] of pairs) groups.set(target, [...(groups.get(target) ?? []), source]);
  return groups;
}

/** Returns the names that a list selects: an entry that begins with `-` excludes, and as the first one it excludes from all names. */
function chosenNames(names: readonly string[], list: readonly string[]): Set<string> {
  const patterns = list.length === 0 || list[0] === "_all" ? ["*"] : list;
  let chosen = new Set<string>();
  patterns.forEach((entry, position) => {
    const excludes = entry.startsWith("-") && !names.includes(entry);
    if (excludes && position === 0) chosen = new Set(names);
    const pattern = excludes ? entry.slice(1) : entry;
    for (const name of names.filter((each) => matches(pattern, each))) excludes ? chosen.delete(name) : chosen.add(name);
  });
  return chosen;
}

function matches(pattern: string, name: string): boolean {
  const source = pattern
    .split("*")
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join(".*");
  return new RegExp(`^${source}$`, "s").test(name);
}

function renaming({ renamePattern, renameReplacement }: Choice): (name: string) => string {
  if (renamePattern === undefined || renameReplacement === undefined) return (name) => name;
  const pattern = new RegExp(renamePattern, "g");
  const replacement = replacementText(renameReplacement);
  return (name) => name.replace(pattern, replacement);
}

/** Returns the replacement in the syntax of JavaScript: the server's has `\x` for a character and `${name}` for a group. */
function replacementText(replacement: string): string {
  return replacement.replaceAll(/\\(.)|\$\{(\w+)\}|\$(?!\d)/gs, (_all, character?: string, group?: string) => {
    if (group !== undefined) return `$<${group}>`;
    return character === undefined || character === "$" ? "$$" : character;
  });
}

/** Returns why a text cannot be evaluated as a regular expression before the restore. */
export function patternViolation(value: unknown): string | undefined {
  try {
    new RegExp(String(value));
    return undefined;
  } catch {
    return "must be a regular expression that is valid in Java and in JavaScript: the names are compared with the indices of the cluster first";
  }
}

/** Returns why a text cannot be a replacement. */
export function replacementViolation(value: unknown): string | undefined {
  const isValid = /^(?:[^\\$]|\\.|\$\d|\$\{[A-Za-z]\w*\})*$/s.test(String(value));
  return isValid ? undefined : "must have a digit or {name} after each $; write \\$ for a dollar sign";
}
