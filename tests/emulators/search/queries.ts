/** The names of queries, for the filter of an alias: one known query and no more. What is inside a query is not checked. */
import type { Json } from "../exchange";
import type { Cause } from "./errors";

const NAMES = new Set(
  `bool boosting combined_fields common constant_score dis_max distance_feature exists function_score fuzzy geo_bounding_box geo_distance
  geo_polygon geo_shape has_child has_parent ids intervals knn match match_all match_bool_prefix match_none match_phrase
  match_phrase_prefix more_like_this multi_match nested parent_id percolate pinned prefix query_string range rank_feature regexp script
  script_score semantic shape simple_query_string span_containing span_field_masking span_first span_multi span_near span_not span_or
  span_term span_within sparse_vector term terms terms_set text_expansion weighted_tokens wildcard wrapper rule`.split(/\s+/),
);

const parsing = (reason: string, column: number, causedBy?: Cause): Cause => ({
  type: "parsing_exception",
  reason,
  extra: { line: 1, col: column },
  causedBy,
});

/** What is wrong with a query, or nothing. Columns are those of its compact JSON text. */
export const checkQuery = (query: Json): Cause | undefined => {
  const [first, second] = Object.entries(query as Record<string, Json>);
  if (!first) return undefined;
  const [name, body] = first;
  const column = JSON.stringify(name).length + 3;
  if (!NAMES.has(name)) {
    return parsing(`unknown query [${name}]`, column, {
      type: "named_object_not_found_exception",
      reason: `[1:${column}] unknown field [${name}]`,
    });
  }
  if (!second) return undefined;
  return parsing(`[${name}] malformed query, expected [END_OBJECT] but found [FIELD_NAME]`, column + JSON.stringify(body).length + 1);
};
