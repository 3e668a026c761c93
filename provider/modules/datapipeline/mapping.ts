// Names of properties and of the service: `groupId` and `group_id`; one rule, and a table of its exceptions. See docs/modules/datapipeline.md#naming-exceptions. Pure.
import { snakeCase } from "../../core/schema/snake-case";
import { oncePerSchema, Readers, type FindMember } from "../../kit/remote-object";
import type { Plain, PlainMap } from "../../core/values/value";

/** Remote names by property that deviate from the rule; an empty one for a value that no read returns. */
export type Names = Readonly<Record<string, string>>;

const nameExceptions: Names = { registredAt: "registered_at" };

const nameExceptionsOf: Readonly<Record<string, Names>> = {
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

/** Returns the name of a property at the service; `own` applies to the members of a function. */
export function mappedName(own: Names, key: string, type?: string): string {
  return (type === undefined ? own[key] : nameExceptionsOf[type]?.[key]) ?? nameExceptions[key] ?? snakeCase(key);
}

/** Returns how the properties are read from a record. */
export function pickBy(own: Names): FindMember {
  return (key, _spec, type) => {
    const name = mappedName(own, key, type);
    return type === "TransformationSchedule" && key === "interval" ? intervalOf : (remote) => remote[name];
  };
}

/** Returns the interval; null for schedules without one, for which the service returns 0. */
function intervalOf({ interval, schedule_type }: PlainMap): Plain | undefined {
  return interval === 0 && schedule_type !== "INTERVAL" ? null : interval;
}

/** Returns the readers of a schema with the names of this service. */
export const readersOf = oncePerSchema((schema) => new Readers(schema, pickBy({})));
