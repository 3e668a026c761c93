/** `/{index}/_settings`: reads, and changes of dynamic, static and final settings. Measured on 8.19.8. */
import type { EmulatorReply, Json } from "../exchange";
import type { Route } from "../router";
import { matches } from "../store";
import type { Api, Call, Endpoint, State } from "./api";
import { flag } from "./api";
import { bad, illegal, numbered, reply } from "./errors";
import { applySettings, checkBlocks, expandOf, selectIndices } from "./index-store";
import { parseJson } from "./json";
import { action, superuser } from "./privileges";
import { nestSettings, readSettings, settingProblems } from "./settings";
import type { Settings } from "./settings";
import { FINAL, isStatic } from "./settings-table";

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** The settings as a response contains them. */
export const shownSettings = (settings: Readonly<Record<string, Json>>, isFlat: boolean): Json => {
  const sorted = Object.entries(settings).sort(byKey);
  return isFlat ? Object.fromEntries(sorted) : nestSettings(new Map(sorted) as Settings);
};

const get = (call: Call, state: State): EmulatorReply => {
  const { index = "_all", names } = call.parts;
  const selection = { expand: expandOf(call.query.get("expand_wildcards")), ignoreUnavailable: flag(call, "ignore_unavailable") };
  const patterns = names?.split(",") ?? ["*"];
  const shown = selectIndices(index, state, selection).flatMap((name) => {
    const found = Object.entries(state.indices.get(name)!.settings).filter(([key]) => patterns.some((pattern) => matches(pattern, key)));
    return found.length === 0 ? [] : [[name, { settings: shownSettings(Object.fromEntries(found), flag(call, "flat_settings")) }]];
  });
  return reply(200, Object.fromEntries(shown));
};

const read = (body: string): Settings => {
  if (body === "") throw bad("parse_exception", "request body is required");
  const node = parseJson(body);
  if (node.kind !== "object") throw bad("parse_exception", "expected an object");
  const only = node.fields.length === 1 ? node.fields[0] : undefined;
  return readSettings(only?.name === "settings" && only.value.kind === "object" ? only.value : node);
};

const rejectFixed = (name: string, settings: Settings, reopen: boolean, { indices }: State): void => {
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

const put = (call: Call, settings: Settings, state: State): EmulatorReply => {
  const names = selectIndices(call.parts.index ?? "_all", state, {
    expand: expandOf(call.query.get("expand_wildcards")),
    ignoreUnavailable: flag(call, "ignore_unavailable"),
  });
  if (settings.size === 0) throw bad("action_request_validation_exception", numbered(["no settings to update"]));
  const [problem] = settingProblems(settings);
  if (problem) throw illegal(problem);
  const isBlocksOnly = [...settings.keys()].every((key) => key.startsWith("index.blocks."));
  for (const name of names) {
    if (!isBlocksOnly) checkBlocks(name, "change", state);
    rejectFixed(name, settings, flag(call, "reopen"), state);
  }
  for (const name of names) applySettings(state.indices.get(name)!, settings);
  return reply(200, { acknowledged: true });
};

/** The routes of the settings of indices. */
export const indexSettingsApi: Api = (state) => {
  const common = { expand_wildcards: "text", allow_no_indices: "bool", ignore_unavailable: "bool", master_timeout: "time" } as const;
  const show: Endpoint = {
    query: { ...common, flat_settings: "bool", local: "bool", include_defaults: "bool" },
    prepare: (call) => ({ action: action("indices:monitor/settings/get", superuser), run: () => get(call, state) }),
  };
  const write: Endpoint = {
    query: { ...common, flat_settings: "bool", timeout: "time", preserve_existing: "bool", reopen: "bool" },
    takesBody: true,
    prepare: (call) => {
      const settings = read(call.body);
      return { action: action("indices:admin/settings/update", superuser), run: () => put(call, settings, state) };
    },
  };
  return [
    { method: "GET", path: "/{index}/_settings", handler: show },
    { method: "GET", path: "/{index}/_settings/{names}", handler: show },
    { method: "PUT", path: "/{index}/_settings", handler: write },
  ] satisfies Route<Endpoint>[];
};
