// A connector as the server answers it, in the words of the schema (search spec 6 and 12). Pure.
import { isObject } from "../../../../core/json";
import type { Plain, PlainMap } from "../../../../core/value";
import { fromRemote, snake } from "../../mapping";

const kinds = ["full", "incremental", "accessControl"];
const flags = ["documentLevelSecurity", "incrementalSync", "nativeConnectorApiKeys"];

/** The named texts; null and absent ones are left out, empty ones stay. */
export function textsOf(remote: PlainMap, names: readonly string[]): PlainMap {
  const texts = Object.entries(fromRemote(remote, names)).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return Object.fromEntries(texts) as PlainMap;
}

/** The parts that are objects; what the server does not have is left out. */
export function partsOf(remote: PlainMap): PlainMap {
  const { pipeline, scheduling, features } = remote;
  return {
    ...(isObject(pipeline) && { pipeline: pipelineOf(pipeline) }),
    ...(isObject(scheduling) && { scheduling: schedulingOf(scheduling) }),
    ...(isObject(features) && { features: featuresOf(features) }),
  };
}

function pipelineOf(remote: PlainMap): PlainMap {
  const unset = { name: "", extractBinaryContent: false, reduceWhitespace: false, runMlInference: false };
  return { ...unset, ...fromRemote(remote, Object.keys(unset)) };
}

function schedulingOf(remote: PlainMap): PlainMap {
  const scheduleOf = (schedule: PlainMap): PlainMap => ({ enabled: false, interval: "", ...fromRemote(schedule, ["enabled", "interval"]) });
  return objectsOf(remote, kinds, scheduleOf);
}

function featuresOf(remote: PlainMap): PlainMap {
  const syncRules = remote["sync_rules"];
  return {
    ...objectsOf(remote, flags, flagOf),
    ...(isObject(syncRules) && { syncRules: objectsOf(syncRules, ["basic", "advanced"], flagOf) }),
  };
}

function flagOf(flag: PlainMap): PlainMap {
  return { enabled: flag["enabled"] === true };
}

/** The named members that are objects, each in our words. */
function objectsOf(remote: PlainMap, names: readonly string[], inOurWords: (member: PlainMap) => PlainMap): PlainMap {
  const result: PlainMap = {};
  for (const name of names) {
    const member: Plain | undefined = remote[snake(name)];
    if (isObject(member)) result[name] = inOurWords(member);
  }
  return result;
}
