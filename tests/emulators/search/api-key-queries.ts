/** The part of the query language that `/_security/_query/api_key` takes: ids, term, prefix, range, exists, bool. */
import type { Json, JsonObject } from "../exchange";
import type { StoredKey } from "./api-keys";
import { bad } from "./errors";

const fieldOf = (field: string, id: string, key: StoredKey): Json | undefined => {
  const fields: Record<string, Json | undefined> = {
    id,
    name: key.name,
    type: key.type,
    username: key.username,
    realm_name: key.realm,
    creation: key.creation,
    expiration: key.expiration,
    invalidated: key.invalidation !== undefined,
    invalidation: key.invalidation,
  };
  if (!Object.hasOwn(fields, field)) throw bad("illegal_argument_exception", `Field [${field}] is not allowed for API Key query`);
  return fields[field];
};

const list = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]) as JsonObject[];

/** Whether a key matches a query. */
export const matchesQuery = (query: JsonObject, id: string, key: StoredKey): boolean => {
  const [[kind = "", content] = []] = Object.entries(query);
  const [[field = "", value] = []] = Object.entries((content ?? {}) as JsonObject);
  const operand = (name: string): Json =>
    value !== null && typeof value === "object" && !Array.isArray(value) ? (value[name] ?? null) : (value ?? null);
  switch (kind) {
    case "match_all":
      return true;
    case "ids":
      return (value as string[]).includes(id);
    case "term":
      return fieldOf(field, id, key) === operand("value");
    case "prefix":
      return String(fieldOf(field, id, key)).startsWith(String(operand("value")));
    case "exists":
      return fieldOf(String(value), id, key) !== undefined;
    case "range":
      return inRange(fieldOf(field, id, key), value as JsonObject);
    case "bool":
      return matchesBool(content as JsonObject, (each) => matchesQuery(each, id, key));
    default:
      throw bad("illegal_argument_exception", `Query type [${kind}] is not supported for API Key query`);
  }
};

const inRange = (actual: Json | undefined, bounds: JsonObject): boolean => {
  const tests: Record<string, (value: number, bound: number) => boolean> = {
    gt: (value, bound) => value > bound,
    gte: (value, bound) => value >= bound,
    lt: (value, bound) => value < bound,
    lte: (value, bound) => value <= bound,
  };
  return typeof actual === "number" && Object.entries(bounds).every(([name, bound]) => tests[name]?.(actual, Number(bound)) ?? true);
};

const matchesBool = ({ filter, must, must_not: mustNot, should }: JsonObject, matches: (query: JsonObject) => boolean): boolean =>
  [...list(filter), ...list(must)].every(matches) && !list(mustNot).some(matches) && (should === undefined || list(should).some(matches));
