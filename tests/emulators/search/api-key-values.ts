/** What the requests of API keys contain: the access of a cross-cluster key as the server reads and keeps it, and the queries that list keys. */
import type { Json, JsonObject } from "../exchange";
import type { StoredKey } from "./api-keys";
import { illegal, problemsOf } from "./errors";
import { type Node, type ObjectNode, plain } from "./json";
import { bool, type Field, listOf, readShape, shaped, texts } from "./object-parser";

/** A query is an object or its text. */
const query: Field<string> = {
  kinds: ["object", "string"],
  read: (node) => (node.kind === "string" ? node.text : JSON.stringify(plain(node))),
};
const replication = { names: texts, allow_restricted_indices: bool };
const search = { ...replication, field_security: shaped({ name: "field_security", fields: { grant: texts, except: texts } }), query };

const groups = (kind: string, fields: Record<string, Field>): Field<JsonObject[]> =>
  listOf((item: Node) => {
    const group = readShape({ name: `cross_cluster_api_key_${kind}_access`, fields, required: ["names"] }, item) as JsonObject;
    const { query: selection, allow_restricted_indices: isRestricted = false, ...rest } = group;
    return { ...rest, ...(selection !== undefined && { query: selection }), allow_restricted_indices: isRestricted };
  });

/** Reads the access. Throws the server's 400. */
export const parseAccess = (node: ObjectNode): JsonObject => {
  const fields = { search: groups("search", search), replication: groups("replication", replication) };
  const access = readShape({ name: "cross_cluster_api_key_request_access", fields }, node);
  const { search: searches = [], replication: replications = [] } = access;
  if (searches.length === 0 && replications.length === 0)
    throw illegal("must specify non-empty access for either [search] or [replication]");
  if (replications.length > 0 && searches.some((group) => group.query !== undefined || group.field_security !== undefined))
    throw illegal("search does not support document or field level security if replication is assigned");
  return access as JsonObject;
};

/** The descriptor that the server makes of the access of a cross-cluster key. */
export const crossDescriptor = ({ search, replication }: JsonObject): JsonObject => {
  const groups = (list: Json | undefined, ...privileges: string[]): JsonObject[] =>
    ((list ?? []) as JsonObject[]).map((group) => ({ ...group, privileges }));
  return {
    cluster: problemsOf([search, "cross_cluster_search"], [replication, "cross_cluster_replication"]),
    indices: [
      ...groups(search, "read", "read_cross_cluster", "view_index_metadata"),
      ...groups(replication, "cross_cluster_replication", "cross_cluster_replication_internal"),
    ],
    applications: [],
    run_as: [],
    metadata: {},
    transient_metadata: { enabled: true },
  };
};

const fieldOf = (field: string, id: string, key: StoredKey) => {
  const { name, type, username, realm, creation, expiration, invalidation } = key;
  const invalidated = invalidation !== undefined;
  const fields: Record<string, Json | undefined> = {
    id,
    name,
    type,
    username,
    realm_name: realm,
    creation,
    expiration,
    invalidated,
    invalidation,
  };
  if (!Object.hasOwn(fields, field)) throw illegal(`Field [${field}] is not allowed for API Key query`);
  return fields[field];
};

const list = (value: Json | undefined) => (value === undefined ? [] : [value].flat()) as JsonObject[];

const isLater = (actual: Json | undefined, { gt, ...others }: JsonObject) => {
  if (gt === undefined || Object.keys(others).length > 0) throw illegal("the emulator knows no bound of a range but [gt]");
  return typeof actual === "number" && actual > Number(gt);
};

/** Whether a key matches a query: of the query language, `/_security/_query/api_key` takes ids, term, prefix, range, exists, bool. */
export const matchesQuery = (query: JsonObject, id: string, key: StoredKey): boolean => {
  const [[kind = "", content] = []] = Object.entries(query);
  const [[field = "", value] = []] = Object.entries((content ?? {}) as JsonObject);
  const operand = (): Json => (value !== null && typeof value === "object" && !Array.isArray(value) ? value.value : value) ?? null;
  const matches = (each: JsonObject) => matchesQuery(each, id, key);
  switch (kind) {
    case "ids":
      return (value as string[]).includes(id);
    case "term":
      return fieldOf(field, id, key) === operand();
    case "prefix":
      return String(fieldOf(field, id, key)).startsWith(String(operand()));
    case "exists":
      return fieldOf(String(value), id, key) !== undefined;
    case "range":
      return isLater(fieldOf(field, id, key), value as JsonObject);
    case "bool": {
      const { filter, must, must_not: mustNot, should } = content as JsonObject;
      const isRequired = [...list(filter), ...list(must)].every(matches) && !list(mustNot).some(matches);
      return isRequired && (should === undefined || list(should).some(matches));
    }
    default:
      throw illegal(`Query type [${kind}] is not supported for API Key query`);
  }
};
