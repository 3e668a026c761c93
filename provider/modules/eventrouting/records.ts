// Records of the service as outputs of this package: two members are called otherwise, conditions are texts, what the service leaves out is filled (eventrouting.md 2, 8). Pure.
import { isObject } from "../../core/json";
import { readObject, type Pick } from "../../core/naming";
import type { Schema } from "../../core/schema";
import type { Plain, PlainMap } from "../../core/value";
import { codeName } from "./errors";

const oddNames: Readonly<Record<string, string>> = { containerService: "cloudRun", kubernetesService: "gke" };

const pick: Pick = (remote, key) => {
  const value = remote[oddNames[key] ?? key];
  // Absent, null and empty mean the same; an empty object may be the target that was chosen.
  const isEmpty = value === "" || value === null || value === undefined || (Array.isArray(value) && value.length === 0);
  return isEmpty ? defaults[key] : value;
};

/** What stands for members that the service leaves out, where that is no empty value. */
const defaults: Readonly<Record<string, Plain>> = {
  eventDataContentType: "application/json",
  state: "STATE_UNSPECIFIED",
  logType: "LOG_TYPE_UNSPECIFIED",
};

/** The types of records. */
export type RecordType = "TriggerRecord" | "ChannelRecord" | "ChannelConnectionRecord" | "PolicyRecord";

const ref = (type: string): string => `#/types/quartet:eventrouting/v1:${type}`;

/** A trigger, channel or channel connection as the service tells it. */
export function recordOf(schema: Schema, type: Exclude<RecordType, "PolicyRecord">, remote: PlainMap): PlainMap {
  const told = type === "TriggerRecord" ? { ...remote, conditions: conditionTexts(remote["conditions"]) } : remote;
  return readObject({ schema, pick }, ref(type), told);
}

/** The parts of a policy: bindings, audit settings, etag, version. */
export function policyOf(schema: Schema, remote: PlainMap): PlainMap {
  const list = (key: string, type: string): PlainMap[] =>
    (Array.isArray(remote[key]) ? remote[key] : []).filter(isObject).map((item) => readObject({ schema, pick }, ref(type), item));
  const { etag, version } = remote;
  return {
    auditConfigs: list("auditConfigs", "AuditConfig"),
    bindings: list("bindings", "PolicyBinding"),
    etag: typeof etag === "string" ? etag : "",
    version: typeof version === "number" ? version : 0,
  };
}

/** Conditions as texts, `CODE: message`. */
export function conditionTexts(conditions: Plain | undefined): PlainMap {
  const entries = Object.entries(isObject(conditions) ? conditions : {});
  return Object.fromEntries(entries.filter(([, value]) => value !== null).map(([key, value]) => [key, conditionText(value)]));
}

function conditionText(value: Plain): string {
  if (!isObject(value)) return String(value);
  const code = codeName(value["code"] || 0);
  const message = value["message"];
  return typeof message === "string" && message !== "" ? `${code}: ${message}` : code;
}

/** A destination with its two members called as the service calls them; an empty text is none. */
export function remoteDestination(destination: PlainMap): PlainMap {
  const given = Object.entries(destination).filter(([, member]) => member !== undefined && member !== null && member !== "");
  return Object.fromEntries(given.map(([key, member]) => [oddNames[key] ?? key, member]));
}
