// Names here and at the service: `groupId` and `group_id`; one rule, and a table of what breaks it. See docs/modules/datapipeline.md#naming-exceptions. Pure.
import { exactText, isJsonMap, parseExact, type Json, type JsonMap } from "../../core/exact-json";
import { digitsAsText } from "../../core/json";
import { snakeCase } from "../../core/names";
import { fromRemote as read, readObject as readNamed, type Pick } from "../../core/naming";
import type { ObjectSpec, Schema } from "../../core/schema";
import { mapMembers, type Plain, type PlainMap } from "../../core/value";

/** Remote names by property, where they are not the rule's; an empty one for a value that no read returns. */
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

/** The service returns an interval of 0 for schedules without one. */
function idle(remote: PlainMap, key: string, type: string | undefined): boolean {
  return type === "TransformationSchedule" && key === "interval" && remote["interval"] === 0 && remote["schedule_type"] !== "INTERVAL";
}

const pick =
  (own: Names): Pick =>
  (remote, key, _spec, type) => {
    if (idle(remote, key, type)) return null;
    return remote[(type === undefined ? own[key] : oddNamesOf[type]?.[key]) ?? oddNames[key] ?? snakeCase(key)];
  };

/**
 * Returns the body of a response; `undefined` if it is not JSON. Numbers that a double cannot hold become texts with all digits. The variables of a
 * transformation become texts here: the schema has a map of texts, and a list or an object in it has to keep the digits of its numbers.
 */
export function readBody(text: string): Plain | undefined {
  const body = parseExact(text);
  return body === undefined ? undefined : digitsAsText(withVariableTexts(body));
}

function withVariableTexts(value: Json): Json {
  if (Array.isArray(value)) return value.map(withVariableTexts);
  if (!isJsonMap(value)) return value;
  return mapMembers(value, (member, key) =>
    key === "transformation_config" && isJsonMap(member) ? variableTexts(member) : withVariableTexts(member),
  );
}

function variableTexts(config: JsonMap): JsonMap {
  const variables = config["configurable_variables"];
  if (!isJsonMap(variables)) return config;
  const texts = mapMembers(variables, (value) => (isJsonMap(value) || Array.isArray(value) ? exactText(value) : value));
  return { ...config, configurable_variables: texts };
}

/** The members of a shape, read from a remote record. */
export function fromRemote(schema: Schema, shape: ObjectSpec, remote: PlainMap, names: Names = {}): PlainMap {
  return read({ schema, pick: pick(names) }, shape, remote);
}

/** A remote object read as a named type. */
export function readObject(schema: Schema, ref: string, remote: PlainMap): PlainMap {
  return readNamed({ schema, pick: pick({}) }, ref, remote);
}
