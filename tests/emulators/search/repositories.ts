/** `/_snapshot` and `/_snapshot/{repository}`: the registration of snapshot repositories and their settings, measured on 8.19.8. */
import { byName } from "../objects";
import type { Store } from "../store";
import { type Api, bodyOf, type Call, endpoint, flag, type Run, selectNames, withAll } from "./api";
import { acknowledged, type Cause, failure, illegal, illegalCause, rejectProblems, reply, SearchFailure } from "./errors";
import { firstProblem, RULES } from "./names";
import { manage, snapshotRead } from "./privileges";
import { collectSettings, nestSettings, type Settings, valueProblem } from "./settings";

const COMMON = {
  compress: "bool",
  readonly: "bool",
  chunk_size: "bytes",
  max_restore_bytes_per_sec: "bytes",
  max_snapshot_bytes_per_sec: "bytes",
};

/** The settings that each type parses; the others are stored as they are. */
const KINDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  fs: { ...COMMON, max_number_of_snapshots: "int:1" },
  url: { ...COMMON, max_number_of_snapshots: "int:1", http_max_retries: "int:0", http_socket_timeout: "time" },
  s3: {
    ...COMMON,
    buffer_size: "bytes",
    server_side_encryption: "bool",
    path_style_access: "bool",
    delete_objects_max_size: "int:1:1000",
    max_multipart_parts: "int:1:10000",
    max_multipart_upload_cleanup_size: "int:0",
    get_register_retry_delay: "time",
    "throttled_delete_retry.delay_increment": "time",
    "throttled_delete_retry.maximum_delay": "time",
    "throttled_delete_retry.maximum_number_of_retries": "int:0",
  },
  gcs: COMMON,
  azure: { ...COMMON, delete_objects_max_size: "int:1:256", max_concurrent_batch_deletes: "int:1" },
  hdfs: COMMON,
};

/** Where `path.repo` of the nodes permits repositories. */
const SHARED = "/backups";

const given = (settings: Settings, key: string) => String(settings.get(key) ?? "");

const isPermitted = (location: string) => {
  if (location.split("/").includes("..")) return false;
  return !location.startsWith("/") || location === SHARED || location.startsWith(`${SHARED}/`);
};

/** What is wrong with the storage that the settings select. */
const storageProblem = (name: string, type: string, settings: Settings): Cause | undefined => {
  const own = (reason: string): Cause => ({ type: "repository_exception", reason: `[${name}] ${reason}` });
  const location = given(settings, "location");
  if (type === "fs" && location === "") return own("missing location");
  if (type === "fs" && !isPermitted(location))
    return own(`location [${location}] doesn't match any of the locations specified by path.repo`);
  if (type === "url" && given(settings, "url") === "") return own("missing url");
  if (type === "s3" && given(settings, "bucket") === "") return illegalCause("Invalid S3 bucket name, cannot be null or empty");
  if (type === "gcs" && !settings.has("bucket")) return own("Setting [bucket] is not defined for repository");
  if (type === "gcs" && given(settings, "bucket") === "") return own("Setting [bucket] is empty for repository");
  const mode = given(settings, "location_mode");
  if (type === "azure" && !/^(primary_only|secondary_only|primary_then_secondary|secondary_then_primary|)$/i.test(mode))
    return illegalCause(`No enum constant com.azure.storage.LocationMode.${mode.toUpperCase()}`);
  if (type === "hdfs" && given(settings, "uri") === "") return illegalCause("No 'uri' defined for hdfs snapshot/restore");
  return undefined;
};

const problem = (name: string, type: string, settings: Settings): Cause | undefined => {
  const storage = storageProblem(name, type, settings);
  if (storage) return storage;
  for (const [key, rule] of Object.entries(KINDS[type] ?? {})) {
    const reason = valueProblem(key, settings.get(key) ?? null, rule);
    if (reason !== undefined) return illegalCause(reason);
  }
  return undefined;
};

/** Fails as the server if it cannot create the repository. */
const checkRepository = (name: string, type: string, settings: Settings) => {
  const failed = (reason: string, causedBy?: Cause) =>
    new SearchFailure(500, { type: "repository_exception", reason: `[${name}] ${reason}`, ...(causedBy && { causedBy }) });
  if (type !== "source" && !Object.hasOwn(KINDS, type)) throw failed(`repository type [${type}] does not exist`);
  const delegate = given(settings, "delegate_type");
  if (type === "source" && delegate === "") throw failed("failed to create repository", illegalCause("delegate_type must be set"));
  if (type === "source" && !Object.hasOwn(KINDS, delegate))
    throw failed("failed to create repository", {
      type: "null_pointer_exception",
      reason: `Cannot invoke "create" because "factory" is null`,
    });
  const found = problem(name, type === "source" ? delegate : type, settings);
  if (found) throw failed("failed to create repository", found);
};

/** What identifies the storage: repositories with the same one have the same snapshots. */
export const storageOf = (type: string, settings: Settings): string => {
  const keys = ["delegate_type", "location", "url", "bucket", "container", "base_path", "uri", "path"];
  return [type, ...keys.map((key) => given(settings, key))].join("|");
};

/** A repository as the server keeps it. */
export interface StoredRepository {
  type: string;
  settings: Settings;
  /** The first snapshot makes it. */
  uuid?: string;
}

/** What tests see of repositories, and how they make the storage of one unusable. */
export interface Repositories {
  all: Store<StoredRepository>;
  /** Which nodes cannot use the storage of a repository of that name. */
  unusable: Map<string, "master" | "others">;
  /** Names of repositories with an operation that is under way, and which. */
  busy: (name: string) => string | undefined;
}

/** The failure of a request for a repository that does not exist. */
export const missingRepository = (name: string): SearchFailure => failure(404, "repository_missing_exception", `[${name}] missing`);

/** The type and the settings of a body; other members are ignored. */
const read = (call: Call): StoredRepository => {
  const body = bodyOf(call);
  const member = (name: string) => (body.kind === "object" ? body.fields.find((field) => field.name === name)?.value : undefined);
  const type = member("type");
  const settings = member("settings");
  if (settings && settings.kind !== "object") throw illegal("Malformed settings section, should include an inner object");
  if (!type || type.kind === "null" || !("text" in type)) rejectProblems(["type is missing"]);
  return { type: (type as { text: string }).text, settings: settings ? collectSettings(settings) : new Map() };
};

/** The names that an expression selects. */
export const selectRepositories = (expression: string | undefined, all: Store<StoredRepository>): string[] =>
  selectNames(withAll(expression), all, missingRepository);

const inUse = (name: string, why: string) =>
  failure(409, "repository_conflict_exception", `[${name}] trying to modify or unregister repository that is currently used (${why})`);

const nameOf = ({ parts }: Call) => parts.repository ?? "";

const put: Run<StoredRepository> = (call, { snapshots }, sent) => {
  const name = nameOf(call);
  const { all, unusable, busy } = snapshots.repositories;
  const problem = firstProblem(name, RULES.hash, RULES.characters);
  if (problem !== undefined) throw failure(500, "repository_exception", `[${name}] ${problem}`);
  const current = all.get(name);
  checkRepository(name, sent.type, sent.settings);
  const isSame = current !== undefined && storageOf(current.type, current.settings) === storageOf(sent.type, sent.settings);
  const operation = busy(name);
  if (operation !== undefined && !isSame) throw inUse(name, operation);
  const failing = flag(call, "verify", true) ? unusable.get(name) : undefined;
  const failed = (why: string) => failure(500, "repository_verification_exception", `[${name}] ${why}`);
  if (failing === "master") throw failed("path is not accessible on master node");
  all.set(name, { ...sent, ...(isSame && current.uuid !== undefined && { uuid: current.uuid }) });
  if (failing === "others")
    throw failed("[[node-2, 'org.elasticsearch.repositories.RepositoryVerificationException: store location is not accessible']]");
  return acknowledged();
};

/** The routes of repositories. */
export const repositoryApi: Api = [
  endpoint(
    "GET /_snapshot[/{repository}]?master_timeout&local",
    ["cluster:admin/repository/get", snapshotRead],
    ({ parts }, { snapshots }) => {
      const { all } = snapshots.repositories;
      const entry = (name: string) => {
        const { type, uuid, settings } = all.get(name)!;
        return { type, uuid, settings: nestSettings(settings) };
      };
      return reply(200, byName(selectRepositories(parts.repository, all), entry));
    },
  ),
  endpoint("PUT|POST /_snapshot/{repository}?verify&master_timeout&timeout", ["cluster:admin/repository/put", manage], put, read),
  endpoint("DELETE /_snapshot/{repository}?master_timeout&timeout", ["cluster:admin/repository/delete", manage], (call, { snapshots }) => {
    const { all, busy } = snapshots.repositories;
    const names = selectRepositories(nameOf(call), all);
    if (names.length === 0) throw missingRepository(nameOf(call));
    for (const name of names) {
      const operation = busy(name);
      if (operation !== undefined) throw inUse(name, operation);
    }
    for (const name of names) all.delete(name);
    return acknowledged();
  }),
];
