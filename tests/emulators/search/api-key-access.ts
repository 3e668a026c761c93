/** The access of a cross-cluster API key, as the server reads and keeps it. */
import type { JsonObject } from "../exchange";
import { illegal } from "./errors";
import type { Node, ObjectNode } from "./json";
import { plain } from "./json";
import { bool, object, texts } from "./object-parser";
import { readShape } from "./shapes";

const fieldSecurity = object(
  (node: ObjectNode) => readShape({ name: "field_security", fields: { grant: texts, except: texts } }, node) as JsonObject,
);
/** A query is an object or its text. */
const query = {
  kinds: ["object", "string"] as const,
  read: (node: Node) => (node.kind === "string" ? node.text : JSON.stringify(plain(node))),
};
const search = { names: texts, field_security: fieldSecurity, query, allow_restricted_indices: bool };
const replication = { names: texts, allow_restricted_indices: bool };

const groups = (
  name: string,
  fields: typeof search | typeof replication,
): { kinds: readonly ["array"]; read: (node: Node) => JsonObject[] } => ({
  kinds: ["array"],
  read: (node) =>
    (node.kind === "array" ? node.items : []).map((item) => {
      const { query: selection, ...group } = readShape({ name, fields, required: ["names"] }, item) as JsonObject;
      return {
        ...group,
        ...(selection !== undefined && { query: selection }),
        allow_restricted_indices: group.allow_restricted_indices ?? false,
      };
    }),
});

/** Reads the access. Throws the server's 400. */
export const parseAccess = (node: ObjectNode): JsonObject => {
  const fields = {
    search: groups("cross_cluster_api_key_search_access", search),
    replication: groups("cross_cluster_api_key_replication_access", replication),
  };
  const access = readShape({ name: "cross_cluster_api_key_request_access", fields }, node) as {
    search?: JsonObject[];
    replication?: JsonObject[];
  };
  const { search: searches = [], replication: replications = [] } = access;
  if (searches.length === 0 && replications.length === 0)
    throw illegal("must specify non-empty access for either [search] or [replication]");
  const isRestricted = searches.some(({ query, field_security: fields_ }) => query !== undefined || fields_ !== undefined);
  if (isRestricted && replications.length > 0)
    throw illegal("search does not support document or field level security if replication is assigned");
  return access as JsonObject;
};
