/** `/_security/privilege`: privileges that applications define. */
import { matches } from "../store";
import type { JsonObject } from "../exchange";
import { type Api, bodyOf, type Call, endpoint, type Run } from "./api";
import { bad, illegal, problemsOf, rejectProblems, reply } from "./errors";
import { type Node, token } from "./json";
import { applicationProblems, hasReservedKey } from "./names";
import { freeObject, readObject, string, texts } from "./object-parser";
import { type Action, securityRead, securityWrite } from "./privileges";

/** A privilege as the server keeps it, by `<application> <name>`: neither contains a blank. */
export interface ApplicationPrivilege extends JsonObject {
  application: string;
  name: string;
  actions: string[];
  metadata: JsonObject;
}

const fields = { application: string, name: string, actions: texts, metadata: freeObject };

const readPrivilege = (application: string, name: string, node: Node): ApplicationPrivilege => {
  const sent = readObject("application-privilege", fields, node);
  for (const [member, expected] of Object.entries({ application, name })) {
    const given = sent[member as "name"];
    if (given !== undefined && given !== expected)
      throw illegal(`privilege ${member} [${given}] in source does not match the provided ${member} [${expected}]`);
  }
  return { application, name, actions: [...new Set(sent.actions)], metadata: (sent.metadata ?? {}) as JsonObject };
};

const read = (call: Call): ApplicationPrivilege[] => {
  const objectIn = (node: Node, what: string) => {
    if (node.kind === "object") return node;
    throw bad("parse_exception", `expected ${what} but found ${token(node)} instead`);
  };
  return objectIn(bodyOf(call), "object").fields.flatMap(({ name: application, value }) => {
    const what = `the value for ${application} to be an object,`;
    return objectIn(value, what).fields.map((field) => readPrivilege(application, field.name, objectIn(field.value, what)));
  });
};

const problemsIn = ({ application, name, actions, metadata }: ApplicationPrivilege) => [
  ...applicationProblems(application, false),
  ...problemsOf(
    [!/^[a-z][a-zA-Z0-9_.-]*$/.test(name), `Application privilege names must match the pattern ^[a-z][a-zA-Z0-9_.-]*$ (found '${name}')`],
    [actions.length === 0, "Application privileges must have at least one action"],
    ...actions.map((each) => [!/[/*:]/.test(each), `action [${each}] must contain one of [ '/' , '*' , ':' ]`] as const),
    [hasReservedKey(metadata), `metadata keys may not start with [_] (in privilege ${application} ${name})`],
  ),
];

/** Values by application and name. */
const nested = (entries: readonly (readonly [privilege: { application: string; name: string }, value: JsonObject])[]): JsonObject => {
  const result = Object.create(null) as Record<string, JsonObject>;
  for (const [{ application, name }, value] of entries) (result[application] ??= {})[name] = value;
  return result;
};

const put: Run<readonly ApplicationPrivilege[]> = (_, { applicationPrivileges: stored }, sent) => {
  rejectProblems(sent.length === 0 ? ["At least one application privilege must be provided"] : sent.flatMap(problemsIn));
  const results = sent.map((privilege) => {
    const key = `${privilege.application} ${privilege.name}`;
    const created = !stored.has(key);
    stored.set(key, privilege);
    return [privilege, { created }] as const;
  });
  return reply(200, nested(results));
};

/** The application may be a pattern; names are whole names, and an empty result of names is 404. */
const get: Run = ({ parts: { application = "*", names } }, { applicationPrivileges: stored }) => {
  const found = stored
    .entries()
    .map(([, privilege]) => privilege)
    .filter((each) => matches(application, each.application) && (names === undefined || names.split(",").includes(each.name)));
  return reply(found.length === 0 && names !== undefined ? 404 : 200, nested(found.map((each) => [each, each])));
};

const show: Action = ["cluster:admin/xpack/security/privilege/get", securityRead];

/** The routes of application privileges. */
export const applicationPrivilegeApi: Api = [
  endpoint("PUT|POST /_security/privilege?refresh", ["cluster:admin/xpack/security/privilege/put", securityWrite], put, read),
  endpoint("GET /_security/privilege[/{application}]", show, get),
  endpoint("GET /_security/privilege/{application}/{names}", show, get),
  endpoint(
    "DELETE /_security/privilege/{application}/{names}?refresh",
    ["cluster:admin/xpack/security/privilege/delete", securityWrite],
    ({ parts: { application = "", names = "" } }, { applicationPrivileges: stored }) => {
      const results = names.split(",").map((name) => [{ application, name }, { found: stored.delete(`${application} ${name}`) }] as const);
      return reply(results.some(([, { found }]) => found) ? 200 : 404, nested(results));
    },
  ),
];
