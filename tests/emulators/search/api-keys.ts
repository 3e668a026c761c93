/** `/_security/api_key` and its relatives: keys over HTTP and between clusters, their updates, invalidation and queries. */
import type { Json, JsonObject } from "../exchange";
import { mapValues } from "../objects";
import { type Api, bodyOf, type Call, endpoint, flag, isSince, rawBody, type Run, type State } from "./api";
import { crossDescriptor, matchesQuery, parseAccess } from "./api-key-values";
import { bad, failure, illegal, notFound, problemsOf, rejectIf, rejectProblems, reply } from "./errors";
import { type Node, type ObjectNode, plain } from "./json";
import { hasReservedKey } from "./names";
import { anything, bool, freeObject, long, nullable, object, readShape, string, texts, type Values } from "./object-parser";
import { everyone } from "./privileges";
import { readDescriptor } from "./role-descriptors";
import type { Identity } from "./security";
import { millis, timeValue } from "./units";

/** A key as the server keeps it. */
export interface StoredKey {
  name: string;
  secret: string;
  type: "rest" | "cross_cluster";
  creation: number;
  expiration?: number;
  invalidation?: number;
  username: string;
  realm: string;
  metadata: JsonObject;
  descriptors: JsonObject;
  access?: JsonObject;
  certificateIdentity?: string;
}

/** A descriptor of a key can restrict it to workflows, which a role cannot. */
const readKeyDescriptor = (name: string, node: Node, state: State): Json => {
  if (node.kind !== "object") return readDescriptor(name, node, state);
  const restriction = node.fields.find((field) => field.name === "restriction");
  const others = { ...node, fields: node.fields.filter((field) => field !== restriction) };
  const descriptor = readDescriptor(name, others, state);
  return restriction ? { ...descriptor, restriction: plain(restriction.value) } : descriptor;
};

const described = object((node) => node);
const common = { name: string, expiration: string, metadata: freeObject };
const restFields = { ...common, role_descriptors: described };
const crossFields = { ...common, access: described, certificate_identity: string };
const updateFields = { ...crossFields, certificate_identity: nullable(string) };

/** What a request has, of whatever type. */
type Sent = Values<typeof restFields & typeof updateFields>;

const nowOf = (state: State) => state.now().getTime();

const readDescriptors = ({ fields }: ObjectNode, state: State): JsonObject =>
  Object.fromEntries(fields.map(({ name, value }) => [name, readKeyDescriptor(name, value, state)]));

/** A key can create only keys without privileges. */
const checkDerived = ({ apiKey }: Identity, descriptors: JsonObject) => {
  if (apiKey === undefined) return;
  const all = Object.values(descriptors) as JsonObject[];
  const grants = ({ cluster, indices, applications, run_as: runAs }: JsonObject) =>
    [cluster, indices, applications, runAs].some((list) => Array.isArray(list) && list.length > 0);
  if (all.length === 0 || all.some(grants))
    throw illegal("creating derived api keys requires an explicit role descriptor that is empty (has no privileges)");
};

const writeCross = (key: StoredKey, { access, certificate_identity: identity }: Sent, { version }: State) => {
  if (access) {
    key.access = parseAccess(access);
    key.descriptors = { cross_cluster: crossDescriptor(key.access) };
  }
  if (identity === undefined) return;
  if (!isSince(version, "9.3.0")) throw bad("x_content_parse_exception", "unknown field [certificate_identity]");
  if (identity === null) delete key.certificateIdentity;
  else key.certificateIdentity = identity;
};

const create =
  (type: StoredKey["type"]): Run =>
  (call, state) => {
    const isCross = type === "cross_cluster";
    const fields = isCross ? crossFields : restFields;
    const values = readShape({ name: isCross ? "create_cross_cluster_api_key_request" : "api_key_request", fields }, bodyOf(call)) as Sent;
    if (isCross && state.license === "basic") {
      const feature = "advanced-remote-cluster-security";
      const extra = { "license.expired.feature": feature };
      throw failure(403, "security_exception", `current license is non-compliant for [${feature}]`, extra);
    }
    const { name, expiration } = values;
    const metadata = (values.metadata ?? {}) as JsonObject;
    if (isCross && !values.access) throw illegal("Required [access]");
    const descriptors = values.role_descriptors ? readDescriptors(values.role_descriptors, state) : {};
    rejectProblems([
      ...nameProblems(name),
      ...problemsOf([hasReservedKey(metadata), "metadata keys may not start with [_]"]),
      ...restrictionProblems(descriptors),
    ]);
    checkDerived(call.identity, descriptors);
    const creation = nowOf(state);
    const id = state.randomBytes(15).toString("base64url");
    const secret = state.randomBytes(16).toString("base64url");
    const { username, realm } = call.identity;
    const key: StoredKey = { name: name!, secret, type, creation, username, realm, metadata, descriptors };
    if (expiration !== undefined) key.expiration = creation + millis(timeValue("expiration", expiration));
    writeCross(key, values, state);
    state.apiKeys.set(id, key);
    return reply(200, {
      id,
      name,
      expiration: key.expiration,
      api_key: secret,
      encoded: Buffer.from(`${id}:${secret}`).toString("base64"),
    });
  };

const update =
  (type: StoredKey["type"]): Run =>
  (call, state) => {
    const { name: _name, ...fields } = type === "cross_cluster" ? updateFields : restFields;
    const values = readShape({ name: "update_api_key_request", fields }, bodyOf(call)) as Sent;
    const id = call.parts.id ?? "";
    const key = state.apiKeys.get(id);
    if (!key || !isOwner(call.identity, key)) throw notFound(`no API key owned by requesting user found for ID [${id}]`);
    rejectIf(
      [key.invalidation !== undefined, `cannot update invalidated API key [${id}]`],
      [key.expiration !== undefined && key.expiration <= nowOf(state), `cannot update expired API key [${id}]`],
      [key.type !== type, `cannot update API key of type [${key.type}] while expected type is [${type}]`],
    );
    const before = JSON.stringify(key);
    if (values.metadata) key.metadata = values.metadata as JsonObject;
    if (values.role_descriptors) key.descriptors = readDescriptors(values.role_descriptors, state);
    writeCross(key, values, state);
    if (values.expiration !== undefined) key.expiration = nowOf(state) + millis(timeValue("expiration", values.expiration));
    return reply(200, { updated: JSON.stringify(key) !== before });
  };

interface Selection {
  ids?: readonly string[] | undefined;
  name?: string | undefined;
  owner?: Identity | undefined;
}

const select = ({ ids, name, owner }: Selection, { apiKeys }: State) => {
  const hasName = (key: StoredKey) => (name?.endsWith("*") ? key.name.startsWith(name.slice(0, -1)) : key.name === name);
  return apiKeys
    .entries()
    .filter(
      ([id, key]) =>
        (ids === undefined || ids.includes(id)) && (name === undefined || hasName(key)) && (owner === undefined || isOwner(owner, key)),
    );
};

const invalidate: Run = (call, state) => {
  const fields = { ids: texts, owner: bool };
  const { ids, owner } = readShape({ name: "invalidate_api_key", fields }, bodyOf(call));
  const rule = "One of [api key id(s), api key name, username, realm name] must be specified if [owner] flag is false";
  rejectProblems(problemsOf([ids === undefined && owner !== true, rule]));
  const found = select({ ids, owner: owner ? call.identity : undefined }, state);
  const fresh = found.filter(([, key]) => key.invalidation === undefined);
  for (const [, key] of fresh) key.invalidation = nowOf(state);
  return reply(200, {
    invalidated_api_keys: fresh.map(([each]) => each),
    previously_invalidated_api_keys: found.filter((entry) => !fresh.includes(entry)).map(([each]) => each),
    error_count: 0,
  });
};

const query: Run = (call, { apiKeys }) => {
  const fields = { query: freeObject, size: long, from: long, sort: anything, search_after: anything };
  const sent = call.body === "" ? {} : readShape({ name: "query_api_key_request_payload", fields }, bodyOf(call));
  const { query: condition, size = 10, from = 0, sort, search_after: after } = sent;
  if (size > 10_000)
    throw illegal(`Result window is too large, from + size must be less than or equal to: [10000] but was [${from + size}].`);
  const order = (Array.isArray(sort) ? sort : []).map(String);
  const compare = (left: Json[], right: Json[]): number =>
    left.map((each, i) => (each! < right[i]! ? -1 : each! > right[i]! ? 1 : 0)).find((each) => each !== 0) ?? 0;
  const { identity } = call;
  const seesAll = keyRead.some((each) => identity.cluster.includes(each));
  const rows = apiKeys
    .entries()
    .filter(([id, key]) => seesAll || (identity.apiKey === undefined ? isOwner(identity, key) : identity.apiKey === id))
    .filter(([id, key]) => condition === undefined || matchesQuery(condition as JsonObject, id, key))
    .map(([id, key]) => ({ id, key, sort: order.map((field) => (field === "creation" ? key.creation : key.name)) }))
    .sort((left, right) => compare(left.sort, right.sort));
  const page = rows.filter((row) => !Array.isArray(after) || compare(row.sort, after as Json[]) > 0).slice(from, from + size);
  const api_keys = page.map(({ id, key, sort: _sort }) => ({ ...shown(id, key), ...(order.length > 0 && { _sort }) }));
  return reply(200, { total: rows.length, count: page.length, api_keys });
};

const isOwner = ({ username, realm }: Identity, key: StoredKey) => key.username === username && key.realm === realm;

const nameProblems = (name: string | undefined) =>
  name === undefined || name === ""
    ? ["api key name is required"]
    : problemsOf(
        [name.length > 256, "api key name may not be more than 256 characters long"],
        [name !== name.trim(), "api key name may not begin or end with whitespace"],
        [name.startsWith("_"), "api key name may not begin with an underscore"],
      );

const restrictionProblems = (descriptors: JsonObject) => {
  const all = Object.values(descriptors) as JsonObject[];
  const isRestricted = all.some(({ restriction }) => restriction !== undefined);
  return problemsOf([isRestricted && all.length > 1, "role descriptor restriction can only be used with a single role descriptor"]);
};

const shown = (id: string, { name, type, creation, expiration, invalidation, username, realm, metadata, ...key }: StoredKey) => ({
  id,
  name,
  type,
  creation,
  expiration,
  invalidated: invalidation !== undefined,
  invalidation,
  username,
  realm,
  realm_type: "native",
  metadata,
  role_descriptors: mapValues(key.descriptors, (value) => ({ ...(value as JsonObject), transient_metadata: { enabled: true } })),
  access: key.access,
  certificate_identity: key.certificateIdentity,
});

const ownKeys = ["manage_own_api_key", "manage_api_key", "manage_security", "all"];
const allKeys = ["manage_api_key", "manage_security", "all"];
const keyRead = ["read_security", ...allKeys];
const crossCluster = ["manage_security", "all"];

/** `RBACEngine.checkSameUserPermissions`: every API key may read itself. */
const readersOf = (call: Call) => {
  const { apiKey } = call.identity;
  if (apiKey !== undefined && call.query.get("id") === apiKey) return everyone;
  return flag(call, "owner") ? ["read_security", ...ownKeys] : keyRead;
};

/** The routes of API keys. Own keys need less than those of others. */
export const apiKeyApi: Api = [
  /** Lists by query parameters; only an ID that nothing has is a 404. */
  endpoint(
    "GET /_security/api_key?id&name&owner&with_limited_by&active_only&with_profile_uid",
    (call) => ["cluster:admin/xpack/security/api_key/get", readersOf(call)],
    (call, state) => {
      const { query, identity } = call;
      const isActive = ({ invalidation, expiration }: StoredKey) =>
        invalidation === undefined && (expiration === undefined || expiration > nowOf(state));
      const selection = {
        ids: query.has("id") ? [query.get("id")!] : undefined,
        name: query.get("name"),
        owner: flag(call, "owner") ? identity : undefined,
      };
      const selected = select(selection, state).filter(([, key]) => !flag(call, "active_only") || isActive(key));
      const status = selected.length === 0 && query.has("id") ? 404 : 200;
      return reply(status, { api_keys: selected.map(([id, key]) => shown(id, key)) });
    },
  ),
  endpoint("PUT|POST /_security/api_key?refresh", ["cluster:admin/xpack/security/api_key/create", ownKeys], create("rest"), rawBody),
  endpoint(
    "DELETE /_security/api_key",
    (call) => ["cluster:admin/xpack/security/api_key/invalidate", (plain(bodyOf(call)) as JsonObject).owner === true ? ownKeys : allKeys],
    invalidate,
    rawBody,
  ),
  endpoint("PUT /_security/api_key/{id}", ["cluster:admin/xpack/security/api_key/update", ownKeys], update("rest"), rawBody),
  endpoint(
    "POST /_security/cross_cluster/api_key",
    ["cluster:admin/xpack/security/cross_cluster/api_key/create", crossCluster],
    create("cross_cluster"),
    rawBody,
  ),
  endpoint(
    "PUT /_security/cross_cluster/api_key/{id}",
    ["cluster:admin/xpack/security/cross_cluster/api_key/update", crossCluster],
    update("cross_cluster"),
    rawBody,
  ),
  endpoint(
    "GET|POST /_security/_query/api_key?with_limited_by&typed_keys&with_profile_uid",
    ["cluster:admin/xpack/security/api_key/query", ["read_security", ...ownKeys]],
    query,
    rawBody,
  ),
];
