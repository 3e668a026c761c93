/** Indices as the server keeps them: how one is made, and which of them an expression means. */
import type { Json, JsonObject } from "../exchange";
import { matches } from "../store";
import type { Alias } from "./aliases";
import { type Call, flag, type State } from "./api";
import { bad, failure, illegal, type SearchFailure } from "./errors";
import type { Settings } from "./settings";

/** An index. Tests may change one behind a client's back. */
export interface StoredIndex {
  /** By full key, the values as text. */
  settings: Record<string, Json>;
  /** As `GET` returns them. */
  mappings: JsonObject;
  aliases: Record<string, Alias>;
  isClosed: boolean;
  /** Ids of all documents, and how many of them the last refresh made visible. */
  documents: Set<string>;
  visible: number;
  /** The data stream that the index belongs to. */
  dataStream?: string;
}

/** What a new index has. */
interface IndexParts extends Partial<Pick<StoredIndex, "mappings" | "aliases" | "dataStream">> {
  settings?: Settings;
}

const asText = (value: Json): Json => (Array.isArray(value) ? value.map(String) : String(value));

/** With `auto_expand_replicas` one node has the fewest replicas that the range allows. */
const expandReplicas = (settings: Record<string, Json>) => {
  const least = /^(\d+)-(\d+|all)$/.exec(String(settings["index.auto_expand_replicas"] ?? ""))?.[1];
  if (least !== undefined) settings["index.number_of_replicas"] = least;
};

/** Where each letter of a format is in an ISO date. */
const DATE_PARTS: Record<string, [from: number, to: number]> = {
  yyyy: [0, 4],
  MM: [5, 7],
  dd: [8, 10],
  HH: [11, 13],
  mm: [14, 16],
  ss: [17, 19],
  SSS: [20, 23],
};

/** The name without date math, such as `<logs-{now/d}>`: only `now` with one rounding, which sets what is smaller to its first value, and a format. */
export const resolveDateMath = (expression: string, now: Date): string => {
  const inner = /^<(.*)>$/s.exec(expression)?.[1];
  if (inner === undefined) return expression;
  return inner.replace(/\{([^{}]*)(?:\{([^{}]*)\})?\}/g, (_, math: string, format = "yyyy.MM.dd") => {
    const [whole, unit = ""] = /^now(?:\/([yMd]))?$/.exec(math) ?? [];
    if (whole === undefined) throw illegal(`the emulator does not resolve [${math}]`);
    const kept = now.toISOString().slice(0, { y: 4, M: 7, d: 10 }[unit]);
    const rounded = kept + "0000-01-01T00:00:00.000Z".slice(kept.length);
    return (format as string).replaceAll(/[A-Za-z]+/g, (letters) => rounded.slice(...(DATE_PARTS[letters] ?? [0, 0])));
  });
};

/** Makes an index: the server adds its own settings, and does not return the number of shards for routing. */
export const newIndex = (
  name: string,
  { settings = new Map(), mappings = {}, aliases = {}, dataStream }: IndexParts,
  state: State,
): StoredIndex => {
  const own = Object.fromEntries([...settings].filter(([, value]) => value !== null).map(([key, value]) => [key, asText(value)]));
  delete own["index.number_of_routing_shards"];
  const all: Record<string, Json> = {
    "index.number_of_shards": "1",
    "index.number_of_replicas": "1",
    "index.routing.allocation.include._tier_preference": "data_content",
    "index.provided_name": name,
    ...own,
    "index.creation_date": String(state.now().getTime()),
    "index.uuid": state.randomBytes(16).toString("base64url"),
    "index.version.created": "8536000",
  };
  expandReplicas(all);
  const index = { settings: all, mappings, aliases, isClosed: false, documents: new Set<string>(), visible: 0 };
  return { ...index, ...(dataStream !== undefined && { dataStream }) };
};

/** Writes settings: null resets a key. */
export const applySettings = (index: StoredIndex, settings: Settings): void => {
  for (const [key, value] of settings) {
    if (value === null) delete index.settings[key];
    else index.settings[key] = asText(value);
  }
  index.settings["index.number_of_replicas"] ??= "1";
  expandReplicas(index.settings);
};

/** A name that no index can have. */
export const badName = (index: string, why: string): SearchFailure =>
  bad("invalid_index_name_exception", `Invalid index name [${index}], ${why}`, { index_uuid: "_na_", index });

/** The failure of a request for an index that does not exist. */
export const missingIndex = (index: string): SearchFailure =>
  failure(404, "index_not_found_exception", `no such index [${index}]`, {
    "resource.type": "index_or_alias",
    "resource.id": index,
    index_uuid: "_na_",
    index,
  });

/** How an expression is read. */
export interface Selection {
  /** What wildcards match; `open` is the server's default. */
  expand?: readonly string[];
  ignoreUnavailable?: boolean;
  /** Only indices may be named, no aliases or data streams. */
  indicesOnly?: boolean;
}

const WILDCARDS = ["all", "open", "closed", "hidden", "none"];

/** The kinds that the query parameter names. */
export const expandOf = (text: string | undefined): string[] => {
  const kinds = text === undefined ? ["open"] : text.split(",");
  const unexpected = kinds.find((kind) => !WILDCARDS.includes(kind));
  if (unexpected !== undefined) throw illegal(`No valid expand wildcard value [${unexpected}]`);
  return kinds.includes("all") ? ["open", "closed", "hidden"] : kinds.filter((kind) => kind !== "none");
};

/** What the parameters of a call say about its expression. */
export const selectionOf = (call: Call): Selection => ({
  expand: expandOf(call.query.get("expand_wildcards")),
  ignoreUnavailable: flag(call, "ignore_unavailable"),
});

const membersOf = (name: string, { indices, dataStreams }: State) =>
  indices
    .entries()
    .filter(([, { aliases, dataStream }]) => {
      const streamAliases = dataStream === undefined ? undefined : dataStreams.get(dataStream)?.aliases;
      return dataStream === name || Object.hasOwn({ ...aliases, ...streamAliases }, name);
    })
    .map(([index]) => index);

const isShown = ({ isClosed, settings }: StoredIndex, pattern: string, expand: readonly string[]) => {
  const isHidden = settings["index.hidden"] === "true" && !expand.includes("hidden") && !(pattern.startsWith(".") && expand.length > 0);
  return !isHidden && expand.includes(isClosed ? "closed" : "open");
};

const matching = (pattern: string, expand: readonly string[], state: State) => {
  const names = state.indices.entries().flatMap(([name, { aliases, dataStream }]) => {
    const all = [name, ...Object.keys(aliases), ...(dataStream === undefined ? [] : [dataStream])];
    return all.some((each) => matches(pattern, each)) ? [name] : [];
  });
  return names.filter((name) => isShown(state.indices.get(name)!, pattern, expand));
};

const selectPart = (part: string, state: State, { expand = ["open"], ignoreUnavailable = false, indicesOnly = false }: Selection) => {
  if (part === "_all") return matching("*", expand, state);
  if (part.startsWith("_")) throw badName(part, "must not start with '_'.");
  if (part.includes("*")) return matching(part, expand, state);
  if (state.indices.has(part)) return [part];
  const members = membersOf(part, state);
  if (members.length > 0 && !indicesOnly) return members;
  if (members.some((name) => Object.hasOwn(state.indices.get(name)!.aliases, part)))
    throw illegal(`The provided expression [${part}] matches an alias, specify the corresponding concrete indices instead.`);
  if (ignoreUnavailable) return [];
  throw missingIndex(part);
};

/** The names of the indices that an expression means, sorted. Behind a wildcard, a part with a minus excludes. */
export const selectIndices = (expression: string, state: State, selection: Selection = {}): string[] => {
  const selected = new Set<string>();
  let isExcluding = false;
  for (const part of expression.split(",")) {
    if (isExcluding && part.startsWith("-")) for (const name of selectPart(part.slice(1), state, selection)) selected.delete(name);
    else for (const name of selectPart(part, state, selection)) selected.add(name);
    isExcluding ||= part.includes("*");
  }
  return [...selected].sort();
};

const BLOCKS = {
  metadata: "FORBIDDEN/9/index metadata (api)",
  read_only: "FORBIDDEN/5/index read-only (api)",
  write: "FORBIDDEN/8/index write (api)",
};

const LEVELS = { read: ["metadata"], change: ["metadata", "read_only"], write: ["read_only", "write"] } as const;

/** Fails if a block of the index forbids what is requested: to read its metadata, to change them, to write documents. */
export const checkBlocks = (name: string, level: keyof typeof LEVELS, { indices }: State): void => {
  const settings = indices.get(name)?.settings ?? {};
  const found = LEVELS[level].filter((kind) => settings[`index.blocks.${kind}`] === "true").map((kind) => BLOCKS[kind]);
  if (found.length === 0) return;
  throw failure(403, "cluster_block_exception", `index [${name}] blocked by: [${found.join(", ")}];`);
};

/** Fails for a closed index. */
export const checkOpen = (name: string, { indices }: State): void => {
  const index = indices.get(name);
  if (!index?.isClosed) return;
  throw bad("index_closed_exception", "closed", { index_uuid: index.settings["index.uuid"] ?? "_na_", index: name });
};
