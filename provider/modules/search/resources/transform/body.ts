// Definitions of transforms as they are written. See docs/modules/search-access.md#transforms. Pure.
import { objectOf, omitUndefined } from "../../../../core/values/records";
import type { PlainMap } from "../../../../core/values/value";
import { objectText } from "../../json/fields";
import { memberTexts } from "../../json/parts";
import { nothing, receivedText, remoteName, writeMembers } from "../../json/typed";
import { settingsMembers, transformMembers } from "./members";

/** What clears a member that the program has removed. `sync` cannot be removed in place. */
const removals: Readonly<Record<string, string>> = { description: '""', retentionPolicy: "null", metadata: "{}" };

/** Returns the body of a create or a preview: all declared members. */
export function definitionText(inputs: object): string {
  return objectText(writeMembers(definedMembers(inputs), transformMembers, nothing));
}

/** Returns the body of an update with these members; `undefined` if there are none. `current`: the definition on the server. */
export function updateText(changed: readonly string[], next: object, prior: object, current: string | undefined): string | undefined {
  const given = definedMembers(next);
  const names = changed.filter((name) => Object.hasOwn(transformMembers, name));
  if (names.length === 0) return undefined;
  const part = Object.fromEntries(names.filter((name) => name !== "settings").map((name) => [name, given[name]]));
  const written = writeMembers(definedMembers(part), transformMembers, receivedText(current));
  const removed = names.filter((name) => given[name] === undefined && removals[name] !== undefined);
  return objectText({
    ...written,
    ...Object.fromEntries(removed.map((name) => [remoteName(name, transformMembers[name]!), removals[name]])),
    ...(names.includes("settings") && {
      settings: transformSettingsText(objectOf(given["settings"]), objectOf(definedMembers(prior)["settings"])),
    }),
  });
}

/** Null resets a setting; the server keeps those that the request leaves out. */
function transformSettingsText(next: PlainMap, prior: PlainMap): string {
  const written = writeMembers(next, settingsMembers, nothing);
  const { otherMembers, ...own } = prior;
  const before = [
    ...Object.keys(own).map((key) => remoteName(key, settingsMembers[key] ?? {})),
    ...Object.keys(typeof otherMembers === "string" ? memberTexts(otherMembers) : {}),
  ];
  const removed = before.filter((name) => written[name] === undefined);
  return objectText({ ...written, ...Object.fromEntries(removed.map((name) => [name, "null"])) });
}

function definedMembers(inputs: object): PlainMap {
  return omitUndefined({ ...inputs }) as PlainMap;
}
