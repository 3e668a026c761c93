/** The policy methods of every kind of thing. See docs/modules/eventrouting.md#iam-policy-functions and docs/modules/eventrouting.md#iam-resources. */
import { createHash } from "node:crypto";
import type { JsonObject } from "../exchange";
import { isObject } from "../objects";
import type { Route } from "../router";
import type { Kind } from "./collection";
import { EventFailure, notFound, wrong } from "./errors";
import { type Binding, bindingKey, checkPolicy, keptBindings, type Policy, policyShapes } from "./policy-rules";
import { camel } from "./shapes";
import type { Call, Endpoint } from "./state";

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
