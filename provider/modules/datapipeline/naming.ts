// Names here and at the service: `groupId` and `group_id`; one rule, and a table of what breaks it (datapipeline.md 12). Pure.
import { isObject } from "../../core/json";
import { fromRemote as read, readObject as readNamed, type Pick } from "../../core/naming";
import type { ObjectSpec, Schema } from "../../core/schema";
import type { Plain, PlainMap } from "../../core/value";

/** Remote names by property, where they are not the rule's; an empty one for what no read tells. */
export type Names = Readonly<Record<string, string>>;

const oddNames: Names = { registredAt: "registered_at" };

const oddNamesOf: Readonly<Record<string, Names>> = {
  ConnectionSummary: { name: "schema" },
  GroupSummary: { lastUpdated: "" },
  Role: { scopes: "scope" },
  ProxyAgentSummary: { groupRegion: "region" },
  ConnectionMembership: { connectionId: "id" },
  ConnectorMembership: { connectorId: "id" },
  GroupMembership: { groupId: "id" },
  WebhookSummary: { runTests: "" },
  TransformationSchedule: { daysOfWeeks: "days_of_week", crons: "cron" },
};

/** `groupId` as `group_id`. */
export function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The service tells an interval of 0 for schedules that have none. */
function idle(remote: PlainMap, key: string, type: string | undefined): boolean {
  return type === "TransformationSchedule" && key === "interval" && remote["interval"] === 0 && remote["schedule_type"] !== "INTERVAL";
}

/** Values of variables are data: a list or an object is told as its JSON text, since the map is one of texts. */
function texts(map: Plain | undefined): Plain | undefined {
  if (!isObject(map)) return map;
  const told = ([name, value]: [string, Plain]): [string, Plain] => [
    name,
    isObject(value) || Array.isArray(value) ? JSON.stringify(value) : value,
  ];
  return Object.fromEntries(Object.entries(map).map(told));
}

const pick =
  (own: Names): Pick =>
  (remote, key, _spec, type) => {
    if (idle(remote, key, type)) return null;
    const value = remote[(type === undefined ? own[key] : oddNamesOf[type]?.[key]) ?? oddNames[key] ?? snake(key)];
    return type === "TransformationConfig" && key === "configurableVariables" ? texts(value) : value;
  };

/** The members of a shape, read from a remote record. */
export function fromRemote(schema: Schema, shape: ObjectSpec, remote: PlainMap, names: Names = {}): PlainMap {
  return read({ schema, pick: pick(names) }, shape, remote);
}

/** A remote object read as a named type. */
export function readObject(schema: Schema, ref: string, remote: PlainMap): PlainMap {
  return readNamed({ schema, pick: pick({}) }, ref, remote);
}
