/** Snapshots as the server keeps them. Repositories with the same storage have the same snapshots. */
import type { Json, JsonObject } from "../exchange";
import { isObject } from "../objects";
import { matches, Store } from "../store";
import { selectNames, withAll } from "./api";
import { bad, failure, illegal, strictBoolean, wrapping } from "./errors";
import type { StoredIndex } from "./index-store";
import { parseJson, plain } from "./json";
import { missingRepository, type Repositories, storageOf, type StoredRepository } from "./repositories";

/** A snapshot. Tests may change one behind a client's back. */
export interface StoredSnapshot {
  uuid: string;
  state: string;
  indices: string[];
  dataStreams: string[];
  includeGlobalState: boolean;
  metadata?: JsonObject;
  start: Date;
  end?: Date;
  failures: JsonObject[];
  /** Copies of the indices, by name. */
  contents: Map<string, StoredIndex>;
}

/** A snapshot lifecycle policy as the server keeps it. */
export interface StoredSlmPolicy {
  policy: JsonObject;
  version: number;
  modified: Date;
}

/** The storages of one server. Tests see the snapshots, and make them slow or unsuccessful. */
export class Storages {
  readonly #storages = new Map<string, Store<StoredSnapshot>>();
  readonly #ends: string[] = [];
  readonly #lostShards: number[] = [];
  readonly repositories: Repositories = { all: new Store<StoredRepository>(), unusable: new Map(), busy: (name) => this.#busy(name) };

  readonly policies = new Store<StoredSlmPolicy>();
  /** Whether there ever was a policy. */
  hasHadPolicies = false;

  constructor(readonly now: () => Date) {}

  /** The snapshots in the storage of a repository. */
  in(name: string): Store<StoredSnapshot> {
    const { type, settings } = this.repository(name);
    const storage = storageOf(type, settings);
    const found = this.#storages.get(storage) ?? new Store<StoredSnapshot>();
    this.#storages.set(storage, found);
    return found;
  }

  /** The states in which the next snapshots end, `IN_PROGRESS` for one that goes on; without more, they succeed. */
  endNext(...states: string[]): void {
    this.#ends.push(...states);
  }

  /** Ends a snapshot that goes on. */
  end(repository: string, name: string, state = "SUCCESS"): void {
    const snapshot = this.in(repository).get(name)!;
    const failed = { shard_id: 0, reason: "IndexShardSnapshotFailedException[unable to read the files]", status: "INTERNAL_SERVER_ERROR" };
    const index = snapshot.indices[0] ?? "none";
    snapshot.state = state;
    snapshot.end = this.now();
    if (state !== "SUCCESS") snapshot.failures = [{ index, index_uuid: index, ...failed }];
  }

  /** The next restores lose so many of their shards; without more, none. */
  failRestores(...shards: number[]): void {
    this.#lostShards.push(...shards);
  }

  /** How many shards the next restore loses. */
  takeLostShards(): number {
    return this.#lostShards.shift() ?? 0;
  }

  /** How the next snapshot ends. */
  takeEnd(): string {
    return this.#ends.shift() ?? "SUCCESS";
  }

  /** The repository; a snapshot gives it its UUID. */
  repository(name: string): StoredRepository {
    const found = this.repositories.all.get(name);
    if (!found) throw missingRepository(name);
    return found;
  }

  /** Fails for a repository that is only read. */
  checkWritable(name: string, reason: string): void {
    const { type, settings } = this.repository(name);
    if (type === "url" || settings.get("readonly") === "true") throw failure(500, "repository_exception", `[${name}] ${reason}`);
  }

  #busy(name: string): string | undefined {
    if (!this.repositories.all.has(name)) return undefined;
    const isRunning = this.in(name)
      .entries()
      .some(([, { state }]) => state === "IN_PROGRESS");
    return isRunning ? "snapshot is in progress" : undefined;
  }
}

/** The failure of a request for a snapshot that does not exist. */
const missingSnapshot = (repository: string, name: string) =>
  failure(404, "snapshot_missing_exception", `[${repository}:${name}] is missing`);

/** The snapshots that an expression selects. */
export const selectSnapshots = (repository: string, expression: string, all: Store<StoredSnapshot>, ignoreMissing = false): string[] =>
  selectNames(withAll(expression), all, (name) => (ignoreMissing ? undefined : missingSnapshot(repository, name)));

/** How the server writes a snapshot. */
export const snapshotJson = (repository: string, name: string, stored: StoredSnapshot): JsonObject => {
  const { uuid, state, indices, dataStreams, includeGlobalState, metadata, start, end, failures } = stored;
  const ended = end ?? new Date(0);
  return {
    snapshot: name,
    uuid,
    repository,
    version_id: 8536000,
    version: "8.19.0-8.19.8",
    indices,
    data_streams: dataStreams,
    include_global_state: includeGlobalState,
    ...(metadata && { metadata }),
    state,
    start_time: start.toISOString(),
    start_time_in_millis: start.getTime(),
    end_time: ended.toISOString(),
    end_time_in_millis: ended.getTime(),
    duration_in_millis: end ? end.getTime() - start.getTime() : 0,
    failures,
    shards: { total: indices.length, failed: failures.length, successful: end ? indices.length - failures.length : 0 },
    feature_states: [],
  };
};

/** The members of a body, without any for none. */
export const bodyMembers = (body: string): JsonObject => {
  const value = body === "" ? {} : plain(parseJson(body));
  if (!isObject(value)) throw bad("parse_exception", "request body is required");
  return value;
};

/** A member that is a list of texts, or one text with commas. */
export const textsMember = (body: JsonObject, name: string): string[] => {
  const value = body[name];
  if (value === undefined) return [];
  if (typeof value === "string") return value.split(",").filter((part) => part !== "");
  if (!Array.isArray(value)) throw illegal(`malformed ${name} section, should be an array of strings`);
  return value.map(String);
};

/** A member that is true or false, as such or as text. */
export const flagMember = (body: JsonObject, name: string, assumed: boolean): boolean => {
  const value: Json = body[name] ?? assumed;
  return wrapping(
    () => strictBoolean(String(value)),
    ({ cause_ }) => illegal(`Could not convert [${name}] to boolean`, cause_),
  );
};

/** A member that is an object. */
export const objectMember = (body: JsonObject, name: string): JsonObject | undefined => {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!isObject(value)) throw illegal(`malformed ${name}, should be an object`);
  return value;
};

/** The names among `available` that a list selects: `-` takes away, and at the beginning from all of them. */
export const chooseNames = (available: readonly string[], list: readonly string[], ignoreMissing: boolean): string[] => {
  if (list.length === 0 || (list.length === 1 && ["_all", "*"].includes(list[0]!))) return [...available];
  let chosen = new Set<string>();
  list.forEach((part, position) => {
    const isTaken = part.startsWith("-") && !available.includes(part);
    if (isTaken && position === 0) chosen = new Set(available);
    const pattern = isTaken ? part.slice(1) : part;
    const found = available.filter((name) => matches(pattern, name));
    if (found.length === 0 && !pattern.includes("*") && !ignoreMissing)
      throw failure(404, "index_not_found_exception", `no such index [${pattern}]`, { index_uuid: "_na_", index: pattern });
    for (const name of found) isTaken ? chosen.delete(name) : chosen.add(name);
  });
  return [...chosen];
};
