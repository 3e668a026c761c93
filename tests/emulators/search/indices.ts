/**
 * `/{index}`: indices, their documents as far as they are counted, and the responses for unknown paths; `/{index}/_settings`: reads, and changes of dynamic, static
 * and final settings. Measured on 8.19.8.
 */
import type { Json, JsonObject } from "../exchange";
import { byName } from "../objects";
import { matches } from "../store";
import { type Alias, checkAliases, checkFilters, readAliases } from "./aliases";
import { type Api, bodyOf, type Call, endpoint, flag, type Run, type State } from "./api";
import { composeFor } from "./composition";
import { acknowledged, bad, failure, illegal, rejectProblems, reply } from "./errors";
import { indexMappings, mergeMappings, overlay } from "./index-mappings";
import { applySettings, badName, checkBlocks, newIndex, resolveDateMath, selectIndices, selectionOf } from "./index-store";
import { type Node, parseJson } from "./json";
import { readMappings } from "./mappings";
import { lowerNameProblem } from "./names";
import { superuser } from "./privileges";
import { byKey, FINAL, isStatic, nestSettings, readSettings, settingProblems, type Settings } from "./settings";

/** The settings as a response contains them. */
const shownSettings = (settings: Readonly<Record<string, Json>>, isFlat: boolean): Json => {
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

const indexOf = ({ parts }: Call) => parts.index ?? "";

/** Whether mappings are below the name of a type, which only those of templates may be. */
const isTyped = (node: Node) => node.kind === "object" && node.fields.map(({ name }) => name).join() === "_doc";

const readBody = (call: Call) => {
  const shards = call.query.get("wait_for_active_shards") ?? "1";
  if (!/^(all|\d+)$/.test(shards)) throw illegal(`cannot parse ActiveShardCount[${shards}]`);
  const node = call.body === "" ? undefined : parseJson(call.body);
  const parts: Record<string, Node> = {};
  for (const { name, value } of node?.kind === "object" ? node.fields : []) {
    if (!["settings", "mappings", "aliases"].includes(name)) throw bad("parse_exception", `unknown key [${name}] for create index`);
    parts[name] = value;
  }
  const { settings, mappings, aliases } = parts;
  if (mappings && isTyped(mappings))
    throw illegal("The mapping definition cannot be nested under a type [_doc] unless include_type_name is set to true.");
  return {
    settings: settings ? readSettings(settings) : (new Map() as Settings),
    mappings: (mappings && readMappings(mappings)) ?? {},
    aliases: aliases ? readAliases(aliases) : {},
  };
};

const checkName = (index: string, { indices, dataStreams }: State) => {
  const problem = lowerNameProblem(index);
  if (problem) throw badName(index, problem);
  const exists = (what: string, extra?: JsonObject): Error => bad("resource_already_exists_exception", `${what} already exists`, extra);
  const existing = indices.get(index);
  if (existing) {
    const uuid = String(existing.settings["index.uuid"]);
    throw exists(`index [${index}/${uuid}]`, { index_uuid: uuid, index });
  }
  if (indices.entries().some(([, { aliases }]) => Object.hasOwn(aliases, index))) throw badName(index, "already exists as alias");
  if (dataStreams.has(index)) throw exists(`data stream [${index}]`);
};

/** An alias may have one write index, and no name of an index. */
const checkNewAliases = (index: string, aliases: Record<string, Alias>, { indices }: State) => {
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
    const writing = [index, ...others.map(([other]) => other)].join(",");
    throw failure(500, "illegal_state_exception", `alias [${name}] has more than one write index [${writing}]`);
  }
};

/** Makes an index of what was sent and of the template that fits its name. */
const create: Run<ReturnType<typeof readBody>> = (call, state, sent) => {
  const expression = indexOf(call);
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

/** A backing index leaves its data stream, unless it is the write index. */
const removeFromStream = (index: string, { dataStreams }: State) => {
  for (const [name, stream] of dataStreams.entries()) {
    if (!stream.indices.includes(index)) continue;
    if (stream.indices.at(-1) === index)
      throw illegal(`index [${index}] is the write index for data stream [${name}] and cannot be deleted`);
    stream.indices = stream.indices.filter((each) => each !== index);
    stream.generation += 1;
  }
};

const FEATURES = ["aliases", "mappings", "settings"];

/** The index that writes to an alias or data stream go to: the flagged one, else the last. */
const writeIndexOf = (expression: string, names: readonly string[], { indices }: State) => {
  const flagged = names.find((name) => indices.get(name)!.aliases[expression]?.is_write_index === true);
  const write = flagged ?? names.at(-1);
  return write === undefined ? [] : [write];
};

const putMappings: Run<JsonObject> = (call, state, mappings) => {
  const expression = indexOf(call);
  const all = selectIndices(expression, state, selectionOf(call));
  const names = flag(call, "write_index_only") ? writeIndexOf(expression, all, state) : all;
  for (const name of names) checkBlocks(name, "change", state);
  const merged = names.map((name) => [name, mergeMappings(state.indices.get(name)!.mappings, mappings)] as const);
  for (const [name, next] of merged) state.indices.get(name)!.mappings = next;
  return acknowledged();
};

/** Closes or opens indices. */
const setClosed = (call: Call, isClosed: boolean, state: State) => {
  const names = selectIndices(indexOf(call), state, { ...selectionOf(call), expand: ["open", "closed"] });
  for (const name of names) {
    const index = state.indices.get(name)!;
    index.isClosed = isClosed;
    if (isClosed) index.settings["index.verified_before_close"] = "true";
    else delete index.settings["index.verified_before_close"];
  }
  const closed = { indices: byName(names, () => ({ closed: true })) };
  return reply(200, { acknowledged: true, shards_acknowledged: true, ...(isClosed && closed) });
};

/** The routes of indices. */
export const indexApi: Api = [
  endpoint(
    "GET|HEAD /{index}?expand_wildcards&allow_no_indices&ignore_unavailable&features&flat_settings&include_defaults&local&master_timeout",
    ["indices:admin/get", superuser],
    (call, state) => {
      const features = call.query.get("features")?.split(",") ?? FEATURES;
      const unexpected = features.find((feature) => !FEATURES.includes(feature));
      if (unexpected !== undefined) throw illegal(`Invalid features specified [${unexpected}]`);
      const has = (feature: string, value: Json) => (features.includes(feature) ? value : {});
      const shown = selectIndices(indexOf(call), state, selectionOf(call)).map((name) => {
        checkBlocks(name, "read", state);
        const { aliases, mappings, settings, dataStream } = state.indices.get(name)!;
        const found = {
          aliases: has("aliases", aliases),
          mappings: has("mappings", mappings),
          settings: has("settings", shownSettings(settings, flag(call, "flat_settings"))),
          data_stream: dataStream,
        };
        return [name, found] as const;
      });
      return reply(200, Object.fromEntries(shown));
    },
  ),
  endpoint("PUT /{index}?timeout&master_timeout&wait_for_active_shards", ["indices:admin/create", superuser], create, readBody),
  endpoint(
    "DELETE /{index}?timeout&master_timeout&expand_wildcards&allow_no_indices&ignore_unavailable",
    ["indices:admin/delete", superuser],
    (call, state) => {
      const expression = indexOf(call);
      if (/\*|^_all$/.test(expression)) throw illegal("Wildcard expressions or all indices are not allowed");
      const names = selectIndices(expression, state, { indicesOnly: true });
      for (const name of names) checkBlocks(name, "change", state);
      for (const name of names) removeFromStream(name, state);
      for (const name of names) state.indices.delete(name);
      return acknowledged();
    },
  ),
  endpoint(
    "DELETE /?timeout&master_timeout&expand_wildcards&allow_no_indices&ignore_unavailable",
    ["indices:admin/delete", superuser],
    acknowledged,
    () => rejectProblems(["index / indices is missing"]),
  ),
  endpoint(
    "GET /{index}/_mapping?expand_wildcards&allow_no_indices&ignore_unavailable&local&master_timeout",
    ["indices:admin/mappings/get", superuser],
    (call, state) => {
      const names = selectIndices(indexOf(call), state, selectionOf(call));
      return reply(
        200,
        byName(names, (name) => ({ mappings: state.indices.get(name)!.mappings })),
      );
    },
  ),
  endpoint(
    "PUT /{index}/_mapping?expand_wildcards&allow_no_indices&ignore_unavailable&timeout&master_timeout&write_index_only",
    ["indices:admin/mapping/put", superuser],
    putMappings,
    (call: Call) => {
      const body = bodyOf(call);
      if (isTyped(body)) throw illegal("Types cannot be provided in put mapping requests");
      return readMappings(body) ?? {};
    },
  ),
  ...["close", "open"].map((word) =>
    endpoint(
      `POST /{index}/_${word}?expand_wildcards&allow_no_indices&ignore_unavailable&timeout&master_timeout&wait_for_active_shards`,
      [`indices:admin/${word}`, superuser],
      (call, state) => setClosed(call, word === "close", state),
    ),
  ),
];
