/** Data streams as the server keeps them, with their overrides, lifecycle and options. Rollovers are made by tests, see {@link DataStreams.rollOver}. */
import type { EmulatorReply, JsonObject } from "../exchange";
import { matches } from "../store";
import type { State } from "./api";
import { compareVersions } from "./api";
import { composeFor } from "./composition";
import { millis, readLifecycle, readOptions } from "./data-stream-parts";
import { bad, illegal, reply, SearchFailure } from "./errors";
import { indexNameProblem } from "./index-names";
import { missingIndex, newIndex } from "./index-store";
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
  lifecycle?: JsonObject;
  options?: JsonObject;
}

/** How tests change data streams. */
export interface DataStreams {
  /** Adds a backing index, as a rollover does. */
  rollOver(name: string): void;
  /** Adds an index of the failure store with so many documents. */
  fail(name: string, documents: number): void;
}

const OVERRIDABLE = ["index.lifecycle.name", "index.lifecycle.prefer_ilm", "index.number_of_shards"];
/** The data streams of one server. */
export class Streams implements DataStreams {
  constructor(readonly state: State) {}

  create(name: string): EmulatorReply {
    const { dataStreams, indices } = this.state;
    const problem = name === name.toLowerCase() ? indexNameProblem(name) : "must be lowercase";
    if (problem) throw illegal(`data_stream [${name}] ${problem}`);
    if (name.startsWith(".ds-")) throw illegal(`data_stream [${name}] must not start with '.ds-'`);
    if (Buffer.byteLength(name) > 255) throw illegal(`data_stream [${name}] name is too long, (${Buffer.byteLength(name)} > 255)`);
    if (dataStreams.has(name)) throw bad("resource_already_exists_exception", `data_stream [${name}] already exists`);
    if (indices.has(name)) throw illegal(`data stream [${name}] conflicts with index`);
    const found = composeFor(name, this.state);
    if (!found) throw illegal(`no matching index template found for data stream [${name}]`);
    if (!found.isForDataStreams)
      throw illegal(`matching index template [${found.template}] for data stream [${name}] has no data stream template`);
    const { template, data_stream: kind } = this.state.indexTemplates.get(found.template) as unknown as {
      template?: JsonObject;
      data_stream: JsonObject;
    };
    const { lifecycle, data_stream_options: options } = template ?? {};
    dataStreams.set(name, {
      template: found.template,
      generation: 0,
      hidden: kind.hidden === true,
      indices: [],
      failures: [],
      settings: {},
      mappings: {},
      ...(lifecycle && { lifecycle: readLifecycle(lifecycle as JsonObject, this.state) }),
      ...(options && { options: readOptions(options as JsonObject) }),
    });
    this.rollOver(name);
    return reply(200, { acknowledged: true });
  }

  rollOver(name: string): void {
    const stream = this.find(name);
    stream.generation += 1;
    stream.indices.push(this.addIndex(name, `.ds-${name}`, stream.generation));
  }

  fail(name: string, documents: number): void {
    const stream = this.find(name);
    const index = this.addIndex(`${name}::failures`, `.fs-${name}`, stream.failures.length + 1);
    const { documents: ids } = this.state.indices.get(index)!;
    for (let i = 0; i < documents; i++) ids.add(String(i));
    stream.failures.push(index);
  }

  get(expression: string | undefined, expand: readonly string[]): EmulatorReply {
    return reply(200, { data_streams: this.select(expression, expand).map((name) => this.entry(name)) });
  }

  statistics(expression: string | undefined, expand: readonly string[]): EmulatorReply {
    const names = this.select(expression, expand);
    const rows = names.map((name) => ({
      data_stream: name,
      backing_indices: this.find(name).indices.length,
      store_size_bytes: this.documentsOf(name) * 100,
      maximum_timestamp: this.documentsOf(name) === 0 ? 0 : this.state.now().getTime(),
    }));
    const shards = { total: names.length, successful: names.length, failed: 0 };
    return reply(200, { _shards: shards, data_stream_count: names.length, data_streams: rows });
  }

  remove(expression: string, expand: readonly string[]): EmulatorReply {
    for (const name of this.select(expression, expand)) {
      const { indices, failures } = this.find(name);
      for (const index of [...indices, ...failures]) this.state.indices.delete(index);
      this.state.dataStreams.delete(name);
    }
    return reply(200, { acknowledged: true });
  }

  putSettings(expression: string, settings: Settings, isDryRun: boolean): EmulatorReply {
    const rows = this.select(expression, []).map((name) => {
      const refused = [...settings.keys()].filter((key) => !OVERRIDABLE.includes(key));
      const error = `Cannot set the following settings on a data stream: [${refused.join(",")}]`;
      const stream = this.find(name);
      const next = Object.fromEntries([...Object.entries(stream.settings), ...settings].filter(([, value]) => value !== null));
      if (refused.length === 0 && !isDryRun) stream.settings = next;
      return this.overrideRow(name, refused.length > 0 ? error : undefined, { settings: nestSettings(new Map(Object.entries(next))) });
    });
    return reply(200, { data_streams: rows });
  }

  /** Replaces all overrides of mappings. */
  putMappings(expression: string, mappings: JsonObject, isDryRun: boolean): EmulatorReply {
    const rows = this.select(expression, []).map((name) => {
      if (!isDryRun) this.find(name).mappings = mappings;
      return this.overrideRow(name, undefined, { mappings: { _doc: mappings } });
    });
    return reply(200, { data_streams: rows });
  }

  getPart(part: "lifecycle" | "options", expression: string, expand: readonly string[]): EmulatorReply {
    const rows = this.select(expression, expand).map((name) => {
      const value = this.find(name)[part];
      return { name, ...(value && { [part]: part === "lifecycle" ? this.withRetention(value) : value }) };
    });
    return reply(200, { data_streams: rows, ...(part === "lifecycle" && { global_retention: this.state.globalRetention }) });
  }

  putPart(part: "lifecycle" | "options", expression: string, given: JsonObject): EmulatorReply {
    const value = part === "lifecycle" ? readLifecycle(given, this.state) : readOptions(given);
    for (const name of this.select(expression, [])) this.find(name)[part] = value;
    return reply(200, { acknowledged: true });
  }

  deletePart(part: "lifecycle" | "options", expression: string): EmulatorReply {
    if (this.state.buildFlavor === "serverless")
      throw new SearchFailure(410, {
        type: "api_not_available_exception",
        reason: `Request for uri [/_data_stream/${expression}/_${part}] with method [DELETE] exists but is not available when running in serverless mode`,
      });
    for (const name of this.select(expression, [])) delete this.find(name)[part];
    return reply(200, { acknowledged: true });
  }

  private withRetention(lifecycle: JsonObject): JsonObject {
    const { max_retention: maximum, default_retention: preset } = this.state.globalRetention;
    const declared = lifecycle.data_retention ?? preset;
    const isLimited = maximum !== undefined && (declared === undefined || millis(declared) > millis(maximum));
    const effective = isLimited ? maximum : declared;
    if (effective === undefined) return lifecycle;
    const source = isLimited
      ? "max_global_retention"
      : lifecycle.data_retention === undefined
        ? "default_global_retention"
        : "data_stream_configuration";
    return { ...lifecycle, effective_retention: effective, retention_determined_by: source };
  }

  private addIndex(owner: string, prefix: string, generation: number): string {
    const date = this.state.now().toISOString().slice(0, 10).replaceAll("-", ".");
    const name = `${prefix}-${date}-${String(generation).padStart(6, "0")}`;
    const found = composeFor(owner.replace("::failures", ""), this.state);
    const index = newIndex(name, { settings: found?.settings, mappings: found?.mappings, dataStream: owner }, this.state);
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

  private select(expression: string | undefined, expand: readonly string[]): string[] {
    const names = (expression ?? "*").split(",").flatMap((part) => {
      if (!part.includes("*")) return [this.find(part) && part];
      const found = this.state.dataStreams.names().filter((name) => matches(part, name));
      return found.filter((name) => expand.includes("hidden") || !this.find(name).hidden);
    });
    return [...new Set(names)].sort();
  }

  private overrideRow(name: string, error: string | undefined, effective: JsonObject): JsonObject {
    return {
      name,
      applied_to_data_stream: error === undefined,
      ...(error !== undefined && { error }),
      ...effective,
      index_settings_results: { applied_to_data_stream_only: [], applied_to_data_stream_and_backing_indices: [] },
    };
  }

  private entry(name: string): JsonObject {
    const { template, generation, hidden, indices, failures, settings, mappings, lifecycle, options } = this.find(name);
    const stored = this.state.indexTemplates.get(template) as JsonObject | undefined;
    const policy = (index: string): JsonObject => {
      const given = this.state.indices.get(index)?.settings["index.lifecycle.name"];
      return given === undefined ? {} : { ilm_policy: given };
    };
    const describe = (index: string): JsonObject => ({
      index_name: index,
      index_uuid: String(this.state.indices.get(index)?.settings["index.uuid"]),
      prefer_ilm: true,
      ...policy(index),
      managed_by: "ilm_policy" in policy(index) ? "Index Lifecycle Management" : lifecycle ? "Data stream lifecycle" : "Unmanaged",
    });
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
      ...policy(indices.at(-1)!),
      next_generation_managed_by: describe(indices.at(-1)!).managed_by!,
      prefer_ilm: true,
      hidden,
      system: false,
      allow_custom_routing: (stored?.data_stream as JsonObject | undefined)?.allow_custom_routing ?? false,
      replicated: false,
      rollover_on_write: false,
      ...(lifecycle && { lifecycle: this.withRetention(lifecycle) }),
      ...(compareVersions(version, "8.19.0") >= 0 && {
        failure_store: { enabled: store?.enabled === true, rollover_on_write: failures.length === 0, indices: failures.map(describe) },
        settings: nestSettings(new Map(Object.entries(settings))),
      }),
      ...(compareVersions(version, "9.2.0") >= 0 && { mappings }),
    };
  }
}
