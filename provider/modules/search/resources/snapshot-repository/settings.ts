// The types of snapshot repositories that have properties, and their settings. See docs/modules/search-access.md#repository-settings. Pure.
import type { PropertyTraits } from "../../../../contract/properties";
import type { Rules, ValueRule } from "../../../../contract/rules";
import type { Json } from "../../../../core/json/exact-json";
import { snakeCase } from "../../../../core/schema/snake-case";
import { emptyMap, type Plain } from "../../../../core/values/value";
import { jsonOf } from "../../json/fields";
import { wrongType } from "../../mapping";
import { durationRule, equalDurations, equalSizes, orBlank, sizeRule } from "../../units";

/** The types that have a property of their own. */
export const typedRepositories = ["fs", "url", "s3", "gcs", "azure", "source"] as const;

/** A type that has a property of its own. */
type TypedRepository = (typeof typedRepositories)[number];

/** A setting. The server returns the value of every setting as text. */
interface Setting {
  /** The type of the value, for messages. */
  type: string;
  /** Returns the value that the text means; `undefined` if it means none. */
  parse(text: string): Plain | undefined;
  rule?: ValueRule;
  traits?: PropertyTraits;
}

const textSettingType = { type: "a string", parse: (value: string): string => value };
const textSetting = (assumed = "", rule?: ValueRule): Setting => ({
  ...textSettingType,
  traits: { default: assumed },
  ...(rule && { rule }),
});
const size: Setting = { ...textSettingType, rule: orBlank(sizeRule), traits: { default: "", equals: equalSizes } };
const duration: Setting = { ...textSettingType, rule: orBlank(durationRule), traits: { default: "", equals: equalDurations } };
const booleanSetting = (assumed: boolean): Setting => ({
  type: "true or false",
  parse: (value) => (value === "true" ? true : value === "false" ? false : undefined),
  traits: { default: assumed },
});
const count = (minimum: number, maximum?: number): Setting => ({
  type: "a whole number",
  parse: (value) => (/^\d+$/.test(value) && Number.isSafeInteger(Number(value)) ? Number(value) : undefined),
  rule: { whole: true, minimum, ...(maximum !== undefined && { maximum }) },
});

const ofEveryType = { chunkSize: size, compress: booleanSetting(true), maxRestoreBytesPerSec: size, maxSnapshotBytesPerSec: size };

const settings: Readonly<Record<TypedRepository, Readonly<Record<string, Setting>>>> = {
  fs: { location: textSetting(), maxNumberOfSnapshots: count(1), readonly: booleanSetting(false), ...ofEveryType },
  url: {
    url: textSetting("", {
      pattern: { matches: /^(file|ftp|https?|jar):/, reason: "must be a URL with the scheme file, ftp, http, https or jar" },
    }),
    httpMaxRetries: count(0),
    httpSocketTimeout: duration,
    maxNumberOfSnapshots: count(1),
    ...ofEveryType,
  },
  s3: {
    bucket: textSetting(),
    basePath: textSetting(),
    client: textSetting("default"),
    endpoint: textSetting(),
    pathStyleAccess: booleanSetting(false),
    bufferSize: size,
    cannedAcl: textSetting("private"),
    storageClass: textSetting("standard"),
    serverSideEncryption: booleanSetting(false),
    deleteObjectsMaxSize: count(1, 1000),
    maxMultipartParts: count(1, 10_000),
    maxMultipartUploadCleanupSize: count(0),
    getRegisterRetryDelay: duration,
    throttledDeleteRetryDelayIncrement: duration,
    throttledDeleteRetryMaximumDelay: duration,
    throttledDeleteRetryMaximumNumberOfRetries: count(0),
    readonly: booleanSetting(false),
    ...ofEveryType,
  },
  gcs: {
    bucket: textSetting(),
    basePath: textSetting(),
    client: textSetting("default"),
    applicationName: textSetting(),
    readonly: booleanSetting(false),
    ...ofEveryType,
  },
  azure: {
    container: textSetting("elasticsearch-snapshots"),
    client: textSetting("default"),
    basePath: textSetting(),
    locationMode: textSetting("primary_only"),
    deleteObjectsMaxSize: count(1, 256),
    maxConcurrentBatchDeletes: count(1, 100),
    readonly: booleanSetting(false),
    ...ofEveryType,
  },
  source: { delegateType: textSetting("", { test: delegateViolation }), ...ofEveryType },
};

/** Settings that select the storage; `path` and `uri` are those of HDFS. */
const ofStorage = ["location", "url", "bucket", "container", "basePath", "client", "endpoint", "delegateType", "path", "uri"];

/** The paths of the inputs that select the storage. */
export const storagePaths = [
  ...typedRepositories.flatMap((type) =>
    Object.keys(settings[type])
      .filter((key) => ofStorage.includes(key))
      .map((key) => `${type}.${key}` as const),
  ),
  ...ofStorage.map((key) => `otherSettings.${remoteSettingName(key)}` as const),
];

/** The rules of the types of repositories, by token. */
export const repositoryTypeRules: Readonly<Record<string, Rules>> = Object.fromEntries(
  typedRepositories.map((type) => {
    const rules = Object.entries(settings[type]).flatMap(([key, { rule }]) => (rule ? [[key, rule] as const] : []));
    return [`quartet:search:SnapshotRepository${type[0]!.toUpperCase()}${type.slice(1)}`, { properties: Object.fromEntries(rules) }];
  }),
);

/** The traits of all settings, by path. */
export const settingTraits: { [path: string]: PropertyTraits } = Object.fromEntries(
  typedRepositories.flatMap((type) =>
    Object.entries(settings[type]).flatMap(([key, { traits }]) => (traits ? [[`${type}.${key}`, traits] as const] : [])),
  ),
);

/** Returns whether the name is that of a type with a property of its own. */
export function isTyped(type: string): type is TypedRepository {
  return typedRepositories.some((each) => each === type);
}

/** Returns the member that contains a setting of a type; `undefined` if there is none. */
export function settingName(type: string | undefined, setting: string): string | undefined {
  if (type === undefined || !isTyped(type)) return undefined;
  return Object.keys(settings[type]).find((key) => remoteSettingName(key) === setting);
}

/** Returns the settings of a typed property as JSON texts by their names at the server; a blank text that means the same as none is left out. */
export function settingTexts(type: TypedRepository, given: object): Record<string, string | undefined> {
  const values = new Map<string, unknown>(Object.entries(given));
  const texts = Object.entries(settings[type]).map(([key, { traits }]) => {
    const value = values.get(key);
    return [remoteSettingName(key), value === "" && traits?.default === "" ? undefined : jsonOf(value)];
  });
  return Object.fromEntries(texts);
}

/** The settings of a repository. */
interface DividedSettings {
  /** Those of the property of the type, by member. */
  typed: Record<string, Plain>;
  /** Those without a member, by name. */
  others: Record<string, string>;
}

/** Divides the settings of a type. Fails for a value of another type than that of its member. */
export function divideSettings(type: string, remote: ReadonlyMap<string, Json>): DividedSettings {
  const divided: DividedSettings = { typed: {}, others: emptyMap() };
  for (const [name, value] of remote) {
    const received = Array.isArray(value) ? value.map(String).join(",") : String(value);
    const member = settingName(type, name);
    if (member === undefined) {
      divided.others[name] = received;
      continue;
    }
    const setting = settings[type as TypedRepository][member]!;
    const parsed = setting.parse(received);
    if (parsed === undefined) throw wrongType(name, setting.type, received);
    divided.typed[member] = parsed;
  }
  return divided;
}

/** Returns the name of a setting at the server. */
function remoteSettingName(key: string): string {
  return snakeCase(key).replace(/^throttled_delete_retry_/, "throttled_delete_retry.");
}

function delegateViolation(value: unknown): string | undefined {
  return value === "source" ? "must not be source: nodes of version 8.19 stop when they create such a repository" : undefined;
}
