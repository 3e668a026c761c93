/** The policy methods of every kind of thing. See docs/modules/eventrouting.md#iam-policy-functions and docs/modules/eventrouting.md#iam-resources. */
import { createHash } from "node:crypto";
import type { JsonObject } from "../exchange";
import type { Route } from "../router";
import type { Kind } from "./collection";
import { EventFailure, notFound, wrong } from "./errors";
import { bindingKey, checkPolicy, keptBindings, policyShapes } from "./policy-rules";
import type { Binding, Policy } from "./policy-store";
import { camel, isObject } from "./shapes";
import type { Call, Endpoint, State } from "./state";
import { nameIn, shownName } from "./state";

const hasCondition = ({ condition }: Binding): boolean => condition !== undefined;

/** Returns a binding for callers that did not request conditions: under another role, so that it cannot be mistaken for one without. */
const redacted = (binding: Binding): Binding => {
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

const existing = (kind: Kind, state: State, { place }: Call): string => {
  const name = nameIn(kind.collection, place);
  if (!state.objects[kind.collection].has(name)) throw notFound(shownName(state, name));
  return name;
};

const VERSION = "options.requestedPolicyVersion";

const read = (kind: Kind, state: State): Endpoint => ({
  rpc: "GetIamPolicy",
  permission: `eventarc.${kind.collection}.getIamPolicy`,
  collection: kind.collection,
  query: { [VERSION]: "int32" },
  run(call) {
    const requested = (call.query[VERSION] as number | undefined) ?? 0;
    if (![0, 1, 3].includes(requested)) throw wrong("options.requested_policy_version", `Invalid requested policy version: ${requested}`);
    return policyBody(state.policies.of(existing(kind, state, call)), requested);
  },
});

const MEMBERS = ["bindings", "etag", "auditConfigs", "version"];

const readMask = (mask: unknown): string[] => {
  if (typeof mask !== "string") return ["bindings", "etag"];
  const paths = mask.split(",").map(camel);
  for (const path of paths) if (!MEMBERS.includes(path)) throw wrong("update_mask", `Invalid field path '${path}' in update_mask`);
  return paths;
};

function write(kind: Kind, state: State, call: Call): JsonObject {
  const { policy, updateMask } = call.body;
  const mask = readMask(updateMask);
  if (!isObject(policy)) throw wrong("policy", "The policy is required.");
  const name = existing(kind, state, call);
  const before = state.policies.of(name);
  checkPolicy(policy, before.bindings);
  if (policy["etag"] !== undefined && policy["etag"] !== before.etag)
    throw new EventFailure(
      "ABORTED",
      "There were concurrent policy changes. Please retry the whole read-modify-write with exponential backoff.",
    );
  const bindings = mask.includes("bindings") ? keptBindings(policy["bindings"]) : before.bindings;
  const audits = mask.includes("auditConfigs") ? ((policy["auditConfigs"] ?? []) as JsonObject[]) : before.auditConfigs;
  return policyBody(state.policies.write(name, { bindings, auditConfigs: audits }), 3);
}

const writing = (kind: Kind, state: State): Endpoint => ({
  rpc: "SetIamPolicy",
  permission: `eventarc.${kind.collection}.setIamPolicy`,
  collection: kind.collection,
  query: {},
  body: { shapes: { policy: { members: policyShapes }, updateMask: "string" }, root: "" },
  run: (call) => write(kind, state, call),
});

/** The two policy methods of a kind; the verb behind the colon is part of the method. */
export const policyRoutes = (kind: Kind, state: State): Route<Endpoint>[] => {
  const path = `/v1/projects/{project}/locations/{location}/${kind.collection}/{id}`;
  return [
    { method: "GET:getIamPolicy", path, handler: read(kind, state) },
    { method: "POST:setIamPolicy", path, handler: writing(kind, state) },
  ];
};
