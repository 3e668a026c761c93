// The phases and actions of lifecycle policies, and the members of each action. See docs/modules/search.md#index-lifecycle-policies. Pure.

/** The phases, in the order in which an index passes through them. */
export const phaseNames = ["hot", "warm", "cold", "frozen", "delete"] as const;

/** A phase. */
export type PhaseName = (typeof phaseNames)[number];

/** Actions without members: `true` is written as an empty object. */
export const flagActions = ["unfollow", "readonly", "freeze"];

/** The members of the other actions. */
export const actionMembers: Readonly<Record<string, readonly string[]>> = {
  setPriority: ["priority"],
  rollover: [
    "maxAge",
    "maxDocs",
    "maxSize",
    "maxPrimaryShardSize",
    "maxPrimaryShardDocs",
    "minAge",
    "minDocs",
    "minSize",
    "minPrimaryShardSize",
    "minPrimaryShardDocs",
  ],
  downsample: ["fixedInterval", "waitTimeout", "forceMergeIndex", "samplingMethod"],
  shrink: ["numberOfShards", "maxPrimaryShardSize", "allowWriteAfterShrink"],
  forcemerge: ["maxNumSegments", "indexCodec"],
  searchableSnapshot: ["snapshotRepository", "forceMergeIndex", "forceMergeOnClone", "totalShardsPerNode", "replicateFor"],
  allocate: ["numberOfReplicas", "totalShardsPerNode", "include", "exclude", "require"],
  migrate: ["enabled"],
  waitForSnapshot: ["policy"],
  delete: ["deleteSearchableSnapshot"],
};

/** The actions of each phase that have a property of their own. */
export const phaseActions: Readonly<Record<PhaseName, readonly string[]>> = {
  hot: ["setPriority", "unfollow", "rollover", "readonly", "downsample", "shrink", "forcemerge", "searchableSnapshot"],
  warm: ["setPriority", "unfollow", "readonly", "downsample", "allocate", "migrate", "shrink", "forcemerge"],
  cold: ["setPriority", "unfollow", "readonly", "downsample", "searchableSnapshot", "allocate", "migrate", "freeze"],
  frozen: ["unfollow", "searchableSnapshot"],
  delete: ["waitForSnapshot", "delete"],
};

/** Members whose value is a duration. */
export const durationMembers = ["maxAge", "minAge", "fixedInterval", "waitTimeout", "replicateFor"];

/** Members whose value is a number of bytes. */
export const sizeMembers = ["maxSize", "maxPrimaryShardSize", "minSize", "minPrimaryShardSize"];

/** The values that the server assumes for absent members, by action. */
export const actionDefaults: Readonly<Record<string, Readonly<Record<string, string | boolean>>>> = {
  downsample: { waitTimeout: "1d", forceMergeIndex: true, samplingMethod: "aggregate" },
  shrink: { allowWriteAfterShrink: false },
  searchableSnapshot: { forceMergeIndex: true, forceMergeOnClone: true },
  migrate: { enabled: true },
  delete: { deleteSearchableSnapshot: true },
};

/** Members that came after the oldest supported server; a default is not sent. */
export const newerMembers: readonly (readonly [action: string, member: string, version: string])[] = [
  ["downsample", "forceMergeIndex", "9.3.0"],
  ["downsample", "samplingMethod", "9.3.0"],
  ["shrink", "allowWriteAfterShrink", "8.14.0"],
  ["searchableSnapshot", "forceMergeOnClone", "9.2.0"],
  ["searchableSnapshot", "totalShardsPerNode", "8.16.0"],
  ["searchableSnapshot", "replicateFor", "8.18.0"],
];
