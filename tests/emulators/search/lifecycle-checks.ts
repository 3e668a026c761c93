/** What the server checks in a lifecycle policy, and what it adds. The texts over several phases are those of `TimeseriesLifecycleType`. */
import type { Json, JsonObject } from "../exchange";
import { isObject } from "../objects";
import { bodyOf, type Call, isSince, type State } from "./api";
import { objectIn } from "./data-stream-routes";
import { bad, type Broken, illegal, rejectIf } from "./errors";
import { membersOf, plain } from "./json";
import { millis, sizeProblem, timeValue } from "./units";

/** What a member of an action takes. */
type Kind = "time" | "size" | "count" | "bool" | "text" | "map";

/** The members of each action with their kinds; `!` marks those that it requires. Since 8.19 the later ones are known in this version or above. */
const ACTIONS: Readonly<Record<string, Readonly<Record<string, `${Kind}${"" | "!"}`>>>> = {
  set_priority: { priority: "count!" },
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

const parsing = (reason: string): Error => bad("x_content_parse_exception", reason);

const IS_RIGHT: Readonly<Record<string, (value: Json) => boolean>> = {
  count: Number.isInteger,
  bool: (value) => typeof value === "boolean",
  text: (value) => typeof value === "string",
  map: isObject,
};

const checkKind = (kind: Kind, name: string, value: Json): void => {
  if (kind === "time") return void timeValue(name, String(value));
  const problem = kind === "size" ? sizeProblem(name, String(value)) : undefined;
  if (problem !== undefined) throw bad("parse_exception", problem);
  if (IS_RIGHT[kind]?.(value) === false) throw parsing(`[${name}] does not support a value of that type`);
};

const readAction = (name: string, sent: Json | undefined, { version }: State): JsonObject => {
  const members = ACTIONS[name];
  if (!members) throw parsing(`unknown field [${name}]`);
  const has = (member: string) => isSince(version, SINCE[`${name}.${member}`] ?? "0");
  const given = objectIn(sent, name);
  for (const [member, value] of Object.entries(given)) {
    const kind = members[member]?.replace("!", "") as Kind | undefined;
    if (!kind || !has(member)) throw parsing(`[${name}] unknown field [${member}]`);
    if (value !== null) checkKind(kind, member, value);
    else if (name !== "set_priority") throw parsing(`[${name}] failed to parse field [${member}]`);
  }
  const missing = Object.keys(members).filter((member) => members[member]?.endsWith("!") && given[member] === undefined);
  if (missing.length > 0) throw illegal(`Required [${missing.join(", ")}]`);
  checkAction(name, given);
  const defaults = Object.entries(DEFAULTS[name] ?? {}).filter(([member]) => has(member));
  return { ...Object.fromEntries(defaults), ...given };
};

/** What an action requires of its members together. */
const checkAction = (name: string, given: JsonObject) => {
  const names = Object.keys(given);
  const isEmpty = (member: string) =>
    ["include", "exclude", "require"].includes(member) && Object.keys(given[member] as JsonObject).length === 0;
  const rules: Record<string, readonly Broken[]> = {
    rollover: [[!names.some((member) => member.startsWith("max_")), "At least one max_* rollover condition must be set."]],
    shrink: [
      [
        "number_of_shards" in given === "max_primary_shard_size" in given,
        "Either [number_of_shards] or [max_primary_shard_size] must be set",
      ],
      [Number(given.number_of_shards ?? 1) <= 0, "[number_of_shards] must be greater than 0"],
    ],
    forcemerge: [
      [Number(given.max_num_segments) <= 0, "[max_num_segments] must be a positive integer"],
      [(given.index_codec ?? "best_compression") !== "best_compression", `unknown index codec: [${String(given.index_codec)}]`],
    ],
    set_priority: [[Number(given.priority ?? 0) < 0, "[priority] must be 0 or greater"]],
    searchable_snapshot: [
      [
        given.force_merge_index === false && given.force_merge_on_clone === true,
        "[force_merge_on_clone] is not allowed when [force_merge_index] is [false]",
      ],
    ],
    allocate: [
      [
        names.every(isEmpty),
        "At least one of include, exclude, require, number_of_replicas or total_shards_per_node must contain attributes for action allocate",
      ],
    ],
  };
  rejectIf(...(rules[name] ?? []));
};

/** Reads the body of a PUT and checks each phase and action. */
export const readPolicy = (call: Call, state: State): { phases: Record<string, Phase>; rest: JsonObject } => {
  const { policy, ...others } = plain(bodyOf(call)) as JsonObject;
  objectIn(others, "put_lifecycle_request", []);
  const { phases: given, ...rest } = objectIn(policy, "policy");
  objectIn(rest, "lifecycle_policy", ["_meta", "deprecated"]);
  if (given === undefined) throw illegal("Required [phases]");
  const phases = Object.entries(objectIn(given, "phases")).map(([name, sent]) => [name, readPhase(name, objectIn(sent, name), state)]);
  return { phases: Object.fromEntries(phases) as Record<string, Phase>, rest };
};

const readPhase = (name: string, { min_age: age = "0ms", actions, ...others }: JsonObject, state: State): Phase => {
  objectIn(others, "phase", []);
  if (actions === undefined) throw illegal("Required [actions]");
  const parsed = Object.entries(objectIn(actions, "actions")).map(([each, sent]) => [each, readAction(each, sent, state)] as const);
  const permitted = PHASES[name];
  if (!permitted) throw illegal(`Timeseries lifecycle does not support phase [${name}]`);
  const wrong = parsed.find(([each]) => !permitted.includes(each));
  if (wrong) throw illegal(`invalid action [${wrong[0]}] defined in phase [${name}]`);
  return { min_age: timeValue("min_age", String(age)), actions: Object.fromEntries(parsed) };
};

type Phases = Readonly<Record<string, Phase>>;

/** The checks over several phases, in the order of the server. */
export const checkPhases = (phases: Phases): void => {
  const hot = phases.hot && !phases.hot.actions.rollover ? NEED_ROLLOVER.filter((name) => name in phases.hot!.actions) : [];
  const ordered = Object.keys(PHASES).filter((name) => phases[name]);
  const conflicting = ordered.filter((name) => {
    const { migrate, allocate } = phases[name]!.actions;
    const { include, exclude, require: required } = allocate ?? {};
    const hasRules = [include, exclude, required].some((rules) => Object.keys(membersOf(rules)).length > 0);
    return migrate?.enabled === true && hasRules;
  });
  rejectIf(
    [hot.length, `the [${hot.join(", ")}] action(s) may not be used in the [hot] phase without an accompanying [rollover] action`],
    [
      conflicting.length,
      `phases [${conflicting.join(",")}] specify an enabled migrate action and an allocate action with allocation rules. specify only a single data migration in each phase`,
    ],
  );
  checkSnapshots(phases, ordered);
  checkDownsampling(phases, ordered);
  checkAges(phases, ordered);
};

const checkSnapshots = (phases: Phases, ordered: readonly string[]) => {
  const mounted = ordered.filter((name) => phases[name]!.actions.searchable_snapshot);
  const snapshots = mounted.map((name) => phases[name]!.actions.searchable_snapshot!);
  const laterThan = (name: string) => (mounted.includes("hot") ? name !== "hot" : mounted.includes("cold") && name === "frozen");
  const wrong = ordered.filter((name) => laterThan(name) && NOT_AFTER_SNAPSHOT.some((each) => each in phases[name]!.actions));
  const repositories = [...new Set(snapshots.map((snapshot) => String(snapshot.snapshot_repository)))];
  rejectIf(
    [
      wrong.length,
      `phases [${wrong.join(",")}] define one or more of [${NOT_AFTER_SNAPSHOT.join(", ")}] actions which are not allowed after a managed index is mounted as a searchable snapshot`,
    ],
    [
      repositories.length > 1,
      `policy specifies [searchable_snapshot] action multiple times with differing repositories [${repositories.join(", ")}], the same repository must be used for all searchable snapshot actions`,
    ],
    [
      phases.frozen && !phases.frozen.actions.searchable_snapshot,
      "policy specifies the [frozen] phase without a corresponding [searchable_snapshot] action, but a searchable snapshot action is required in the frozen phase",
    ],
    [
      snapshots.slice(1).some((snapshot) => snapshot.replicate_for !== undefined),
      "only the first searchable_snapshot action of a policy may specify [replicate_for]",
    ],
  );
};

const checkDownsampling = (phases: Phases, ordered: readonly string[]) => {
  const rounds = ordered.filter((name) => phases[name]!.actions.downsample !== undefined);
  for (const [i, name] of rounds.slice(1).entries()) {
    const former = rounds[i]!;
    const [interval, before] = [name, former].map((each) => phases[each]!.actions.downsample!.fixed_interval);
    const at = `Downsampling interval [${String(interval)}] for phase [${name}] must be`;
    const other = `the interval [${String(before)}] for phase [${former}]`;
    rejectIf(
      [millis(interval) <= millis(before), `${at} greater than ${other}`],
      [millis(interval) % millis(before) !== 0, `${at} a multiple of ${other}`],
    );
  }
};

const checkAges = (phases: Phases, ordered: readonly string[]) => {
  for (const [i, name] of ordered.entries()) {
    const age = phases[name]!.min_age;
    const early = ordered.slice(i + 1).find((later) => millis(phases[later]!.min_age) > 0 && millis(phases[later]!.min_age) < millis(age));
    if (early === undefined) continue;
    throw illegal(
      `Your policy is configured to run the ${early} phase (min_age: ${phases[early]!.min_age}) before the ${name} phase (min_age: ${age}). You should change the phase timing so that the phases will execute in the order of hot, warm, then cold.`,
    );
  }
};
