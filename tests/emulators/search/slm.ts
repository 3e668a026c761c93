/** `/_slm/policy`: snapshot lifecycle policies, with the checks of `SnapshotLifecyclePolicy` of 8.19.8. No policy is ever executed. */
import type { Json, JsonObject } from "../exchange";
import { byName, isObject } from "../objects";
import { type Api, bodyOf, type Call, endpoint, type Run, isSince, type State } from "./api";
import { cronProblem } from "./cron";
import { acknowledged, failureOf, illegal, notFound, problemsOf, rejectIf, rejectProblems, reply } from "./errors";
import { firstProblem, RULES } from "./names";
import { freeObject, long, readShape, shaped, string } from "./object-parser";
import { manageSlm, readSlm } from "./privileges";
import { millis, timeValue } from "./units";

const SHAPE = {
  name: "snapshot_lifecycle",
  lenient: true,
  fields: {
    name: string,
    schedule: string,
    repository: string,
    config: freeObject,
    retention: shaped({
      name: "snapshot_retention",
      lenient: true,
      fields: { expire_after: string, min_count: long, max_count: long },
    }),
    unhealthy_if_no_snapshot_within: string,
  },
  required: ["name", "schedule", "repository"],
};

/** Since this version; older servers ignore the member. */
const UNHEALTHY = "9.1.0";
const MINIMUM_MINUTES = 15;
const MOST_METADATA = 1024;

const scheduleProblem = (schedule: string) => {
  const isTime = failureOf(() => timeValue("schedule", schedule)) === undefined;
  const [problem] = problemsOf(
    [schedule.trim() === "", "must not be empty"],
    [/^0+(ms|s|m|h|d)?$/.test(schedule), "time unit must be at least 1 millisecond"],
    [!isTime && cronProblem(schedule) !== undefined, "must be a valid cron expression or time unit"],
  );
  return problem && `invalid schedule [${schedule}]: ${problem}`;
};

const metadataProblem = (id: string, metadata: Json | undefined) => {
  if (metadata === undefined) return undefined;
  if (!isObject(metadata)) return `invalid configuration.metadata [${JSON.stringify(metadata)}]: must be an object if present`;
  if ("policy" in metadata) return "invalid configuration.metadata: field name [policy] is reserved and will be added automatically";
  const size = Buffer.byteLength(JSON.stringify(metadata));
  const added = Buffer.byteLength(JSON.stringify({ ...metadata, policy: id })) - size;
  if (size + added <= MOST_METADATA) return undefined;
  return `invalid configuration.metadata: must be smaller than [${MOST_METADATA - added}] bytes, but is [${size}] bytes`;
};

const nameProblem = (name: string) => {
  const generated = name.replace(/\{[^}]*\}/g, "2026.01.01").replace(/^<(.*)>$/, "$1");
  const [characters, text] = RULES.characters;
  const problem = firstProblem(
    generated,
    [/^$/, "cannot be empty"],
    RULES.hash,
    [characters, text.replace("contain", "contain contain")],
    RULES.underscore,
    RULES.lowercase,
  );
  return problem && `invalid snapshot name [${name}]: ${problem}`;
};

const idProblem = (id: string) => {
  const size = Buffer.byteLength(id);
  const problem = firstProblem(id, RULES.characters, RULES.underscore, [() => size > 255, `name is too long, (${size} > 255 bytes)`]);
  return problem && `invalid policy id [${id}]: ${problem}`;
};

/** The shortest time between two executions within an hour, in minutes; the server compares the next two. */
const minutesBetween = (schedule: string) => {
  if (/^(\d+)(ms|s|m|h|d)$/.test(schedule)) return millis(schedule) / 60_000;
  const [seconds = "0", minutes = "0"] = schedule.trim().split(/\s+/);
  if (!/^\d+$/.test(seconds)) return 0;
  const [, step] = /^(?:\*|\d+)\/(\d+)$/.exec(minutes) ?? [];
  if (minutes === "*") return 1;
  if (step !== undefined) return Number(step);
  const listed = minutes.split(",").map(Number);
  return listed.length === 1 ? 60 : Math.min(...listed.slice(1).map((minute, i) => minute - listed[i]!));
};

const idOf = ({ parts }: Call) => parts.id ?? "";

const read = (call: Call, { version }: State): JsonObject => {
  const sent = readShape(SHAPE, bodyOf(call)) as unknown as JsonObject;
  const id = idOf(call);
  const { retention, unhealthy_if_no_snapshot_within: unhealthy, ...rest } = sent;
  const kept = retention === undefined ? undefined : readRetention(retention as JsonObject);
  const config = rest.config as JsonObject | undefined;
  const repository = rest.repository === "" ? "invalid repository name []: cannot be empty" : undefined;
  const schedule = scheduleProblem(String(rest.schedule));
  const problems = [idProblem(id), nameProblem(String(rest.name)), schedule, metadataProblem(id, config?.metadata), repository];
  rejectProblems(problems.filter((problem) => problem !== undefined));
  const knows = isSince(version, UNHEALTHY) && unhealthy !== undefined;
  const within = knows ? timeValue("unhealthy_if_no_snapshot_within", String(unhealthy)) : undefined;
  return {
    ...rest,
    ...(kept && { retention: kept }),
    ...(within !== undefined && { unhealthy_if_no_snapshot_within: within }),
  };
};

const readRetention = ({ expire_after: expireAfter, min_count: least, max_count: most }: JsonObject): JsonObject => {
  const [minimum, maximum] = [least, most].map((count) => Number(count ?? NaN));
  rejectIf(
    [minimum! < 1, `minimum snapshot count must be at least 1, but was: ${minimum}`],
    [maximum! < 1, `maximum snapshot count must be at least 1, but was: ${maximum}`],
    [minimum! > maximum!, `minimum snapshot count ${minimum} cannot be larger than maximum snapshot count ${maximum}`],
  );
  return {
    ...(expireAfter !== undefined && { expire_after: timeValue("expire_after", String(expireAfter)) }),
    ...(least !== undefined && { min_count: least }),
    ...(most !== undefined && { max_count: most }),
  };
};

const put: Run<JsonObject> = (call, { snapshots, now }, policy) => {
  const id = idOf(call);
  const { repository, schedule } = policy;
  if (!snapshots.repositories.all.has(String(repository))) throw illegal(`no such repository [${String(repository)}]`);
  if (minutesBetween(String(schedule)) < MINIMUM_MINUTES)
    throw illegal(`invalid schedule [${String(schedule)}]: schedule would be too frequent, executing more than every [15m]`);
  const current = snapshots.policies.get(id);
  snapshots.hasHadPolicies = true;
  if (current && JSON.stringify(current.policy) === JSON.stringify(policy)) return acknowledged();
  snapshots.policies.set(id, { policy, version: (current?.version ?? 0) + 1, modified: now() });
  return acknowledged();
};

/** The routes of snapshot lifecycle policies. */
export const slmApi: Api = [
  endpoint(
    "GET /_slm/policy[/{id}]?master_timeout&timeout",
    ["cluster:admin/slm/get", readSlm],
    ({ parts: { id: expression } }, { snapshots, now }) => {
      const { policies, hasHadPolicies } = snapshots;
      const wanted = expression?.split(",") ?? policies.names();
      const found = wanted.filter((id) => policies.has(id));
      const reason = `snapshot lifecycle policy or policies [${wanted.join(", ")}] not found`;
      if (expression !== undefined && found.length === 0) throw notFound(hasHadPolicies ? reason : `${reason}, no policies are configured`);
      const entry = (id: string) => {
        const { policy, version, modified } = policies.get(id)!;
        const stats = { policy: id, snapshots_taken: 0, snapshots_failed: 0, snapshots_deleted: 0, snapshot_deletion_failures: 0 };
        const next = now().getTime() + 60_000;
        return { version, modified_date_millis: modified.getTime(), policy, next_execution_millis: next, stats };
      };
      return reply(200, byName(found, entry));
    },
  ),
  endpoint("PUT /_slm/policy/{id}?master_timeout&timeout", ["cluster:admin/slm/put", manageSlm], put, read),
  endpoint("DELETE /_slm/policy/{id}?master_timeout&timeout", ["cluster:admin/slm/delete", manageSlm], (call, { snapshots }) => {
    const id = idOf(call);
    if (!snapshots.policies.delete(id)) throw notFound(`snapshot lifecycle policy not found: ${id}`);
    return acknowledged();
  }),
];
