/** `/_security/role_mapping`: role mappings of the native store. Nobody is mapped, and templates are not evaluated. */
import type { Json, JsonObject } from "../exchange";
import { type Api, bodyOf, type Call, endpoint, nameOf, rawBody, type Run } from "./api";
import { deleted, illegal, named, problemsOf, rejectProblems, reply, SearchFailure, wrapping } from "./errors";
import { type At, type Node, type ObjectNode, plain, token } from "./json";
import { hasReservedKey } from "./names";
import { bool, type Field, freeObject, listOf, object, readObject, string, texts } from "./object-parser";
import { securityRead, securityWrite } from "./privileges";

/** A role mapping as the server keeps it. */
export interface RoleMapping extends JsonObject {
  enabled: boolean;
  rules: JsonObject;
  metadata: JsonObject;
}

const failed = (at: At, reason: string, type = "parse_exception") => new SearchFailure(400, { type, reason }, {}, at);
const parsing = (at: At, reason: string) => failed(at, `failed to parse rules expression. ${reason}`);

/** The only member of an object. */
const only = ({ fields, end }: ObjectNode, name: string) => {
  const [field, second] = fields;
  if (!field) throw parsing(end, `object [${name}] does not contain any fields`);
  if (second) throw parsing(second.at, `object [${name}] contains multiple fields`);
  return field;
};

const objectNode = (node: Node, what: string) => {
  if (node.kind !== "object") throw parsing(node.at, `expected ${what} but found [${token(node)}] instead`);
  return node;
};

/** Numbers are whole numbers to the server. */
const fieldValue = (node: Node): Json => {
  if (node.kind === "object" || node.kind === "array") throw parsing(node.at, `expected a field value but found [${token(node)}] instead`);
  const value = plain(node);
  return typeof value === "number" ? Math.trunc(value) : value;
};

const readField = (node: ObjectNode): JsonObject => {
  const { name, value } = only(node, "field");
  const values = value.kind === "array" ? value.items.map(fieldValue) : [fieldValue(value)];
  if (values.length === 0) throw failed(node.end, "null or empty values ([])", "illegal_argument_exception");
  return { [name]: values.length === 1 ? values[0]! : values };
};

/** Reads the rule of the object of this name. */
const readRule = (node: Node, name: string): JsonObject => {
  const rule = objectNode(node, `[${name}] to be an object`);
  const [first] = rule.fields;
  if (first && !["any", "all", "field", "except"].includes(first.name))
    throw parsing(first.at, `field [${first.name}] is not recognised in object [${name}]`);
  if (first?.name === "except" && name !== "all") throw parsing(first.at, `field [except] is not allowed within [${name}]`);
  const read = first && readKind(first);
  only(rule, name);
  return read!;
};

const readKind = ({ name, value }: ObjectNode["fields"][number]): JsonObject => {
  if (name === "field") return { field: readField(objectNode(value, "an object")) };
  if (name === "except") return { except: readRule(value, "except") };
  if (value.kind !== "array") throw parsing(value.at, `field [${name}] requires an array`);
  return { [name]: value.items.map((item) => readRule(item, name)) };
};

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

const wrapped = ({ cause_ }: SearchFailure, { line, column }: At) =>
  new SearchFailure(400, { type: "parsing_exception", reason: cause_.reason, extra: { line, col: column }, causedBy: cause_ });

const read = (call: Call): RoleMapping => {
  const name = nameOf(call);
  const node = bodyOf(call);
  const fields = {
    roles: texts,
    role_templates: listOf(readTemplate),
    rules: object((rule) => readRule(rule, name)),
    metadata: freeObject,
    enabled: bool,
  };
  const {
    roles,
    role_templates: templates,
    rules,
    enabled,
    metadata = {},
  } = wrapping(
    () => readObject("role-mapping", fields, node),
    (failure) => (failure.at ? wrapped(failure, failure.at) : failure),
  );
  const [missing] = problemsOf([!roles && !templates, "roles"], [!rules, "rules"], [enabled === undefined, "enabled"]);
  if (missing !== undefined) {
    const reason = `failed to parse role-mapping [${name}]. missing field [${missing}]`;
    throw wrapped(failed(node.at, reason, "illegal_state_exception"), node.kind === "object" ? node.end : node.at);
  }
  return {
    enabled: enabled!,
    ...(roles?.length && { roles }),
    ...(templates?.length && { role_templates: templates }),
    rules: rules!,
    metadata: metadata as JsonObject,
  };
};

const put: Run = (call, { roleMappings }) => {
  const name = nameOf(call);
  const mapping = read(call);
  const { roles, role_templates: templates, metadata } = mapping;
  rejectProblems(
    problemsOf(
      [!roles && !templates, "role-mapping roles or role-templates are missing"],
      [roles && templates, "role-mapping cannot have both roles and role-templates"],
      [hasReservedKey(metadata), "metadata keys may not start with [_]"],
    ),
  );
  const bytes = Buffer.byteLength(`role-mapping_${name}`);
  rejectProblems(problemsOf([bytes > 512, `id [role-mapping_${name}] is too long, must be no longer than 512 bytes but was: ${bytes}`]));
  const created = !roleMappings.has(name);
  roleMappings.set(name, mapping);
  return reply(200, { role_mapping: { created } });
};

/** The routes of role mappings. */
export const roleMappingApi: Api = [
  endpoint(
    "PUT|POST /_security/role_mapping/{name}?refresh",
    ["cluster:admin/xpack/security/role_mapping/put", securityWrite],
    put,
    rawBody,
  ),
  /** `*` and `_all` are all names. */
  endpoint(
    "GET /_security/role_mapping[/{name}]",
    ["cluster:admin/xpack/security/role_mapping/get", securityRead],
    ({ parts: { name } }, { roleMappings }) => {
      const isAll = name === "*" || name === "_all";
      if (isAll && roleMappings.size === 0) return reply(404, {});
      return named(isAll ? undefined : name, roleMappings.names(), (each) => roleMappings.get(each));
    },
  ),
  endpoint(
    "DELETE /_security/role_mapping/{name}?refresh",
    ["cluster:admin/xpack/security/role_mapping/delete", securityWrite],
    (call, { roleMappings }) => {
      return deleted(roleMappings.delete(nameOf(call)));
    },
  ),
];
