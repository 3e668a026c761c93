// Settings of an index by dotted key: which of them can change, and which changes are written. See docs/modules/search.md#index-settings. Pure.
import { exactText, isJsonMap, type Json, type JsonMap } from "../../../../core/json/exact-json";
import { mapMembers, type Plain, type PlainMap } from "../../../../core/values/value";
import { contentOf } from "../../json/fields";
import { byCodePoint } from "../../json/writer";
import { equalSetting, flatten } from "../template/settings";

/** Settings by dotted key with the prefix `index.`. */
export type IndexSettings = ReadonlyMap<string, Json>;

const keysOf = (names: string): ReadonlySet<string> => new Set(names.split(/\s+/).map((name) => `index.${name}`));

/** Keys that only the creation of an index takes (observed with 8.19). `number_of_routing_shards` can be written to a closed index, but has no effect then. */
const finalKeys = keysOf(`number_of_shards number_of_routing_shards routing_partition_size routing_path mode soft_deletes.enabled sort.field
  sort.order sort.mode sort.missing mapping.source.mode time_series.start_time format recovery.use_synthetic_source`);

/** Keys that only a closed index takes (observed with 8.19). */
const staticKeys =
  keysOf(`codec store.type store.preload store.stats_refresh_interval shard.check_on_startup load_fixed_bitset_filters_eagerly
  mapping.coerce mapping.ignore_malformed mapping.ignore_above mapping.synthetic_source_keep queries.cache.enabled query_string.lenient
  query.parse.allow_unmapped_fields recovery.type`);

/** Returns whether only the creation of an index takes the setting. */
export function isFinal(key: string): boolean {
  return finalKeys.has(key);
}

/** Returns whether only a closed index takes a change of the setting. */
export function isStatic(key: string): boolean {
  return staticKeys.has(key) || /^index\.(?:analysis|similarity)\./.test(key);
}

const isFixed = (key: string): boolean => isFinal(key) || isStatic(key);

/** Settings that belong to the server: an import leaves them out. */
const serverKeys =
  /^(?:archived\..*|index\.(?:creation_date|uuid|provided_name|history\.uuid|verified_before_close|(?:version|resize|store\.snapshot|downsample)\..*|routing\.allocation\.(?:include\._tier_preference|initial_recovery\..*)))$/;

/** Returns whether the server sets the key itself. */
export function isServerSetting(key: string): boolean {
  return serverKeys.test(key);
}

/** Returns the declared settings; null is the same as absence. */
export function declaredSettings(text: Plain | undefined): IndexSettings {
  const content = text === undefined ? {} : contentOf(text);
  if (!isJsonMap(content)) return new Map();
  return new Map([...flatten(content)].filter(([, value]) => value !== null));
}

/** Returns the JSON text of settings, sorted by key. */
export function settingsText(settings: Iterable<readonly [string, Json]>): string {
  return exactText(Object.fromEntries([...settings].sort(([left], [right]) => byCodePoint(left, right))));
}

/** Returns whether new settings change nothing: a fixed key that leaves the program stays as it is. */
export function changesNoSetting(next: Plain, prior: Plain): boolean {
  const before = declaredSettings(prior);
  const after = declaredSettings(next);
  return [...after].every((entry) => hasSetting(before, entry)) && [...before.keys()].every((key) => after.has(key) || isFixed(key));
}

function hasSetting(settings: IndexSettings, [key, value]: readonly [string, Json]): boolean {
  return settings.has(key) && equalSetting(key, value, settings.get(key)!);
}

/**
 * Returns whether a change of settings needs another index. `reported`: the settings of the server, as JSON; a declared key that has this value already is no
 * change.
 */
export function needsNewIndex(
  prior: Plain | undefined,
  next: Plain | undefined,
  allowReopen: boolean,
  reported: Plain | undefined,
): boolean {
  const before = declaredSettings(prior);
  const current = declaredSettings(reported);
  const changed = [...declaredSettings(next)].filter((entry) => !hasSetting(before, entry) && !hasSetting(current, entry));
  return changed.some(([key]) => isFinal(key) || (isStatic(key) && !allowReopen));
}

/** What an update of settings writes; null resets a key. */
interface SettingsChange {
  written: Map<string, Json>;
  /** Fixed keys that left the program: the index keeps them. */
  kept: string[];
}

/** Returns what the program has changed. A declared key that only another writer has changed is drift, which the next refresh reports. */
export function declaredChanges(next: Plain | undefined, prior: Plain | undefined): { changed: [string, Json][]; removed: string[] } {
  const after = declaredSettings(next);
  const before = declaredSettings(prior);
  return {
    changed: [...after].filter((entry) => !hasSetting(before, entry)),
    removed: [...before.keys()].filter((key) => !after.has(key)),
  };
}

/** Returns what leads from the settings declared before to the new ones, without keys that the index has already. */
export function settingsChange(next: Plain | undefined, prior: Plain | undefined, current: IndexSettings): SettingsChange {
  const { changed, removed } = declaredChanges(next, prior);
  const added = changed.filter((entry) => entry[0] !== routingShards && !hasSetting(current, entry));
  const reset = removed.filter((key) => !isFixed(key)).map((key) => [key, null] as const);
  return { written: new Map([...added, ...reset]), kept: removed.filter(isFixed) };
}

const routingShards = "index.number_of_routing_shards";
const replicas = "index.number_of_replicas";
const autoExpand = "index.auto_expand_replicas";

/** The settings that a program declares, and those that an update is writing. */
interface SettingOwner {
  inputs: { settings?: string };
  planned?: { settings?: string };
}

/**
 * Returns the owned settings as the program spells them, with the values of the server; `undefined` if the index has none of them. The server never
 * returns the number of shards for routing, and sets the number of replicas itself where it expands them.
 */
export function ownedSettingsPart({ inputs, planned }: SettingOwner, current: IndexSettings): string | undefined {
  const declared = declaredSettings(inputs.settings);
  const own = new Map([...declaredSettings(planned?.settings), ...declared]);
  const remote = withDetermined(current, own);
  const found = new Map([...own.keys()].flatMap((key) => (remote.has(key) ? [[key, remote.get(key)!] as const] : [])));
  if (haveSameSettings(found, declared)) return inputs.settings;
  if (found.size === 0) return undefined;
  const spelled = contentOf(inputs.settings ?? "");
  const others = [...found].filter(([key]) => !declared.has(key));
  return exactText({ ...(isJsonMap(spelled) ? withValues(spelled, found) : {}), ...Object.fromEntries(others) });
}

/** Returns settings as the program spells them, with the values of the server and without those that it does not have. */
function withValues(spelled: JsonMap, values: IndexSettings, prefix = ""): JsonMap {
  return mapMembers<Json, Json>(spelled, (declared, name) => {
    if (isJsonMap(declared)) return withValues(declared, values, `${prefix}${name}.`);
    const key = fullKey(prefix + name);
    const value = values.get(key);
    return value !== undefined && equalSetting(key, declared, value) ? declared : value;
  });
}

function expands(settings: IndexSettings): boolean {
  const range = settings.get(autoExpand);
  return range !== undefined && String(range) !== "false";
}

/**
 * Returns the settings of an index with the declared values of those that the server does not return, or sets itself. `written`: what the program has declared before; an
 * update resets the rest of it.
 */
export function withDetermined(current: IndexSettings, declared: IndexSettings, written: IndexSettings = new Map()): IndexSettings {
  const remaining = new Map([...current].filter(([key]) => declared.has(key) || !written.has(key)));
  const isExpanded = expands(declared) || expands(remaining);
  const isDetermined = (key: string): boolean => key === routingShards || (key === replicas && isExpanded);
  return new Map([...current, ...[...written, ...declared].filter(([key]) => isDetermined(key))]);
}

/** Returns the warning of Check for a number of replicas that has no effect. */
export function settingWarnings(text: Plain | undefined): string[] {
  const declared = declaredSettings(text);
  return declared.has(replicas) && expands(declared)
    ? [`settings: ${replicas} has no effect beside ${autoExpand}, with which the server determines it. Remove one of them.`]
    : [];
}

/** Returns the declared settings that an index takes only while it is closed, and that have another value. */
export function staticChanges(declared: Plain, current: IndexSettings): string[] {
  return [...declaredSettings(declared)].filter((entry) => isStatic(entry[0]) && !hasSetting(current, entry)).map(([key]) => key);
}

/** Returns whether two texts declare the same settings. */
export function equalDeclared(left: Plain, right: Plain): boolean {
  return haveSameSettings(declaredSettings(left), declaredSettings(right));
}

function haveSameSettings(left: IndexSettings, right: IndexSettings): boolean {
  return left.size === right.size && [...left].every((entry) => hasSetting(right, entry));
}

/** Returns why settings cannot be owned by a resource that does not create the index. */
export function ownedSettingsViolation(text: unknown): string | undefined {
  const keys = [...declaredSettings(String(text)).keys()];
  if (keys.length === 0) return "settings is empty. Declare at least one setting.";
  const fixed = keys.find(isFinal);
  return fixed && `${fixed} cannot be changed. Set it where the index is created.`;
}

/** Returns the key with its prefix. */
export function fullKey(key: string): string {
  return key.startsWith("index.") ? key : `index.${key}`;
}

/** Returns the settings of a response by key. */
export function remoteSettings(settings: PlainMap): IndexSettings {
  return new Map<string, Json>(Object.entries(settings));
}
