/** `/{index}/_settings`: reads, and changes of dynamic, static and final settings. Measured on 8.19.8. */
import type { Json } from "../exchange";
import { matches } from "../store";
import { type Api, bodyOf, type Call, endpoint, flag, type Run, type State } from "./api";
import { acknowledged, bad, illegal, rejectProblems, reply } from "./errors";
import { applySettings, checkBlocks, selectionOf, selectIndices } from "./index-store";
import { superuser } from "./privileges";
import { byKey, FINAL, isStatic, nestSettings, readSettings, settingProblems, type Settings } from "./settings";

/** The settings as a response contains them. */
export const shownSettings = (settings: Readonly<Record<string, Json>>, isFlat: boolean): Json => {
  const sorted = Object.entries(settings).sort(byKey);
  return isFlat ? Object.fromEntries(sorted) : nestSettings(new Map(sorted) as Settings);
};

const read = (call: Call) => {
  const node = bodyOf(call);
  if (node.kind !== "object") throw bad("parse_exception", "expected an object");
  const only = node.fields.length === 1 ? node.fields[0] : undefined;
  return readSettings(only?.name === "settings" && only.value.kind === "object" ? only.value : node);
};

const rejectFixed = (name: string, settings: Settings, reopen: boolean, { indices }: State) => {
  const index = indices.get(name)!;
  const keys = [...settings.keys()].sort();
  const fixed = keys.filter((key) => FINAL.has(key) || isStatic(key));
  if (!index.isClosed && !reopen && fixed.length > 0) {
    const shown = `[${name}/${String(index.settings["index.uuid"])}]`;
    throw illegal(
      `Can't update non dynamic settings [[${fixed.join(", ")}]] for open indices [${shown}] unless the \`reopen\` query parameter is set to true. Alternatively, close the indices, apply the settings changes, and reopen the indices`,
    );
  }
  const final = keys.find((key) => FINAL.has(key));
  if (final !== undefined) throw illegal(`final ${name} setting [${final}], not updateable`);
};

const put: Run<Settings> = (call, state, settings) => {
  const names = selectIndices(call.parts.index ?? "_all", state, selectionOf(call));
  if (settings.size === 0) rejectProblems(["no settings to update"]);
  const [problem] = settingProblems(settings);
  if (problem) throw illegal(problem);
  const isBlocksOnly = [...settings.keys()].every((key) => key.startsWith("index.blocks."));
  for (const name of names) {
    if (!isBlocksOnly) checkBlocks(name, "change", state);
    rejectFixed(name, settings, flag(call, "reopen"), state);
  }
  for (const name of names) applySettings(state.indices.get(name)!, settings);
  return acknowledged();
};

/** The routes of the settings of indices. */
export const indexSettingsApi: Api = [
  endpoint(
    "GET /{index}/_settings[/{names}]?expand_wildcards&allow_no_indices&ignore_unavailable&master_timeout&flat_settings&local&include_defaults",
    ["indices:monitor/settings/get", superuser],
    (call, state) => {
      const { index = "_all", names } = call.parts;
      const patterns = names?.split(",") ?? ["*"];
      const shown = selectIndices(index, state, selectionOf(call)).flatMap((name) => {
        const found = Object.entries(state.indices.get(name)!.settings).filter(([key]) =>
          patterns.some((pattern) => matches(pattern, key)),
        );
        return found.length === 0 ? [] : [[name, { settings: shownSettings(Object.fromEntries(found), flag(call, "flat_settings")) }]];
      });
      return reply(200, Object.fromEntries(shown));
    },
  ),
  endpoint(
    "PUT /{index}/_settings?expand_wildcards&allow_no_indices&ignore_unavailable&master_timeout&flat_settings&timeout&preserve_existing&reopen",
    ["indices:admin/settings/update", superuser],
    put,
    read,
  ),
];
