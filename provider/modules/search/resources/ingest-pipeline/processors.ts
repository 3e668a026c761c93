// Semantic equality of the processors of a pipeline. See docs/modules/search.md#ingest-pipelines. Pure.
import { isJsonMap, type Json } from "../../../../core/exact-json";
import { equal } from "../../../../core/json";
import { mapMembers, type Plain } from "../../../../core/value";
import { contentOf } from "../../json/fields";

/** Whether two texts contain the same processor; a list of exactly one scalar equals that scalar. */
export function equalProcessors(left: Plain, right: Plain): boolean {
  return left === right || equal(withoutSingletons(contentOf(left)), withoutSingletons(contentOf(right)));
}

function withoutSingletons(value: Json): Json {
  if (Array.isArray(value)) {
    const [only] = value;
    const isSingleton = value.length === 1 && !Array.isArray(only) && !isJsonMap(only);
    return isSingleton && only !== undefined ? only : value.map(withoutSingletons);
  }
  return isJsonMap(value) ? mapMembers(value, withoutSingletons) : value;
}
