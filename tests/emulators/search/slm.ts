/** `/_slm/policy`: snapshot lifecycle policies, with the checks of `SnapshotLifecyclePolicy` of 8.19.8. No policy is ever executed. */
import type { EmulatorReply, Json, JsonObject } from "../exchange";
import type { Route } from "../router";
import type { Store } from "../store";
import type { Call, Endpoint, State } from "./api";
import { compareVersions } from "./api";
import { cronProblem } from "./cron";
import { bad, illegal, notFound, numbered, reply } from "./errors";
import { parseJson } from "./json";
import { freeObject, long } from "./object-parser";
import { action, manageSlm, readSlm } from "./privileges";
import { readShape, shaped, string } from "./shapes";
import type { StoredSlmPolicy, Storages } from "./snapshot-store";
import { timeValue } from "./units";

const RETENTION = { name: "snapshot_retention", lenient: true, fields: { expire_after: string, min_count: long, max_count: long } };
const SHAPE = {
  name: "snapshot_lifecycle",
  lenient: true,
  fields: {
    name: string,
    schedule: string,
    repository: string,
    config: freeObject,
    retention: shaped(RETENTION),
    unhealthy_if_no_snapshot_within: string,
  },
  required: ["name", "schedule", "repository"] as const,
};

/** Since this version; older servers ignore the member. */
const UNHEALTHY = "9.1.0";
const MINIMUM_MINUTES = 15;
const MOST_METADATA = 1024;

const isTime = (text: string): boolean => {
  try {
    timeValue("schedule", text);
    return true;
  } catch {
    return false;
  }
};

const scheduleProblem = (schedule: string): string | undefined => {
  if (schedule.trim() === "") return `invalid schedule [${schedule}]: must not be empty`;
  if (/^0+(ms|s|m|h|d)?$/.test(schedule)) return `invalid schedule [${schedule}]: time unit must be at least 1 millisecond`;
  if (isTime(schedule) || cronProblem(schedule) === undefined) return undefined;
  return `invalid schedule [${schedule}]: must be a valid cron expression or time unit`;
};

const metadataProblem = (id: string, metadata: Json | undefined): string | undefined => {
  if (metadata === undefined) return undefined;
  if (metadata === null || typeof metadata !== "object" || Array.isArray(metadata))
    return `invalid configuration.metadata [${JSON.stringify(metadata)}]: must be an object if present`;
  if ("policy" in metadata) return "invalid configuration.metadata: field name [policy] is reserved and will be added automatically";
  const size = Buffer.byteLength(JSON.stringify(metadata));
  const added = Buffer.byteLength(JSON.stringify({ ...metadata, policy: id })) - size;
  if (size + added <= MOST_METADATA) return undefined;
  return `invalid configuration.metadata: must be smaller than [${MOST_METADATA - added}] bytes, but is [${size}] bytes`;
};

const nameProblem = (name: string): string | undefined => {
  const generated = name.replace(/\{[^}]*\}/g, "2026.01.01").replace(/^<(.*)>$/, "$1");
  if (generated === "") return `invalid snapshot name [${name}]: cannot be empty`;
  if (generated.includes("#")) return `invalid snapshot name [${name}]: must not contain '#'`;
  if (/["*,/<>?\\| ]/.test(generated))
    return `invalid snapshot name [${name}]: must not contain contain the following characters [' ','"','*',',','/','<','>','?','\\','|']`;
  if (generated.startsWith("_")) return `invalid snapshot name [${name}]: must not start with '_'`;
  if (generated !== generated.toLowerCase()) return `invalid snapshot name [${name}]: must be lowercase`;
  return undefined;
};

const idProblem = (id: string): string | undefined => {
  if (/[ "*,/<>?\\|]/.test(id))
    return `invalid policy id [${id}]: must not contain the following characters [' ','"','*',',','/','<','>','?','\\','|']`;
  if (id.startsWith("_")) return `invalid policy id [${id}]: must not start with '_'`;
  const size = Buffer.byteLength(id);
  return size > 255 ? `invalid policy id [${id}]: name is too long, (${size} > 255 bytes)` : undefined;
};

/** The shortest time between two executions within an hour, in minutes; the server compares the next two. */
const minutesBetween = (schedule: string): number => {
  const [, count, unit = ""] = /^(\d+)(ms|s|m|h|d)$/.exec(schedule) ?? [];
  if (count !== undefined) return (Number(count) * { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[unit]!) / 60_000;
  const [seconds = "0", minutes = "0"] = schedule.trim().split(/\s+/);
  if (!/^\d+$/.test(seconds)) return 0;
  const [, step] = /^(?:\*|\d+)\/(\d+)$/.exec(minutes) ?? [];
  if (minutes === "*") return 1;
  if (step !== undefined) return Number(step);
  const listed = minutes.split(",").map(Number);
  return listed.length === 1 ? 60 : Math.min(...listed.slice(1).map((minute, i) => minute - listed[i]!));
};

const read = (id: string, body: string, version: string): JsonObject => {
  if (body === "") throw bad("parse_exception", "request body is required");
  const sent = readShape({ ...SHAPE, required: [...SHAPE.required] }, parseJson(body)) as unknown as JsonObject;
  const { retention, unhealthy_if_no_snapshot_within: unhealthy, ...rest } = sent;
  const kept = retention === undefined ? undefined : readRetention(retention as JsonObject);
  const config = rest.config as JsonObject | undefined;
  const problems = [
    idProblem(id),
    nameProblem(String(rest.name)),
    scheduleProblem(String(rest.schedule)),
    metadataProblem(id, config?.metadata),
    ...(rest.repository === "" ? ["invalid repository name []: cannot be empty"] : []),
  ].filter((problem) => problem !== undefined);
  if (problems.length > 0) throw bad("action_request_validation_exception", numbered(problems));
  const knows = compareVersions(version, UNHEALTHY) >= 0 && unhealthy !== undefined;
  const within = knows ? timeValue("unhealthy_if_no_snapshot_within", String(unhealthy)) : undefined;
  return {
    ...rest,
    ...(kept && { retention: kept }),
    ...(within !== undefined && { unhealthy_if_no_snapshot_within: within }),
  };
};

const readRetention = ({ expire_after: expireAfter, min_count: least, max_count: most }: JsonObject): JsonObject => {
  for (const [word, count] of Object.entries({ minimum: least, maximum: most }))
    if (typeof count === "number" && count < 1) throw illegal(`${word} snapshot count must be at least 1, but was: ${count}`);
  if (typeof least === "number" && typeof most === "number" && least > most)
    throw illegal(`minimum snapshot count ${least} cannot be larger than maximum snapshot count ${most}`);
  return {
    ...(expireAfter !== undefined && { expire_after: timeValue("expire_after", String(expireAfter)) }),
    ...(least !== undefined && { min_count: least }),
    ...(most !== undefined && { max_count: most }),
  };
};

/** The policies of one server. */
class Policies {
  readonly policies: Store<StoredSlmPolicy>;
  #wasConfigured = false;
  constructor(
    readonly state: State,
    readonly storages: Storages,
  ) {
    this.policies = storages.policies;
  }

  put(id: string, policy: JsonObject): EmulatorReply {
    const { repository, schedule } = policy;
    if (!this.storages.repositories.all.has(String(repository))) throw illegal(`no such repository [${String(repository)}]`);
    if (minutesBetween(String(schedule)) < MINIMUM_MINUTES)
      throw illegal(`invalid schedule [${String(schedule)}]: schedule would be too frequent, executing more than every [15m]`);
    const current = this.policies.get(id);
    this.#wasConfigured = true;
    if (current && JSON.stringify(current.policy) === JSON.stringify(policy)) return reply(200, { acknowledged: true });
    this.policies.set(id, { policy, version: (current?.version ?? 0) + 1, modified: this.state.now() });
    return reply(200, { acknowledged: true });
  }

  get(expression: string | undefined): EmulatorReply {
    const wanted = expression?.split(",") ?? this.policies.names();
    const found = wanted.filter((id) => this.policies.has(id));
    const reason = `snapshot lifecycle policy or policies [${wanted.join(", ")}] not found`;
    if (expression !== undefined && found.length === 0)
      throw notFound(this.#wasConfigured ? reason : `${reason}, no policies are configured`);
    return reply(200, Object.fromEntries(found.map((id): [string, JsonObject] => [id, this.entry(id)])));
  }

  delete(id: string): EmulatorReply {
    if (!this.policies.delete(id)) throw notFound(`snapshot lifecycle policy not found: ${id}`);
    return reply(200, { acknowledged: true });
  }

  private entry(id: string): JsonObject {
    const { policy, version, modified } = this.policies.get(id)!;
    const stats = { policy: id, snapshots_taken: 0, snapshots_failed: 0, snapshots_deleted: 0, snapshot_deletion_failures: 0 };
    const next = this.state.now().getTime() + 60_000;
    return { version, modified_date_millis: modified.getTime(), policy, next_execution_millis: next, stats };
  }
}

/** The routes of snapshot lifecycle policies. */
export const slmRoutes = (state: State, storages: Storages): Route<Endpoint>[] => {
  const policies = new Policies(state, storages);
  const id = ({ parts }: Call): string => parts.id ?? "";
  const times = { master_timeout: "time", timeout: "time" } as const;
  const put: Endpoint = {
    query: times,
    takesBody: true,
    prepare: (call) => {
      const policy = read(id(call), call.body, state.version);
      return { action: action("cluster:admin/slm/put", manageSlm), run: () => policies.put(id(call), policy) };
    },
  };
  const show: Endpoint = {
    query: times,
    prepare: ({ parts }) => ({ action: action("cluster:admin/slm/get", readSlm), run: () => policies.get(parts.id) }),
  };
  const erase: Endpoint = {
    query: times,
    prepare: (call) => ({ action: action("cluster:admin/slm/delete", manageSlm), run: () => policies.delete(id(call)) }),
  };
  const one = "/_slm/policy/{id}";
  return [
    { method: "GET", path: "/_slm/policy", handler: show },
    { method: "GET", path: one, handler: show },
    { method: "PUT", path: one, handler: put },
    { method: "DELETE", path: one, handler: erase },
  ];
};
