/** The policy methods of every kind of thing: what the service rejects in a policy, and the form in which it keeps one. See docs/modules/eventrouting.md#iam-policy-functions and docs/modules/eventrouting.md#iam-resources. */
import { createHash } from "node:crypto";
import type { JsonObject } from "../exchange";
import { isObject } from "../objects";
import type { Route } from "../router";
import { Store } from "../store";
import type { Kind } from "./collection";
import { EventFailure, invalid, notFound, type Violation, wrong } from "./errors";
import { camel, type Shapes } from "./shapes";
import type { Call, Endpoint, Marks } from "./state";

/** A condition on a binding. */
interface Condition {
  title: string;
  expression: string;
  description?: string;
  location?: string;
}

/** A role, who has it, and when. */
export interface Binding {
  role: string;
  members: string[];
  condition?: Condition;
}

/** A policy as the service keeps it. */
export interface Policy {
  etag: string;
  bindings: Binding[];
  auditConfigs: JsonObject[];
}

/** The etag of a policy that was never written. */
const EMPTY_ETAG = "ACAB";

/** Policies by full name. */
export class Policies extends Store<Policy> {
  constructor(readonly marks: Marks) {
    super();
  }

  /** The policy of an object; the empty one if it was never written. */
  of(name: string): Policy {
    return this.get(name) ?? { etag: EMPTY_ETAG, bindings: [], auditConfigs: [] };
  }

  /** Writes a policy, which gets a new etag. */
  write(name: string, policy: Omit<Policy, "etag">): Policy {
    const written = { ...policy, etag: `BwY${this.marks.secret(8)}=` };
    this.set(name, written);
    return written;
  }
}

const conditionShapes: Shapes = { title: "string", expression: "string", description: "string", location: "string" };
const LOG_TYPES = ["LOG_TYPE_UNSPECIFIED", "ADMIN_READ", "DATA_WRITE", "DATA_READ"];

/** Members of a policy. */
const policyShapes: Shapes = {
  version: "int32",
  etag: "bytes",
  bindings: [{ members: { role: "string", members: ["string"], condition: { members: conditionShapes } } }],
  auditConfigs: [
    { members: { service: "string", auditLogConfigs: [{ members: { logType: { oneOf: LOG_TYPES }, exemptedMembers: ["string"] } }] } },
  ],
};

const ROLE = /^(?:roles\/[\w.]+|projects\/[^/]+\/roles\/[\w.]+|organizations\/\d+\/roles\/[\w.]+)$/;
const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const DOMAIN = /^[^@\s]+\.[^@\s.]+$/;
const forms: Readonly<Record<string, RegExp>> = {
  user: EMAIL,
  serviceAccount: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
  group: EMAIL,
  domain: DOMAIN,
  projectOwner: /^[a-z][a-z0-9-]+$/,
  projectEditor: /^[a-z][a-z0-9-]+$/,
  projectViewer: /^[a-z][a-z0-9-]+$/,
  principal: /^\/\/\S+$/,
  principalSet: /^\/\/\S+$/,
};
const DELETED = /^deleted:(user|serviceAccount|group):[^?]+\?uid=\d+$/;

/** Whether a member has a known prefix (1) and what belongs behind it (2). */
const memberProblem = (member: string) => {
  if (member === "allUsers" || member === "allAuthenticatedUsers" || DELETED.test(member)) return undefined;
  const [prefix = "", rest = ""] = member.split(/:(.*)/s);
  const form = Object.hasOwn(forms, prefix) ? forms[prefix] : undefined;
  if (!form) return `The member ${member} is of an unknown type. Please set a valid type prefix for the member.`;
  return form.test(rest) ? undefined : `Invalid ${prefix} member: ${member}`;
};

/** Emails and domains in small letters, as the service stores accounts. */
const keptMember = (member: string) => {
  const [prefix = "", rest] = member.split(/:(.*)/s);
  return rest === undefined || /^(principal|principalSet|deleted)$/.test(prefix) ? member : `${prefix}:${rest.toLowerCase()}`;
};

const objects = (value: unknown) => (Array.isArray(value) ? value.filter(isObject) : []);
const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

const at = (field: string, description: string | undefined | false): Violation[] => (description ? [{ field, description }] : []);

const bindingViolations = (binding: JsonObject, index: number): Violation[] => {
  const field = `policy.bindings[${index}]`;
  const role = typeof binding.role === "string" ? binding.role : "";
  const { condition } = binding;
  const missing = isObject(condition) ? ["title", "expression"].filter((name) => condition[name] === undefined) : [];
  return [
    ...at(`${field}.role`, !ROLE.test(role) && `Role ${role} is not supported for this resource.`),
    ...texts(binding.members).flatMap((member) => at(`${field}.members`, memberProblem(member))),
    ...missing.map((name) => ({ field: `${field}.condition.${name}`, description: `The condition needs a ${name}.` })),
  ];
};

const auditViolations = (config: JsonObject, index: number): Violation[] => {
  const field = `policy.audit_configs[${index}]`;
  const kinds = objects(config.auditLogConfigs);
  const untyped = kinds.some(({ logType = "LOG_TYPE_UNSPECIFIED" }) => logType === "LOG_TYPE_UNSPECIFIED");
  return [
    ...at(`${field}.service`, config.service === undefined && "Audit configs must have a service."),
    ...at(`${field}.audit_log_configs`, (kinds.length === 0 || untyped) && "Audit log configs must have a log type."),
    ...kinds.flatMap((kind) => texts(kind.exemptedMembers).flatMap((member) => at(field, memberProblem(member)))),
  ];
};

/** Rejects the version, the bindings and the audit settings of a policy that is to be written over one with these bindings. */
export const checkPolicy = (policy: JsonObject, before: readonly Binding[]): void => {
  const version = (policy.version as number | undefined) ?? 0;
  const bindings = objects(policy.bindings);
  const violations = [
    ...at("policy.version", ![0, 1, 3].includes(version) && `Specified version ${version} is invalid.`),
    ...bindings.flatMap(bindingViolations),
    ...objects(policy.auditConfigs).flatMap(auditViolations),
  ];
  if (violations.length > 0) throw invalid(...violations);
  const conditional = bindings.some(({ condition }) => condition !== undefined);
  // With an etag the caller claims to have seen the policy whole; only version 3 shows conditions.
  const blind = policy.etag !== undefined && before.some(({ condition }) => condition !== undefined);
  if (version !== 3 && (conditional || blind))
    throw new EventFailure("INVALID_ARGUMENT", "Policies with conditional role bindings must specify version 3.");
};

/** What two bindings must have in common to be one. */
const bindingKey = ({ role, condition }: Binding) => {
  const { title = "", expression = "", description = "", location = "" } = condition ?? {};
  return JSON.stringify([role, condition && [title, expression, description, location]]);
};

/** The bindings as they are kept: joined by role and condition, without empty ones, in order. */
const keptBindings = (value: unknown) => {
  const merged = new Map<string, Binding>();
  for (const given of objects(value)) {
    const condition = given.condition as unknown as Condition | undefined;
    const binding: Binding = {
      role: String(given.role),
      members: texts(given.members).map(keptMember),
      ...(condition && { condition }),
    };
    const key = bindingKey(binding);
    const members = [...(merged.get(key)?.members ?? []), ...binding.members];
    merged.set(key, { ...binding, members: [...new Set(members)].sort() });
  }
  const kept = [...merged.values()].filter(({ members }) => members.length > 0);
  return kept.sort((a, b) => (bindingKey(a) < bindingKey(b) ? -1 : 1));
};

const hasCondition = ({ condition }: Binding) => condition !== undefined;

/** Returns a binding for callers that did not request conditions: under another role, so that it cannot be mistaken for one without. */
const redacted = (binding: Binding) => {
  if (!binding.condition) return binding;
  const digest = createHash("sha256").update(bindingKey(binding)).digest("hex").slice(0, 20);
  return { role: `${binding.role}_withcond_${digest}`, members: binding.members };
};

const policyBody = ({ etag, bindings, auditConfigs }: Policy, requested: number): JsonObject => {
  const conditional = bindings.some(hasCondition);
  const list = requested === 3 ? bindings : bindings.map(redacted);
  const version = bindings.length === 0 && auditConfigs.length === 0 ? 0 : conditional && requested === 3 ? 3 : 1;
  return {
    ...(version > 0 && { version }),
    etag,
    ...(list.length > 0 && { bindings: list as unknown as JsonObject[] }),
    ...(auditConfigs.length > 0 && { auditConfigs }),
  };
};

/** The policy of the object that a call names. */
const policyOf = (kind: Kind, { state, name }: Call) => {
  if (!state.objects[kind.collection].has(name)) throw notFound(name);
  return state.policies.of(name);
};

const VERSION = "options.requestedPolicyVersion";

function read(kind: Kind, call: Call): JsonObject {
  const requested = Number(call.query[VERSION] ?? 0);
  if (![0, 1, 3].includes(requested)) throw wrong("options.requested_policy_version", `Invalid requested policy version: ${requested}`);
  return policyBody(policyOf(kind, call), requested);
}

const MEMBERS = ["bindings", "etag", "auditConfigs", "version"];

const readMask = (mask: unknown) => {
  if (typeof mask !== "string") return ["bindings", "etag"];
  const paths = mask.split(",").map(camel);
  for (const path of paths) if (!MEMBERS.includes(path)) throw wrong("update_mask", `Invalid field path '${path}' in update_mask`);
  return paths;
};

function write(kind: Kind, call: Call): JsonObject {
  const { policy, updateMask } = call.body;
  const mask = readMask(updateMask);
  if (!isObject(policy)) throw wrong("policy", "The policy is required.");
  const before = policyOf(kind, call);
  checkPolicy(policy, before.bindings);
  if (policy.etag !== undefined && policy.etag !== before.etag)
    throw new EventFailure(
      "ABORTED",
      "There were concurrent policy changes. Please retry the whole read-modify-write with exponential backoff.",
    );
  const bindings = mask.includes("bindings") ? keptBindings(policy.bindings) : before.bindings;
  const auditConfigs = mask.includes("auditConfigs") ? ((policy.auditConfigs ?? []) as JsonObject[]) : before.auditConfigs;
  return policyBody(call.state.policies.write(call.name, { bindings, auditConfigs }), 3);
}

const body = { shapes: { policy: { members: policyShapes }, updateMask: "string" }, root: "" } as const;

/** The two policy methods of a kind; the verb behind the colon is part of the method. */
export const policyRoutes = (kind: Kind): Route<Endpoint>[] => {
  const { collection } = kind;
  const path = `/v1/projects/{project}/locations/{location}/${collection}/{id}`;
  const endpoint = (verb: string, more: Pick<Endpoint, "query" | "run" | "body">): Endpoint => ({
    rpc: `${verb.charAt(0).toUpperCase()}${verb.slice(1)}`,
    permission: `eventarc.${collection}.${verb}`,
    collection,
    ...more,
  });
  const reading = endpoint("getIamPolicy", { query: { [VERSION]: "int32" }, run: (call) => read(kind, call) });
  const writing = endpoint("setIamPolicy", { query: {}, body, run: (call) => write(kind, call) });
  return [
    { method: "GET:getIamPolicy", path, handler: reading },
    { method: "POST:setIamPolicy", path, handler: writing },
  ];
};
