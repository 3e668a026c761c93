/** `/_data_stream`: the requests of data streams, and their lifecycle and options: what the server checks, and what it adds. */
import type { Json, JsonObject } from "../exchange";
import { isObject } from "../objects";
import { matches } from "../store";
import { type Api, bodyOf, type Call, endpoint, isSince, type State, supports } from "./api";
import * as streams from "./data-streams";
import { bad, illegal, rejectIf } from "./errors";
import { parseJson, plain } from "./json";
import { readMappings } from "./mappings";
import { type Action, superuser } from "./privileges";
import { readSettings } from "./settings";
import { millis, timeValue } from "./units";

const verb = (what: string): Action => [`indices:admin/data_stream/${what}`, superuser];

const partRoutes = (part: streams.Part): Api => {
  const path = `/_data_stream/{name}/_${part}?expand_wildcards&master_timeout&timeout`;
  const read = (call: Call) => objectIn(plain(bodyOf(call)), "body");
  return [
    endpoint(`GET ${path}&include_defaults`, verb(`${part}/get`), streams.getPart(part)),
    endpoint(`PUT ${path}`, verb(`${part}/put`), streams.putPart(part), read),
    endpoint(`DELETE ${path}`, verb(`${part}/delete`), streams.deletePart(part)),
  ];
};

const settings = endpoint(
  "PUT /_data_stream/{name}/_settings?master_timeout&timeout&dry_run",
  verb("settings/update"),
  streams.putSettings,
  (call: Call) => readSettings(parseJson(call.body)),
);
const mappings = endpoint(
  "PUT /_data_stream/{name}/_mappings?master_timeout&timeout&dry_run",
  verb("mappings/update"),
  streams.putMappings,
  (call: Call) => readMappings(parseJson(call.body)) ?? {},
);

/** The routes of data streams. */
export const dataStreamApi = (state: State): Api => [
  endpoint("GET /_data_stream[/{name}]?expand_wildcards&master_timeout&timeout&include_defaults&verbose", verb("get"), streams.get),
  endpoint("PUT /_data_stream/{name}?master_timeout&timeout", verb("create"), streams.create),
  endpoint("DELETE /_data_stream/{name}?expand_wildcards&master_timeout&timeout", verb("delete"), streams.remove),
  endpoint("GET /_data_stream[/{name}]/_stats?expand_wildcards&master_timeout&timeout&human", verb("stats"), streams.statistics),
  endpoint("POST /{name}/_rollover?master_timeout&timeout", ["indices:admin/rollover", superuser], streams.rollOverNow),
  ...partRoutes("lifecycle"),
  ...(supports(state, "8.19.0") ? [...partRoutes("options"), settings] : []),
  ...(supports(state, "9.2.0") ? [mappings] : []),
];

/** Fails unless the value is an object without other members. */
export const objectIn = (value: Json | undefined, name: string, known?: readonly string[]): JsonObject => {
  if (!isObject(value)) throw bad("x_content_parse_exception", `[${name}] expected an object`);
  const unknown = known && Object.keys(value).find((member) => !known.includes(member));
  if (unknown !== undefined) throw bad("x_content_parse_exception", `[${name}] unknown field [${unknown}]`);
  return value;
};

/** Reads a lifecycle as the server stores it, with `enabled`. */
export const readLifecycle = (given: JsonObject, { version }: State): JsonObject => {
  const since: Record<string, string> = { downsampling_method: "9.3.0", frozen_after: "9.5.0" };
  const later = Object.keys(since).filter((name) => isSince(version, since[name]!));
  objectIn(given, "lifecycle", ["enabled", "data_retention", "downsampling", ...later]);
  const { enabled = true, data_retention: retention, downsampling, downsampling_method: method } = given;
  if (typeof enabled !== "boolean") throw bad("x_content_parse_exception", "[lifecycle] failed to parse field [enabled]");
  if (retention !== undefined) timeValue("data_retention", String(retention));
  if (method !== undefined && downsampling === undefined)
    throw illegal("Downsampling method can only be set when there is at least one downsampling round.");
  if (downsampling !== undefined) checkRounds(downsampling);
  return { ...given, enabled };
};

const checkRounds = (downsampling: Json) => {
  if (!Array.isArray(downsampling)) throw bad("x_content_parse_exception", "[lifecycle] failed to parse field [downsampling]");
  const count = downsampling.length;
  rejectIf(
    [count === 0, "Downsampling configuration should have at least one round configured."],
    [count > 10, `Downsampling configuration supports maximum 10 configured rounds. Found: ${count}`],
  );
  const rounds = downsampling.map((round) => objectIn(round, "downsampling"));
  for (const [i, round] of rounds.entries()) {
    objectIn(round, "downsampling", ["after", "fixed_interval"]);
    const [after, interval] = [round.after, round.fixed_interval].map((time) => ({ text: String(time), ms: millis(time) }));
    rejectIf(
      [round.after === undefined || round.fixed_interval === undefined, "Required [after, fixed_interval]"],
      [interval!.ms < 300_000, `A downsampling round must have a fixed interval of at least five minutes but found: ${interval!.text}`],
    );
    const former = rounds[i - 1];
    if (!former) continue;
    const step = millis(former.fixed_interval);
    rejectIf(
      [
        after!.ms <= millis(former.after),
        `A downsampling round must have a later 'after' value than the proceeding, ${after!.text} is not after ${String(former.after)}.`,
      ],
      [
        interval!.ms <= step || interval!.ms % step !== 0,
        `Downsampling interval [${interval!.text}] must be greater than and a multiple of the source index interval [${String(former.fixed_interval)}]`,
      ],
    );
  }
};

/** Reads options as the server stores them. */
export const readOptions = (given: JsonObject): JsonObject => {
  const store = objectIn(objectIn(given, "options", ["failure_store"]).failure_store, "failure_store", ["enabled", "lifecycle"]);
  if (Object.keys(store).length === 0) throw illegal("Failure store configuration should have at least one non-null configuration value.");
  if (store.lifecycle === undefined) return given;
  const lifecycle = objectIn(store.lifecycle, "lifecycle", ["enabled", "data_retention"]);
  if (lifecycle.data_retention !== undefined) timeValue("data_retention", String(lifecycle.data_retention));
  return { failure_store: { ...store, lifecycle: { enabled: true, ...lifecycle } } };
};

const clusterSetting = (key: string, { clusterSettings: { persistent, transient } }: State) => transient.get(key) ?? persistent.get(key);

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
  const own = lifecycle.data_retention === undefined ? "default_global_retention" : "data_stream_configuration";
  return { ...lifecycle, effective_retention: effective, retention_determined_by: isLimited ? "max_global_retention" : own };
};

/** Whether failed documents go to the failure store: the options of the stream decide, else the patterns of the cluster. */
export const hasFailureStore = (name: string, store: JsonObject | undefined, state: State): boolean => {
  if (store?.enabled !== undefined) return store.enabled === true;
  const patterns = [clusterSetting("data_streams.failure_store.enabled", state) ?? []].flat().flatMap((each) => each.split(","));
  return patterns.some((pattern) => matches(pattern.trim(), name));
};
