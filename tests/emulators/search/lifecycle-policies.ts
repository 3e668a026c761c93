/** `/_ilm/policy` and `/{index}/_ilm/explain`: lifecycle policies with the checks of the real server. Indices stay in the first phase of their policy. */
import type { Json, JsonObject } from "../exchange";
import { byName } from "../objects";
import { type Api, endpoint, flag, isSince, nameOf, rawBody, type Run, selectNames, type State } from "./api";
import { acknowledged, illegal, notFound, rejectIf, reply } from "./errors";
import { selectIndices } from "./index-store";
import { membersOf } from "./json";
import { checkPhases, readPolicy } from "./lifecycle-checks";
import { monitor } from "./privileges";

const write = ["manage_ilm", "manage", "all"];
const read = ["read_ilm", ...write];

/** A policy as the server keeps it. */
export interface StoredPolicy {
  policy: JsonObject;
  version: number;
  modified: Date;
}

const missing = (name: string) => notFound(`Lifecycle policy not found: ${name}`);

const policyOf = (settings: Record<string, Json> | undefined) => {
  const name = settings?.["index.lifecycle.name"];
  return typeof name === "string" ? name : undefined;
};

const nestedPolicy = (template: JsonObject | undefined) =>
  ["settings", "index", "lifecycle", "name"].reduce<Json | undefined>((value, step) => (value as JsonObject | undefined)?.[step], template);

const usage = (name: string, { indices, indexTemplates }: State) => {
  const managed = indices.entries().filter(([, { settings }]) => policyOf(settings) === name);
  const streams = managed.flatMap(([, { dataStream }]) => dataStream ?? []);
  const templates = indexTemplates.entries().filter(([, { template }]) => nestedPolicy(template as JsonObject | undefined) === name);
  return {
    indices: managed.map(([each]) => each),
    data_streams: [...new Set(streams)],
    composable_templates: templates.map(([each]) => each),
  };
};

const explanation = (index: string, policy: string | undefined, stored: StoredPolicy | undefined, { now }: State): JsonObject => {
  const created = now().getTime();
  const times = { index_creation_date_millis: created, time_since_index_creation: "1m" };
  if (policy === undefined) return { index, managed: false, ...times };
  const at = { phase_time_millis: created, action_time_millis: created, step_time_millis: created };
  const common = { index, managed: true, policy, ...times, lifecycle_date_millis: created, age: "1m" };
  if (!stored)
    return { ...common, step: "ERROR", step_info: { type: "illegal_argument_exception", reason: `policy [${policy}] does not exist` } };
  const { policy: definition, version, modified } = stored;
  const phase = Object.keys(membersOf(definition.phases))[0] ?? "new";
  const execution = { policy, version, modified_date_in_millis: modified.getTime() };
  return { ...common, phase, action: "complete", step: "complete", ...at, phase_execution: execution };
};

const put: Run = (call, state) => {
  const name = nameOf(call);
  const { lifecyclePolicies: policies, version, license, now } = state;
  const bytes = Buffer.byteLength(name);
  rejectIf(
    [/^_|[,\s]/.test(name), `invalid policy name [${name}]: must not start with '_' or contain ',' or whitespace`],
    [bytes > 255, `invalid policy name [${name}]: name is too long, (${bytes} > 255)`],
  );
  const { phases, rest } = readPolicy(call, state);
  checkPhases(phases);
  if (license === "basic" && Object.values(phases).some(({ actions }) => actions.searchable_snapshot))
    throw illegal(
      `policy [${name}] defines the [searchable_snapshot] action but the current license is non-compliant for [searchable-snapshots]`,
    );
  const policy = { phases: phases as unknown as JsonObject, ...rest };
  policies.set(name, { policy, version: (policies.get(name)?.version ?? 0) + 1, modified: now() });
  if (phases.hot?.actions.rollover?.max_size === undefined || !isSince(version, "9.3.0")) return acknowledged();
  const warning =
    "Use of the [max_size] rollover condition found in phase [hot]. This condition has been deprecated in favour of the [max_primary_shard_size] condition and will be removed in a later version";
  return reply(200, { acknowledged: true }, { Warning: `299 Elasticsearch-${version} "${warning}"` });
};

/** The routes of lifecycle policies. */
export const lifecyclePolicyApi: Api = [
  endpoint("PUT /_ilm/policy/{name}?master_timeout&timeout", ["cluster:admin/ilm/put", write], put, rawBody),
  endpoint(
    "GET /_ilm/policy[/{name}]?master_timeout&timeout",
    ["cluster:admin/ilm/get", read],
    ({ parts: { name: expression } }, state) => {
      if (expression?.includes(",") && expression.includes("*"))
        throw illegal("wildcard only supports a single value, please use comma-separated values or a single wildcard value");
      const { lifecyclePolicies: policies } = state;
      const entry = (name: string) => {
        const { policy, version, modified } = policies.get(name)!;
        return { version, modified_date: modified.toISOString(), policy, in_use_by: usage(name, state) };
      };
      return reply(200, byName(selectNames(expression, policies, missing), entry));
    },
  ),
  endpoint("DELETE /_ilm/policy/{name}?master_timeout&timeout", ["cluster:admin/ilm/delete", write], (call, state) => {
    const name = nameOf(call);
    if (!state.lifecyclePolicies.has(name)) throw missing(name);
    const { indices } = usage(name, state);
    if (indices.length > 0) throw illegal(`Cannot delete policy [${name}]. It is in use by one or more indices: [${indices.join(", ")}]`);
    state.lifecyclePolicies.delete(name);
    return acknowledged();
  }),
  endpoint("GET /{index}/_ilm/explain?only_managed&only_errors&master_timeout", ["indices:admin/ilm/explain", monitor], (call, state) => {
    const shown = selectIndices(call.parts.index ?? "", state).flatMap((name) => {
      const policy = policyOf(state.indices.get(name)?.settings);
      const stored = policy === undefined ? undefined : state.lifecyclePolicies.get(policy);
      if (flag(call, "only_managed") && policy === undefined) return [];
      if (flag(call, "only_errors") && (policy === undefined || stored)) return [];
      return [[name, explanation(name, policy, stored, state)] as const];
    });
    return reply(200, { indices: Object.fromEntries(shown) });
  }),
];
