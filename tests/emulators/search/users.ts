/** `/_security/user`: users of the native realm, and those of the server, of which only password and state can change. */
import type { JsonObject } from "../exchange";
import { Store } from "../store";
import { type Api, bodyOf, type Call, endpoint, nameOf, type Run, type State } from "./api";
import { bad, deleted, illegal, named, numbered, problemsOf, rejectProblems, reply } from "./errors";
import { mergedObjects, type Node, type ObjectNode, plain, token } from "./json";
import { hasReservedKey, principalProblems } from "./names";
import { everyone, securityRead, securityWrite } from "./privileges";
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
  const deprecated = { _deprecated_reason: "Please use the [kibana_system] user instead.", _deprecated: true };
  for (const [name, roles] of Object.entries(builtinRoles)) {
    const metadata = { ...(name === "kibana" && deprecated), _reserved: true };
    users.set(name, { roles: [...roles], full_name: null, email: null, metadata, enabled: true });
  }
  return users;
};

const ALGORITHMS =
  "bcrypt, bcrypt4, bcrypt5, bcrypt6, bcrypt7, bcrypt8, bcrypt9, bcrypt10, bcrypt11, bcrypt12, bcrypt13, bcrypt14, pbkdf2, pbkdf2_1000, pbkdf2_10000, pbkdf2_50000, pbkdf2_100000, pbkdf2_500000, pbkdf2_1000000, pbkdf2_stretch, pbkdf2_stretch_1000, pbkdf2_stretch_10000, pbkdf2_stretch_50000, pbkdf2_stretch_100000, pbkdf2_stretch_500000, pbkdf2_stretch_1000000";

const HASH = /^(\$2[ay]\$\d\d\$[./A-Za-z0-9]{53}|\{PBKDF2(_STRETCH)?\}\d+\$[+/=A-Za-z0-9]+\$[+/=A-Za-z0-9]+)$/;

/** The members with their types; of those with a question mark, null as well. */
const TYPES: Readonly<Record<string, string>> = {
  username: "string",
  password: "string",
  password_hash: "string",
  full_name: "string?",
  email: "string?",
  metadata: "object",
  enabled: "boolean",
};

const typed = ({ name, value }: ObjectNode["fields"][number]) => {
  const [type, ...isNullable] = TYPES[name]!.split("?");
  if (value.kind === type || (isNullable.length > 0 && value.kind === "null")) return plain(value);
  throw bad("parse_exception", `expected field [${name}] to be of type ${type}, but found [${token(value)}] instead`);
};

/** One text is a list of names between commas. */
const rolesIn = (node: Node) => {
  if (node.kind === "string") return node.text.split(",");
  const wrong = (what: string): Error => bad("parse_exception", `could not parse [${what}`);
  if (node.kind === "null") throw wrong("roles] field. expected a string array but found null value instead");
  if (node.kind !== "array") throw wrong(`roles] field. expected a string array but found [${token(node)}] value instead`);
  return node.items.map((item) => {
    if (item.kind === "string") return item.text;
    throw wrong(`null] field. expected a string array but one of the value in the array is [${token(item)}]`);
  });
};

/** Reads members of a user, or of the change of a password. */
const read = (call: Call, what: string, known: readonly string[]): Partial<StoredUser> => {
  const node = bodyOf(call);
  if (node.kind !== "object") throw bad("parse_exception", `expected an object, but found token [${token(node)}]`);
  const sent: JsonObject = {};
  for (const field of node.fields) {
    const { name } = field;
    if (!known.includes(name)) throw bad("parse_exception", `failed to parse ${what} request. unexpected field [${name}]`);
    const value = name === "roles" ? rolesIn(field.value) : typed(field);
    const text = String(value);
    if (name === "username" && text !== nameOf(call))
      throw illegal(`[username] in source does not match the username provided [${nameOf(call)}]`);
    if (name === "password")
      rejectProblems(problemsOf([text.length < 6, "passwords must be at least [6] characters long"]), "validation_exception");
    if (name === "password_hash" && !HASH.test(text))
      throw illegal(
        `The provided password hash is not a hash or it could not be resolved to a supported hash algorithm. The supported password hash algorithms are [${ALGORITHMS}]`,
      );
    if (name !== "username") sent[name === "password_hash" ? "passwordHash" : name] = value;
  }
  return sent;
};

const put: Run<Partial<StoredUser>> = (call, { users, builtin }, sent) => {
  const username = nameOf(call);
  const { roles, metadata: given = {} } = sent;
  rejectProblems(problemsOf([!roles, "roles are missing"], [hasReservedKey(given), "metadata keys may not start with [_]"]));
  rejectProblems([
    ...principalProblems("User", username),
    ...problemsOf([builtin.has(username), `user [${username}] is reserved and only the password can be changed`]),
    ...roles!.flatMap((role) => principalProblems("Role", role)),
  ]);
  const before = users.get(username);
  const { password = before?.password, passwordHash = before?.passwordHash } = sent;
  if (password === undefined && passwordHash === undefined)
    throw bad("validation_exception", numbered(["password must be specified unless you are updating an existing user"]));
  const secret = sent.passwordHash !== undefined || password === undefined ? { passwordHash } : { password };
  // A body without a password updates the document of the user, which merges the metadata of both.
  const isUpdate = sent.password === undefined && sent.passwordHash === undefined && sent.metadata !== undefined;
  const metadata = isUpdate ? mergedObjects(before!.metadata, given) : given;
  users.set(username, { roles: roles!, full_name: null, email: null, enabled: true, ...sent, metadata, ...secret } as StoredUser);
  return reply(200, { created: before === undefined });
};

const find = (username: string, { users, builtin }: State) => builtin.get(username) ?? users.get(username);

const change = (username: string, changes: Partial<StoredUser>, missing: string, state: State) => {
  const user = find(username, state);
  if (!user) throw bad("validation_exception", numbered([missing]));
  if (changes.enabled === undefined) {
    delete user.password;
    delete user.passwordHash;
  }
  Object.assign(user, changes);
  return reply(200, {});
};

const readPassword = (call: Call): Partial<StoredUser> => {
  const secret = read(call, "change password", ["password", "password_hash"]);
  rejectProblems(problemsOf([Object.keys(secret).length === 0, "password is missing"]));
  return secret;
};

/** The routes of users. They may change their own password. */
export const userApi: Api = [
  endpoint("PUT|POST /_security/user/{name}?refresh", ["cluster:admin/xpack/security/user/put", securityWrite], put, (call: Call) =>
    read(call, "add user", [...Object.keys(TYPES), "roles"]),
  ),
  endpoint("GET /_security/user[/{name}]", ["cluster:admin/xpack/security/user/get", securityRead], ({ parts }, state) =>
    named(parts.name, [...state.builtin.names(), ...state.users.names()], (username) => {
      const user = find(username, state);
      if (!user) return undefined;
      const { roles, full_name, email, metadata, enabled } = user;
      return { username, roles, full_name, email, metadata, enabled };
    }),
  ),
  endpoint(
    "DELETE /_security/user/{name}?refresh",
    ["cluster:admin/xpack/security/user/delete", securityWrite],
    (call, { users, builtin }) => {
      const username = nameOf(call);
      if (builtin.has(username)) throw illegal(`user [${username}] is reserved and cannot be deleted`);
      return deleted(users.delete(username));
    },
  ),
  endpoint(
    "PUT|POST /_security/user/{name}/_password?refresh",
    (call) => ["cluster:admin/xpack/security/user/change_password", call.identity.username === nameOf(call) ? everyone : securityWrite],
    (call, state, secret) => change(nameOf(call), secret, "user must exist in order to change password", state),
    readPassword,
  ),
  ...["enable", "disable"].map((word) =>
    endpoint(`PUT|POST /_security/user/{name}/_${word}`, ["cluster:admin/xpack/security/user/set_enabled", securityWrite], (call, state) =>
      change(nameOf(call), { enabled: word === "enable" }, `only existing users can be ${word}d`, state),
    ),
  ),
];
