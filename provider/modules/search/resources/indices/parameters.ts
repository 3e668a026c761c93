// Parameters of a field in the form in which an index returns them. See docs/modules/search.md#index-mappings. Pure.
import { isJsonMap, type Json, type JsonMap } from "../../../../core/json/exact-json";
import { mapMembers } from "../../../../core/values/value";
import { byCodePoint } from "../../json/writer";

/** Returns the field with its parameters in the form in which an index returns them. */
export function returnedParameters(field: JsonMap): JsonMap {
  const { script, relations, metrics, contexts, null_value: nullValue, ...others } = field;
  return {
    ...others,
    ...(script !== undefined && { script: scriptOf(script) }),
    ...(relations !== undefined && { relations: isJsonMap(relations) ? mapMembers(relations, sortedNames) : relations }),
    ...(metrics !== undefined && { metrics: sortedNames(metrics) }),
    ...(contexts !== undefined && { contexts: [contexts].flat().map(contextOf) }),
    ...(nullValue !== undefined && { null_value: others["type"] === "geo_point" ? pointOf(nullValue) : nullValue }),
  };
}

function scriptOf(script: Json): Json {
  if (!isJsonMap(script)) return { source: script };
  const { lang, ...others } = script;
  return lang === undefined || lang === "painless" ? others : script;
}

/** The server stores the children of a relation, and metrics, as sets. */
function sortedNames(names: Json): Json {
  return Array.isArray(names) ? names.map(String).sort(byCodePoint) : names;
}

/** The server returns the type of a context in upper case. */
function contextOf(context: Json): Json {
  return isJsonMap(context) ? { ...context, type: String(context["type"]).toLowerCase() } : context;
}

/** The server returns a point as an object: a text has the latitude first, a list the longitude. */
function pointOf(point: Json): Json {
  const parts = typeof point === "string" ? point.split(",").map(Number) : [];
  const [lat, lon] = Array.isArray(point) ? [point[1], point[0]] : parts;
  return lat === undefined || lon === undefined ? point : { lat, lon };
}
