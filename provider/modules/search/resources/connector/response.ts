// Connectors as the server returns them, with the names of the schema. See docs/modules/search.md#getsearchconnector. Pure.
import type { Search } from "../../../../core/gen/types";
import { isObject } from "../../../../core/json/json";
import { snakeCase } from "../../../../core/schema/snake-case";
import { omitUndefined } from "../../../../core/values/records";
import type { PlainMap } from "../../../../core/values/value";
import type { JsonPartAt } from "../../json/parts";
import { asText, fromRemote } from "../../mapping";
import { unexpectedResponse, type SearchResponse } from "../../response";

/** Returns the connector in a response. Fails for JSON of another server, whose absent members would count as removed values. */
export function connectorIn(response: SearchResponse): PlainMap {
  const { json } = response;
  if (isObject(json) && ("id" in json || "service_type" in json)) return json;
  throw unexpectedResponse(response, "a connector");
}

/** The parts of a connector that are objects. */
type ConnectorParts = Pick<Search.SearchConnectorState, "pipeline" | "scheduling" | "features">;

/** Returns the parts that the server has. */
export function connectorParts({ pipeline, scheduling, features }: PlainMap, partAt: JsonPartAt): ConnectorParts {
  return omitUndefined({
    pipeline: isObject(pipeline) ? pipelineOf(pipeline, partAt) : undefined,
    scheduling: isObject(scheduling) ? schedulingOf(scheduling) : undefined,
    features: isObject(features) ? featuresOf(features) : undefined,
  });
}

function pipelineOf(remote: PlainMap, partAt: JsonPartAt): Search.ConnectorPipeline {
  const flags = ["extractBinaryContent", "reduceWhitespace", "runMlInference"];
  const { name = null } = remote;
  return {
    name: name === null ? "" : asText(name, () => partAt(["pipeline", "name"])),
    extractBinaryContent: false,
    reduceWhitespace: false,
    runMlInference: false,
    ...fromRemote(remote, flags),
  };
}

function schedulingOf(remote: PlainMap): Search.ConnectorScheduling {
  const scheduleOf = (schedule: PlainMap): Search.ConnectorSchedule => ({
    enabled: false,
    interval: "",
    ...fromRemote(schedule, ["enabled", "interval"]),
  });
  return objectsOf(remote, ["full", "incremental", "accessControl"], scheduleOf);
}

function featuresOf(remote: PlainMap): Search.ConnectorFeatures {
  const { sync_rules: syncRules } = remote;
  return {
    ...objectsOf(remote, ["documentLevelSecurity", "incrementalSync", "nativeConnectorApiKeys"], flagOf),
    ...(isObject(syncRules) && { syncRules: objectsOf(syncRules, ["basic", "advanced"], flagOf) }),
  };
}

function flagOf({ enabled }: PlainMap): Search.ConnectorFeatureFlag {
  return { enabled: enabled === true };
}

/** Returns the named members that are objects, each converted. */
function objectsOf<Name extends string, T>(
  remote: PlainMap,
  names: readonly Name[],
  convert: (member: PlainMap) => T,
): { [Key in Name]?: T } {
  const result: { [Key in Name]?: T } = {};
  for (const name of names) {
    const member = remote[snakeCase(name)];
    if (isObject(member)) result[name] = convert(member);
  }
  return result;
}
