/** Programs of snapshot repositories, snapshot lifecycle policies, snapshots and restores. */
import type { Properties } from "../../support/structs";
import type { Autonamed, Preparation, Program, Variant } from "../variant";
import { exists, named, prepared, put, putIndices, timeouts, variant } from "./parts";

const ofEveryType: Properties = {
  chunkSize: "1gb",
  compress: false,
  maxRestoreBytesPerSec: "40mb",
  maxSnapshotBytesPerSec: "20mb",
};

const repository = (title: string, inputs: Properties, news: Properties): Variant =>
  variant("SearchSnapshotRepository", title, { inputs: { name: "backups", ...inputs }, news: { name: "backups", ...news } });

const repositories: Variant[] = [
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
    { s3: { bucket: "example-backups" } },
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
    { source: { delegateType: "fs" }, otherSettings: { location: "source-only" } },
  ),
  repository(
    "another type",
    { type: "hdfs", otherSettings: { uri: "hdfs://name.example.com:8020/", path: "a" } },
    { type: "hdfs", otherSettings: { uri: "hdfs://name.example.com:8020/", path: "b", compress: "false" } },
  ),
];

/** A program whose objects are in the repository `backups`. */
const inRepository = (kind: string, title: string, program: Program, more?: Partial<Variant>): Variant =>
  prepared(variant(kind, title, program, more), putBackups);

const putBackups = (preparation: Preparation): void => put(preparation, "/_snapshot/backups", { type: "fs", settings: { location: "a" } });

const policy: Properties = { name: "nightly", schedule: "0 30 1 * * ?", repository: "backups" };

const policies: Variant[] = [
  inRepository("SearchSnapshotLifecyclePolicy", "minimal", { inputs: policy, news: { ...policy, schedule: "12h" } }),
  inRepository(
    "SearchSnapshotLifecyclePolicy",
    "all inputs",
    {
      inputs: {
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
      news: {
        ...policy,
        config: { indices: ["logs-*"], includeGlobalState: true, metadata: '{"owner":"dev"}' },
        retention: { maxCount: 10, expireAfter: "" },
        unhealthyIfNoSnapshotWithin: "2d",
      },
    },
    { emulator: { version: "9.1.0" } },
  ),
];

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

const singleSnapshots: Variant[] = [
  inRepository("SearchSnapshot", "minimal", { inputs: snapshot, news: { ...snapshot, timeouts } }),
  inRepository("SearchSnapshot", "all inputs", {
    inputs: {
      ...limited,
      expandWildcards: ["open", "hidden"],
      metadata: '{ "reason": "upgrade", "limit": 12345678901234567 }',
    },
    news: { ...limited, expandWildcards: ["hidden", "open"], metadata: '{"limit":12345678901234567,"reason":"upgrade"}' },
  }),
];

/** A program that restores a snapshot of the index `logs-shop`. */
const ofSnapshot = (title: string, program: Program): Variant =>
  prepared(variant("SearchSnapshotRestore", title, program, { cannotImport: true }), (preparation) => {
    putIndices(preparation, ["logs-shop"]);
    putBackups(preparation);
    if (!exists(preparation, "/_snapshot/backups/daily"))
      put(preparation, "/_snapshot/backups/daily?wait_for_completion=true", { indices: "logs-*" });
  });

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

const restores: Variant[] = [
  ofSnapshot("minimal", { inputs: restore, news: { ...restore, timeouts } }),
  ofSnapshot("all inputs", {
    inputs: { ...copy, indexSettings: '{ "index.number_of_replicas": 0 }', overwriteClosedIndices: true },
    news: { ...copy, indexSettings: '{"index.number_of_replicas":0}' },
  }),
];

/** All variants. */
export const snapshotVariants: readonly Variant[] = [...repositories, ...policies, ...singleSnapshots, ...restores];

/** The kinds that Pulumi names, by token. */
export const snapshotNames: Readonly<Record<string, Autonamed>> = {
  "quartet:search:SearchSnapshotRepository": named,
  "quartet:search:SearchSnapshotLifecyclePolicy": named,
  "quartet:search:SearchSnapshot": named,
};
