// Settings that a resource owns by name, in an object that others write, too: what a write takes over, sets and restores. Pure.
import { exactText, type Json } from "../../../core/json/exact-json";
import { parseJson } from "../../../core/json/json";
import { equalSettingTexts } from "../units";

/** Values by dotted name. */
type SettingValues<Value> = ReadonlyMap<string, Value>;

/** The settings before a write. */
interface SettingOwnership<Value> {
  /** What the program declares; nothing in a delete. */
  declared: SettingValues<Value>;
  /** What this resource has written last. */
  written: SettingValues<Value>;
  /** The values from before this resource. */
  previous: SettingValues<Value>;
  remote: SettingValues<Value>;
}

/** How the values of a kind of settings are compared and reported. */
interface SettingKind<Value> {
  equal(name: string, left: Value, right: Value): boolean;
  /** Receives a message about each value that a write takes over. */
  onTakeover(message: string): void;
  /** Receives a message about each value of another writer that is left alone. */
  onForeign(message: string): void;
}

/** A write: new values, `null` for the default of the server. */
interface SettingChanges<Value> {
  changes: Map<string, Value | null>;
  /** The values from before this resource, of the settings that it owns after the write. */
  previous: SettingValues<Value>;
}

/** Returns the write that sets what is declared and restores what is declared no longer. */
export function settingChanges<Value extends Json>(settings: SettingOwnership<Value>, kind: SettingKind<Value>): SettingChanges<Value> {
  const { declared, written, previous, remote } = settings;
  const changes = new Map<string, Value | null>();
  const kept = new Map<string, Value>();
  for (const [name, value] of declared) {
    const current = remote.get(name);
    const isNew = !written.has(name);
    // One that a refresh has not found is owned all the same.
    const isTakenOver = isNew && !previous.has(name);
    const before = isTakenOver ? current : previous.get(name);
    if (before !== undefined) kept.set(name, before);
    if (current !== undefined && kind.equal(name, value, current)) continue;
    // What the program has not changed is drift, which the next refresh reports.
    if (!isNew && kind.equal(name, value, written.get(name)!)) continue;
    if (isTakenOver && current !== undefined)
      kind.onTakeover(`The setting ${name} had the value ${exactText(current)} before. Delete restores it.`);
    changes.set(name, value);
  }
  for (const [name, value] of written) {
    if (declared.has(name)) continue;
    const current = remote.get(name);
    const before = previous.get(name);
    const isRestored = current === undefined || before === undefined ? current === before : kind.equal(name, before, current);
    if (isRestored) continue;
    if (current !== undefined && kind.equal(name, value, current)) changes.set(name, before ?? null);
    else {
      const now = current === undefined ? "its default" : exactText(current);
      kind.onForeign(`Another writer changed the setting ${name} from ${exactText(value)} to ${now}. This value is kept.`);
    }
  }
  return { changes, previous: kept };
}

/** Returns whether two values of a setting are equal: lists by their entries, texts with units by their amount. */
export function equalSettingValues(left: string, right: string): boolean {
  const one = entriesOf(left);
  const other = entriesOf(right);
  return one.length === other.length && one.every((entry, i) => equalSettingTexts(entry, other[i]!));
}

/** Returns the entries of a JSON array of strings; undefined for other texts. */
export function jsonStrings(text: string): string[] | undefined {
  if (!/^\s*\[/.test(text)) return undefined;
  const value = parseJson(text);
  return Array.isArray(value) && value.every((entry) => typeof entry === "string") ? value : undefined;
}

function entriesOf(text: string): string[] {
  return jsonStrings(text) ?? (text.trim() === "" ? [] : text.split(",").map((entry) => entry.trim()));
}

const pattern = String.raw`[^\s,:*]+(?:\.\*)?`;

/** Matches, at the end of an import ID, the list of the settings that it names: full names, and prefixes that end in `.*`. */
export const importedList = `(?::${pattern}(?:,${pattern})*)?$`;

/** Returns whether an import with this list of settings takes one; without a list it takes all. `normalize` returns the full name of a setting. */
export function importFilter(list: string | undefined, normalize = (name: string): string => name): (name: string) => boolean {
  if (list === undefined) return () => true;
  const patterns = list.split(",").map(normalize);
  return (name) => patterns.some((each) => (each.endsWith(".*") ? name.startsWith(each.slice(0, -1)) : name === each));
}
