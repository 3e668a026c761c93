/** What the server checks in a lifecycle policy, and what it adds. The texts over several phases are those of `TimeseriesLifecycleType`. */
import type { Json, JsonObject } from "../exchange";
import type { State } from "./api";
import { compareVersions } from "./api";
import { bad, illegal, type SearchFailure } from "./errors";
import { parseJson, plain } from "./json";
import { isByteSize, timeValue } from "./units";

/** What a member of an action takes. */
type Kind = "time" | "size" | "count" | "bool" | "text" | "map";

/** The members of each action with their kinds; `!` marks those that it requires. Since 8.19 the later ones are known in this version or above. */
const ACTIONS: Readonly<Record<string, Readonly<Record<string, `${Kind}${"" | "!"}`>>>> = {
  set_priority: { priority: "count" },
  unfollow: {},
  readonly: {},
  freeze: {},
  rollover: {
    max_age: "time",
    max_docs: "count",
    max_size: "size",
    max_primary_shard_size: "size",
    max_primary_shard_docs: "count",
    min_age: "time",
    min_docs: "count",
    min_size: "size",
    min_primary_shard_size: "size",
    min_primary_shard_docs: "count",
  },
  downsample: { fixed_interval: "time!", wait_timeout: "time", force_merge_index: "bool", sampling_method: "text" },
  shrink: { number_of_shards: "count", max_primary_shard_size: "size", allow_write_after_shrink: "bool" },
  forcemerge: { max_num_segments: "count!", index_codec: "text" },
  searchable_snapshot: {
    snapshot_repository: "text!",
    force_merge_index: "bool",
    force_merge_on_clone: "bool",
    total_shards_per_node: "count",
    replicate_for: "time",
  },
  allocate: { number_of_replicas: "count", total_shards_per_node: "count", include: "map", exclude: "map", require: "map" },
  migrate: { enabled: "bool" },
  wait_for_snapshot: { policy: "text!" },
  delete: { delete_searchable_snapshot: "bool" },
};

/** When a member came; older servers reject it. */
const SINCE: Readonly<Record<string, string>> = {
  "downsample.force_merge_index": "9.3.0",
  "downsample.sampling_method": "9.3.0",
  "shrink.allow_write_after_shrink": "8.14.0",
  "searchable_snapshot.force_merge_on_clone": "9.2.0",
  "searchable_snapshot.total_shards_per_node": "8.16.0",
  "searchable_snapshot.replicate_for": "8.18.0",
};

/** What the server stores where a member is absent. */
const DEFAULTS: Readonly<Record<string, JsonObject>> = {
  delete: { delete_searchable_snapshot: true },
  searchable_snapshot: { force_merge_index: true },
  shrink: { allow_write_after_shrink: false },
  downsample: { wait_timeout: "1d" },
  allocate: { include: {}, exclude: {}, require: {} },
  migrate: { enabled: true },
  set_priority: { priority: null },
};

const PHASES: Readonly<Record<string, readonly string[]>> = {
  hot: ["set_priority", "unfollow", "rollover", "readonly", "downsample", "shrink", "forcemerge", "searchable_snapshot"],
  warm: ["set_priority", "unfollow", "readonly", "downsample", "allocate", "migrate", "shrink", "forcemerge"],
  cold: ["set_priority", "unfollow", "readonly", "downsample", "searchable_snapshot", "allocate", "migrate", "freeze"],
  frozen: ["unfollow", "searchable_snapshot"],
  delete: ["wait_for_snapshot", "delete"],
};

const NEED_ROLLOVER = ["readonly", "shrink", "forcemerge", "downsample", "searchable_snapshot"];
const NOT_AFTER_SNAPSHOT = ["forcemerge", "freeze", "shrink", "downsample"];

/** A phase as the server stores it. */
export interface Phase {
  min_age: string;
  actions: Record<string, JsonObject>;
}

const parsing = (reason: string): SearchFailure => bad("x_content_parse_exception", reason);

/** Fails unless the value is an object. */
export const objectIn = (value: Json | undefined, where: string): JsonObject => {
  if (value === null || typeof value !== "object" || Array.isArray(value)) throw parsing(`[${where}] expected an object`);
  return value;
};

const checkKind = (kind: Kind, name: string, value: Json): void => {
  if (kind === "time") return void timeValue(name, String(value));
  if (kind === "size") {
    if (!isByteSize(String(value)))
      throw bad(
        "parse_exception",
        `failed to parse setting [${name}] with value [${String(value)}] as a size in bytes: unit is missing or unrecognized`,
      );
    return;
  }
  const isRight = {
    count: typeof value === "number" && Number.isInteger(value),
    bool: typeof value === "boolean",
    text: typeof value === "string",
    map: value !== null && typeof value === "object" && !Array.isArray(value),
  }[kind];
  if (!isRight) throw parsing(`[${name}] does not support a value of that type`);
};

const readAction = (name: string, sent: Json | undefined, { version }: State): JsonObject => {
  const members = ACTIONS[name];
  if (!members) throw bad("x_content_parse_exception", `unknown field [${name}]`);
  const given = objectIn(sent, name);
  for (const [member, value] of Object.entries(given)) {
    const kind = members[member]?.replace("!", "") as Kind | undefined;
    const since = SINCE[`${name}.${member}`];
    if (!kind || (since && compareVersions(version, since) < 0)) throw parsing(`[${name}] unknown field [${member}]`);
    if (value !== null) checkKind(kind, member, value);
    else if (name !== "set_priority") throw parsing(`[${name}] failed to parse field [${member}]`);
  }
  const missing = Object.keys(members).filter((member) => members[member]?.endsWith("!") && given[member] === undefined);
  if (missing.length > 0) throw illegal(`Required [${missing.join(", ")}]`);
  if (name === "set_priority" && given.priority === undefined) throw illegal("Required [priority]");
  checkAction(name, given);
  const defaults = Object.entries(DEFAULTS[name] ?? {}).filter(([member]) => {
    const since = SINCE[`${name}.${member}`];
    return !since || compareVersions(version, since) >= 0;
  });
  return { ...Object.fromEntries(defaults), ...given };
};

const checkAction = (name: string, given: JsonObject): void => {
  const names = Object.keys(given);
  if (name === "rollover" && !names.some((member) => member.startsWith("max_")))
    throw illegal("At least one max_* rollover condition must be set.");
  if (name === "shrink" && Number("number_of_shards" in given) + Number("max_primary_shard_size" in given) !== 1)
    throw illegal("Either [number_of_shards] or [max_primary_shard_size] must be set");
  if (name === "shrink" && Number(given.number_of_shards ?? 1) <= 0) throw illegal("[number_of_shards] must be greater than 0");
  if (name === "forcemerge" && Number(given.max_num_segments) <= 0) throw illegal("[max_num_segments] must be a positive integer");
  if (name === "forcemerge" && ![undefined, "best_compression"].includes(given.index_codec as string | undefined))
    throw illegal(`unknown index codec: [${String(given.index_codec)}]`);
  if (name === "set_priority" && Number(given.priority ?? 0) < 0) throw illegal("[priority] must be 0 or greater");
  if (name === "searchable_snapshot" && given.force_merge_index === false && given.force_merge_on_clone === true)
    throw illegal("[force_merge_on_clone] is not allowed when [force_merge_index] is [false]");
  const isEmptyMap = (value: Json | undefined): boolean => value === undefined || Object.keys(value as JsonObject).length === 0;
  if (name === "allocate" && names.every((member) => ["include", "exclude", "require"].includes(member) && isEmptyMap(given[member])))
    throw illegal(
      "At least one of include, exclude, require, number_of_replicas or total_shards_per_node must contain attributes for action allocate",
    );
};

/** Reads the body of a PUT and checks each phase and action. */
export const readPolicy = (body: string, state: State): { phases: Record<string, Phase>; rest: JsonObject } => {
  if (body === "") throw bad("parse_exception", "request body is required");
  const { policy, ...others } = plain(parseJson(body)) as JsonObject;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw parsing(`[put_lifecycle_request] unknown field [${unknown}]`);
  const { phases: given, ...rest } = objectIn(policy, "policy");
  const [extra] = Object.keys(rest).filter((name) => !["_meta", "deprecated"].includes(name));
  if (extra !== undefined) throw parsing(`[lifecycle_policy] unknown field [${extra}]`);
  if (given === undefined) throw illegal("Required [phases]");
  const phases: Record<string, Phase> = {};
  for (const [name, sent] of Object.entries(objectIn(given, "phases"))) phases[name] = readPhase(name, objectIn(sent, name), state);
  return { phases, rest };
};

const readPhase = (name: string, { min_age: age = "0ms", actions, ...others }: JsonObject, state: State): Phase => {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw parsing(`[phase] unknown field [${unknown}]`);
  if (actions === undefined) throw illegal("Required [actions]");
  const parsed = Object.entries(objectIn(actions, "actions")).map(([each, sent]) => [each, readAction(each, sent, state)] as const);
  const permitted = PHASES[name];
  if (!permitted) throw illegal(`Timeseries lifecycle does not support phase [${name}]`);
  const wrong = parsed.find(([each]) => !permitted.includes(each));
  if (wrong) throw illegal(`invalid action [${wrong[0]}] defined in phase [${name}]`);
  return { min_age: timeValue("min_age", String(age)), actions: Object.fromEntries(parsed) };
};

const MILLIS: Readonly<Record<string, number>> = { nanos: 1e-6, micros: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const millis = (time: Json | undefined): number => {
  const [, count = "0", unit = "ms"] = /^(\d+)([a-z]+)$/.exec(String(time)) ?? [];
  return Number(count) * (MILLIS[unit] ?? 0);
};

/** The checks over several phases, in the order of the server. */
export const checkPhases = (phases: Readonly<Record<string, Phase>>): void => {
  const hot = phases.hot && !phases.hot.actions.rollover ? NEED_ROLLOVER.filter((name) => name in phases.hot!.actions) : [];
  if (hot.length > 0)
    throw illegal(`the [${hot.join(", ")}] action(s) may not be used in the [hot] phase without an accompanying [rollover] action`);
  const ordered = Object.keys(PHASES).filter((name) => phases[name]);
  const rules = (name: string): boolean => {
    const { migrate, allocate } = phases[name]!.actions;
    return (
      migrate?.enabled === true &&
      ["include", "exclude", "require"].some((each) => Object.keys(objectIn(allocate?.[each] ?? {}, each)).length > 0)
    );
  };
  const conflicting = ordered.filter(rules);
  if (conflicting.length > 0)
    throw illegal(
      `phases [${conflicting.join(",")}] specify an enabled migrate action and an allocate action with allocation rules. specify only a single data migration in each phase`,
    );
  checkSnapshots(phases, ordered);
  checkDownsampling(phases, ordered);
  checkAges(phases, ordered);
};

const checkSnapshots = (phases: Readonly<Record<string, Phase>>, ordered: readonly string[]): void => {
  const mounted = ordered.filter((name) => phases[name]!.actions.searchable_snapshot);
  const first = ["hot", "cold"].find((name) => mounted.includes(name));
  const later =
    first === "hot" ? ordered.filter((name) => name !== "hot") : first === "cold" ? ordered.filter((name) => name === "frozen") : [];
  const illegalPhases = later.filter((name) => NOT_AFTER_SNAPSHOT.some((each) => each in phases[name]!.actions));
  if (illegalPhases.length > 0)
    throw illegal(
      `phases [${illegalPhases.join(",")}] define one or more of [${NOT_AFTER_SNAPSHOT.join(", ")}] actions which are not allowed after a managed index is mounted as a searchable snapshot`,
    );
  const repositories = [...new Set(mounted.map((name) => String(phases[name]!.actions.searchable_snapshot!.snapshot_repository)))];
  if (repositories.length > 1)
    throw illegal(
      `policy specifies [searchable_snapshot] action multiple times with differing repositories [${repositories.join(", ")}], the same repository must be used for all searchable snapshot actions`,
    );
  if (phases.frozen && !phases.frozen.actions.searchable_snapshot)
    throw illegal(
      "policy specifies the [frozen] phase without a corresponding [searchable_snapshot] action, but a searchable snapshot action is required in the frozen phase",
    );
  const late = mounted.slice(1).find((name) => phases[name]!.actions.searchable_snapshot!.replicate_for !== undefined);
  if (late !== undefined) throw illegal("only the first searchable_snapshot action of a policy may specify [replicate_for]");
};

const checkDownsampling = (phases: Readonly<Record<string, Phase>>, ordered: readonly string[]): void => {
  const rounds = ordered.filter((name) => phases[name]!.actions.downsample !== undefined);
  for (const [i, name] of rounds.entries()) {
    const former = rounds[i - 1];
    if (former === undefined) continue;
    const [interval, before] = [name, former].map((each) => phases[each]!.actions.downsample!.fixed_interval);
    const at = `Downsampling interval [${String(interval)}] for phase [${name}] must be`;
    const other = `the interval [${String(before)}] for phase [${former}]`;
    if (millis(interval) <= millis(before)) throw illegal(`${at} greater than ${other}`);
    if (millis(interval) % millis(before) !== 0) throw illegal(`${at} a multiple of ${other}`);
  }
};

const checkAges = (phases: Readonly<Record<string, Phase>>, ordered: readonly string[]): void => {
  for (const [i, name] of ordered.entries()) {
    const age = phases[name]!.min_age;
    const early = ordered.slice(i + 1).find((later) => millis(phases[later]!.min_age) > 0 && millis(phases[later]!.min_age) < millis(age));
    if (early === undefined) continue;
    throw illegal(
      `Your policy is configured to run the ${early} phase (min_age: ${phases[early]!.min_age}) before the ${name} phase (min_age: ${age}). You should change the phase timing so that the phases will execute in the order of hot, warm, then cold.`,
    );
  }
};
