/** Queries in the filters of aliases and in roles: one known query and no more. What is inside a query is not checked. */
import type { Json, JsonObject } from "../exchange";
import { isObject } from "../objects";
import { type Cause, failureOf, illegalCause, SearchFailure } from "./errors";
import { parseJson, plain } from "./json";

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

/** Kinds of queries that read other documents. */
const PROHIBITED: Readonly<Record<string, (body: JsonObject) => string | undefined>> = {
  has_child: () => "has_child query is not supported as part of a role query",
  has_parent: () => "has_parent query is not supported as part of a role query",
  terms: (body) =>
    Object.values(body).some(isObject) ? "terms query with terms lookup isn't supported as part of a role query" : undefined,
};

const roleQueryProblem = (text: string): Cause | undefined => {
  const expected = (place: string, what: string, found: string): Cause => ({
    type: "x_content_parse_exception",
    reason: `[${place}] expected [${what} but found [${found}] instead`,
  });
  if (text.trim() === "") return expected("1:0", "START_OBJECT]", "null");
  let query: Json = null;
  const failed = failureOf(() => (query = plain(parseJson(text))));
  if (failed) return failed.cause_;
  const [first] = Object.entries(query as unknown as JsonObject);
  if (!first) return expected("1:2", "FIELD_NAME] with value a query name or 'template'", "END_OBJECT");
  if (first[0] === "template") return undefined;
  const prohibited = PROHIBITED[first[0]]?.(first[1] as JsonObject);
  return checkQuery(query) ?? (prohibited === undefined ? undefined : illegalCause(prohibited));
};

/** Fails for a query that a role may not have. `place`: the group of privileges. */
export const checkRoleQuery = (text: string, names: readonly string[], place: number): void => {
  const causedBy = roleQueryProblem(text);
  if (!causedBy) return;
  const where = `indices [${names.join(",")}] at index privilege [${place}] of role descriptor`;
  throw new SearchFailure(400, { type: "parse_exception", reason: `failed to parse field 'query' for ${where}`, causedBy });
};
