/** `/{index}`: indices, their documents as far as they are counted, and the responses for unknown paths. Measured on 8.19.8. */
import type { EmulatorReply, Json, JsonObject } from "../exchange";
import type { Route } from "../router";
import type { Alias } from "./aliases";
import { checkAliases, checkFilters, readAliases } from "./aliases";
import type { Api, Call, Endpoint, State } from "./api";
import { flag } from "./api";
import { composeFor } from "./composition";
import { resolveDateMath } from "./date-math";
import { bad, illegal, numbered, reply, SearchFailure } from "./errors";
import { indexMappings, mergeMappings, overlay } from "./index-mappings";
import { indexNameProblem } from "./index-names";
import { shownSettings } from "./index-settings";
import { badName, checkBlocks, expandOf, newIndex, selectIndices } from "./index-store";
import type { Selection } from "./index-store";
import type { Node } from "./json";
import { parseJson } from "./json";
import { readMappings } from "./mappings";
import { readSettings, settingProblems } from "./settings";
import type { Settings } from "./settings";
import { action, superuser } from "./privileges";

interface Sent {
  settings: Settings;
  mappings: JsonObject;
  aliases: Record<string, Alias>;
}

const readBody = (body: string): Sent => {
  const node: Node | undefined = body === "" ? undefined : parseJson(body);
  const part = (name: string): Node | undefined =>
    node?.kind === "object" ? node.fields.find((field) => field.name === name)?.value : undefined;
  const unexpected = node?.kind === "object" && node.fields.find(({ name }) => !["settings", "mappings", "aliases"].includes(name));
  if (unexpected) throw bad("parse_exception", `unknown key [${unexpected.name}] for create index`);
  const [settings, mappings, aliases] = ["settings", "mappings", "aliases"].map(part);
  return {
    settings: settings ? readSettings(settings) : new Map(),
    mappings: (mappings && readMappings(mappings)) ?? {},
    aliases: aliases ? readAliases(aliases) : {},
  };
};

const checkName = (index: string, state: State): void => {
  const { indices, dataStreams } = state;
  if (index !== index.toLowerCase()) throw badName(index, "must be lowercase");
  const problem = indexNameProblem(index);
  if (problem) throw badName(index, problem);
  const existing = indices.get(index);
  if (existing) {
    const uuid = String(existing.settings["index.uuid"]);
    throw bad("resource_already_exists_exception", `index [${index}/${uuid}] already exists`, { index_uuid: uuid, index });
  }
  if (indices.entries().some(([, { aliases }]) => Object.hasOwn(aliases, index))) throw badName(index, "already exists as alias");
  if (dataStreams.has(index)) throw bad("resource_already_exists_exception", `data stream [${index}] already exists`);
};

/** An alias may have one write index, and no name of an index. */
const checkNewAliases = (index: string, aliases: Record<string, Alias>, { indices }: State): void => {
  checkAliases(aliases, []);
  checkFilters(aliases);
  for (const [name, { is_write_index: isWriteIndex }] of Object.entries(aliases)) {
    if (name === index) throw illegal(`alias name [${name}] self-conflicts with index name`);
    if (indices.has(name))
      throw bad(
        "invalid_alias_name_exception",
        `Invalid alias name [${name}]: an index or data stream exists with the same name as the alias`,
      );
    const others = indices.entries().filter(([, stored]) => stored.aliases[name]?.is_write_index === true);
    if (isWriteIndex !== true || others.length === 0) continue;
    const reason = `alias [${name}] has more than one write index [${[index, ...others.map(([other]) => other)].join(",")}]`;
    throw new SearchFailure(500, { type: "illegal_state_exception", reason });
  }
};

/** Makes an index of what was sent and of the template that fits its name. */
const create = (expression: string, sent: Sent, state: State): EmulatorReply => {
  const index = resolveDateMath(expression, state.now());
  checkName(index, state);
  const template = composeFor(index, state);
  if (template?.isForDataStreams)
    throw illegal(
      `cannot create index with name [${index}], because it matches with template [${template.template}] that creates data streams only, use create data stream api instead`,
    );
  const settings: Settings = new Map([...(template?.settings ?? []), ...sent.settings]);
  const [problem] = settingProblems(settings);
  if (problem) throw illegal(problem);
  const aliases = { ...template?.aliases, ...sent.aliases };
  checkNewAliases(index, aliases, state);
  const mappings = indexMappings(overlay(indexMappings(template?.mappings ?? {}), indexMappings(sent.mappings)) as JsonObject);
  const made = newIndex(index, { settings, mappings, aliases }, state);
  made.settings["index.provided_name"] = expression;
  state.indices.set(index, made);
  return reply(200, { acknowledged: true, shards_acknowledged: true, index });
};

const remove = (expression: string, state: State): EmulatorReply => {
  if (/\*|^_all$/.test(expression)) throw illegal("Wildcard expressions or all indices are not allowed");
  const names = selectIndices(expression, state, { indicesOnly: true });
  for (const name of names) checkBlocks(name, "change", state);
  for (const name of names) removeFromStream(name, state);
  for (const name of names) state.indices.delete(name);
  return reply(200, { acknowledged: true });
};

/** A backing index leaves its data stream, unless it is the write index. */
const removeFromStream = (index: string, { dataStreams }: State): void => {
  for (const [name, stream] of dataStreams.entries()) {
    if (!stream.indices.includes(index)) continue;
    if (stream.indices.at(-1) === index)
      throw illegal(`index [${index}] is the write index for data stream [${name}] and cannot be deleted`);
    stream.indices = stream.indices.filter((each) => each !== index);
    stream.generation += 1;
  }
};

const selectionOf = (call: Call): Selection => ({
  expand: expandOf(call.query.get("expand_wildcards")),
  ignoreUnavailable: flag(call, "ignore_unavailable"),
});

const FEATURES = ["aliases", "mappings", "settings"];

const get = (call: Call, state: State): EmulatorReply => {
  const features = call.query.get("features")?.split(",") ?? FEATURES;
  const unexpected = features.find((feature) => !FEATURES.includes(feature));
  if (unexpected !== undefined) throw illegal(`Invalid features specified [${unexpected}]`);
  const has = (feature: string, value: Json): Json => (features.includes(feature) ? value : {});
  const shown = selectIndices(call.parts.index ?? "", state, selectionOf(call)).map((name) => {
    checkBlocks(name, "read", state);
    const { aliases, mappings, settings, dataStream } = state.indices.get(name)!;
    const found = {
      aliases: has("aliases", aliases),
      mappings: has("mappings", mappings),
      settings: has("settings", shownSettings(settings, flag(call, "flat_settings"))),
      ...(dataStream !== undefined && { data_stream: dataStream }),
    };
    return [name, found] as const;
  });
  return reply(200, Object.fromEntries(shown));
};

const getMappings = (call: Call, state: State): EmulatorReply => {
  const names = selectIndices(call.parts.index ?? "", state, selectionOf(call));
  return reply(200, Object.fromEntries(names.map((name) => [name, { mappings: state.indices.get(name)!.mappings }])));
};

const readMappingBody = (body: string): JsonObject => {
  if (body === "") throw bad("parse_exception", "request body is required");
  return readMappings(parseJson(body)) ?? {};
};

/** The index that writes to an alias or data stream go to: the flagged one, else the last. */
const writeIndexOf = (expression: string, names: readonly string[], { indices }: State): string[] => {
  const flagged = names.find((name) => indices.get(name)!.aliases[expression]?.is_write_index === true);
  const write = flagged ?? names.at(-1);
  return write === undefined ? [] : [write];
};

const putMappings = (call: Call, mappings: JsonObject, state: State): EmulatorReply => {
  const expression = call.parts.index ?? "";
  const all = selectIndices(expression, state, selectionOf(call));
  const names = flag(call, "write_index_only") ? writeIndexOf(expression, all, state) : all;
  for (const name of names) checkBlocks(name, "change", state);
  const merged = names.map((name) => [name, mergeMappings(state.indices.get(name)!.mappings, mappings)] as const);
  for (const [name, next] of merged) state.indices.get(name)!.mappings = next;
  return reply(200, { acknowledged: true });
};

/** Closes or opens indices. */
const setClosed = (call: Call, isClosed: boolean, state: State): EmulatorReply => {
  const names = selectIndices(call.parts.index ?? "", state, { ...selectionOf(call), expand: ["open", "closed"] });
  for (const name of names) {
    const index = state.indices.get(name)!;
    index.isClosed = isClosed;
    if (isClosed) index.settings["index.verified_before_close"] = "true";
    else delete index.settings["index.verified_before_close"];
  }
  const closed = { indices: Object.fromEntries(names.map((name) => [name, { closed: true }])) };
  return reply(200, { acknowledged: true, shards_acknowledged: true, ...(isClosed && closed) });
};

/** The routes of indices. The old typed documents are here only so that two unknown segments get the 405 of the server. */
export const indexApi: Api = (state) => {
  const admin = action("indices:admin/get", superuser);
  const index = ({ parts }: Call): string => parts.index ?? "";
  const wildcards = { expand_wildcards: "text", allow_no_indices: "bool", ignore_unavailable: "bool" } as const;
  const times = { timeout: "time", master_timeout: "time" } as const;
  const show: Endpoint = {
    query: { ...wildcards, features: "text", flat_settings: "bool", include_defaults: "bool", local: "bool", master_timeout: "time" },
    prepare: (call) => ({ action: admin, run: () => get(call, state) }),
  };
  const make: Endpoint = {
    query: { ...times, wait_for_active_shards: "text" },
    takesBody: true,
    prepare: (call) => {
      const shards = call.query.get("wait_for_active_shards") ?? "1";
      if (!/^(all|\d+)$/.test(shards)) throw illegal(`cannot parse ActiveShardCount[${shards}]`);
      const sent = readBody(call.body);
      return { action: action("indices:admin/create", superuser), run: () => create(index(call), sent, state) };
    },
  };
  const erase: Endpoint = {
    query: { ...times, ...wildcards },
    prepare: (call) => ({ action: action("indices:admin/delete", superuser), run: () => remove(index(call), state) }),
  };
  const eraseNone: Endpoint = {
    ...erase,
    prepare: () => {
      throw bad("action_request_validation_exception", numbered(["index / indices is missing"]));
    },
  };
  const showMappings: Endpoint = {
    query: { ...wildcards, local: "bool", master_timeout: "time" },
    prepare: (call) => ({ action: action("indices:admin/mappings/get", superuser), run: () => getMappings(call, state) }),
  };
  const writeMappings: Endpoint = {
    query: { ...wildcards, ...times, write_index_only: "bool" },
    takesBody: true,
    prepare: (call) => {
      const mappings = readMappingBody(call.body);
      return { action: action("indices:admin/mapping/put", superuser), run: () => putMappings(call, mappings, state) };
    },
  };
  const closing = (isClosed: boolean): Endpoint => ({
    query: { ...wildcards, ...times, wait_for_active_shards: "text" },
    prepare: (call) => ({
      action: action(isClosed ? "indices:admin/close" : "indices:admin/open", superuser),
      run: () => setClosed(call, isClosed, state),
    }),
  });
  return [
    { method: "GET", path: "/{index}", handler: show },
    { method: "HEAD", path: "/{index}", handler: show },
    { method: "PUT", path: "/{index}", handler: make },
    { method: "DELETE", path: "/{index}", handler: erase },
    { method: "DELETE", path: "/", handler: eraseNone },
    { method: "GET", path: "/{index}/_mapping", handler: showMappings },
    { method: "PUT", path: "/{index}/_mapping", handler: writeMappings },
    { method: "POST", path: "/{index}/_close", handler: closing(true) },
    { method: "POST", path: "/{index}/_open", handler: closing(false) },
  ] satisfies Route<Endpoint>[];
};
