/** Data streams as the server keeps them, with their overrides, lifecycle and options. Rollovers are made by tests, see {@link Streams.rollOver}. */
import type { EmulatorReply, Json, JsonObject } from "../exchange";
import type { Alias } from "./aliases";
import { type Call, flag, isSince, type State } from "./api";
import { composeFor } from "./composition";
import { hasFailureStore, readLifecycle, readOptions, retentionOf, withRetention } from "./data-stream-parts";
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
const management = (settings: Readonly<Record<string, Json>>, lifecycle: JsonObject | undefined): JsonObject => {
  const policy = settings["index.lifecycle.name"];
  const preferIlm = settings["index.lifecycle.prefer_ilm"] !== "false";
  const isManagedByPolicy = policy !== undefined && (preferIlm || lifecycle?.enabled !== true);
  const isManaged = isManagedByPolicy || lifecycle?.enabled === true;
  const managedBy = isManaged ? (isManagedByPolicy ? "Index Lifecycle Management" : "Data stream lifecycle") : "Unmanaged";
  return { prefer_ilm: preferIlm, ...(policy !== undefined && { ilm_policy: policy }), managed_by: managedBy };
};

/** The parts of a data stream that have requests of their own. */
export type Part = "lifecycle" | "options";

/** The data streams of one server. */
export class Streams {
  constructor(readonly state: State) {}

  create(name: string): EmulatorReply {
    const { dataStreams, indices } = this.state;
    const problem = lowerNameProblem(name);
    const bytes = Buffer.byteLength(name);
    rejectIf(
      [problem, `data_stream [${name}] ${problem}`],
      [name.startsWith(".ds-"), `data_stream [${name}] must not start with '.ds-'`],
      [bytes > 255, `data_stream [${name}] name is too long, (${bytes} > 255)`],
    );
    if (dataStreams.has(name)) throw bad("resource_already_exists_exception", `data_stream [${name}] already exists`);
    if (indices.has(name)) throw illegal(`data stream [${name}] conflicts with index`);
    const found = composeFor(name, this.state);
    if (!found) throw illegal(`no matching index template found for data stream [${name}]`);
    if (!found.isForDataStreams)
      throw illegal(`matching index template [${found.template}] for data stream [${name}] has no data stream template`);
    const { data_stream: kind } = this.state.indexTemplates.get(found.template) as unknown as { data_stream: JsonObject };
    const { lifecycle, data_stream_options: options } = found.others;
    dataStreams.set(name, {
      ...newDataStream(found.template),
      hidden: kind.hidden === true,
      ...(lifecycle && { lifecycle: readLifecycle(lifecycle as JsonObject, this.state) }),
      ...(options && { options: readOptions(options as JsonObject) }),
    });
    this.rollOver(name);
    return acknowledged();
  }

  /** Adds a backing index, as a rollover does. */
  rollOver(name: string): void {
    const stream = this.find(name);
    stream.generation += 1;
    stream.indices.push(this.addIndex(name, `.ds-${name}`, stream.generation));
  }

  /** Starts a new backing index without conditions. */
  rollOverNow(name: string): EmulatorReply {
    if (!this.state.dataStreams.has(name)) throw illegal("the emulator rolls over data streams only");
    const { indices } = this.find(name);
    const old = indices.at(-1)!;
    this.rollOver(name);
    const done = { acknowledged: true, shards_acknowledged: true, rolled_over: true, dry_run: false, lazy: false, conditions: {} };
    return reply(200, { ...done, old_index: old, new_index: indices.at(-1)! });
  }

  /** Adds an index of the failure store with so many documents. */
  fail(name: string, documents: number): void {
    const stream = this.find(name);
    stream.generation += 1;
    const index = this.addIndex(`${name}::failures`, `.fs-${name}`, stream.generation);
    const { documents: ids } = this.state.indices.get(index)!;
    for (let i = 0; i < documents; i++) ids.add(String(i));
    stream.failures.push(index);
  }

  get(call: Call): EmulatorReply {
    return reply(200, { data_streams: this.selected(call).map((name) => this.entry(name)) });
  }

  statistics(call: Call): EmulatorReply {
    const names = this.selected(call);
    const rows = names.map((name) => ({
      data_stream: name,
      backing_indices: this.find(name).indices.length,
      store_size_bytes: this.documentsOf(name) * 100,
      maximum_timestamp: this.documentsOf(name) === 0 ? 0 : this.state.now().getTime(),
    }));
    const shards = { total: names.length, successful: names.length, failed: 0 };
    return reply(200, {
      _shards: shards,
      data_stream_count: names.length,
      backing_indices: rows.reduce((sum, row) => sum + row.backing_indices, 0),
      data_streams: rows,
    });
  }

  remove(call: Call): EmulatorReply {
    for (const name of this.selected(call)) {
      const { indices, failures } = this.find(name);
      for (const index of [...indices, ...failures]) this.state.indices.delete(index);
      this.state.dataStreams.delete(name);
    }
    return acknowledged();
  }

  putSettings(call: Call, settings: Settings): EmulatorReply {
    const keys = [...settings.keys()];
    const refused = keys.filter((key) => !OVERRIDABLE.includes(key));
    const rows = this.select(call.parts.name).map((name) => {
      const error = `Cannot set the following settings on a data stream: [${refused.join(",")}]`;
      if (refused.length > 0) return { name, applied_to_data_stream: false, error };
      const stream = this.find(name);
      const next = Object.fromEntries([...Object.entries(stream.settings), ...settings].filter(([, value]) => value !== null));
      if (!flag(call, "dry_run")) this.override(stream, settings, next);
      const composed = composeFor(name, this.state)?.settings ?? new Map<string, Setting>();
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
  }

  private override(stream: StoredDataStream, changed: Settings, next: Record<string, Setting>): void {
    stream.settings = next;
    const written = new Map([...changed].filter(([key]) => LIFECYCLE_SETTINGS.includes(key)));
    for (const index of stream.indices) applySettings(this.state.indices.get(index)!, written);
  }

  /** Replaces all overrides of mappings. */
  putMappings(call: Call, mappings: JsonObject): EmulatorReply {
    const rows = this.select(call.parts.name).map((name) => {
      if (!flag(call, "dry_run")) this.find(name).mappings = mappings;
      const effective = overlay(composeFor(name, this.state)?.mappings ?? {}, mappings);
      return { name, applied_to_data_stream: true, mappings, effective_mappings: { _doc: effective } };
    });
    return reply(200, { data_streams: rows });
  }

  getPart(part: Part, call: Call): EmulatorReply {
    const isLifecycle = part === "lifecycle";
    const rows = this.selected(call).map((name) => {
      const value = this.find(name)[part];
      return { name, ...(value && { [part]: isLifecycle ? withRetention(value, this.state) : value }) };
    });
    return reply(200, { data_streams: rows, ...(isLifecycle && { global_retention: retentionOf(this.state) }) });
  }

  putPart(part: Part, call: Call, given: JsonObject): EmulatorReply {
    const value = part === "lifecycle" ? readLifecycle(given, this.state) : readOptions(given);
    for (const name of this.select(call.parts.name)) this.find(name)[part] = value;
    return acknowledged();
  }

  deletePart(part: Part, call: Call): EmulatorReply {
    const { name: expression } = call.parts;
    if (this.state.buildFlavor === "serverless")
      throw notServerless(`Request for uri [/_data_stream/${expression}/_${part}] with method [DELETE]`);
    for (const name of this.select(expression)) delete this.find(name)[part];
    return acknowledged();
  }

  private addIndex(owner: string, prefix: string, generation: number): string {
    const date = this.state.now().toISOString().slice(0, 10).replaceAll("-", ".");
    const name = `${prefix}-${date}-${String(generation).padStart(6, "0")}`;
    const stream = owner.replace("::failures", "");
    const found = composeFor(stream, this.state);
    const settings = new Map([...(found?.settings ?? []), ...Object.entries(this.find(stream).settings)]);
    const mappings = overlay(found?.mappings ?? {}, this.find(stream).mappings) as JsonObject;
    const index = newIndex(name, { settings, mappings, dataStream: owner }, this.state);
    index.settings["index.hidden"] = "true";
    this.state.indices.set(name, index);
    return name;
  }

  private documentsOf(name: string): number {
    return this.find(name).indices.reduce((sum, index) => sum + this.state.indices.get(index)!.visible, 0);
  }

  private find(name: string): StoredDataStream {
    const stream = this.state.dataStreams.get(name);
    if (!stream) throw missingIndex(name);
    return stream;
  }

  private selected({ parts, query }: Call): string[] {
    return this.select(parts.name, expandOf(query.get("expand_wildcards")).includes("hidden"));
  }

  private select(expression = "*", isHiddenShown = false): string[] {
    const names = expression.split(",").flatMap((part) => {
      if (!part.includes("*")) return [this.find(part) && part];
      return this.state.dataStreams.matching(part).filter((name) => isHiddenShown || !this.find(name).hidden);
    });
    return [...new Set(names)].sort();
  }

  private entry(name: string): JsonObject {
    const { template, generation, hidden, indices, failures, settings, mappings, lifecycle, options } = this.find(name);
    const stored = this.state.indexTemplates.get(template) as JsonObject | undefined;
    const composed = composeFor(name, this.state)?.settings ?? new Map<string, Setting>();
    const describe = (index: string): JsonObject => {
      const { settings: own = {} } = this.state.indices.get(index) ?? {};
      return { index_name: index, index_uuid: String(own["index.uuid"]), ...management(own, lifecycle) };
    };
    const { managed_by: nextManagedBy, ...next } = management({ ...Object.fromEntries(composed), ...settings }, lifecycle);
    const store = options?.failure_store as JsonObject | undefined;
    const { version } = this.state;
    return {
      name,
      timestamp_field: { name: "@timestamp" },
      indices: indices.map(describe),
      generation,
      ...(stored?._meta !== undefined && { _meta: stored._meta }),
      status: "GREEN",
      template,
      ...next,
      next_generation_managed_by: nextManagedBy!,
      hidden,
      system: false,
      allow_custom_routing: (stored?.data_stream as JsonObject | undefined)?.allow_custom_routing ?? false,
      replicated: false,
      rollover_on_write: false,
      ...(lifecycle && { lifecycle: withRetention(lifecycle, this.state) }),
      ...(isSince(version, "8.19.0") && {
        failure_store: {
          enabled: hasFailureStore(name, store, this.state),
          rollover_on_write: failures.length === 0,
          indices: failures.map(describe),
        },
        settings: nestSettings(new Map(Object.entries(settings))),
      }),
      ...(isSince(version, "9.2.0") && { mappings }),
    };
  }
}
