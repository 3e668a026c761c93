// Reads the config of a connector, a destination or a log service, field by field; the schema defines the fields and their types. Pure.
// See docs/modules/datapipeline.md#config-values.
import { isObject } from "../../core/json/json";
import { oncePerSchema, Readers, type FindMember, type ReadMembers } from "../../kit/remote-object";
import { snakeCase } from "../../core/schema/snake-case";
import { isBlank, scalarText } from "../../core/values/records";
import type { Schema } from "../../core/schema/schema";
import type { RemoteConfig, RemoteConnection } from "./remote";
import type { Plain, PlainMap } from "../../core/values/value";

/** Fields that only one service has in this form; the name here consists of the names of field and service. */
const variants: Readonly<Record<string, { field: string; service: string }>> = {
  accountsRedditAds: { field: "accounts", service: "reddit_ads" },
  appIdsAppsflyers: { field: "app_ids", service: "appsflyer" },
  dimensionsCriteoRetailMedia: { field: "dimensions", service: "criteo_retail_media" },
  profilesAmazonDsp: { field: "profiles", service: "amazon_dsp" },
  reportsLinkedinAds: { field: "reports", service: "linkedin_ads" },
};

/** Remote names that deviate from the rule: lists that are plural here, digits, a doubled underscore. */
const nameExceptions: Readonly<Record<string, string>> = {
  advertisersIds: "advertisers_id",
  advertisersWithSeats: "advertisers_with_seat",
  allowedSendersLists: "allowed_senders_list",
  apiKey2: "api_key_2",
  apiKey3: "api_key_3",
  dataModelPathAliasLists: "data_model_path_alias_list",
  groupBies: "group_by",
  lastSyncedChangesUtc_: "last_synced_changes__utc_",
  reportLists: "report_list",
  secretsLists: "secrets_list",
  vendorsIds: "vendors_id",
};

/** Members of a config that outputs beside the config contain. */
const otherOutputs = new Set(["schema", "schema_prefix", "table", "table_group_name", "location"]);

/** Returns the remote name of a field for a service; `undefined` if the service has no such field. */
function remoteName(key: string, service: string): string | undefined {
  const variant = variants[key];
  if (variant) return variant.service === service ? variant.field : undefined;
  const name = nameExceptions[key] ?? snakeCase(key);
  const taken = Object.values(variants).some(({ field, service: owner }) => field === name && owner === service);
  return taken ? undefined : name;
}

/** Returns the service if its fields differ from those of the others. */
function variantOf(service: string): string {
  return variantServices.has(service) ? service : "";
}

const variantServices = new Set(Object.values(variants).map(({ service }) => service));

/** Returns whether a value is a number, or the text of a decimal number. Other values of number fields are omitted. See docs/modules/datapipeline.md#config-values. */
function isNumber(value: Plain | undefined): boolean {
  return typeof value === "number" || (typeof value === "string" && /^\s*[+-]?\d+(\.\d*)?(e[+-]?\d+)?\s*$/i.test(value));
}

/** The types of configs. */
export type ConfigType = "ConnectorConfig" | "DestinationConfig" | "LogServiceConfig";

/** A compiled config type. */
interface ConfigReader {
  read: ReadMembers;
  /** The field of each remote name; undefined stands for the fields that the service does not have. */
  fields: ReadonlyMap<string | undefined, string>;
}

function compile(schema: Schema, type: ConfigType, service: string): ConfigReader {
  const properties = schema.type(`#/types/quartet:datapipeline:${type}`)?.properties ?? {};
  const topLevelName = (key: string): string | undefined => (type === "ConnectorConfig" ? remoteName(key, service) : snakeCase(key));
  const pick: FindMember = (key, spec, nested) => {
    const name = nested === undefined ? topLevelName(key) : (nameExceptions[key] ?? snakeCase(key));
    if (name === undefined) return () => undefined;
    if (spec.type === "integer") return (remote) => (isNumber(remote[name]) ? remote[name] : undefined);
    return (remote) => remote[name];
  };
  const fields = new Map(Object.keys(properties).map((key) => [topLevelName(key), key]));
  return { read: new Readers(schema, pick).members({ properties }), fields };
}

const readersByType = oncePerSchema(() => new Map<string, ConfigReader>());

function configReader(schema: Schema, type: ConfigType, service: string): ConfigReader {
  const variant = type === "ConnectorConfig" ? variantOf(service) : "";
  const key = `${type} ${variant}`;
  const reader = readersByType(schema).get(key) ?? compile(schema, type, variant);
  readersByType(schema).set(key, reader);
  return reader;
}

/**
 * Returns the known fields of the config of a record; null is absent. `onDropped` receives the names of unknown fields and of fields of another type, never
 * their values.
 */
export function readConfig(schema: Schema, type: ConfigType, record: PlainMap, onDropped: (names: string[]) => void): PlainMap | undefined {
  const { config, service }: RemoteConnection = record;
  if (!isObject(config)) return undefined;
  const { read, fields } = configReader(schema, type, scalarText(service));
  const remote = type === "DestinationConfig" ? withLocation(config) : config;
  const result = read(remote);
  const unknown = Object.keys(config).filter((name) => !fields.has(name) && !otherOutputs.has(name));
  const unread = Object.keys(remote).filter((name) => fields.has(name) && !isBlank(remote[name]) && !(fields.get(name)! in result));
  if (unknown.length + unread.length > 0) onDropped([...unknown, ...unread]);
  return result;
}

/** Returns the config with its location under the name that the schema has for it. */
function withLocation(config: RemoteConfig): PlainMap {
  return { ...config, data_set_location: config.location ?? config.data_set_location ?? null };
}
