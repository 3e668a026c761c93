/** Programs of snapshot repositories, snapshot lifecycle policies, snapshots and restores. */
import type { Properties } from "../../support/structs";
import { indicesOf, timeouts, variant, type SearchVariant } from "./parts";

const ofEveryType: Properties = {
  chunkSize: "1gb",
  compress: false,
  maxRestoreBytesPerSec: "40mb",
  maxSnapshotBytesPerSec: "20mb",
};

const repository = (title: string, inputs: Properties, change: Properties) =>
  variant(`SearchSnapshotRepository: ${title}`, { name: "backups", ...inputs }, change);

/** The repository of snapshots. */
const inRepository = { before: { "PUT /_snapshot/backups": { type: "fs", settings: { location: "a" } } } };

const policy: Properties = { name: "nightly", schedule: "0 30 1 * * ?", repository: "backups" };

const snapshot: Properties = { repository: "backups", name: "before-upgrade" };

const limited: Properties = {
  ...snapshot,
  indices: ["logs-*", "-logs-debug"],
  ignoreUnavailable: true,
  includeGlobalState: false,
  featureStates: ["none"],
  partial: true,
  triggers: { version: "9.1.0" },
};

/** A snapshot of an index, for restores. */
const ofSnapshot = {
  before: {
    ...indicesOf("logs-shop"),
    ...inRepository.before,
    "PUT /_snapshot/backups/daily?wait_for_completion=true": { indices: "logs-*" },
  },
  cannotImport: true,
} as const;

const restore: Properties = { repository: "backups", snapshot: "daily", renamePattern: "^logs-(.+)", renameReplacement: "restored-$1" };

const copy: Properties = {
  ...restore,
  renameReplacement: "copy-$1",
  indices: ["logs-*"],
  featureStates: ["none"],
  includeAliases: false,
  includeGlobalState: true,
  ignoreUnavailable: true,
  ignoreIndexSettings: ["index.refresh_interval"],
  partial: true,
  triggers: { day: "1" },
};

/** All variants. */
export const snapshotVariants: readonly SearchVariant[] = [
  repository("minimal", { fs: { location: "minimal" } }, { fs: { location: "minimal", compress: false } }),
  repository(
    "all inputs of a file system",
    {
      fs: { location: "/backups/all", maxNumberOfSnapshots: 500, readonly: true, ...ofEveryType },
      otherSettings: { "additional.setting": "1", list: "a,b" },
      verify: false,
    },
    {
      fs: { location: "/backups/all", chunkSize: "1024mb", readonly: false, maxSnapshotBytesPerSec: "" },
      otherSettings: { "additional.setting": "2" },
      verify: true,
    },
  ),
  repository(
    "all inputs of an address",
    { url: { url: "https://backups.example.com/a", httpMaxRetries: 0, httpSocketTimeout: "50s", maxNumberOfSnapshots: 5, ...ofEveryType } },
    { url: { url: "https://backups.example.com/b", httpSocketTimeout: "50000ms" } },
  ),
  repository(
    "all inputs of S3",
    {
      s3: {
        bucket: "example-backups",
        basePath: "a/b",
        client: "secondary",
        endpoint: "s3.example.com",
        pathStyleAccess: true,
        bufferSize: "100mb",
        cannedAcl: "public-read",
        storageClass: "standard_ia",
        serverSideEncryption: true,
        deleteObjectsMaxSize: 500,
        maxMultipartParts: 5000,
        maxMultipartUploadCleanupSize: 0,
        getRegisterRetryDelay: "1s",
        throttledDeleteRetryDelayIncrement: "100ms",
        throttledDeleteRetryMaximumDelay: "10s",
        throttledDeleteRetryMaximumNumberOfRetries: 3,
        readonly: true,
        ...ofEveryType,
      },
    },
    { s3: { bucket: "example-backups", throttledDeleteRetryMaximumDelay: "10000ms", client: "default" } },
  ),
  repository(
    "all inputs of Google Cloud Storage, then of S3",
    { gcs: { bucket: "example-backups", basePath: "a", client: "secondary", applicationName: "nodes", readonly: true, ...ofEveryType } },
    { gcs: null, s3: { bucket: "example-backups" } },
  ),
  repository(
    "all inputs of Azure",
    {
      azure: {
        container: "backups",
        client: "secondary",
        basePath: "a",
        locationMode: "secondary_only",
        deleteObjectsMaxSize: 100,
        maxConcurrentBatchDeletes: 5,
        readonly: true,
        ...ofEveryType,
      },
    },
    { azure: {} },
  ),
  repository(
    "all inputs of source-only snapshots",
    { source: { delegateType: "fs", ...ofEveryType }, otherSettings: { location: "source-only" } },
    { source: { delegateType: "fs" } },
  ),
  repository(
    "another type",
    { type: "hdfs", otherSettings: { uri: "hdfs://name.example.com:8020/", path: "a" } },
    { otherSettings: { uri: "hdfs://name.example.com:8020/", path: "b", compress: "false" } },
  ),
  variant("SearchSnapshotLifecyclePolicy: minimal", policy, { schedule: "12h" }, inRepository),
  variant(
    "SearchSnapshotLifecyclePolicy: all inputs",
    {
      ...policy,
      snapshotName: "<nightly-{now/d}>",
      config: {
        indices: ["logs-*", "-logs-debug"],
        expandWildcards: ["open", "hidden"],
        ignoreUnavailable: true,
        includeGlobalState: false,
        featureStates: ["kibana", "security"],
        metadata: '{ "owner": "ops", "limit": 12345678901234567 }',
        partial: true,
        otherMembers: '{ "additional": [1, 2.50] }',
      },
      retention: { expireAfter: "30d", minCount: 5, maxCount: 50 },
      unhealthyIfNoSnapshotWithin: "48h",
    },
    {
      config: { indices: ["logs-*"], includeGlobalState: true, metadata: '{"owner":"dev"}' },
      retention: { maxCount: 10, expireAfter: "" },
      unhealthyIfNoSnapshotWithin: "2d",
      snapshotName: null,
    },
    { ...inRepository, emulator: { version: "9.1.0" } },
  ),
  variant("SearchSnapshot: minimal", snapshot, { timeouts }, inRepository),
  variant(
    "SearchSnapshot: all inputs",
    {
      ...limited,
      expandWildcards: ["open", "hidden"],
      metadata: '{ "reason": "upgrade", "limit": 12345678901234567 }',
    },
    { expandWildcards: ["hidden", "open"], metadata: '{"limit":12345678901234567,"reason":"upgrade"}' },
    inRepository,
  ),
  variant("SearchSnapshotRestore: minimal", restore, { timeouts }, ofSnapshot),
  variant(
    "SearchSnapshotRestore: all inputs",
    { ...copy, indexSettings: '{ "index.number_of_replicas": 0 }', overwriteClosedIndices: true },
    { indexSettings: '{"index.number_of_replicas":0}', overwriteClosedIndices: null },
    ofSnapshot,
  ),
];
