/** Lifecycle and options of data streams: what the server checks, and what it adds. */
import type { Json, JsonObject } from "../exchange";
import { matches } from "../store";
import type { State } from "./api";
import { compareVersions } from "./api";
import { bad, illegal } from "./errors";
import { parseJson, plain } from "./json";
import type { Setting } from "./settings";
import { timeValue } from "./units";

const MAXIMUM_ROUNDS = 10;

const objectIn = (value: Json | undefined, name: string): JsonObject => {
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw bad("x_content_parse_exception", `[${name}] expected an object`);
  return value;
};

/** Reads a body that has to be an object. */
export const bodyOf = (body: string): JsonObject => {
  if (body === "") throw bad("parse_exception", "request body is required");
  return objectIn(plain(parseJson(body)) as Json, "body");
};

const rejectUnknown = (where: string, given: JsonObject, known: readonly string[]): void => {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) throw bad("x_content_parse_exception", `[${where}] unknown field [${unknown}]`);
};

const MILLIS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Returns a duration in ms. */
export const millis = (time: Json | undefined): number => {
  const [, count = "0", unit = "ms"] = /^(\d+)([a-z]+)$/.exec(String(time)) ?? [];
  return Number(count) * (MILLIS[unit] ?? 0);
};

/** Reads a lifecycle as the server stores it, with `enabled`. */
export const readLifecycle = (given: JsonObject, { version }: State): JsonObject => {
  const since: Record<string, string> = { downsampling_method: "9.3.0", frozen_after: "9.5.0" };
  const known = [
    "enabled",
    "data_retention",
    "downsampling",
    ...Object.keys(since).filter((name) => compareVersions(version, since[name]!) >= 0),
  ];
  rejectUnknown("lifecycle", given, known);
  const { enabled = true, data_retention: retention, downsampling, downsampling_method: method } = given;
  if (typeof enabled !== "boolean") throw bad("x_content_parse_exception", "[lifecycle] failed to parse field [enabled]");
  if (retention !== undefined) timeValue("data_retention", String(retention));
  if (method !== undefined && downsampling === undefined)
    throw illegal("Downsampling method can only be set when there is at least one downsampling round.");
  if (downsampling !== undefined) checkRounds(downsampling);
  return { ...given, enabled };
};

const checkRounds = (downsampling: Json): void => {
  if (!Array.isArray(downsampling)) throw bad("x_content_parse_exception", "[lifecycle] failed to parse field [downsampling]");
  if (downsampling.length === 0) throw illegal("Downsampling configuration should have at least one round configured.");
  if (downsampling.length > MAXIMUM_ROUNDS)
    throw illegal(`Downsampling configuration supports maximum 10 configured rounds. Found: ${downsampling.length}`);
  const rounds = downsampling.map((round) => objectIn(round, "downsampling"));
  for (const [i, { after, fixed_interval: interval, ...others }] of rounds.entries()) {
    rejectUnknown("downsampling", others, []);
    if (after === undefined || interval === undefined) throw illegal("Required [after, fixed_interval]");
    if (millis(interval) < 300_000)
      throw illegal(`A downsampling round must have a fixed interval of at least five minutes but found: ${String(interval)}`);
    const former = rounds[i - 1];
    if (!former) continue;
    if (millis(after) <= millis(former.after))
      throw illegal(
        `A downsampling round must have a later 'after' value than the proceeding, ${String(after)} is not after ${String(former.after)}.`,
      );
    if (millis(interval) <= millis(former.fixed_interval) || millis(interval) % millis(former.fixed_interval) !== 0)
      throw illegal(
        `Downsampling interval [${String(interval)}] must be greater than and a multiple of the source index interval [${String(former.fixed_interval)}]`,
      );
  }
};

/** Reads options as the server stores them. */
export const readOptions = (given: JsonObject): JsonObject => {
  rejectUnknown("options", given, ["failure_store"]);
  const store = objectIn(given.failure_store, "failure_store");
  rejectUnknown("failure_store", store, ["enabled", "lifecycle"]);
  if (Object.keys(store).length === 0) throw illegal("Failure store configuration should have at least one non-null configuration value.");
  if (store.lifecycle === undefined) return given;
  const lifecycle = objectIn(store.lifecycle, "lifecycle");
  rejectUnknown("lifecycle", lifecycle, ["enabled", "data_retention"]);
  if (lifecycle.data_retention !== undefined) timeValue("data_retention", String(lifecycle.data_retention));
  return { failure_store: { ...store, lifecycle: { enabled: true, ...lifecycle } } };
};

const clusterSetting = (key: string, { clusterSettings: { persistent, transient } }: State): Setting | undefined =>
  transient.get(key) ?? persistent.get(key);

/** The limits of the cluster on retentions: its settings, else those of the emulator's options. */
export const retentionOf = (state: State): State["globalRetention"] => {
  const limits = ["default", "max"].flatMap((name) => {
    const value = clusterSetting(`data_streams.lifecycle.retention.${name}`, state);
    return typeof value === "string" && value !== "-1" ? [[`${name}_retention`, value] as const] : [];
  });
  return { ...state.globalRetention, ...Object.fromEntries(limits) };
};

/** A lifecycle as responses have it: with the retention in effect. */
export const withRetention = (lifecycle: JsonObject, state: State): JsonObject => {
  const { max_retention: maximum, default_retention: preset } = retentionOf(state);
  const declared = lifecycle.data_retention ?? preset;
  const isLimited = maximum !== undefined && (declared === undefined || millis(declared) > millis(maximum));
  const effective = isLimited ? maximum : declared;
  if (effective === undefined) return lifecycle;
  const source = isLimited
    ? "max_global_retention"
    : lifecycle.data_retention === undefined
      ? "default_global_retention"
      : "data_stream_configuration";
  return { ...lifecycle, effective_retention: effective, retention_determined_by: source };
};

/** Whether failed documents go to the failure store: the options of the stream decide, else the patterns of the cluster. */
export const hasFailureStore = (name: string, store: JsonObject | undefined, state: State): boolean => {
  if (store?.enabled !== undefined) return store.enabled === true;
  const patterns = [clusterSetting("data_streams.failure_store.enabled", state) ?? []].flat().flatMap((each) => each.split(","));
  return patterns.some((pattern) => matches(pattern.trim(), name));
};
