/**
 * `/_cluster/settings`: settings of the cluster that are set, and the defaults of those that the emulator knows. Rejections as those of AbstractScopedSettings.updateSettings of
 * Elasticsearch 8.19.
 */
import type { EmulatorReply, JsonObject } from "../exchange";
import { matches } from "../store";
import type { Api, Call, Endpoint, State } from "./api";
import { flag } from "./api";
import { bad, illegal, numbered, reply, SearchFailure } from "./errors";
import { parseJson } from "./json";
import { object, readObject } from "./object-parser";
import { action, monitor } from "./privileges";
import type { Setting, Settings } from "./settings";
import { collectSettings, nestSettings, valueProblem } from "./settings";
import type { Rule } from "./settings-table";
import { isByteSize } from "./units";

type Scope = "persistent" | "transient";

/** The settings that are set, by full key; tests change them behind the client's back. */
export type ClusterSettings = Record<Scope, Settings>;

type Known = [rule: Rule, value: Setting];

/** Settings that change at run time: kind and default. */
const DYNAMIC: Readonly<Record<string, Known>> = {
  "action.auto_create_index": ["text", "true"],
  "action.destructive_requires_name": ["bool", "true"],
  "cluster.info.update.interval": ["time", "30s"],
  "cluster.max_shards_per_node": ["int:1", "1000"],
  "cluster.routing.allocation.awareness.attributes": ["list", []],
  "cluster.routing.allocation.cluster_concurrent_rebalance": ["int:-1", "2"],
  "cluster.routing.allocation.disk.threshold_enabled": ["bool", "true"],
  "cluster.routing.allocation.disk.watermark.high": ["text", "90%"],
  "cluster.routing.allocation.disk.watermark.low": ["text", "85%"],
  "cluster.routing.allocation.enable": ["text", "all"],
  "cluster.routing.allocation.node_concurrent_recoveries": ["int:0", "2"],
  "cluster.routing.rebalance.enable": ["text", "all"],
  "data_streams.failure_store.enabled": ["list", []],
  "data_streams.lifecycle.retention.default": ["time", "-1"],
  "data_streams.lifecycle.retention.max": ["time", "-1"],
  "indices.lifecycle.poll_interval": ["time", "10m"],
  "indices.recovery.max_bytes_per_sec": ["bytes", "40mb"],
  "search.default_search_timeout": ["time", "-1"],
  "search.max_buckets": ["int:0", "65536"],
};

/** Settings with a name of the user in them. */
const FAMILIES: readonly [pattern: string, rule: Rule][] = [
  ["cluster.metadata.*", "text"],
  ["cluster.remote.*.seeds", "list"],
  ["cluster.remote.*.skip_unavailable", "bool"],
  ["cluster.routing.allocation.exclude.*", "text"],
  ["cluster.routing.allocation.include.*", "text"],
  ["logger.*", "text"],
];

/** Settings that a file of the node sets. */
const STATIC: Readonly<Record<string, Setting>> = {
  "cluster.name": "emulator",
  "cluster.remote.connect": "true",
  "http.port": "9200-9300",
  "logger.level": "INFO",
  // A setting without a default.
  "xpack.security.user": null,
};

const milliseconds: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const duration = (value: string): number => {
  const [, count = "0", unit = "ms"] = /^(\d+)(ms|s|m|h|d)$/.exec(value.toLowerCase()) ?? [];
  return Number(count) * milliseconds[unit]!;
};

const allocation = "org.elasticsearch.cluster.routing.allocation.decider.EnableAllocationDecider";
const constant =
  (type: string, words: string) =>
  (value: string): string | undefined =>
    words.split(" ").includes(value.toLowerCase()) ? undefined : `No enum constant ${allocation}.${type}.${value.toUpperCase()}`;
const watermark = (value: string, key: string): string | undefined =>
  /^(\d{1,2}(\.\d+)?|100)%$/.test(value) || isByteSize(value)
    ? undefined
    : `unable to parse [${key}=${value}] as either percentage or bytes`;

/** What is wrong with a value of the right kind: the first pattern that fits a key decides. */
const PROBLEMS: readonly [pattern: string, problem: (value: string, key: string) => string | undefined][] = [
  [
    "cluster.info.update.interval",
    (value, key) => (duration(value) >= 10_000 ? undefined : `failed to parse value [${value}] for setting [${key}], must be >= [10s]`),
  ],
  ["cluster.routing.allocation.enable", constant("Allocation", "none new_primaries primaries all")],
  ["cluster.routing.rebalance.enable", constant("Rebalance", "none primaries replicas all")],
  ["cluster.routing.allocation.disk.watermark.*", watermark],
  [
    "cluster.remote.*.seeds",
    (value) => (/^[^\s:]+:\d+$/.test(value) ? undefined : `remote hosts need to be configured as [host:port], found [${value}] instead`),
  ],
  [
    "logger.*",
    (value) =>
      /^(off|fatal|error|warn|info|debug|trace|all)$/i.test(value) ? undefined : `Unknown level constant [${value.toUpperCase()}].`,
  ],
];

const problemOf = (key: string, value: Setting): string | undefined => {
  const check = PROBLEMS.find(([pattern]) => matches(pattern, key))?.[1];
  const values = value === null ? [] : [value].flat().flatMap((each) => each.split(","));
  return check && values.map((each) => check(each.trim(), key)).find((problem) => problem !== undefined);
};

const ruleOf = (key: string): Rule | undefined => DYNAMIC[key]?.[0] ?? FAMILIES.find(([pattern]) => matches(pattern, key))?.[1];
const isRemovable = (key: string): boolean => key.endsWith("*") || ruleOf(key) !== undefined || key.startsWith("archived.");

const check = (scope: Scope, settings: Settings): void => {
  for (const [key, value] of settings) {
    if (value === null && isRemovable(key)) continue;
    const rule = ruleOf(key);
    if (rule === undefined && key in STATIC) throw illegal(`${scope} setting [${key}], not dynamically updateable`);
    if (rule === undefined) throw illegal(`${scope} setting [${key}], not recognized`);
    const problem = valueProblem(key, value, rule) ?? problemOf(key, value);
    if (problem !== undefined) throw illegal(problem);
  }
};

const read = (body: string): ClusterSettings => {
  if (body === "") throw bad("parse_exception", "request body is required");
  const settings = object(collectSettings);
  const node = parseJson(body);
  if (node.kind !== "object") throw bad("parse_exception", "request body is required");
  // The server passes over members that it does not know.
  const fields = node.fields.filter(({ name }) => name === "persistent" || name === "transient");
  const sent = readObject("cluster_update_settings_request", { persistent: settings, transient: settings }, { ...node, fields });
  return { persistent: new Map<string, Setting>(), transient: new Map<string, Setting>(), ...sent };
};

const shown = (settings: Settings, call: Call): JsonObject => {
  const sorted = new Map([...settings].sort(([a], [b]) => (a < b ? -1 : 1)));
  return flag(call, "flat_settings") ? (Object.fromEntries(sorted) as JsonObject) : nestSettings(sorted);
};

/** `null` resets a setting, or all whose names fit. */
const apply = (settings: Settings, key: string, value: Setting): void => {
  if (value !== null) settings.set(key, value);
  else for (const name of [...settings.keys()].filter((each) => matches(key, each))) settings.delete(name);
};

const update = (sent: ClusterSettings, call: Call, { clusterSettings }: State): EmulatorReply => {
  const scopes: Scope[] = ["transient", "persistent"];
  if (scopes.every((scope) => sent[scope].size === 0))
    throw bad("action_request_validation_exception", numbered(["no settings to update"]));
  for (const scope of scopes) check(scope, sent[scope]);
  for (const scope of scopes) for (const [key, value] of sent[scope]) apply(clusterSettings[scope], key, value);
  const set = (scope: Scope): JsonObject => shown(new Map([...sent[scope]].filter(([, value]) => value !== null)), call);
  return reply(200, { acknowledged: true, persistent: set("persistent"), transient: set("transient") });
};

const get = (call: Call, { clusterSettings: { persistent, transient } }: State): EmulatorReply => {
  const known = { ...Object.fromEntries(Object.entries(DYNAMIC).map(([key, [, value]]) => [key, value])), ...STATIC };
  const unset = Object.entries(known).filter(([key]) => !persistent.has(key) && !transient.has(key));
  const defaults = flag(call, "include_defaults") ? { defaults: shown(new Map(unset), call) } : {};
  return reply(200, { persistent: shown(persistent, call), transient: shown(transient, call), ...defaults });
};

/** The routes of the settings of the cluster. Elastic Cloud Serverless has none. */
export const clusterSettingsApi: Api = (state) => {
  const prepared = (name: string, grantedBy: readonly string[], run: () => EmulatorReply) => ({
    action: action(name, grantedBy),
    run: () => {
      if (state.buildFlavor === "serverless")
        throw new SearchFailure(410, { type: "api_not_available_exception", reason: "not available in serverless mode" });
      return run();
    },
  });
  const show: Endpoint = {
    query: { flat_settings: "bool", include_defaults: "bool", local: "bool", master_timeout: "time", timeout: "time" },
    prepare: (call) => prepared("cluster:monitor/settings", monitor, () => get(call, state)),
  };
  const write: Endpoint = {
    query: { flat_settings: "bool", master_timeout: "time", timeout: "time" },
    takesBody: true,
    prepare: (call) => {
      const sent = read(call.body);
      return prepared("cluster:admin/settings/update", ["manage", "all"], () => update(sent, call, state));
    },
  };
  return [
    { method: "GET", path: "/_cluster/settings", handler: show },
    { method: "PUT", path: "/_cluster/settings", handler: write },
  ];
};
