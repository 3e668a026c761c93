/** The options of the emulator, and all that it remembers. */
import { randomBytes } from "node:crypto";
import type { JsonObject } from "../exchange";
import { Store } from "../store";
import type { StoredKey } from "./api-keys";
import type { ApplicationPrivilege } from "./application-privileges";
import type { ClusterSettings } from "./cluster";
import type { StoredComponentTemplate, StoredIndexTemplate } from "./templates";
import type { StoredDataStream } from "./data-streams";
import { createEnrich } from "./enrich";
import type { StoredIndex } from "./index-store";
import type { StoredPolicy } from "./lifecycle-policies";
import type { Descriptor } from "./role-descriptors";
import type { RoleMapping } from "./role-mappings";
import type { SecurityOptions } from "./security";
import { Storages } from "./snapshot-store";
import type { StoredRule } from "./synonyms";
import { Transforms } from "./transforms";
import { builtinUsers, type StoredUser } from "./users";

export interface SearchEmulatorOptions {
  /** Default 8.19.8. Decides which processors, options and members there are, and which media types are taken. */
  version?: string;
  /** Default `default`; `serverless` is the other one. */
  buildFlavor?: string;
  /** Default a fixed text of 22 characters. `_na_` is a cluster that still starts. */
  clusterUuid?: string;
  clusterName?: string;
  /** The limits of the cluster on the retention of data streams; default none. */
  globalRetention?: { default_retention?: string; max_retention?: string };
  /** Without it the server requires no credentials: anonymous users have the role `superuser`. */
  security?: SecurityOptions;
  /** Default `trial`; on `basic` the processor redact is rejected. */
  license?: "basic" | "trial";
  /** The clock, for the members that 9.2 adds and for connectors. */
  now?: () => Date;
  /** The source of generated ids; default `node:crypto`. */
  randomBytes?: (size: number) => Buffer;
  /** Modules that this server was built without: their paths are unknown. */
  without?: readonly ("connector" | "enrich" | "security" | "transform")[];
}

/** Creates the state of an emulator with nothing in it. */
export const createState = (options: SearchEmulatorOptions) => ({
  version: options.version ?? "8.19.8",
  buildFlavor: options.buildFlavor ?? "default",
  clusterUuid: options.clusterUuid ?? "q3nYfJ1lTgSxL8c0Hq0m5A",
  clusterName: options.clusterName ?? "emulator",
  license: options.license ?? "trial",
  now: options.now ?? (() => new Date()),
  /** The source of generated ids. */
  randomBytes: options.randomBytes ?? (randomBytes as (size: number) => Buffer),
  /** Ingest pipelines as they were sent. */
  pipelines: new Store<JsonObject>(),
  indexTemplates: new Store<StoredIndexTemplate>(),
  componentTemplates: new Store<StoredComponentTemplate>(),
  indices: new Store<StoredIndex>(),
  /** Data streams; their templates cannot be removed. */
  dataStreams: new Store<StoredDataStream>(),
  clusterSettings: { persistent: new Map(), transient: new Map() } as ClusterSettings,
  /** The limits of the cluster on the retention of data streams. */
  globalRetention: options.globalRetention ?? {},
  /** Stored scripts by id; a script processor may name one. */
  scripts: new Store<JsonObject>(),
  /** Connectors by id, as they are in the server's index. From 9.0 on a deleted one stays, marked `deleted`. */
  connectors: new Store<JsonObject>(),
  enrich: createEnrich(),
  /** Enrich policies that were executed, by name: an enrich processor needs its policy. */
  enrichPolicies: new Store<JsonObject>(),
  lifecyclePolicies: new Store<StoredPolicy>(),
  synonyms: {
    /** The rules of each set, in the order in which they were sent. */
    synonymSets: new Store<StoredRule[]>(),
    /** Indices whose analyzers cannot be reloaded. */
    brokenAnalyzers: new Set<string>(),
  },
  snapshots: new Storages(options.now ?? (() => new Date())),
  transforms: new Transforms(),
  /** Roles of the native realm. */
  roles: new Store<Descriptor>(),
  roleMappings: new Store<RoleMapping>(),
  /** API keys by ID. */
  apiKeys: new Store<StoredKey>(),
  /** Values of the tokens of service accounts, by `<namespace>/<service>/<name>`. */
  serviceTokens: new Store<string>(),
  /** Users of the native realm. */
  users: new Store<StoredUser>(),
  /** Users of the server. */
  builtin: builtinUsers(),
  /** By `<application> <name>`. */
  applicationPrivileges: new Store<ApplicationPrivilege>(),
});

export type State = ReturnType<typeof createState>;
