// Names of properties and of the service: `groupId` and `group_id`; one rule, and a table of its exceptions. See docs/modules/datapipeline.md#naming-exceptions. Pure.
import { exactText, isJsonMap, parseDigitsAsText, parseExact, type Json, type JsonMap } from "../../core/json/exact-json";
import { digitsAsText } from "../../core/json/json";
import { snakeCase } from "../../core/schema/snake-case";
import { oncePerSchema, Readers, type FindMember } from "../../kit/remote-object";
import { mapMembers, type Plain, type PlainMap } from "../../core/values/value";

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
export function remoteName(own: Names, key: string, type?: string): string {
  return (type === undefined ? own[key] : nameExceptionsOf[type]?.[key]) ?? nameExceptions[key] ?? snakeCase(key);
}

/** Returns how the properties are read from a record. */
export function pickBy(own: Names): FindMember {
  return (key, _spec, type) => {
    const name = remoteName(own, key, type);
    return type === "TransformationSchedule" && key === "interval" ? intervalOf : (remote) => remote[name];
  };
}

/** Returns the interval; null for schedules without one, for which the service returns 0. */
function intervalOf({ interval, schedule_type }: PlainMap): Plain | undefined {
  return interval === 0 && schedule_type !== "INTERVAL" ? null : interval;
}

/** Returns the readers of a schema with the names of this service. */
export const readersOf = oncePerSchema((schema) => new Readers(schema, pickBy({})));

/**
 * Returns the body of a response; `undefined` if it is not JSON. Numbers that a double cannot hold become texts with all digits. The variables of a
 * transformation become texts here: the schema has a map of texts, and a list or an object in it has to keep the digits of its numbers.
 */
export function readBody(text: string): Plain | undefined {
  // Most bodies have none: their values are used as they are parsed, without a copy.
  if (!text.includes("configurable_variables")) return parseDigitsAsText(text);
  const body = parseExact(text);
  return body && digitsAsText(withVariableTexts(body));
}

function withVariableTexts(value: Json): Json {
  if (Array.isArray(value)) return value.map(withVariableTexts);
  if (!isJsonMap(value)) return value;
  return mapMembers(value, (member, key) =>
    key === "transformation_config" && isJsonMap(member) ? variableTexts(member) : withVariableTexts(member),
  );
}

function variableTexts(config: JsonMap): JsonMap {
  const { configurable_variables: variables } = config;
  if (!isJsonMap(variables)) return config;
  const texts = mapMembers(variables, (value) => (isJsonMap(value) || Array.isArray(value) ? exactText(value) : value));
  return { ...config, configurable_variables: texts };
}
