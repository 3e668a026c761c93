/** `/_security/api_key` and its relatives: keys over HTTP and between clusters, their updates, invalidation and queries. */
import type { EmulatorReply, Json, JsonObject } from "../exchange";
import type { Call, State } from "./api";
import { compareVersions, flag } from "./api";
import { parseAccess } from "./api-key-access";
import { matchesQuery } from "./api-key-queries";
import { bad, illegal, notFound, numbered, reply, SearchFailure } from "./errors";
import type { Node, ObjectNode } from "./json";
import { parseJson, plain } from "./json";
import { bool, freeObject, long, object, texts } from "./object-parser";
import { readDescriptor } from "./role-descriptors";
import type { Identity } from "./security";
import { readShape, string } from "./shapes";
import { timeValue } from "./units";

const DAY = 86_400_000;
const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: DAY, micros: 1e-3, nanos: 1e-6 };

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

const validation = (...problems: string[]): SearchFailure => bad("action_request_validation_exception", numbered(problems));

const durationOf = (text: string): number => {
  const [, count = "0", unit = "ms"] = /^(-?\d+)(\w*)$/.exec(timeValue("expiration", text)) ?? [];
  return Number(count) * (UNITS[unit] ?? 1);
};

const descriptorsOf = (node: Node, state: State): JsonObject => {
  const fields = node.kind === "object" ? node.fields : [];
  return Object.fromEntries(fields.map(({ name, value }) => [name, readKeyDescriptor(name, value, state)]));
};

/** A descriptor of a key can restrict it to workflows, which a role cannot. */
const readKeyDescriptor = (name: string, node: Node, state: State): Json => {
  if (node.kind !== "object") return readDescriptor(name, node, state);
  const restriction = node.fields.find((field) => field.name === "restriction");
  const others = { ...node, fields: node.fields.filter((field) => field !== restriction) };
  const descriptor = readDescriptor(name, others, state);
  return restriction ? { ...descriptor, restriction: plain(restriction.value) } : descriptor;
};

/** Returns the body of a call. Fails if there is none. */
export const body = (call: Call): Node => {
  if (call.body === "") throw bad("parse_exception", "request body is required");
  return parseJson(call.body);
};

const described = object((node: ObjectNode): ObjectNode => node);
const common = { expiration: string, metadata: freeObject };
const restFields = { name: string, role_descriptors: described, ...common };
const crossFields = { name: string, access: described, certificate_identity: string, ...common };

/** The keys of one server. */
export class ApiKeys {
  constructor(readonly state: State) {}

  get keys(): State["apiKeys"] {
    return this.state.apiKeys;
  }

  create(call: Call, type: StoredKey["type"]): EmulatorReply {
    const isCross = type === "cross_cluster";
    const values = readShape(
      { name: isCross ? "create_cross_cluster_api_key_request" : "api_key_request", fields: isCross ? crossFields : restFields },
      body(call),
    ) as Values;
    this.checkLicense(isCross);
    const { name } = values;
    const problems = nameProblems(name);
    if (isCross && !values.access) throw illegal("Required [access]");
    const reserved = Object.keys(values.metadata ?? {}).filter((key) => key.startsWith("_"));
    if (reserved.length > 0) problems.push(`metadata keys may not start with [_]`);
    const descriptors = values.role_descriptors ? descriptorsOf(values.role_descriptors, this.state) : {};
    problems.push(...restrictionProblems(descriptors));
    if (problems.length > 0) throw validation(...problems);
    this.checkDerived(call.identity, descriptors);
    const now = this.state.now().getTime();
    const id = this.state.randomBytes(15).toString("base64url");
    const secret = this.state.randomBytes(16).toString("base64url");
    const { username, realm } = call.identity;
    const key: StoredKey = { name: name!, secret, type, creation: now, username, realm, metadata: values.metadata ?? {}, descriptors };
    if (values.expiration !== undefined) key.expiration = now + durationOf(values.expiration);
    this.writeCross(key, values);
    this.keys.set(id, key);
    const times = key.expiration === undefined ? {} : { expiration: key.expiration };
    return reply(200, { id, name, ...times, api_key: secret, encoded: Buffer.from(`${id}:${secret}`).toString("base64") });
  }

  private checkLicense(isCross: boolean): void {
    if (!isCross || this.state.license !== "basic") return;
    const reason = "current license is non-compliant for [advanced-remote-cluster-security]";
    throw new SearchFailure(403, {
      type: "security_exception",
      reason,
      extra: { "license.expired.feature": "advanced-remote-cluster-security" },
    });
  }

  /** A key can create only keys without privileges. */
  private checkDerived({ isApiKey }: Identity, descriptors: JsonObject): void {
    if (!isApiKey) return;
    const all = Object.values(descriptors) as JsonObject[];
    const grants = ({ cluster, indices, applications, run_as: runAs }: JsonObject): boolean =>
      [cluster, indices, applications, runAs].some((list) => Array.isArray(list) && list.length > 0);
    if (all.length === 0 || all.some(grants))
      throw illegal("creating derived api keys requires an explicit role descriptor that is empty (has no privileges)");
  }

  private writeCross(key: StoredKey, { access, certificate_identity: identity }: Values): void {
    if (access) {
      key.access = parseAccess(access);
      key.descriptors = { cross_cluster: crossDescriptor(key.access) };
    }
    if (identity === undefined) return;
    if (compareVersions(this.state.version, "9.3.0") < 0) throw bad("x_content_parse_exception", "unknown field [certificate_identity]");
    if (identity === null) delete key.certificateIdentity;
    else key.certificateIdentity = identity;
  }

  update(call: Call, type: StoredKey["type"]): EmulatorReply {
    const isCross = type === "cross_cluster";
    const { name: _name, ...fields } = isCross ? { ...crossFields, certificate_identity: nullableString } : restFields;
    const values = readShape({ name: "update_api_key_request", fields }, body(call)) as Values;
    const id = call.parts.id ?? "";
    const key = this.keys.get(id);
    if (!key || key.username !== call.identity.username) throw notFound(`no API key owned by requesting user found for ID [${id}]`);
    if (key.invalidation !== undefined) throw illegal(`cannot update invalidated API key [${id}]`);
    if (key.expiration !== undefined && key.expiration <= this.state.now().getTime())
      throw illegal(`cannot update expired API key [${id}]`);
    if (key.type !== type) throw illegal(`cannot update API key of type [${key.type}] while expected type is [${type}]`);
    const before = JSON.stringify(key);
    if (values.metadata) key.metadata = values.metadata;
    if (values.role_descriptors) key.descriptors = descriptorsOf(values.role_descriptors, this.state);
    this.writeCross(key, values);
    if (values.expiration !== undefined) key.expiration = this.state.now().getTime() + durationOf(values.expiration);
    return reply(200, { updated: JSON.stringify(key) !== before });
  }

  /** Lists by query parameters; only an ID that nothing has is a 404. */
  get(call: Call): EmulatorReply {
    const { query, identity } = call;
    const selected = this.select({
      ids: query.has("id") ? [query.get("id")!] : undefined,
      name: query.get("name"),
      username: flag(call, "owner") ? identity.username : query.get("username"),
      realm: query.get("realm_name"),
    }).filter(([, key]) => !flag(call, "active_only") || this.isActive(key));
    const status = selected.length === 0 && query.has("id") ? 404 : 200;
    return reply(status, { api_keys: selected.map(([id, key]) => shown(id, key)) });
  }

  private select({ ids, name, username, realm }: Selection): [string, StoredKey][] {
    const hasName = (key: StoredKey): boolean => (name?.endsWith("*") ? key.name.startsWith(name.slice(0, -1)) : key.name === name);
    return this.keys
      .entries()
      .filter(
        ([id, key]) =>
          (ids === undefined || ids.includes(id)) &&
          (name === undefined || hasName(key)) &&
          (username === undefined || key.username === username) &&
          (realm === undefined || key.realm === realm),
      );
  }

  private isActive({ invalidation, expiration }: StoredKey): boolean {
    return invalidation === undefined && (expiration === undefined || expiration > this.state.now().getTime());
  }

  invalidate(call: Call): EmulatorReply {
    const fields = { id: string, ids: texts, name: string, username: string, realm_name: string, owner: bool };
    const {
      id,
      ids = id === undefined ? undefined : [id],
      name,
      username,
      realm_name: realm,
      owner,
    } = readShape({ name: "invalidate_api_key", fields }, body(call));
    if ([ids, name, username, realm].every((each) => each === undefined) && owner !== true)
      throw validation("One of [api key id(s), api key name, username, realm name] must be specified if [owner] flag is false");
    const selection = { ids, name, username: owner ? call.identity.username : username, realm };
    const found = this.select(selection);
    const fresh = found.filter(([, key]) => key.invalidation === undefined);
    for (const [, key] of fresh) key.invalidation = this.state.now().getTime();
    return reply(200, {
      invalidated_api_keys: fresh.map(([each]) => each),
      previously_invalidated_api_keys: found.filter((entry) => !fresh.includes(entry)).map(([each]) => each),
      error_count: 0,
    });
  }

  query(call: Call, isOwnOnly: boolean): EmulatorReply {
    const fields = { query: freeObject, size: long, from: long, sort: anything, search_after: anything };
    const {
      query,
      size = 10,
      from = 0,
      sort,
      search_after: after,
    } = call.body === "" ? {} : readShape({ name: "query_api_key_request_payload", fields }, parseJson(call.body));
    if (size > 10_000)
      throw illegal(`Result window is too large, from + size must be less than or equal to: [10000] but was [${from + size}].`);
    const order = (Array.isArray(sort) ? sort : []).map(String);
    const valueOf = ([, key]: [string, StoredKey], field: string): Json => (field === "creation" ? key.creation : key.name);
    const compare = (left: Json[], right: Json[]): number =>
      left.map((each, i) => (each! < right[i]! ? -1 : each! > right[i]! ? 1 : 0)).find((each) => each !== 0) ?? 0;
    const rows = this.keys
      .entries()
      .filter(([, key]) => !isOwnOnly || key.username === call.identity.username)
      .filter(([id, key]) => query === undefined || matchesQuery(query as JsonObject, id, key))
      .map((entry) => ({ entry, sort: order.map((field) => valueOf(entry, field)) }))
      .sort((left, right) => compare(left.sort, right.sort));
    const page = rows.filter((row) => !Array.isArray(after) || compare(row.sort, after as Json[]) > 0).slice(from, from + size);
    const api_keys = page.map(({ entry: [id, key], sort: _sort }) => ({ ...shown(id, key), ...(order.length > 0 && { _sort }) }));
    return reply(200, { total: rows.length, count: page.length, api_keys });
  }
}

interface Values {
  name?: string;
  expiration?: string;
  metadata?: JsonObject;
  role_descriptors?: ObjectNode;
  access?: ObjectNode;
  certificate_identity?: string | null;
}

interface Selection {
  ids?: readonly string[] | undefined;
  name?: string | undefined;
  username?: string | undefined;
  realm?: string | undefined;
}

const nullableString = { kinds: ["string", "null"] as const, read: (node: Node) => (node.kind === "string" ? node.text : null) };
const anything = { kinds: ["array", "string", "object", "number"] as const, read: plain };

const nameProblems = (name: string | undefined): string[] => {
  if (name === undefined || name === "") return ["api key name is required"];
  return [
    ...(name.length > 256 ? ["api key name may not be more than 256 characters long"] : []),
    ...(name !== name.trim() ? ["api key name may not begin or end with whitespace"] : []),
    ...(name.startsWith("_") ? ["api key name may not begin with an underscore"] : []),
  ];
};

const restrictionProblems = (descriptors: JsonObject): string[] => {
  const all = Object.values(descriptors) as JsonObject[];
  const restricted = all.filter(({ restriction }) => restriction !== undefined);
  return restricted.length > 0 && all.length > 1 ? ["role descriptor restriction can only be used with a single role descriptor"] : [];
};

/** The descriptor that the server makes of the access of a cross-cluster key. */
const crossDescriptor = ({ search, replication }: JsonObject): JsonObject => {
  const groups = (list: Json | undefined, privileges: string[]): JsonObject[] =>
    ((list ?? []) as JsonObject[]).map((group) => ({ ...group, privileges }));
  const cluster = [...(search ? ["cross_cluster_search"] : []), ...(replication ? ["cross_cluster_replication"] : [])];
  const indices = [
    ...groups(search, ["read", "read_cross_cluster", "view_index_metadata"]),
    ...groups(replication, ["cross_cluster_replication", "cross_cluster_replication_internal"]),
  ];
  return { cluster, indices, applications: [], run_as: [], metadata: {}, transient_metadata: { enabled: true } };
};

const shown = (id: string, key: StoredKey): JsonObject => ({
  id,
  name: key.name,
  type: key.type,
  creation: key.creation,
  ...(key.expiration !== undefined && { expiration: key.expiration }),
  invalidated: key.invalidation !== undefined,
  ...(key.invalidation !== undefined && { invalidation: key.invalidation }),
  username: key.username,
  realm: key.realm,
  realm_type: "native",
  metadata: key.metadata,
  role_descriptors: Object.fromEntries(
    Object.entries(key.descriptors).map(([name, descriptor]) => [
      name,
      { ...(descriptor as JsonObject), transient_metadata: { enabled: true } },
    ]),
  ),
  ...(key.access && { access: key.access }),
  ...(key.certificateIdentity !== undefined && { certificate_identity: key.certificateIdentity }),
});
