/** `/{index}`: as much of indices as holds pipelines in place, and the responses for unknown paths. */
import type { EmulatorReply, Json } from "../exchange";
import type { Route } from "../router";
import { FORBIDDEN_TEXT } from "./aliases";
import type { Api, Call, Endpoint, State } from "./api";
import { flag } from "./api";
import { bad, illegal, numbered, reply, SearchFailure } from "./errors";
import type { Node } from "./json";
import { parseJson } from "./json";
import { nestSettings, readSettings, settingProblems } from "./settings";
import type { Settings } from "./settings";
import { action, superuser } from "./privileges";

const badName = (index: string, why: string): SearchFailure =>
  bad("invalid_index_name_exception", `Invalid index name [${index}], ${why}`, { index_uuid: "_na_", index });

const missing = (index: string): SearchFailure =>
  new SearchFailure(404, {
    type: "index_not_found_exception",
    reason: `no such index [${index}]`,
    extra: { "resource.type": "index_or_alias", "resource.id": index, index_uuid: "_na_", index },
  });

const find = (index: string, { indices }: State): Record<string, Json> => {
  if (index.startsWith("_")) throw badName(index, "must not start with '_'.");
  const settings = indices.get(index);
  if (!settings) throw missing(index);
  return settings;
};

const readBody = (body: string): Settings => {
  const node: Node | undefined = body === "" ? undefined : parseJson(body);
  if (node?.kind !== "object") return new Map();
  const unexpected = node.fields.find(({ name }) => !["settings", "mappings", "aliases"].includes(name));
  if (unexpected) throw bad("parse_exception", `unknown key [${unexpected.name}] for create index`);
  const settings = node.fields.find(({ name }) => name === "settings");
  return settings ? readSettings(settings.value) : new Map();
};

const create = (index: string, settings: Settings, { indices }: State): EmulatorReply => {
  if (index !== index.toLowerCase()) throw badName(index, "must be lowercase");
  if (/^[_\-+]/.test(index)) throw badName(index, "must not start with '_', '-', or '+'");
  if (/[ "*,/<>?\\|]/.test(index)) throw badName(index, `must not contain the following characters ${FORBIDDEN_TEXT}`);
  if (indices.has(index)) throw bad("resource_already_exists_exception", `index [${index}] already exists`, { index_uuid: "_na_", index });
  const [problem] = settingProblems(settings);
  if (problem) throw illegal(problem);
  indices.set(index, Object.fromEntries(settings));
  return reply(200, { acknowledged: true, shards_acknowledged: true, index });
};

const remove = (expression: string, state: State): EmulatorReply => {
  const names = expression.split(",");
  for (const name of names) find(name, state);
  for (const name of names) state.indices.delete(name);
  return reply(200, { acknowledged: true });
};

/** The settings of these names, of every index that has one of them; hidden indices only if the wildcards include them. */
const settingsOf = (call: Call, state: State): EmulatorReply => {
  const { index = "", names = "" } = call.parts;
  if (names.includes("*") || !flag(call, "flat_settings")) throw illegal("the emulator returns flat settings by their names");
  const keys = names.split(",");
  const entries = index === "_all" ? state.indices.entries() : [[index, find(index, state)] as const];
  const isShown = (settings: Record<string, Json>): boolean =>
    index !== "_all" || call.query.get("expand_wildcards") === "all" || String(settings["index.hidden"]) !== "true";
  const shown = entries
    .filter(([, settings]) => isShown(settings) && keys.some((key) => key in settings))
    .map(([name, settings]) => [name, { settings: Object.fromEntries(Object.entries(settings).filter(([key]) => keys.includes(key))) }]);
  return reply(200, Object.fromEntries(shown));
};

const settingsEndpoint = (state: State): Endpoint => ({
  query: {
    flat_settings: "bool",
    expand_wildcards: "text",
    allow_no_indices: "bool",
    ignore_unavailable: "bool",
    master_timeout: "time",
  },
  prepare: (call) => ({ action: action("indices:monitor/settings/get", superuser), run: () => settingsOf(call, state) }),
});

/** The routes of indices. The old typed documents are here only so that two unknown segments get the 405 of the server. */
export const indexApi: Api = (state) => {
  const admin = action("indices:admin/get", superuser);
  const index = ({ parts }: Call): string => parts.index ?? "";
  const show: Endpoint = {
    query: {},
    prepare: (call) => ({
      action: admin,
      run: () =>
        reply(200, {
          [index(call)]: {
            aliases: {},
            mappings: {},
            settings: nestSettings(new Map(Object.entries(find(index(call), state))) as Settings),
          },
        }),
    }),
  };
  const make: Endpoint = {
    query: { timeout: "time", master_timeout: "time", wait_for_active_shards: "text" },
    takesBody: true,
    prepare: (call) => {
      const settings = readBody(call.body);
      return { action: admin, run: () => create(index(call), settings, state) };
    },
  };
  const erase: Endpoint = {
    query: { timeout: "time", master_timeout: "time" },
    prepare: (call) => ({ action: admin, run: () => remove(index(call), state) }),
  };
  const eraseNone: Endpoint = {
    ...erase,
    prepare: () => {
      throw bad("action_request_validation_exception", numbered(["index / indices is missing"]));
    },
  };
  const typed: Endpoint = {
    query: {},
    takesBody: true,
    prepare: () => {
      throw bad("illegal_argument_exception", "the emulator keeps no documents");
    },
  };
  return [
    { method: "GET", path: "/{index}", handler: show },
    { method: "GET", path: "/{index}/_settings/{names}", handler: settingsEndpoint(state) },
    { method: "HEAD", path: "/{index}", handler: show },
    { method: "PUT", path: "/{index}", handler: make },
    { method: "DELETE", path: "/{index}", handler: erase },
    { method: "DELETE", path: "/", handler: eraseNone },
    { method: "POST", path: "/{index}/{type}", handler: typed },
  ] satisfies Route<Endpoint>[];
};
