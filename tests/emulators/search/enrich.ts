/** `/_enrich/policy`: put, get, delete, execute, with the checks of the real server. See docs/modules/search.md#getsearchenrichpolicy and docs/modules/search.md#enrich-policies. Mappings are not looked at. */
import type { EmulatorReply, Json, JsonObject } from "../exchange";
import { isObject } from "../objects";
import { Store } from "../store";
import { bodyOf, type Call, endpoint, flag, nameOf, type State } from "./api";
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

/** The policies of one server. Tests see them, and make executions slow or unsuccessful. */
class Policies {
  /** All policies by name, executed or not. */
  readonly policies = new Store<EnrichPolicy>();
  readonly #phases: (string | null)[] = [];
  constructor(readonly state: State) {}

  put(name: string, policy: EnrichPolicy): EmulatorReply {
    const problem = indexNameProblem(name) ?? firstProblem(name, RULES.lowercase);
    if (problem) throw illegal(`Invalid policy name [${name}], ${problem}`);
    if (!TYPES.includes(policy.type)) throw illegal(`unsupported policy type [${policy.type}], supported types are [${TYPES.join(", ")}]`);
    sources(policy, this.state);
    if (this.policies.has(name)) throw bad("resource_already_exists_exception", `policy [${name}] already exists`);
    this.policies.set(name, policy);
    return acknowledged();
  }

  /** Names are whole names; those that are not there are left out, in no case is it an error. */
  get(expression: string | undefined): EmulatorReply {
    const expected = expression?.split(",") ?? this.policies.names();
    const found = [...new Set(expected)].sort().flatMap((name) => {
      const policy = this.policies.get(name);
      return policy ? [{ config: { [policy.type]: { name, ...policy.config } } }] : [];
    });
    return reply(200, { policies: found });
  }

  delete(name: string): EmulatorReply {
    if (!this.policies.has(name)) throw notFound(`policy [${name}] not found`);
    const { pipelines } = this.state;
    const users = pipelines
      .entries()
      .flatMap(([pipeline, { processors, on_failure: handlers }]) =>
        [...named(processors), ...named(handlers)].filter((policy) => policy === name).map(() => pipeline),
      );
    if (users.length > 0) {
      const reason = `Could not delete policy [${name}] because a pipeline is referencing it [${users.join(", ")}]`;
      throw failure(409, "status_exception", reason);
    }
    this.policies.delete(name);
    this.state.enrichPolicies.delete(name);
    return acknowledged();
  }

  execute(name: string): EmulatorReply {
    const policy = this.policies.get(name);
    if (!policy) throw notFound(`policy [${name}] does not exist`);
    const phase = this.#run(name, policy);
    return reply(200, phase === null ? {} : { status: { phase } });
  }

  #run(name: string, policy: EnrichPolicy): string | null {
    if (sources(policy, this.state).length === 0) {
      const reason = `Match field '${String(policy.config.match_field)}' doesn't have a correct mapping type for policy type '${policy.type}'`;
      throw failure(500, "exception", reason);
    }
    const phase = this.#phases.length > 0 ? (this.#phases.shift() ?? null) : "COMPLETE";
    if (phase === "COMPLETE") this.state.enrichPolicies.set(name, policy);
    return phase;
  }

  /**
   * How the next executions end, one phase for each; null is a response without a status. Without more phases: `COMPLETE`, the only one that makes the enrich
   * index.
   */
  endNext(...phases: (string | null)[]): void {
    this.#phases.push(...phases);
  }
}

/** The routes of enrich policies, and what tests hold of them. */
export const createEnrich = (state: State) => {
  const policies = new Policies(state);
  const routes = [
    endpoint("GET /_enrich/policy[/{name}]?master_timeout", ["cluster:admin/xpack/enrich/get", enrichRead], ({ parts }) =>
      policies.get(parts.name),
    ),
    endpoint(
      "PUT /_enrich/policy/{name}?master_timeout&timeout",
      ["cluster:admin/xpack/enrich/put", enrichWrite],
      (call, _, sent) => policies.put(nameOf(call), sent),
      read,
    ),
    endpoint("DELETE /_enrich/policy/{name}?master_timeout&timeout", ["cluster:admin/xpack/enrich/delete", enrichWrite], (call) =>
      policies.delete(nameOf(call)),
    ),
    endpoint(
      "PUT /_enrich/policy/{name}/_execute?master_timeout&wait_for_completion",
      ["cluster:admin/xpack/enrich/execute", enrichWrite],
      (call) => {
        if (!flag(call, "wait_for_completion", true)) throw illegal("the emulator answers when the execution has ended");
        return policies.execute(nameOf(call));
      },
    ),
  ];
  return { routes, enrich: policies };
};
