/** Conflicts between an index template and others: overlapping patterns, and data streams that need it. */
import { matches } from "../store";
import type { State } from "./api";
import { illegal } from "./errors";
import type { StoredIndexTemplate } from "./index-templates";
import { overlap } from "./names";

const priorityOf = ({ priority }: StoredIndexTemplate): number => (priority as number | undefined) ?? 0;

/** Two templates of equal priority must not fit the same index. */
export const checkOverlap = (name: string, next: StoredIndexTemplate, { indexTemplates }: State): void => {
  const patterns = next.index_patterns;
  const clashing = indexTemplates
    .entries()
    .filter(([other, stored]) => other !== name && priorityOf(stored) === priorityOf(next))
    .filter(([, stored]) => stored.index_patterns.some((existing) => patterns.some((requested) => overlap(requested, existing))));
  if (clashing.length === 0) return;
  const names = clashing.map(([other]) => other).join(",");
  const shown = clashing.map(([other, stored]) => `${other} => [${stored.index_patterns.join(", ")}]`).join(",");
  throw illegal(
    `index template [${name}] has index patterns [${patterns.join(", ")}] matching patterns from existing templates [${names}] with patterns (${shown}) that have the same priority [${priorityOf(next)}], multiple index templates may not match during index creation, please use a different priority`,
  );
};

/** The template of highest priority that fits an index name. */
export const winner = (index: string, templates: readonly [string, StoredIndexTemplate][]): [string, StoredIndexTemplate] | undefined =>
  templates
    .filter(([, { index_patterns: patterns }]) => patterns.some((pattern) => matches(pattern, index)))
    .sort(([, a], [, b]) => priorityOf(b) - priorityOf(a))[0];

/** A change must leave every data stream under a template for data streams. */
export const checkDataStreams = (name: string, next: StoredIndexTemplate, { indexTemplates, dataStreams }: State): void => {
  const after: [string, StoredIndexTemplate][] = [...indexTemplates.entries().filter(([other]) => other !== name), [name, next]];
  const served = (stream: string, templates: readonly [string, StoredIndexTemplate][]): boolean =>
    winner(stream, templates)?.[1].data_stream !== undefined;
  const orphans = dataStreams.names().filter((stream) => served(stream, indexTemplates.entries()) && !served(stream, after));
  if (orphans.length === 0) return;
  const kind = next.data_stream === undefined ? " and no data stream configuration" : "";
  throw illegal(
    `composable template [${name}] with index patterns [${next.index_patterns.join(", ")}], priority [${(next.priority as number | undefined) ?? "null"}]${kind} would cause data streams [${orphans.join(", ")}] to no longer match a data stream template`,
  );
};

/** Templates that a data stream needs stay, unless another one for data streams would take their place. */
export const checkRemoval = (names: readonly string[], { indexTemplates, dataStreams }: State): void => {
  const left = indexTemplates.entries().filter(([name]) => !names.includes(name));
  const dependents = dataStreams.names().filter((stream) => {
    const now = winner(stream, indexTemplates.entries());
    return now !== undefined && names.includes(now[0]) && winner(stream, left)?.[1].data_stream === undefined;
  });
  if (dependents.length === 0) return;
  throw illegal(
    `unable to remove composable templates [${names.join(", ")}] as they are in use by a data streams [${dependents.join(", ")}]`,
  );
};
