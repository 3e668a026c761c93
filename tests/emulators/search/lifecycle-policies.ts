/** `/_ilm/policy` and `/{index}/_ilm/explain`: lifecycle policies with the checks of the real server. Indices stay in the first phase of their policy. */
import type { EmulatorReply, Json, JsonObject } from "../exchange";
import { Store } from "../store";
import { byName } from "../objects";
import { type Call, endpoint, flag, isSince, nameOf, rawBody, selectNames, type State } from "./api";
import { acknowledged, illegal, notFound, rejectIf, reply } from "./errors";
import { selectIndices } from "./index-store";
import { membersOf } from "./json";
import { checkPhases, readPolicy } from "./lifecycle-checks";
import { monitor } from "./privileges";

const write = ["manage_ilm", "manage", "all"];
const read = ["read_ilm", ...write];

/** A policy as the server keeps it. */
interface StoredPolicy {
  policy: JsonObject;
  version: number;
  modified: Date;
}

/** The policies of one server. */
class Policies {
  readonly policies = new Store<StoredPolicy>();
  constructor(readonly state: State) {}

  put(call: Call): EmulatorReply {
    const name = nameOf(call);
    const bytes = Buffer.byteLength(name);
    rejectIf(
      [/^_|[,\s]/.test(name), `invalid policy name [${name}]: must not start with '_' or contain ',' or whitespace`],
      [bytes > 255, `invalid policy name [${name}]: name is too long, (${bytes} > 255)`],
    );
    const { phases, rest } = readPolicy(call, this.state);
    checkPhases(phases);
    if (this.state.license === "basic" && Object.values(phases).some(({ actions }) => actions.searchable_snapshot))
      throw illegal(
        `policy [${name}] defines the [searchable_snapshot] action but the current license is non-compliant for [searchable-snapshots]`,
      );
    const version = (this.policies.get(name)?.version ?? 0) + 1;
    this.policies.set(name, { policy: { phases: phases as unknown as JsonObject, ...rest }, version, modified: this.state.now() });
    if (phases.hot?.actions.rollover?.max_size === undefined || !isSince(this.state.version, "9.3.0")) return acknowledged();
    const warning =
      "Use of the [max_size] rollover condition found in phase [hot]. This condition has been deprecated in favour of the [max_primary_shard_size] condition and will be removed in a later version";
    return reply(200, { acknowledged: true }, { Warning: `299 Elasticsearch-${this.state.version} "${warning}"` });
  }

  get(expression: string | undefined): EmulatorReply {
    if (expression?.includes(",") && expression.includes("*"))
      throw illegal("wildcard only supports a single value, please use comma-separated values or a single wildcard value");
    const names = selectNames(expression, this.policies, (each) => notFound(`Lifecycle policy not found: ${each}`));
    return reply(
      200,
      byName(names, (name) => this.entry(name, this.policies.get(name)!)),
    );
  }

  delete(name: string): EmulatorReply {
    if (!this.policies.has(name)) throw notFound(`Lifecycle policy not found: ${name}`);
    const { indices } = this.usage(name);
    if (indices.length > 0) throw illegal(`Cannot delete policy [${name}]. It is in use by one or more indices: [${indices.join(", ")}]`);
    this.policies.delete(name);
    return acknowledged();
  }

  explain(call: Call): EmulatorReply {
    const shown = selectIndices(call.parts.index ?? "", this.state).flatMap((name) => {
      const policy = policyOf(this.state.indices.get(name)?.settings);
      const failed = policy !== undefined && !this.policies.has(policy);
      if ((flag(call, "only_managed") && policy === undefined) || (flag(call, "only_errors") && !failed)) return [];
      return [[name, this.explanation(name, policy, failed)] as const];
    });
    return reply(200, { indices: Object.fromEntries(shown) });
  }

  private explanation(index: string, policy: string | undefined, failed: boolean): JsonObject {
    const created = this.state.now().getTime();
    const times = { index_creation_date_millis: created, time_since_index_creation: "1m" };
    if (policy === undefined) return { index, managed: false, ...times };
    const at = { phase_time_millis: created, action_time_millis: created, step_time_millis: created };
    const common = { index, managed: true, policy, ...times, lifecycle_date_millis: created, age: "1m" };
    if (failed)
      return { ...common, step: "ERROR", step_info: { type: "illegal_argument_exception", reason: `policy [${policy}] does not exist` } };
    const { policy: definition, version, modified } = this.policies.get(policy)!;
    const phase = Object.keys(membersOf(definition.phases))[0] ?? "new";
    const execution = { policy, version, modified_date_in_millis: modified.getTime() };
    return { ...common, phase, action: "complete", step: "complete", ...at, phase_execution: execution };
  }

  private entry(name: string, { policy, version, modified }: StoredPolicy): JsonObject {
    return { version, modified_date: modified.toISOString(), policy, in_use_by: this.usage(name) };
  }

  private usage(name: string): { indices: string[]; data_streams: string[]; composable_templates: string[] } {
    const { indices, indexTemplates } = this.state;
    const managed = indices.entries().filter(([, { settings }]) => policyOf(settings) === name);
    const streams = managed.flatMap(([, { dataStream }]) => dataStream ?? []);
    const templates = indexTemplates.entries().filter(([, { template }]) => nestedPolicy(template as JsonObject | undefined) === name);
    return {
      indices: managed.map(([each]) => each),
      data_streams: [...new Set(streams)],
      composable_templates: templates.map(([each]) => each),
    };
  }
}

const policyOf = (settings: Record<string, Json> | undefined) => {
  const name = settings?.["index.lifecycle.name"];
  return typeof name === "string" ? name : undefined;
};

const nestedPolicy = (template: JsonObject | undefined) =>
  ["settings", "index", "lifecycle", "name"].reduce<Json | undefined>((value, step) => (value as JsonObject | undefined)?.[step], template);

/** The routes of lifecycle policies, and the policies that tests hold. */
export const createLifecyclePolicies = (state: State) => {
  const policies = new Policies(state);
  const routes = [
    endpoint("PUT /_ilm/policy/{name}?master_timeout&timeout", ["cluster:admin/ilm/put", write], (call) => policies.put(call), rawBody),
    endpoint("GET /_ilm/policy[/{name}]?master_timeout&timeout", ["cluster:admin/ilm/get", read], ({ parts }) => policies.get(parts.name)),
    endpoint("DELETE /_ilm/policy/{name}?master_timeout&timeout", ["cluster:admin/ilm/delete", write], (call) =>
      policies.delete(nameOf(call)),
    ),
    endpoint("GET /{index}/_ilm/explain?only_managed&only_errors&master_timeout", ["indices:admin/ilm/explain", monitor], (call) =>
      policies.explain(call),
    ),
  ];
  return { routes, lifecyclePolicies: policies.policies };
};
