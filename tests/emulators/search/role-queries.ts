/** Queries of index privileges: one known query that a role may have, or a template. */
import type { Json, JsonObject } from "../exchange";
import type { Cause } from "./errors";
import { SearchFailure } from "./errors";
import { parseJson, plain } from "./json";
import { checkQuery } from "./queries";

const cause = (type: string, reason: string): Cause => ({ type, reason });

/** Kinds of queries that read other documents. */
const PROHIBITED: Readonly<Record<string, (body: JsonObject) => string | undefined>> = {
  has_child: () => "has_child query is not supported as part of a role query",
  has_parent: () => "has_parent query is not supported as part of a role query",
  terms: (body) =>
    Object.values(body).some((value) => value !== null && typeof value === "object" && !Array.isArray(value))
      ? "terms query with terms lookup isn't supported as part of a role query"
      : undefined,
};

const problemOf = (text: string): Cause | undefined => {
  if (text.trim() === "") return cause("x_content_parse_exception", "[1:0] expected [START_OBJECT] but found [null] instead");
  let query: Json;
  try {
    query = plain(parseJson(text));
  } catch (failure) {
    if (failure instanceof SearchFailure) return failure.cause_;
    throw failure;
  }
  const [first] = Object.entries(query as JsonObject);
  if (!first)
    return cause(
      "x_content_parse_exception",
      "[1:2] expected [FIELD_NAME] with value a query name or 'template' but found [END_OBJECT] instead",
    );
  if (first[0] === "template") return undefined;
  const prohibited = PROHIBITED[first[0]]?.(first[1] as JsonObject);
  return checkQuery(query) ?? (prohibited === undefined ? undefined : cause("illegal_argument_exception", prohibited));
};

/** Fails for a query that a role may not have. `place`: the group of privileges. */
export const checkRoleQuery = (text: string, names: readonly string[], place: number): void => {
  const causedBy = problemOf(text);
  if (!causedBy) return;
  const where = `indices [${names.join(",")}] at index privilege [${place}] of role descriptor`;
  throw new SearchFailure(400, { type: "parse_exception", reason: `failed to parse field 'query' for ${where}`, causedBy });
};
