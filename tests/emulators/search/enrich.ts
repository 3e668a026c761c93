/** `/_enrich/policy`: put, get, delete, execute, with the checks of the real server. See docs/modules/search.md#getsearchenrichpolicy and docs/modules/search.md#enrich-policies. Mappings are not looked at. */
import type { EmulatorReply, Json, JsonObject } from "../exchange";
import type { Route } from "../router";
import { Store } from "../store";
import type { Call, Endpoint, State } from "./api";
import { flag } from "./api";
import { bad, illegal, notFound, reply, SearchFailure } from "./errors";
import { indexNameProblem } from "./index-names";
import { missingIndex } from "./index-store";
import type { Node } from "./json";
import { parseJson } from "./json";
import { freeObject, texts } from "./object-parser";
import { readShape, string } from "./shapes";
import { action, enrichRead, enrichWrite } from "./privileges";

const TYPES = ["match", "geo_match", "range"] as const;

/** A policy as the server gives it back. */
export interface EnrichPolicy extends JsonObject {
  type: string;
  config: JsonObject;
}

/** What tests see of enrich policies, and how they make executions slow or unsuccessful. */
export interface Enrich {
  /** All policies by name, executed or not. */
  policies: Store<EnrichPolicy>;
  /** An execution of that policy is under way until the returned function is called; others are rejected meanwhile, as is its deletion. */
  begin(name: string): () => void;
  /** How the next executions end, one phase for each; null is a response without a status. Without more phases: `COMPLETE`, the only one that makes the enrich index. */
  endNext(...phases: (string | null)[]): void;
}

const fields = { query: freeObject, indices: texts, match_field: string, enrich_fields: texts };
const shape = { name: "policy", fields, required: ["indices", "match_field", "enrich_fields"] as const };

const unexpected = ({ line, column }: { line: number; column: number }): SearchFailure =>
  bad("parsing_exception", "unexpected token", { line, col: column });

/** The body holds one member, named after the type; a second one is not checked. */
const read = (body: string): EnrichPolicy => {
  if (body === "") throw bad("parse_exception", "request body or source parameter is required");
  const node: Node = parseJson(body);
  if (node.kind !== "object") throw unexpected(node.at);
  const [only, second] = node.fields;
  if (!only) throw unexpected(node.end);
  const config = readShape({ ...shape, required: [...shape.required] }, only.value);
  if (second) throw unexpected(second.at);
  return { type: only.name, config: config as unknown as JsonObject };
};

/** The source indices that are there. A name without a star must be one. */
const sources = ({ config }: EnrichPolicy, { indices }: State): string[] =>
  (config.indices as string[]).flatMap((expression) => {
    const found = indices.matching(expression);
    if (found.length === 0 && !expression.includes("*")) throw missingIndex(expression);
    return found;
  });

const isMap = (value: Json | undefined): value is JsonObject => value !== null && typeof value === "object" && !Array.isArray(value);

/** The policies that a list of processors names, in it and in everything that its processors hold. */
const named = (processors: Json | undefined): string[] =>
  (Array.isArray(processors) ? processors.filter(isMap) : []).flatMap((entry) =>
    Object.entries(entry).flatMap(([type, options]) => {
      if (!isMap(options)) return [];
      const own = type === "enrich" && typeof options.policy_name === "string" ? [options.policy_name] : [];
      const inner = type === "foreach" ? named([options.processor ?? null]) : [];
      return [...own, ...inner, ...named(options.on_failure)];
    }),
  );

/** The policies of one server. */
class Policies {
  readonly policies = new Store<EnrichPolicy>();
  readonly #running = new Set<string>();
  readonly #phases: (string | null)[] = [];
  constructor(readonly state: State) {}

  put(name: string, policy: EnrichPolicy): EmulatorReply {
    const problem = indexNameProblem(name) ?? (name === name.toLowerCase() ? undefined : "must be lowercase");
    if (problem) throw illegal(`Invalid policy name [${name}], ${problem}`);
    if (!TYPES.some((type) => type === policy.type))
      throw illegal(`unsupported policy type [${policy.type}], supported types are [${TYPES.join(", ")}]`);
    sources(policy, this.state);
    if (this.policies.has(name)) throw bad("resource_already_exists_exception", `policy [${name}] already exists`);
    this.policies.set(name, policy);
    return reply(200, { acknowledged: true });
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
    this.#rejectRunning(name);
    const { pipelines } = this.state;
    const users = pipelines
      .entries()
      .flatMap(([pipeline, { processors, on_failure: handlers }]) =>
        [...named(processors), ...named(handlers)].filter((policy) => policy === name).map(() => pipeline),
      );
    if (users.length > 0) {
      const reason = `Could not delete policy [${name}] because a pipeline is referencing it [${users.join(", ")}]`;
      throw new SearchFailure(409, { type: "status_exception", reason });
    }
    this.policies.delete(name);
    this.state.enrichPolicies.delete(name);
    return reply(200, { acknowledged: true });
  }

  execute(name: string, waits: boolean): EmulatorReply {
    const policy = this.policies.get(name);
    this.#rejectRunning(name);
    if (!policy) throw notFound(`policy [${name}] does not exist`);
    if (!waits) {
      this.#inBackground(name, policy);
      return reply(200, { task: "YkQ3m1uKTvGQ0Yw8d6Yp0g:4711" });
    }
    const phase = this.#run(name, policy);
    return reply(200, phase === null ? {} : { status: { phase } });
  }

  /** Nothing waits for the result, so the failure is not reported. */
  #inBackground(name: string, policy: EnrichPolicy): void {
    try {
      this.#run(name, policy);
    } catch (failure) {
      if (!(failure instanceof SearchFailure)) throw failure;
    }
  }

  #run(name: string, policy: EnrichPolicy): string | null {
    if (sources(policy, this.state).length === 0) {
      const reason = `Match field '${String(policy.config.match_field)}' doesn't have a correct mapping type for policy type '${policy.type}'`;
      throw new SearchFailure(500, { type: "exception", reason });
    }
    const phase = this.#phases.length > 0 ? (this.#phases.shift() ?? null) : "COMPLETE";
    if (phase === "COMPLETE") this.state.enrichPolicies.set(name, policy);
    return phase;
  }

  #rejectRunning(name: string): void {
    if (!this.#running.has(name)) return;
    const reason = `Policy execution failed. Policy execution for [${name}] is already in progress.`;
    throw new SearchFailure(429, { type: "es_rejected_execution_exception", reason });
  }

  /** What tests hold. */
  readonly switches: Enrich = {
    policies: this.policies,
    begin: (name) => {
      this.#running.add(name);
      return () => void this.#running.delete(name);
    },
    endNext: (...phases) => void this.#phases.push(...phases),
  };
}

/** The routes of enrich policies, and what tests hold of them. */
export const createEnrich = (state: State): { routes: Route<Endpoint>[]; enrich: Enrich } => {
  const policies = new Policies(state);
  const name = ({ parts }: Call): string => parts.name ?? "";
  const put: Endpoint = {
    query: { master_timeout: "time", timeout: "time" },
    takesBody: true,
    prepare: (call) => {
      const policy = read(call.body);
      return { action: action("cluster:admin/xpack/enrich/put", enrichWrite), run: () => policies.put(name(call), policy) };
    },
  };
  const show: Endpoint = {
    query: { master_timeout: "time" },
    prepare: (call) => ({ action: action("cluster:admin/xpack/enrich/get", enrichRead), run: () => policies.get(call.parts.name) }),
  };
  const erase: Endpoint = {
    query: { master_timeout: "time", timeout: "time" },
    prepare: (call) => ({ action: action("cluster:admin/xpack/enrich/delete", enrichWrite), run: () => policies.delete(name(call)) }),
  };
  const execute: Endpoint = {
    query: { master_timeout: "time", wait_for_completion: "bool" },
    prepare: (call) => {
      const waits = !call.query.has("wait_for_completion") || flag(call, "wait_for_completion");
      return { action: action("cluster:admin/xpack/enrich/execute", enrichWrite), run: () => policies.execute(name(call), waits) };
    },
  };
  const path = "/_enrich/policy/{name}";
  const routes: [string, string, Endpoint][] = [
    ["GET", "/_enrich/policy", show],
    ["GET", path, show],
    ["PUT", path, put],
    ["DELETE", path, erase],
    ["PUT", `${path}/_execute`, execute],
    ["POST", `${path}/_execute`, execute],
  ];
  return { routes: routes.map(([method, at, handler]): Route<Endpoint> => ({ method, path: at, handler })), enrich: policies.switches };
};
