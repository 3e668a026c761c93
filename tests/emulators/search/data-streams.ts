/** Data streams as the server keeps them, with their overrides, lifecycle and options. Rollovers are made by tests, see {@link rollOver}. */
import type { Json, JsonObject } from "../exchange";
import type { Alias } from "./aliases";
import { type Call, flag, isSince, nameOf, type Run, type State } from "./api";
import { composeFor } from "./composition";
import { hasFailureStore, readLifecycle, readOptions, retentionOf, withRetention } from "./data-stream-routes";
import { acknowledged, bad, illegal, notServerless, rejectIf, reply } from "./errors";
import { overlay } from "./index-mappings";
import { applySettings, expandOf, missingIndex, newIndex } from "./index-store";
import { lowerNameProblem } from "./names";
import { nestSettings, type Setting, type Settings } from "./settings";

/** A data stream. Tests may change one behind a client's back. */
export interface StoredDataStream {
  template: string;
  generation: number;
  hidden: boolean;
  /** Names of backing indices, the oldest first. */
  indices: string[];
  /** Names of the indices of the failure store. */
  failures: string[];
  settings: Record<string, Setting>;
  mappings: JsonObject;
  aliases: Record<string, Alias>;
  lifecycle?: JsonObject;
  options?: JsonObject;
}

/** Makes a data stream that has no index yet. */
export const newDataStream = (template: string): StoredDataStream => ({
  template,
  generation: 0,
  hidden: false,
  indices: [],
  failures: [],
  settings: {},
  mappings: {},
  aliases: {},
});

/** Overrides that the server writes to the backing indices, too. */
const LIFECYCLE_SETTINGS = ["index.lifecycle.name", "index.lifecycle.prefer_ilm"];
const OVERRIDABLE = [...LIFECYCLE_SETTINGS, "index.number_of_shards"];

/** What manages an index: a policy and a lifecycle at once are decided by the setting `index.lifecycle.prefer_ilm`. */
const management = (settings: Readonly<Record<string, Json>>, lifecycle: JsonObject | undefined) => {
  const policy = settings["index.lifecycle.name"];
  const preferIlm = settings["index.lifecycle.prefer_ilm"] !== "false";
  const isManagedByPolicy = policy !== undefined && (preferIlm || lifecycle?.enabled !== true);
  const isManaged = isManagedByPolicy || lifecycle?.enabled === true;
  const managedBy = isManaged ? (isManagedByPolicy ? "Index Lifecycle Management" : "Data stream lifecycle") : "Unmanaged";
  return { prefer_ilm: preferIlm, ilm_policy: policy, managed_by: managedBy };
};

/** The parts of a data stream that have requests of their own. */
export type Part = "lifecycle" | "options";

/** Creates a data stream with its first backing index. */
export const create: Run = (call, state) => {
  const name = nameOf(call);
  const { dataStreams, indices } = state;
  const problem = lowerNameProblem(name);
  const bytes = Buffer.byteLength(name);
  rejectIf(
    [problem, `data_stream [${name}] ${problem}`],
    [name.startsWith(".ds-"), `data_stream [${name}] must not start with '.ds-'`],
    [bytes > 255, `data_stream [${name}] name is too long, (${bytes} > 255)`],
  );
  if (dataStreams.has(name)) throw bad("resource_already_exists_exception", `data_stream [${name}] already exists`);
  if (indices.has(name)) throw illegal(`data stream [${name}] conflicts with index`);
  const found = composeFor(name, state);
  if (!found) throw illegal(`no matching index template found for data stream [${name}]`);
  if (!found.isForDataStreams)
    throw illegal(`matching index template [${found.template}] for data stream [${name}] has no data stream template`);
  const { data_stream: kind } = state.indexTemplates.get(found.template) as unknown as { data_stream: JsonObject };
  const { lifecycle, data_stream_options: options } = found.others;
  dataStreams.set(name, {
    ...newDataStream(found.template),
    hidden: kind.hidden === true,
    ...(lifecycle && { lifecycle: readLifecycle(lifecycle as JsonObject, state) }),
    ...(options && { options: readOptions(options as JsonObject) }),
  });
  rollOver(name, state);
  return acknowledged();
};

/** Adds a backing index, as a rollover does. */
export const rollOver = (name: string, state: State): void => {
  const stream = find(name, state);
  stream.generation += 1;
  stream.indices.push(addIndex(name, `.ds-${name}`, stream.generation, state));
};

/** Starts a new backing index without conditions. */
export const rollOverNow: Run = (call, state) => {
  const name = nameOf(call);
  if (!state.dataStreams.has(name)) throw illegal("the emulator rolls over data streams only");
  const { indices } = find(name, state);
  const old = indices.at(-1)!;
  rollOver(name, state);
  const done = { acknowledged: true, shards_acknowledged: true, rolled_over: true, dry_run: false, lazy: false, conditions: {} };
  return reply(200, { ...done, old_index: old, new_index: indices.at(-1)! });
};

/** Adds an index of the failure store with so many documents. */
export const fail = (name: string, documents: number, state: State): void => {
  const stream = find(name, state);
  stream.generation += 1;
  const index = addIndex(`${name}::failures`, `.fs-${name}`, stream.generation, state);
  const { documents: ids } = state.indices.get(index)!;
  for (let i = 0; i < documents; i++) ids.add(String(i));
  stream.failures.push(index);
};

export const get: Run = (call, state) => reply(200, { data_streams: selected(call, state).map((name) => entry(name, state)) });

export const statistics: Run = (call, state) => {
  const names = selected(call, state);
  const rows = names.map((name) => ({
    data_stream: name,
    backing_indices: find(name, state).indices.length,
    store_size_bytes: documentsOf(name, state) * 100,
    maximum_timestamp: documentsOf(name, state) === 0 ? 0 : state.now().getTime(),
  }));
  const shards = { total: names.length, successful: names.length, failed: 0 };
  return reply(200, {
    _shards: shards,
    data_stream_count: names.length,
    backing_indices: rows.reduce((sum, row) => sum + row.backing_indices, 0),
    data_streams: rows,
  });
};

export const remove: Run = (call, state) => {
  for (const name of selected(call, state)) {
    const { indices, failures } = find(name, state);
    for (const index of [...indices, ...failures]) state.indices.delete(index);
    state.dataStreams.delete(name);
  }
  return acknowledged();
};

export const putSettings: Run<Settings> = (call, state, settings) => {
  const keys = [...settings.keys()];
  const refused = keys.filter((key) => !OVERRIDABLE.includes(key));
  const rows = select(state, call.parts.name).map((name) => {
    const error = `Cannot set the following settings on a data stream: [${refused.join(",")}]`;
    if (refused.length > 0) return { name, applied_to_data_stream: false, error };
    const stream = find(name, state);
    const next = Object.fromEntries([...Object.entries(stream.settings), ...settings].filter(([, value]) => value !== null));
    if (!flag(call, "dry_run")) override(stream, settings, next, state);

    const composed = composeFor(name, state)?.settings ?? new Map<string, Setting>();
    return {
      name,
      applied_to_data_stream: true,
      index_settings_results: {
        applied_to_data_stream_only: keys.filter((key) => !LIFECYCLE_SETTINGS.includes(key)),
        applied_to_data_stream_and_backing_indices: keys.filter((key) => LIFECYCLE_SETTINGS.includes(key)),
      },
      settings: nestSettings(new Map(Object.entries(next))),
      effective_settings: nestSettings(new Map([...composed, ...Object.entries(next)])),
    };
  });
  return reply(200, { data_streams: rows });
};

const override = (stream: StoredDataStream, changed: Settings, next: StoredDataStream["settings"], { indices }: State) => {
  stream.settings = next;
  const written = new Map([...changed].filter(([key]) => LIFECYCLE_SETTINGS.includes(key)));
  for (const index of stream.indices) applySettings(indices.get(index)!, written);
};

/** Replaces all overrides of mappings. */
export const putMappings: Run<JsonObject> = (call, state, mappings) => {
  const rows = select(state, call.parts.name).map((name) => {
    if (!flag(call, "dry_run")) find(name, state).mappings = mappings;
    const effective = overlay(composeFor(name, state)?.mappings ?? {}, mappings);
    return { name, applied_to_data_stream: true, mappings, effective_mappings: { _doc: effective } };
  });
  return reply(200, { data_streams: rows });
};

export const getPart =
  (part: Part): Run =>
  (call, state) => {
    const isLifecycle = part === "lifecycle";
    const rows = selected(call, state).map((name) => {
      const value = find(name, state)[part];
      return { name, [part]: value && isLifecycle ? withRetention(value, state) : value };
    });
    return reply(200, { data_streams: rows, global_retention: isLifecycle ? retentionOf(state) : undefined });
  };

export const putPart =
  (part: Part): Run<JsonObject> =>
  (call, state, given) => {
    const value = part === "lifecycle" ? readLifecycle(given, state) : readOptions(given);
    for (const name of select(state, call.parts.name)) find(name, state)[part] = value;
    return acknowledged();
  };

export const deletePart =
  (part: Part): Run =>
  (call, state) => {
    const { name: expression } = call.parts;
    if (state.buildFlavor === "serverless")
      throw notServerless(`Request for uri [/_data_stream/${expression}/_${part}] with method [DELETE]`);
    for (const name of select(state, expression)) delete find(name, state)[part];
    return acknowledged();
  };

const addIndex = (owner: string, prefix: string, generation: number, state: State) => {
  const date = state.now().toISOString().slice(0, 10).replaceAll("-", ".");
  const name = `${prefix}-${date}-${String(generation).padStart(6, "0")}`;
  const stream = owner.replace("::failures", "");
  const found = composeFor(stream, state);
  const settings = new Map([...(found?.settings ?? []), ...Object.entries(find(stream, state).settings)]);
  const mappings = overlay(found?.mappings ?? {}, find(stream, state).mappings) as JsonObject;
  const index = newIndex(name, { settings, mappings, dataStream: owner }, state);
  index.settings["index.hidden"] = "true";
  state.indices.set(name, index);
  return name;
};

const documentsOf = (name: string, state: State) =>
  find(name, state).indices.reduce((sum, index) => sum + state.indices.get(index)!.visible, 0);

const find = (name: string, { dataStreams }: State) => {
  const stream = dataStreams.get(name);
  if (!stream) throw missingIndex(name);
  return stream;
};

const selected = ({ parts, query }: Call, state: State) => {
  return select(state, parts.name, expandOf(query.get("expand_wildcards")).includes("hidden"));
};

const select = (state: State, expression = "*", isHiddenShown = false) => {
  const names = expression.split(",").flatMap((part) => {
    if (!part.includes("*")) return [find(part, state) && part];
    return state.dataStreams.matching(part).filter((name) => isHiddenShown || !find(name, state).hidden);
  });
  return [...new Set(names)].sort();
};

const entry = (name: string, state: State): object => {
  const { template, generation, hidden, indices, failures, settings, mappings, lifecycle, options } = find(name, state);
  const stored = state.indexTemplates.get(template) as JsonObject | undefined;
  const composed = composeFor(name, state)?.settings ?? new Map<string, Setting>();
  const describe = (index: string): object => {
    const { settings: own = {} } = state.indices.get(index) ?? {};
    return { index_name: index, index_uuid: String(own["index.uuid"]), ...management(own, lifecycle) };
  };
  const { managed_by: nextManagedBy, ...next } = management({ ...Object.fromEntries(composed), ...settings }, lifecycle);
  const store = options?.failure_store as JsonObject | undefined;
  const { version } = state;
  return {
    name,
    timestamp_field: { name: "@timestamp" },
    indices: indices.map(describe),
    generation,
    _meta: stored?._meta,
    status: "GREEN",
    template,
    ...next,
    next_generation_managed_by: nextManagedBy!,
    hidden,
    system: false,
    allow_custom_routing: (stored?.data_stream as JsonObject | undefined)?.allow_custom_routing ?? false,
    replicated: false,
    rollover_on_write: false,
    lifecycle: lifecycle && withRetention(lifecycle, state),
    ...(isSince(version, "8.19.0") && {
      failure_store: {
        enabled: hasFailureStore(name, store, state),
        rollover_on_write: failures.length === 0,
        indices: failures.map(describe),
      },
      settings: nestSettings(new Map(Object.entries(settings))),
    }),
    ...(isSince(version, "9.2.0") && { mappings }),
  };
};
