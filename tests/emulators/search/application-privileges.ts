/** `/_security/privilege`: privileges that applications define. */
import { matches } from "../store";
import type { EmulatorReply, JsonObject } from "../exchange";
import type { Route } from "../router";
import type { Call, Endpoint, State } from "./api";
import { applicationProblems } from "./application-names";
import { bad, illegal, numbered, reply } from "./errors";
import type { Node, ObjectNode } from "./json";
import { parseJson, token } from "./json";
import { freeObject, readObject, texts } from "./object-parser";
import { hasReservedKey } from "./principal-names";
import { action, securityRead, securityWrite } from "./privileges";
import { string } from "./shapes";

/** A privilege as the server keeps it, by `<application> <name>`: neither contains a blank. */
export interface ApplicationPrivilege extends JsonObject {
  application: string;
  name: string;
  actions: string[];
  metadata: JsonObject;
}

const keyOf = (application: string, name: string): string => `${application} ${name}`;

const fields = { application: string, name: string, actions: texts, metadata: freeObject };

const readPrivilege = (application: string, name: string, node: Node): ApplicationPrivilege => {
  const sent = readObject("application-privilege", fields, node);
  for (const [member, expected] of [
    ["application", application],
    ["name", name],
  ] as const)
    if (sent[member] !== undefined && sent[member] !== expected)
      throw illegal(`privilege ${member} [${sent[member]}] in source does not match the provided ${member} [${expected}]`);
  return { application, name, actions: [...new Set(sent.actions)], metadata: (sent.metadata ?? {}) as JsonObject };
};

const read = (body: string): ApplicationPrivilege[] => {
  if (body === "") throw bad("parse_exception", "request body is required");
  const node = parseJson(body);
  if (node.kind !== "object") throw bad("parse_exception", `expected object but found ${token(node)} instead`);
  return node.fields.flatMap(({ name: application, value }) => {
    const objectIn = (inner: Node): ObjectNode => {
      if (inner.kind === "object") return inner;
      throw bad("parse_exception", `expected the value for ${application} to be an object, but found ${token(inner)} instead`);
    };
    return objectIn(value).fields.map((field) => readPrivilege(application, field.name, objectIn(field.value)));
  });
};

const problemsOf = ({ application, name, actions, metadata }: ApplicationPrivilege): string[] => [
  ...applicationProblems(application, false),
  ...(/^[a-z][a-zA-Z0-9_.-]*$/.test(name)
    ? []
    : [`Application privilege names must match the pattern ^[a-z][a-zA-Z0-9_.-]*$ (found '${name}')`]),
  ...(actions.length === 0 ? ["Application privileges must have at least one action"] : []),
  ...actions.filter((each) => !/[/*:]/.test(each)).map((each) => `action [${each}] must contain one of [ '/' , '*' , ':' ]`),
  ...(hasReservedKey(metadata) ? [`metadata keys may not start with [_] (in privilege ${application} ${name})`] : []),
];

/** Values by application and name. */
const nested = (entries: readonly (readonly [privilege: { application: string; name: string }, value: JsonObject])[]): JsonObject => {
  const result: Record<string, JsonObject> = {};
  for (const [{ application, name }, value] of entries) (result[application] ??= {})[name] = value;
  return result;
};

const put = (sent: readonly ApplicationPrivilege[], { applicationPrivileges: stored }: State): EmulatorReply => {
  const problems = sent.length === 0 ? ["At least one application privilege must be provided"] : sent.flatMap(problemsOf);
  if (problems.length > 0) throw bad("action_request_validation_exception", numbered(problems));
  return reply(
    200,
    nested(
      sent.map((privilege) => {
        const key = keyOf(privilege.application, privilege.name);
        const created = !stored.has(key);
        stored.set(key, privilege);
        return [privilege, { created }];
      }),
    ),
  );
};

/** The application may be a pattern; names are whole names, and an empty result of names is 404. */
const get = ({ parts: { application = "*", names } }: Call, { applicationPrivileges: stored }: State): EmulatorReply => {
  const found = stored
    .entries()
    .map(([, privilege]) => privilege)
    .filter((each) => matches(application, each.application) && (names === undefined || names.split(",").includes(each.name)));
  return reply(found.length === 0 && names !== undefined ? 404 : 200, nested(found.map((each) => [each, each])));
};

const remove = ({ parts: { application = "", names = "" } }: Call, { applicationPrivileges: stored }: State): EmulatorReply => {
  const results = names.split(",").map((name) => {
    const key = keyOf(application, name);
    const found = stored.has(key);
    stored.delete(key);
    return [{ application, name }, { found }] as const;
  });
  return reply(results.some(([, { found }]) => found) ? 200 : 404, nested(results));
};

/** The routes of application privileges. */
export const applicationPrivilegeApi = (state: State): Route<Endpoint>[] => {
  const verb = (what: string): string => `cluster:admin/xpack/security/privilege/${what}`;
  const writing: Endpoint = {
    query: { refresh: "refresh" },
    takesBody: true,
    prepare({ body }) {
      const sent = read(body);
      return { action: action(verb("put"), securityWrite), run: () => put(sent, state) };
    },
  };
  const show: Endpoint = { query: {}, prepare: (call) => ({ action: action(verb("get"), securityRead), run: () => get(call, state) }) };
  const erase: Endpoint = {
    query: { refresh: "refresh" },
    prepare: (call) => ({ action: action(verb("delete"), securityWrite), run: () => remove(call, state) }),
  };
  const all = "/_security/privilege";
  const some = `${all}/{application}/{names}`;
  return [
    { method: "PUT", path: all, handler: writing },
    { method: "POST", path: all, handler: writing },
    ...[all, `${all}/{application}`, some].map((path) => ({ method: "GET", path, handler: show })),
    { method: "DELETE", path: some, handler: erase },
  ];
};
