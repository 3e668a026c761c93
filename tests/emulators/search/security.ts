/** Who may do what: credentials of the request against those of the options, cluster privileges against actions. */
import type { EmulatorRequest, JsonObject } from "../exchange";
import type { State } from "./api";
import type { StoredKey } from "./api-keys";
import { type Cause, failure, illegalCause, SearchFailure } from "./errors";
import { type Action, monitor } from "./privileges";
import { reservedRoles } from "./reserved";
import type { Descriptor } from "./role-descriptors";

/** The users and keys that the server has, each with its cluster privileges. */
export interface SecurityOptions {
  /** By user name. `roles` only appear in error texts. */
  users?: Record<string, { password: string; cluster: readonly string[]; roles?: readonly string[] }>;
  /** By the id of the key; `key` is the secret half. */
  apiKeys?: Record<string, { key: string; cluster: readonly string[]; user?: string }>;
}

/** Who makes a request, as error texts name them. */
export interface Identity {
  username: string;
  /** For an API key, the realm of its owner. */
  realm: string;
  label: string;
  cluster: readonly string[];
  roles?: readonly string[];
  /** The ID of the API key that the credentials are. */
  apiKey?: string;
}

/** Who makes a request to a server whose anonymous users have the role `superuser`. */
export const anonymous: Identity = {
  username: "_anonymous",
  realm: "__anonymous",
  label: "user [_anonymous] with effective roles [superuser]",
  cluster: ["all"],
};

const CHALLENGES = ['Basic realm="security", charset="UTF-8"', "ApiKey"];

const unauthorized = (reason: string, more: JsonObject = {}, causedBy?: Cause) => {
  const extra = { ...more, header: { "WWW-Authenticate": CHALLENGES } };
  return new SearchFailure(401, { type: "security_exception", reason, extra, causedBy }, { "WWW-Authenticate": CHALLENGES });
};

const rejected = (why: string) =>
  unauthorized("unable to authenticate with provided credentials and anonymous access is not allowed for this request", {
    additional_unsuccessful_credentials: why,
  });

/** A user of the native realm, or of the server, with the privileges of those of its roles that exist. */
const native = (username: string, password: string | undefined, state: State): Identity | undefined => {
  const builtin = state.builtin.get(username);
  const user = builtin ?? state.users.get(username);
  if (!user?.enabled || user.password === undefined || user.password !== password) return undefined;
  const found = [...user.roles].sort().flatMap((name) => {
    const role = (reservedRoles[name] as Descriptor | undefined) ?? state.roles.get(name);
    return role ? [{ name, cluster: role.cluster }] : [];
  });
  const missing = user.roles.filter((name) => !found.some((role) => role.name === name)).sort();
  const names = found.map(({ name }) => name).join(",");
  const lacking = missing.length === 0 ? "" : ` (assigned roles [${missing.join(",")}] were not found)`;
  return {
    username,
    realm: builtin ? "reserved" : "default_native",
    label: `user [${username}] with effective roles [${names}]${lacking}`,
    cluster: found.flatMap(({ cluster }) => cluster),
    roles: user.roles,
  };
};

const basic = (encoded: string, uri: string, { users = {} }: SecurityOptions, state: State): Identity => {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(encoded)) {
    const reason = `Illegal base64 character ${(encoded.match(/[^A-Za-z0-9+/=]/)?.[0] ?? "=").charCodeAt(0).toString(16)}`;
    throw unauthorized("invalid basic authentication header encoding", {}, illegalCause(reason));
  }
  const [, name, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, "base64").toString("utf8")) ?? [];
  if (name === undefined) throw unauthorized("invalid basic authentication header value");
  const user = Object.hasOwn(users, name) ? users[name] : undefined;
  const found = user ? undefined : native(name, password, state);
  if (found) return found;
  if (!user || user.password !== password) throw unauthorized(`unable to authenticate user [${name}] for REST request [${uri}]`);
  return {
    username: name,
    realm: "native",
    label: `user [${name}] with effective roles [${(user.roles ?? []).join(",")}]`,
    cluster: user.cluster,
    ...(user.roles && { roles: user.roles }),
  };
};

const keyIdentity = (id: string, { username, realm }: Pick<StoredKey, "username" | "realm">, cluster: readonly string[]): Identity => ({
  username,
  realm,
  label: `API key id [${id}] of user [${username}]`,
  cluster,
  apiKey: id,
});

/** Keys that requests have made have the cluster privileges of their descriptors; those without descriptors have all. */
const nativeKey = (id: string, key: StoredKey, now: number): Identity => {
  const { invalidation, expiration, type } = key;
  if (invalidation !== undefined) throw rejected(`API key: api key [${id}] has been invalidated`);
  if (expiration !== undefined && expiration <= now) throw rejected("API key: api key is expired");
  if (type === "cross_cluster")
    throw rejected(`API key: authentication expected API key type of [rest], but API key [${id}] has type [cross_cluster]`);
  const descriptors = Object.values(key.descriptors) as Descriptor[];
  return keyIdentity(id, key, descriptors.length === 0 ? ["all"] : descriptors.flatMap(({ cluster }) => cluster));
};

const apiKey = (encoded: string, { apiKeys = {} }: SecurityOptions, { apiKeys: keys, now }: State): Identity => {
  const [, id, secret] = /^([^:]+):(.*)$/s.exec(Buffer.from(encoded, "base64").toString("utf8")) ?? [];
  if (id === undefined) throw rejected("API key: invalid ApiKey value");
  const own = keys.get(id);
  const known = Object.hasOwn(apiKeys, id) ? apiKeys[id] : undefined;
  if (!own && !known) throw rejected(`API key: unable to find apikey with id ${id}`);
  if ((own?.secret ?? known?.key) !== secret) throw rejected(`API key: invalid credentials for API key [${id}]`);
  return own
    ? nativeKey(id, own, now().getTime())
    : keyIdentity(id, { username: known!.user ?? "elastic", realm: "native" }, known!.cluster);
};

/** The only tokens are those of service accounts. */
const bearer = (token: string, { serviceTokens }: State): Identity => {
  const account = serviceTokens.entries().find(([, value]) => value === token)?.[0];
  if (account === undefined) throw rejected("oauth2 token: invalid token");
  const name = account.split("/").slice(0, 2).join("/");
  return { username: name, realm: "_service_account", label: `service account [${name}]`, cluster: monitor };
};

/** Finds out who makes a request. Throws the server's 401 with its challenges. */
export const authenticate = ({ headers, path, query }: EmulatorRequest, options: SecurityOptions, state: State): Identity => {
  const uri = query === "" ? path : `${path}?${query}`;
  const [, scheme = "", credentials = ""] = /^(\S+)\s+(\S+)\s*$/.exec(headers.authorization ?? "") ?? [];
  if (/^basic$/i.test(scheme)) return basic(credentials, uri, options, state);
  if (/^apikey$/i.test(scheme)) return apiKey(credentials, options, state);
  if (/^bearer$/i.test(scheme)) return bearer(credentials, state);
  throw unauthorized(`missing authentication credentials for REST request [${uri}]`);
};

/** Throws the server's 403, which names the privileges that would do. */
export const authorize = ({ label, cluster }: Identity, [name, grantedBy]: Action): void => {
  if (grantedBy.length === 0 || grantedBy.some((privilege) => cluster.includes(privilege))) return;
  const reason = `action [${name}] is unauthorized for ${label}, this action is granted by the cluster privileges [${grantedBy.join(",")}]`;
  throw failure(403, "security_exception", reason);
};
