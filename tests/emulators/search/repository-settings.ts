/** What each type of snapshot repository checks before it is registered. The reasons of `fs` and `source` are those of 8.19.8, the others of its source. */
import { type Cause, illegalCause, SearchFailure } from "./errors";
import { valueProblem, type Settings } from "./settings";

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
export const checkRepository = (name: string, type: string, settings: Settings): void => {
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
