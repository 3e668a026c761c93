// Settings that a resource owns by name, in an object that others write, too: what a write takes over, sets and restores. Pure.
import { parseJson } from "../../../core/json/json";
import { equalSettingTexts } from "../units";

/** Values by dotted name; a list is a text with commas, or a JSON array of strings. */
export type Settings = Readonly<Record<string, string>>;

/** The settings before a write. */
interface SettingOwnership {
  /** What the program declares; nothing in a delete. */
  declared: Settings;
  /** What this resource has written last. */
  written: Settings;
  /** The values from before this resource. */
  previous: Settings;
  remote: Settings;
}

/** A write: new values, `null` for the default of the server. */
interface SettingChanges {
  changes: Record<string, string | null>;
  /** The values from before this resource, of the settings that it owns after the write. */
  previous: Settings;
}

/** Returns the write that sets what is declared and restores what is declared no longer. `warn` is called for values that it takes over or leaves alone. */
export function settingChanges({ declared, written, previous, remote }: SettingOwnership, warn: (message: string) => void): SettingChanges {
  const changes: SettingChanges["changes"] = {};
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(declared)) {
    const current = remote[name];
    const isNew = !Object.hasOwn(written, name);
    const before = isNew ? current : previous[name];
    if (before !== undefined) kept[name] = before;
    if (current !== undefined && equalSettingValues(value, current)) continue;
    // What the program has not changed is drift, which the next refresh reports.
    if (!isNew && equalSettingValues(value, written[name]!)) continue;
    if (isNew && current !== undefined) warn(`The setting ${name} had the value "${current}" before. Delete restores it.`);
    changes[name] = value;
  }
  for (const [name, value] of Object.entries(written)) {
    if (Object.hasOwn(declared, name)) continue;
    const current = remote[name];
    const before = previous[name];
    if (current === before) continue;
    if (current !== undefined && equalSettingValues(value, current)) changes[name] = before ?? null;
    else
      warn(
        `Another writer changed the setting ${name} from "${value}" to ${current === undefined ? "its default" : `"${current}"`}. It stays so.`,
      );
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
  return jsonStrings(text) ?? text.split(",").map((entry) => entry.trim());
}
