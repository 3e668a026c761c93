/** `/_security/api_key` and its relatives: keys over HTTP and between clusters, their updates, invalidation and queries. */
import type { EmulatorReply, Json, JsonObject } from "../exchange";
import { type Api, bodyOf, type Call, endpoint, flag, isSince, rawBody, type State } from "./api";
import { crossDescriptor, matchesQuery, parseAccess } from "./api-key-values";
import { bad, failure, illegal, notFound, problemsOf, rejectProblems, reply } from "./errors";
import { type Node, type ObjectNode, plain } from "./json";
import { anything, bool, freeObject, long, nullable, object, readShape, string, texts, type Values } from "./object-parser";
import { type Action, everyone } from "./privileges";
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

const described = object((node): ObjectNode => node);
const common = { name: string, expiration: string, metadata: freeObject };
const restFields = { ...common, role_descriptors: described };
const crossFields = { ...common, access: described, certificate_identity: string };
const updateFields = { ...crossFields, certificate_identity: nullable(string) };

/** What a request has, of whatever type. */
type Sent = Values<typeof restFields & typeof updateFields>;

/** The keys of one server. */
class ApiKeys {
  constructor(readonly state: State) {}

  get keys(): State["apiKeys"] {
    return this.state.apiKeys;
  }

  get now(): number {
    return this.state.now().getTime();
  }

  descriptors({ fields }: ObjectNode): JsonObject {
    return Object.fromEntries(fields.map(({ name, value }) => [name, readKeyDescriptor(name, value, this.state)]));
  }

  create(call: Call, type: StoredKey["type"]): EmulatorReply {
    const isCross = type === "cross_cluster";
    const fields = isCross ? crossFields : restFields;
    const values = readShape({ name: isCross ? "create_cross_cluster_api_key_request" : "api_key_request", fields }, bodyOf(call)) as Sent;
    if (isCross && this.state.license === "basic") {
      const feature = "advanced-remote-cluster-security";
      const extra = { "license.expired.feature": feature };
      throw failure(403, "security_exception", `current license is non-compliant for [${feature}]`, extra);
    }
    const { name, expiration } = values;
    const metadata = (values.metadata ?? {}) as JsonObject;
    if (isCross && !values.access) throw illegal("Required [access]");
    const descriptors = values.role_descriptors ? this.descriptors(values.role_descriptors) : {};
    rejectProblems([
      ...nameProblems(name),
      ...problemsOf([Object.keys(metadata).some((key) => key.startsWith("_")), "metadata keys may not start with [_]"]),
      ...restrictionProblems(descriptors),
    ]);
    this.checkDerived(call.identity, descriptors);
    const creation = this.now;
    const id = this.state.randomBytes(15).toString("base64url");
    const secret = this.state.randomBytes(16).toString("base64url");
    const { username, realm } = call.identity;
    const key: StoredKey = { name: name!, secret, type, creation, username, realm, metadata, descriptors };
    if (expiration !== undefined) key.expiration = creation + millis(timeValue("expiration", expiration));
    this.writeCross(key, values);
    this.keys.set(id, key);
    const times = key.expiration === undefined ? {} : { expiration: key.expiration };
    return reply(200, { id, name, ...times, api_key: secret, encoded: Buffer.from(`${id}:${secret}`).toString("base64") });
  }

  /** A key can create only keys without privileges. */
  private checkDerived({ apiKey }: Identity, descriptors: JsonObject): void {
    if (apiKey === undefined) return;
    const all = Object.values(descriptors) as JsonObject[];
    const grants = ({ cluster, indices, applications, run_as: runAs }: JsonObject): boolean =>
      [cluster, indices, applications, runAs].some((list) => Array.isArray(list) && list.length > 0);
    if (all.length === 0 || all.some(grants))
      throw illegal("creating derived api keys requires an explicit role descriptor that is empty (has no privileges)");
  }

  private writeCross(key: StoredKey, { access, certificate_identity: identity }: Sent): void {
    if (access) {
      key.access = parseAccess(access);
      key.descriptors = { cross_cluster: crossDescriptor(key.access) };
    }
    if (identity === undefined) return;
    if (!isSince(this.state.version, "9.3.0")) throw bad("x_content_parse_exception", "unknown field [certificate_identity]");
    if (identity === null) delete key.certificateIdentity;
    else key.certificateIdentity = identity;
  }

  update(call: Call, type: StoredKey["type"]): EmulatorReply {
    const { name: _name, ...fields } = type === "cross_cluster" ? updateFields : restFields;
    const values = readShape({ name: "update_api_key_request", fields }, bodyOf(call)) as Sent;
    const id = call.parts.id ?? "";
    const key = this.keys.get(id);
    if (!key || !isOwner(call.identity, key)) throw notFound(`no API key owned by requesting user found for ID [${id}]`);
    if (key.invalidation !== undefined) throw illegal(`cannot update invalidated API key [${id}]`);
    if (key.expiration !== undefined && key.expiration <= this.now) throw illegal(`cannot update expired API key [${id}]`);
    if (key.type !== type) throw illegal(`cannot update API key of type [${key.type}] while expected type is [${type}]`);
    const before = JSON.stringify(key);
    if (values.metadata) key.metadata = values.metadata as JsonObject;
    if (values.role_descriptors) key.descriptors = this.descriptors(values.role_descriptors);
    this.writeCross(key, values);
    if (values.expiration !== undefined) key.expiration = this.now + millis(timeValue("expiration", values.expiration));
    return reply(200, { updated: JSON.stringify(key) !== before });
  }

  /** Lists by query parameters; only an ID that nothing has is a 404. */
  get(call: Call): EmulatorReply {
    const { query, identity } = call;
    const selected = this.select({
      ids: query.has("id") ? [query.get("id")!] : undefined,
      name: query.get("name"),
      owner: flag(call, "owner") ? identity : undefined,
    }).filter(([, key]) => !flag(call, "active_only") || this.isActive(key));
    const status = selected.length === 0 && query.has("id") ? 404 : 200;
    return reply(status, { api_keys: selected.map(([id, key]) => shown(id, key)) });
  }

  private select({ ids, name, owner }: Selection): [string, StoredKey][] {
    const hasName = (key: StoredKey): boolean => (name?.endsWith("*") ? key.name.startsWith(name.slice(0, -1)) : key.name === name);
    return this.keys
      .entries()
      .filter(
        ([id, key]) =>
          (ids === undefined || ids.includes(id)) && (name === undefined || hasName(key)) && (owner === undefined || isOwner(owner, key)),
      );
  }

  private isActive({ invalidation, expiration }: StoredKey): boolean {
    return invalidation === undefined && (expiration === undefined || expiration > this.now);
  }

  invalidate(call: Call): EmulatorReply {
    const fields = { ids: texts, owner: bool };
    const { ids, owner } = readShape({ name: "invalidate_api_key", fields }, bodyOf(call));
    const rule = "One of [api key id(s), api key name, username, realm name] must be specified if [owner] flag is false";
    rejectProblems(problemsOf([ids === undefined && owner !== true, rule]));
    const found = this.select({ ids, owner: owner ? call.identity : undefined });
    const fresh = found.filter(([, key]) => key.invalidation === undefined);
    for (const [, key] of fresh) key.invalidation = this.now;
    return reply(200, {
      invalidated_api_keys: fresh.map(([each]) => each),
      previously_invalidated_api_keys: found.filter((entry) => !fresh.includes(entry)).map(([each]) => each),
      error_count: 0,
    });
  }

  query(call: Call): EmulatorReply {
    const fields = { query: freeObject, size: long, from: long, sort: anything, search_after: anything };
    const sent = call.body === "" ? {} : readShape({ name: "query_api_key_request_payload", fields }, bodyOf(call));
    const { query, size = 10, from = 0, sort, search_after: after } = sent;
    if (size > 10_000)
      throw illegal(`Result window is too large, from + size must be less than or equal to: [10000] but was [${from + size}].`);
    const order = (Array.isArray(sort) ? sort : []).map(String);
    const compare = (left: Json[], right: Json[]): number =>
      left.map((each, i) => (each! < right[i]! ? -1 : each! > right[i]! ? 1 : 0)).find((each) => each !== 0) ?? 0;
    const { identity } = call;
    const seesAll = keyRead.some((each) => identity.cluster.includes(each));
    const rows = this.keys
      .entries()
      .filter(([id, key]) => seesAll || (identity.apiKey === undefined ? isOwner(identity, key) : identity.apiKey === id))
      .filter(([id, key]) => query === undefined || matchesQuery(query as JsonObject, id, key))
      .map(([id, key]) => ({ id, key, sort: order.map((field) => (field === "creation" ? key.creation : key.name)) }))
      .sort((left, right) => compare(left.sort, right.sort));
    const page = rows.filter((row) => !Array.isArray(after) || compare(row.sort, after as Json[]) > 0).slice(from, from + size);
    const api_keys = page.map(({ id, key, sort: _sort }) => ({ ...shown(id, key), ...(order.length > 0 && { _sort }) }));
    return reply(200, { total: rows.length, count: page.length, api_keys });
  }
}

interface Selection {
  ids?: readonly string[] | undefined;
  name?: string | undefined;
  owner?: Identity | undefined;
}

const isOwner = ({ username, realm }: Identity, key: StoredKey): boolean => key.username === username && key.realm === realm;

const nameProblems = (name: string | undefined): string[] =>
  name === undefined || name === ""
    ? ["api key name is required"]
    : problemsOf(
        [name.length > 256, "api key name may not be more than 256 characters long"],
        [name !== name.trim(), "api key name may not begin or end with whitespace"],
        [name.startsWith("_"), "api key name may not begin with an underscore"],
      );

const restrictionProblems = (descriptors: JsonObject): string[] => {
  const all = Object.values(descriptors) as JsonObject[];
  const isRestricted = all.some(({ restriction }) => restriction !== undefined);
  return problemsOf([isRestricted && all.length > 1, "role descriptor restriction can only be used with a single role descriptor"]);
};

const shown = (
  id: string,
  { name, type, creation, expiration, invalidation, username, realm, metadata, ...key }: StoredKey,
): JsonObject => ({
  id,
  name,
  type,
  creation,
  ...(expiration !== undefined && { expiration }),
  invalidated: invalidation !== undefined,
  ...(invalidation !== undefined && { invalidation }),
  username,
  realm,
  realm_type: "native",
  metadata,
  role_descriptors: Object.fromEntries(
    Object.entries(key.descriptors).map(([each, value]) => [each, { ...(value as JsonObject), transient_metadata: { enabled: true } }]),
  ),
  ...(key.access && { access: key.access }),
  ...(key.certificateIdentity !== undefined && { certificate_identity: key.certificateIdentity }),
});

const ownKeys = ["manage_own_api_key", "manage_api_key", "manage_security", "all"];
const allKeys = ["manage_api_key", "manage_security", "all"];
const keyRead = ["read_security", ...allKeys];
const crossCluster = ["manage_security", "all"];

/** `RBACEngine.checkSameUserPermissions`: every API key may read itself. */
const readersOf = (call: Call): readonly string[] => {
  const { apiKey } = call.identity;
  if (apiKey !== undefined && call.query.get("id") === apiKey) return everyone;
  return flag(call, "owner") ? ["read_security", ...ownKeys] : keyRead;
};

/** The routes of API keys. Own keys need less than those of others. */
export const apiKeyApi = (state: State): Api => {
  const keys = new ApiKeys(state);
  const verb = (name: string, grantedBy: readonly string[]): Action => [`cluster:admin/xpack/security/${name}`, grantedBy];
  const path = "/_security/api_key";
  const cross = "/_security/cross_cluster/api_key";
  return [
    endpoint(
      `GET ${path}?id&name&owner&with_limited_by&active_only&with_profile_uid`,
      (call) => verb("api_key/get", readersOf(call)),
      (call) => keys.get(call),
    ),
    endpoint(`PUT|POST ${path}?refresh`, verb("api_key/create", ownKeys), (call) => keys.create(call, "rest"), rawBody),
    endpoint(
      `DELETE ${path}`,
      (call) => verb("api_key/invalidate", (plain(bodyOf(call)) as JsonObject).owner === true ? ownKeys : allKeys),
      (call) => keys.invalidate(call),
      rawBody,
    ),
    endpoint(`PUT ${path}/{id}`, verb("api_key/update", ownKeys), (call) => keys.update(call, "rest"), rawBody),
    endpoint(`POST ${cross}`, verb("cross_cluster/api_key/create", crossCluster), (call) => keys.create(call, "cross_cluster"), rawBody),
    endpoint(
      `PUT ${cross}/{id}`,
      verb("cross_cluster/api_key/update", crossCluster),
      (call) => keys.update(call, "cross_cluster"),
      rawBody,
    ),
    endpoint(
      "GET|POST /_security/_query/api_key?with_limited_by&typed_keys&with_profile_uid",
      verb("api_key/query", ["read_security", ...ownKeys]),
      (call) => keys.query(call),
      rawBody,
    ),
  ];
};
