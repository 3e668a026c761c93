/** `/_security/user`: users of the native realm, and those of the server, of which only password and state can change. */
import type { EmulatorReply, Json, JsonObject } from "../exchange";
import type { Route } from "../router";
import { Store } from "../store";
import type { Call, Endpoint, State } from "./api";
import { bad, illegal, numbered, reply } from "./errors";
import type { Node } from "./json";
import { parseJson, plain, token } from "./json";
import { hasReservedKey, principalNameProblem } from "./principal-names";
import type { Action } from "./privileges";
import { action, everyone, securityRead, securityWrite } from "./privileges";
import { builtinRoles } from "./reserved";

/** A user as the server keeps it. One whose password is known by its hash only cannot authenticate here. */
export interface StoredUser {
  roles: string[];
  full_name: string | null;
  email: string | null;
  metadata: JsonObject;
  enabled: boolean;
  password?: string;
  passwordHash?: string;
}

/** Returns the users of the server as they are at first; they have no password that anybody knows. */
export const builtinUsers = (): Store<StoredUser> => {
  const users = new Store<StoredUser>();
  for (const [name, roles] of Object.entries(builtinRoles))
    users.set(name, { roles: [...roles], full_name: null, email: null, metadata: metadataOf(name), enabled: true });
  return users;
};

const metadataOf = (name: string): JsonObject =>
  name === "kibana"
    ? { _deprecated_reason: "Please use the [kibana_system] user instead.", _deprecated: true, _reserved: true }
    : { _reserved: true };

const ALGORITHMS =
  "bcrypt, bcrypt4, bcrypt5, bcrypt6, bcrypt7, bcrypt8, bcrypt9, bcrypt10, bcrypt11, bcrypt12, bcrypt13, bcrypt14, pbkdf2, pbkdf2_1000, pbkdf2_10000, pbkdf2_50000, pbkdf2_100000, pbkdf2_500000, pbkdf2_1000000, pbkdf2_stretch, pbkdf2_stretch_1000, pbkdf2_stretch_10000, pbkdf2_stretch_50000, pbkdf2_stretch_100000, pbkdf2_stretch_500000, pbkdf2_stretch_1000000";

const HASH = /^(\$2[ay]\$\d\d\$[./A-Za-z0-9]{53}|\{PBKDF2(_STRETCH)?\}\d+\$[+/=A-Za-z0-9]+\$[+/=A-Za-z0-9]+)$/;

const typed = (name: string, type: "string" | "boolean" | "object", node: Node): Json => {
  const isNullable = name === "full_name" || name === "email";
  if (node.kind === type || (isNullable && node.kind === "null")) return plain(node);
  throw bad("parse_exception", `expected field [${name}] to be of type ${type}, but found [${token(node)}] instead`);
};

const passwordIn = (name: string, node: Node): { password: string } | { passwordHash: string } => {
  const text = String(typed(name, "string", node));
  if (name === "password") {
    if (text.length < 6) throw bad("validation_exception", numbered(["passwords must be at least [6] characters long"]));
    return { password: text };
  }
  if (!HASH.test(text))
    throw illegal(
      `The provided password hash is not a hash or it could not be resolved to a supported hash algorithm. The supported password hash algorithms are [${ALGORITHMS}]`,
    );
  return { passwordHash: text };
};

/** One text is a list of names between commas. */
const rolesIn = (node: Node): string[] => {
  if (node.kind === "string") return node.text.split(",");
  const wrong = (what: string): Error => bad("parse_exception", `could not parse [${what}`);
  if (node.kind === "null") throw wrong("roles] field. expected a string array but found null value instead");
  if (node.kind !== "array") throw wrong(`roles] field. expected a string array but found [${token(node)}] value instead`);
  return node.items.map((item) => {
    if (item.kind === "string") return item.text;
    throw wrong(`null] field. expected a string array but one of the value in the array is [${token(item)}]`);
  });
};

const fieldsOf = (body: string): { name: string; value: Node }[] => {
  if (body === "") throw bad("parse_exception", "request body is required");
  const node = parseJson(body);
  if (node.kind !== "object") throw bad("parse_exception", `expected an object, but found token [${token(node)}]`);
  return node.fields;
};

const readUser = (username: string, body: string): Partial<StoredUser> => {
  const user: Partial<StoredUser> = {};
  for (const { name, value } of fieldsOf(body)) {
    if (name === "password" || name === "password_hash") Object.assign(user, passwordIn(name, value));
    else if (name === "roles") user.roles = rolesIn(value);
    else if (name === "full_name" || name === "email") user[name] = typed(name, "string", value) as string | null;
    else if (name === "metadata") user.metadata = typed(name, "object", value) as JsonObject;
    else if (name === "enabled") user.enabled = typed(name, "boolean", value) as boolean;
    else if (name !== "username") throw bad("parse_exception", `failed to parse add user request. unexpected field [${name}]`);
    else if (typed(name, "string", value) !== username)
      throw illegal(`[username] in source does not match the username provided [${username}]`);
  }
  return user;
};

const put = (username: string, sent: Partial<StoredUser>, { users, builtin }: State): EmulatorReply => {
  const { roles, metadata = {} } = sent;
  const problems = [
    ...(roles === undefined ? ["roles are missing"] : []),
    ...(hasReservedKey(metadata) ? ["metadata keys may not start with [_]"] : []),
  ];
  if (problems.length > 0) throw bad("action_request_validation_exception", numbered(problems));
  const invalid = [
    principalNameProblem("User", username) ?? [],
    builtin.has(username) ? `user [${username}] is reserved and only the password can be changed` : [],
    ...roles!.map((role) => principalNameProblem("Role", role) ?? []),
  ].flat();
  if (invalid.length > 0) throw bad("action_request_validation_exception", numbered(invalid));
  const before = users.get(username);
  const { password = before?.password, passwordHash = before?.passwordHash } = sent;
  if (password === undefined && passwordHash === undefined)
    throw bad("validation_exception", numbered(["password must be specified unless you are updating an existing user"]));
  const secret = sent.passwordHash !== undefined || password === undefined ? { passwordHash } : { password };
  const user = { roles: roles!, full_name: null, email: null, metadata, enabled: true, ...sent, ...secret } as StoredUser;
  users.set(username, user);
  return reply(200, { created: before === undefined });
};

const shown = (username: string, { roles, full_name, email, metadata, enabled }: StoredUser): JsonObject => ({
  username,
  roles,
  full_name,
  email,
  metadata,
  enabled,
});

const find = (username: string, { users, builtin }: State): StoredUser | undefined => builtin.get(username) ?? users.get(username);

/** Names are whole names; those that do not exist are left out. */
const get = (expression: string | undefined, state: State): EmulatorReply => {
  const wanted = expression?.split(",") ?? [...state.builtin.names(), ...state.users.names()];
  const found = wanted.flatMap((name) => {
    const user = find(name, state);
    return user ? [[name, shown(name, user)] as const] : [];
  });
  return reply(found.length === 0 && expression !== undefined ? 404 : 200, Object.fromEntries(found));
};

const remove = (username: string, { users, builtin }: State): EmulatorReply => {
  if (builtin.has(username)) throw illegal(`user [${username}] is reserved and cannot be deleted`);
  const found = users.has(username);
  users.delete(username);
  return reply(found ? 200 : 404, { found });
};

const readPassword = (body: string): { password?: string; passwordHash?: string } => {
  const secret: { password?: string; passwordHash?: string } = {};
  for (const { name, value } of fieldsOf(body)) {
    if (name !== "password" && name !== "password_hash")
      throw bad("parse_exception", `failed to parse change password request. unexpected field [${name}]`);
    Object.assign(secret, passwordIn(name, value));
  }
  if (Object.keys(secret).length === 0) throw bad("action_request_validation_exception", numbered(["password is missing"]));
  return secret;
};

const change = (username: string, changes: Partial<StoredUser>, missing: string, state: State): EmulatorReply => {
  const user = find(username, state);
  if (!user) throw bad("validation_exception", numbered([missing]));
  if (changes.enabled === undefined) {
    delete user.password;
    delete user.passwordHash;
  }
  Object.assign(user, changes);
  return reply(200, {});
};

/** Users may change their own password. */
const passwordAction = ({ identity, parts }: Call): Action =>
  action("cluster:admin/xpack/security/user/change_password", identity.username === parts.name ? everyone : securityWrite);

/** The routes of users. */
export const userApi = (state: State): Route<Endpoint>[] => {
  const name = ({ parts }: Call): string => parts.name ?? "";
  const verb = (what: string, granted = securityWrite): Action => action(`cluster:admin/xpack/security/user/${what}`, granted);
  const refresh = { refresh: "refresh" } as const;
  const writing: Endpoint = {
    query: refresh,
    takesBody: true,
    prepare(call) {
      const user = readUser(name(call), call.body);
      return { action: verb("put"), run: () => put(name(call), user, state) };
    },
  };
  const show: Endpoint = { query: {}, prepare: ({ parts }) => ({ action: verb("get", securityRead), run: () => get(parts.name, state) }) };
  const erase: Endpoint = { query: refresh, prepare: (call) => ({ action: verb("delete"), run: () => remove(name(call), state) }) };
  const password: Endpoint = {
    query: refresh,
    takesBody: true,
    prepare(call) {
      const secret = readPassword(call.body);
      return { action: passwordAction(call), run: () => change(name(call), secret, "user must exist in order to change password", state) };
    },
  };
  const enabling = (enabled: boolean): Endpoint => ({
    query: {},
    prepare: (call) => ({
      action: verb("set_enabled"),
      run: () => change(name(call), { enabled }, `only existing users can be ${enabled ? "enabled" : "disabled"}`, state),
    }),
  });
  const one = "/_security/user/{name}";
  const both = (path: string, handler: Endpoint): Route<Endpoint>[] => ["PUT", "POST"].map((method) => ({ method, path, handler }));
  return [
    ...both(one, writing),
    { method: "GET", path: one, handler: show },
    { method: "GET", path: "/_security/user", handler: show },
    { method: "DELETE", path: one, handler: erase },
    ...both(`${one}/_password`, password),
    ...both(`${one}/_enable`, enabling(true)),
    ...both(`${one}/_disable`, enabling(false)),
  ];
};
