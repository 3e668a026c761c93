/** `/_security/role_mapping`: role mappings of the native store. Nobody is mapped, and templates are not evaluated. */
import type { EmulatorReply, JsonObject } from "../exchange";
import type { Route } from "../router";
import type { Call, Endpoint, State } from "./api";
import { bad, illegal, numbered, reply, SearchFailure } from "./errors";
import type { At, Node } from "./json";
import { parseJson, plain } from "./json";
import type { Field } from "./object-parser";
import { bool, freeObject, readObject, texts } from "./object-parser";
import { hasReservedKey } from "./principal-names";
import { action, securityRead, securityWrite } from "./privileges";
import { readRule } from "./role-mapping-rules";
import { string } from "./shapes";

/** A role mapping as the server keeps it. */
export interface RoleMapping extends JsonObject {
  enabled: boolean;
  rules: JsonObject;
  metadata: JsonObject;
}

/** The script as the server returns it, a text. */
const script: Field<string> = {
  kinds: ["object", "string"],
  read: (node) => {
    if (node.kind === "string") return node.text;
    const sent = plain(node) as JsonObject;
    if ((sent.source === undefined) === (sent.id === undefined))
      throw illegal("must specify either [source] for an inline script or [id] for a stored script");
    return JSON.stringify(sent);
  },
};

const readTemplate = (node: Node): JsonObject => {
  const { template, format = "string" } = readObject("role-mapping-template", { template: script, format: string }, node);
  if (template === undefined) throw illegal("Required [template]");
  if (format !== "string" && format !== "json") throw illegal(`Invalid role-mapping format [${format}]`);
  return { template, format };
};

const wrapped = (failure: SearchFailure, { line, column }: At): SearchFailure => {
  const { reason } = failure.cause_;
  return new SearchFailure(400, { type: "parsing_exception", reason, extra: { line, col: column }, causedBy: failure.cause_ });
};

const wrapping = <T>(reading: () => T): T => {
  try {
    return reading();
  } catch (failure) {
    throw failure instanceof SearchFailure && failure.at ? wrapped(failure, failure.at) : failure;
  }
};

const read = (name: string, body: string): RoleMapping => {
  if (body === "") throw bad("parse_exception", "request body is required");
  const node = parseJson(body);
  const fields = {
    roles: texts,
    role_templates: { kinds: ["array"], read: (list: Node) => (list.kind === "array" ? list.items.map(readTemplate) : []) } as Field<
      JsonObject[]
    >,
    rules: { kinds: ["object"], read: (rule: Node) => readRule(rule, name) } as Field<JsonObject>,
    metadata: freeObject,
    enabled: bool,
  };
  const { roles, role_templates: templates, rules, enabled, metadata = {} } = wrapping(() => readObject("role-mapping", fields, node));
  const missing = [(roles ?? templates) ? [] : ["roles"], rules ? [] : ["rules"], enabled === undefined ? ["enabled"] : []].flat();
  if (missing.length > 0) {
    const reason = `failed to parse role-mapping [${name}]. missing field [${missing[0]}]`;
    throw wrapped(new SearchFailure(400, { type: "illegal_state_exception", reason }), node.kind === "object" ? node.end : node.at);
  }
  return {
    enabled: enabled!,
    ...(roles?.length && { roles }),
    ...(templates?.length && { role_templates: templates }),
    rules: rules!,
    metadata: metadata as JsonObject,
  };
};

const put = (name: string, body: string, { roleMappings }: State): EmulatorReply => {
  const mapping = read(name, body);
  const bytes = Buffer.byteLength(`role-mapping_${name}`);
  const { roles, role_templates: templates, metadata } = mapping;
  const problems = [
    ...(roles === undefined && templates === undefined ? ["role-mapping roles or role-templates are missing"] : []),
    ...(roles !== undefined && templates !== undefined ? ["role-mapping cannot have both roles and role-templates"] : []),
    ...(hasReservedKey(metadata) ? ["metadata keys may not start with [_]"] : []),
  ];
  if (problems.length > 0) throw bad("action_request_validation_exception", numbered(problems));
  if (bytes > 512)
    throw bad(
      "action_request_validation_exception",
      numbered([`id [role-mapping_${name}] is too long, must be no longer than 512 bytes but was: ${bytes}`]),
    );
  const created = !roleMappings.has(name);
  roleMappings.set(name, mapping);
  return reply(200, { role_mapping: { created } });
};

/** `*` and `_all` are all names; others are whole names. Those that do not exist are left out. */
const get = (expression: string | undefined, { roleMappings }: State): EmulatorReply => {
  const wanted = expression === undefined || ["*", "_all"].includes(expression) ? roleMappings.names() : expression.split(",");
  const found = wanted.flatMap((name) => (roleMappings.has(name) ? [[name, roleMappings.get(name)] as const] : []));
  return reply(found.length === 0 && expression !== undefined ? 404 : 200, Object.fromEntries(found));
};

const remove = (name: string, { roleMappings }: State): EmulatorReply => {
  const found = roleMappings.has(name);
  roleMappings.delete(name);
  return reply(found ? 200 : 404, { found });
};

/** The routes of role mappings. */
export const roleMappingApi = (state: State): Route<Endpoint>[] => {
  const name = ({ parts }: Call): string => parts.name ?? "";
  const verb = (what: string): string => `cluster:admin/xpack/security/role_mapping/${what}`;
  const writing: Endpoint = {
    query: { refresh: "refresh" },
    takesBody: true,
    prepare: (call) => ({ action: action(verb("put"), securityWrite), run: () => put(name(call), call.body, state) }),
  };
  const show: Endpoint = {
    query: {},
    prepare: ({ parts }) => ({ action: action(verb("get"), securityRead), run: () => get(parts.name, state) }),
  };
  const erase: Endpoint = {
    query: { refresh: "refresh" },
    prepare: (call) => ({ action: action(verb("delete"), securityWrite), run: () => remove(name(call), state) }),
  };
  const one = "/_security/role_mapping/{name}";
  return [
    { method: "PUT", path: one, handler: writing },
    { method: "POST", path: one, handler: writing },
    { method: "GET", path: one, handler: show },
    { method: "GET", path: "/_security/role_mapping", handler: show },
    { method: "DELETE", path: one, handler: erase },
  ];
};
