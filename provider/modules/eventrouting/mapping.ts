// Maps records between the API and the outputs of this package. See docs/modules/eventrouting.md#names and docs/modules/eventrouting.md#functions. Pure.
import { isObject } from "../../core/json/json";
import { oncePerSchema, Readers, type FindMember } from "../../kit/remote-object";
import { omitBlank, rowsOf, scalarText } from "../../core/values/records";
import type { Schema } from "../../core/schema/schema";
import type { Plain, PlainMap } from "../../core/values/value";
import { codeName } from "./errors";
import type { CollectionId } from "./ids";
import type { RemoteRecord } from "./remote";

const nameExceptions: Readonly<Record<string, string>> = { containerService: "cloudRun", kubernetesService: "gke" };

const pick: FindMember = (key) => {
  const name = nameExceptions[key] ?? key;
  return (remote) => {
    const value = remote[name];
    // Absent, null and empty are equal; an empty object may be the selected target.
    const isEmpty = value === "" || value === null || value === undefined || (Array.isArray(value) && value.length === 0);
    return isEmpty ? defaults[key] : value;
  };
};

const readersOf = oncePerSchema((schema) => new Readers(schema, pick));

/** Values of members that the API omits, where the value is not the empty one of the type. */
const defaults: Readonly<Record<string, Plain>> = {
  eventDataContentType: "application/json",
  state: "STATE_UNSPECIFIED",
  logType: "LOG_TYPE_UNSPECIFIED",
};

const recordTypes = {
  triggers: "TriggerRecord",
  channels: "ChannelRecord",
  channelConnections: "ChannelConnectionRecord",
  providers: "ProviderRecord",
} as const satisfies Record<CollectionId, string>;

const ref = (type: string): string => `#/types/quartet:eventrouting/v1:${type}`;

/** Returns the names of the members of a record, of which those of the API and of this package are the same. */
export function recordMembers(schema: Schema, collection: CollectionId): string[] {
  return Object.keys(schema.type(ref(recordTypes[collection]))?.properties ?? {});
}

/** Maps an object from the API. The result has the shape of the type in the schema. */
export function recordOf(schema: Schema, collection: CollectionId, remote: PlainMap): PlainMap {
  return readersOf(schema).type(ref(recordTypes[collection]))(withComputed(collection, remote));
}

/** Returns the record with the members that the API has in another form, or not at all. */
function withComputed(collection: CollectionId, remote: RemoteRecord): PlainMap {
  if (collection === "triggers") return { ...remote, conditions: conditionTexts(remote.conditions) };
  if (collection === "providers") return { ...remote, eventTypes: rowsOf(remote.eventTypes).map(withOperators) };
  return remote;
}

/** Returns the event type with the operators that each attribute accepts in a filter. */
function withOperators(eventType: PlainMap): PlainMap {
  const filteringAttributes = rowsOf(eventType.filteringAttributes).map((attribute) => {
    return { ...attribute, operators: attribute.pathPatternSupported === true ? ["match-path-pattern"] : [] };
  });
  return { ...eventType, filteringAttributes };
}

/** Maps a policy from the API: bindings, audit configuration, etag, version. */
export function policyOf(schema: Schema, remote: PlainMap): PlainMap {
  const list = (key: string, type: string): PlainMap[] => rowsOf(remote[key]).map(readersOf(schema).type(ref(type)));
  const { etag, version } = remote;
  return {
    auditConfigs: list("auditConfigs", "AuditConfig"),
    bindings: list("bindings", "PolicyBinding"),
    etag: typeof etag === "string" ? etag : "",
    version: typeof version === "number" && Number.isSafeInteger(version) ? version : 0,
  };
}

/** Maps conditions to texts such as `NOT_FOUND: no such service`. */
export function conditionTexts(conditions: Plain | undefined): PlainMap {
  const entries = Object.entries(isObject(conditions) ? conditions : {});
  return Object.fromEntries(entries.filter(([, value]) => value !== null).map(([key, value]) => [key, conditionText(value)]));
}

function conditionText(value: Plain): string {
  if (!isObject(value)) return scalarText(value);
  const { code, message } = value;
  const name = codeName(code || 0);
  return typeof message === "string" && message !== "" ? `${name}: ${message}` : name;
}

/** Maps a destination to the API. */
export function remoteDestination(destination: PlainMap): PlainMap {
  return Object.fromEntries(Object.entries(omitBlank(destination)).map(([key, member]) => [nameExceptions[key] ?? key, member]));
}
