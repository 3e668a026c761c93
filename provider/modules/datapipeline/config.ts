// The settings of a connector, a destination or a log service, field by field. See docs/modules/datapipeline.md#config-values. The schema knows the fields and their types. Pure but for the log.
import { isObject } from "../../core/json";
import type { Schema } from "../../core/schema";
import type { Plain, PlainMap } from "../../core/value";
import { fromRemote, type Pick } from "../../core/naming";
import { snakeCase } from "../../core/names";

/** Fields that one service alone has in this form; the key is that of the field and of the service. */
const variants: Readonly<Record<string, { field: string; service: string }>> = {
  accountsRedditAds: { field: "accounts", service: "reddit_ads" },
  appIdsAppsflyers: { field: "app_ids", service: "appsflyer" },
  dimensionsCriteoRetailMedia: { field: "dimensions", service: "criteo_retail_media" },
  profilesAmazonDsp: { field: "profiles", service: "amazon_dsp" },
  reportsLinkedinAds: { field: "reports", service: "linkedin_ads" },
};

/** Remote names that the rule does not give: lists that are plural here, digits, a doubled underscore. */
const oddNames: Readonly<Record<string, string>> = {
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

/** What is read beside the fields of the config. */
const elsewhere = new Set(["schema", "schema_prefix", "table", "table_group_name"]);

/** The remote name of a field for a service, or nothing where the service has no such field. */
function remoteName(key: string, service: string): string | undefined {
  const variant = variants[key];
  if (variant) return variant.service === service ? variant.field : undefined;
  const name = oddNames[key] ?? snakeCase(key);
  const taken = Object.values(variants).some(({ field, service: owner }) => field === name && owner === service);
  return taken ? undefined : name;
}

/** An empty text means that a number or a boolean is not set. */
function isNothing(remote: PlainMap, name: string | undefined): boolean {
  const value = name === undefined ? null : (remote[name] ?? null);
  return value === null || value === "";
}

/** A number, or a text that is one in decimals; anything else in the place of a number is dropped (rule 7). */
function isNumber(value: Plain | undefined): boolean {
  return typeof value === "number" || (typeof value === "string" && /^\s*[+-]?\d+(\.\d*)?(e[+-]?\d+)?\s*$/i.test(value));
}

/** The known fields of a remote config; null is absent. `dropped` receives the names of unknown fields and of fields of another type, never their values. */
export function readConfig(
  schema: Schema,
  type: "ConnectorConfig" | "DestinationConfig" | "LogServiceConfig",
  record: PlainMap,
  dropped: (names: string[]) => void,
): PlainMap | undefined {
  const [config, service] = [record["config"], String(record["service"] ?? "")];
  if (!isObject(config)) return undefined;
  const properties = schema.type(`#/types/quartet:datapipeline:${type}`)?.properties ?? {};
  const remote =
    type === "DestinationConfig" ? { ...config, data_set_location: config["location"] ?? config["data_set_location"] ?? null } : config;
  const top = (key: string): string | undefined => (type === "ConnectorConfig" ? remoteName(key, service) : snakeCase(key));
  const pick: Pick = (from, key, spec, nested) => {
    const name = nested === undefined ? top(key) : (oddNames[key] ?? snakeCase(key));
    const value = name === undefined ? undefined : from[name];
    return spec.type === "integer" && !isNumber(value) ? undefined : value;
  };
  const known = new Set(Object.keys(properties).map(top));
  const strangers = Object.keys(config).filter((name) => !known.has(name) && !elsewhere.has(name) && name !== "location");
  const read = fromRemote({ schema, pick }, { properties }, remote);
  const unread = Object.keys(properties).flatMap((key) => (key in read || isNothing(remote, top(key)) ? [] : [String(top(key))]));
  if (strangers.length + unread.length > 0) dropped([...strangers, ...unread]);
  return read;
}
