/** `/_enrich/policy`: put, get, delete, execute, with the checks of the real server. See docs/modules/search.md#getsearchenrichpolicy and docs/modules/search.md#enrich-policies. Mappings are not looked at. */
import type { Json, JsonObject } from "../exchange";
import { isObject } from "../objects";
import { Store } from "../store";
import { type Api, bodyOf, type Call, endpoint, flag, nameOf, type Run, type State } from "./api";
import { acknowledged, bad, failure, illegal, notFound, reply } from "./errors";
import { missingIndex } from "./index-store";
import { indexNameProblem, RULES, firstProblem } from "./names";
import { freeObject, readShape, string, texts } from "./object-parser";
import { enrichRead, enrichWrite } from "./privileges";

const TYPES = ["match", "geo_match", "range"];

/** A policy as the server gives it back. */
export interface EnrichPolicy extends JsonObject {
  type: string;
  config: JsonObject;
}

const fields = { query: freeObject, indices: texts, match_field: string, enrich_fields: texts };

const unexpected = ({ line, column }: { line: number; column: number }) =>
  bad("parsing_exception", "unexpected token", { line, col: column });

/** The body holds one member, named after the type. */
const read = (call: Call): EnrichPolicy => {
  const node = bodyOf(call, "request body or source parameter");
  if (node.kind !== "object") throw unexpected(node.at);
  const [only, second] = node.fields;
  if (!only) throw unexpected(node.end);
  const config = readShape({ name: "policy", fields, required: ["indices", "match_field", "enrich_fields"] }, only.value);
  if (second) throw unexpected(second.at);
  return { type: only.name, config: config as JsonObject };
};

/** The source indices that are there. A name without a star must be one. */
const sources = ({ config }: EnrichPolicy, { indices }: State) =>
  (config.indices as string[]).flatMap((expression) => {
    const found = indices.matching(expression);
    if (found.length === 0 && !expression.includes("*")) throw missingIndex(expression);
    return found;
  });

/** The policies that a list of processors names, in it and in everything that its processors hold. */
const named = (processors: Json | undefined): string[] =>
  (Array.isArray(processors) ? processors.filter(isObject) : []).flatMap((entry) =>
    Object.entries(entry).flatMap(([type, options]) => {
      if (!isObject(options)) return [];
      const own = type === "enrich" && typeof options.policy_name === "string" ? [options.policy_name] : [];
      return [...own, ...(type === "foreach" ? named([options.processor ?? null]) : []), ...named(options.on_failure)];
    }),
  );

/** The policies of one server, executed or not, and how the next executions end. Tests change both. */
export const createEnrich = () => {
  const phases: (string | null)[] = [];
  return {
    policies: new Store<EnrichPolicy>(),
    phases,
    /**
     * How the next executions end, one phase for each; null is a response without a status. Without more phases: `COMPLETE`, the only one that makes the enrich
     * index.
     */
    endNext: (...next: (string | null)[]) => void phases.push(...next),
  };
};

const put: Run<EnrichPolicy> = (call, state, policy) => {
  const name = nameOf(call);
  const { policies } = state.enrich;
  const problem = indexNameProblem(name) ?? firstProblem(name, RULES.lowercase);
  if (problem) throw illegal(`Invalid policy name [${name}], ${problem}`);
  if (!TYPES.includes(policy.type)) throw illegal(`unsupported policy type [${policy.type}], supported types are [${TYPES.join(", ")}]`);
  sources(policy, state);
  if (policies.has(name)) throw bad("resource_already_exists_exception", `policy [${name}] already exists`);
  policies.set(name, policy);
  return acknowledged();
};

/** The routes of enrich policies. */
export const enrichApi: Api = [
  // Names are whole names; those that are not there are left out, in no case is it an error.
  endpoint(
    "GET /_enrich/policy[/{name}]?master_timeout",
    ["cluster:admin/xpack/enrich/get", enrichRead],
    ({ parts }, { enrich: { policies } }) => {
      const found = [...new Set(parts.name?.split(",") ?? policies.names())].sort().flatMap((name) => {
        const policy = policies.get(name);
        return policy ? [{ config: { [policy.type]: { name, ...policy.config } } }] : [];
      });
      return reply(200, { policies: found });
    },
  ),
  endpoint("PUT /_enrich/policy/{name}?master_timeout&timeout", ["cluster:admin/xpack/enrich/put", enrichWrite], put, read),
  endpoint(
    "DELETE /_enrich/policy/{name}?master_timeout&timeout",
    ["cluster:admin/xpack/enrich/delete", enrichWrite],
    (call, { enrich, enrichPolicies, pipelines }) => {
      const name = nameOf(call);
      if (!enrich.policies.has(name)) throw notFound(`policy [${name}] not found`);
      const users = pipelines
        .entries()
        .flatMap(([pipeline, { processors, on_failure: handlers }]) =>
          [...named(processors), ...named(handlers)].filter((policy) => policy === name).map(() => pipeline),
        );
      if (users.length > 0) {
        const reason = `Could not delete policy [${name}] because a pipeline is referencing it [${users.join(", ")}]`;
        throw failure(409, "status_exception", reason);
      }
      enrich.policies.delete(name);
      enrichPolicies.delete(name);
      return acknowledged();
    },
  ),
  endpoint(
    "PUT /_enrich/policy/{name}/_execute?master_timeout&wait_for_completion",
    ["cluster:admin/xpack/enrich/execute", enrichWrite],
    (call, state) => {
      if (!flag(call, "wait_for_completion", true)) throw illegal("the emulator answers when the execution has ended");
      const name = nameOf(call);
      const { policies, phases } = state.enrich;
      const policy = policies.get(name);
      if (!policy) throw notFound(`policy [${name}] does not exist`);
      if (sources(policy, state).length === 0) {
        const reason = `Match field '${String(policy.config.match_field)}' doesn't have a correct mapping type for policy type '${policy.type}'`;
        throw failure(500, "exception", reason);
      }
      const [phase = "COMPLETE"] = phases.splice(0, 1);
      if (phase === "COMPLETE") state.enrichPolicies.set(name, policy);
      return reply(200, phase === null ? {} : { status: { phase } });
    },
  ),
];
