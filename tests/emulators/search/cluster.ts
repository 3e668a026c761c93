/**
 * `GET /` and `GET /_license`: who the server is, and what it may, see docs/modules/search.md#requests; `/_cluster/settings`: settings of the cluster that are set, and the defaults of those that the emulator knows. Rejections as those of AbstractScopedSettings.updateSettings of
 * Elasticsearch 8.19.
 */
import type { JsonObject } from "../exchange";
import { mapValues } from "../objects";
import { matches } from "../store";
import { type Api, bodyOf, type Call, endpoint, flag, isSince, type Run, type State } from "./api";
import { bad, illegal, notServerless, rejectProblems, reply } from "./errors";
import { object, readObject } from "./object-parser";
import { manage, monitor } from "./privileges";
import { byKey, collectSettings, nestSettings, type Rule, type Setting, type Settings, valueProblem } from "./settings";
import { millis, sizeProblem } from "./units";

const issued = Date.UTC(2025, 0, 1);
const trialMs = 30 * 24 * 3_600_000;

/** A trial ends after 30 days and has no limit of units; a basic license never ends. */
const license: Run = (_, { license: type, clusterName }) => {
  const times = { issue_date: new Date(issued).toISOString(), issue_date_in_millis: issued, start_date_in_millis: -1 };
  const end = { expiry_date: new Date(issued + trialMs).toISOString(), expiry_date_in_millis: issued + trialMs };
  const uid = "00000000-0000-4000-8000-000000000000";
  const limits = { max_nodes: 1000, max_resource_units: null };
  const holder = { issued_to: clusterName, issuer: "elasticsearch" };
  return reply(200, { license: { status: "active", uid, type, ...times, ...(type === "trial" && end), ...limits, ...holder } });
};

/** The routes of the cluster. */
export const clusterApi: Api = [
  endpoint("GET /_license?local&accept_enterprise", ["cluster:monitor/xpack/license/get", monitor], license),
  endpoint("GET|HEAD /", ["cluster:monitor/main", monitor], (_, { version, buildFlavor, clusterName, clusterUuid }) => {
    const nine = isSince(version, "9.0.0");
    return reply(200, {
      name: "emulator",
      cluster_name: clusterName,
      cluster_uuid: clusterUuid,
      version: {
        number: version,
        build_flavor: buildFlavor,
        build_type: "docker",
        build_hash: "0000000000000000000000000000000000000000",
        build_date: "2025-01-01T00:00:00.000000000Z",
        build_snapshot: version.includes("SNAPSHOT"),
        lucene_version: nine ? "10.3.1" : "9.12.2",
        minimum_wire_compatibility_version: nine ? "8.19.0" : "7.17.0",
        minimum_index_compatibility_version: nine ? "8.0.0" : "7.0.0",
      },
      tagline: "You Know, for Search",
    });
  }),
];

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

const constant = (type: string, words: string) => (value: string) => {
  const decider = `org.elasticsearch.cluster.routing.allocation.decider.EnableAllocationDecider.${type}`;
  return words.split(" ").includes(value.toLowerCase()) ? undefined : `No enum constant ${decider}.${value.toUpperCase()}`;
};
const pattern = (expression: RegExp, text: (value: string) => string) => (value: string) =>
  expression.test(value) ? undefined : text(value);

/** What is wrong with a value of the right kind: the first pattern that fits a key decides. */
const PROBLEMS: readonly [pattern: string, problem: (value: string, key: string) => string | undefined][] = [
  [
    "cluster.info.update.interval",
    (value, key) =>
      millis(value.toLowerCase()) >= 10_000 ? undefined : `failed to parse value [${value}] for setting [${key}], must be >= [10s]`,
  ],
  ["cluster.routing.allocation.enable", constant("Allocation", "none new_primaries primaries all")],
  ["cluster.routing.rebalance.enable", constant("Rebalance", "none primaries replicas all")],
  [
    "cluster.routing.allocation.disk.watermark.*",
    (value, key) =>
      /^(\d{1,2}(\.\d+)?|100)%$/.test(value) || sizeProblem(key, value) === undefined
        ? undefined
        : `unable to parse [${key}=${value}] as either percentage or bytes`,
  ],
  [
    "cluster.remote.*.seeds",
    pattern(/^[^\s:]+:\d+$/, (value) => `remote hosts need to be configured as [host:port], found [${value}] instead`),
  ],
  ["logger.*", pattern(/^(off|fatal|error|warn|info|debug|trace|all)$/i, (value) => `Unknown level constant [${value.toUpperCase()}].`)],
];

const problemOf = (key: string, value: Setting) => {
  const check = PROBLEMS.find(([keys]) => matches(keys, key))?.[1];
  const values = value === null ? [] : [value].flat().flatMap((each) => each.split(","));
  return check && values.map((each) => check(each.trim(), key)).find((problem) => problem !== undefined);
};

const ruleOf = (key: string) => DYNAMIC[key]?.[0] ?? FAMILIES.find(([pattern]) => matches(pattern, key))?.[1];

const check = (scope: Scope, settings: Settings) => {
  for (const [key, value] of settings) {
    const rule = ruleOf(key);
    if (value === null && (rule !== undefined || key.endsWith("*") || key.startsWith("archived."))) continue;
    if (rule === undefined) throw illegal(`${scope} setting [${key}], not ${key in STATIC ? "dynamically updateable" : "recognized"}`);
    const problem = valueProblem(key, value, rule) ?? problemOf(key, value);
    if (problem !== undefined) throw illegal(problem);
  }
};

const read = (call: Call): ClusterSettings => {
  const settings = object(collectSettings);
  const node = bodyOf(call);
  if (node.kind !== "object") throw bad("parse_exception", "request body is required");
  // The server passes over members that it does not know.
  const fields = node.fields.filter(({ name }) => name === "persistent" || name === "transient");
  const sent = readObject("cluster_update_settings_request", { persistent: settings, transient: settings }, { ...node, fields });
  return { persistent: new Map<string, Setting>(), transient: new Map<string, Setting>(), ...sent };
};

const shown = (settings: Settings, call: Call) => {
  const sorted = new Map([...settings].sort(byKey));
  return flag(call, "flat_settings") ? (Object.fromEntries(sorted) as JsonObject) : nestSettings(sorted);
};

/** Elastic Cloud Serverless has no settings. */
const settingsOf = ({ buildFlavor, clusterSettings }: State) => {
  if (buildFlavor === "serverless") throw notServerless();
  return clusterSettings;
};

/** `null` resets a setting, or all whose names fit. */
const apply = (settings: Settings, key: string, value: Setting) => {
  if (value !== null) settings.set(key, value);
  else for (const name of [...settings.keys()].filter((each) => matches(key, each))) settings.delete(name);
};

const update: Run<ClusterSettings> = (call, state, sent) => {
  const clusterSettings = settingsOf(state);
  const scopes: Scope[] = ["transient", "persistent"];
  if (scopes.every((scope) => sent[scope].size === 0)) rejectProblems(["no settings to update"]);
  for (const scope of scopes) check(scope, sent[scope]);
  for (const scope of scopes) for (const [key, value] of sent[scope]) apply(clusterSettings[scope], key, value);
  const set = (scope: Scope) => shown(new Map([...sent[scope]].filter(([, value]) => value !== null)), call);
  return reply(200, { acknowledged: true, persistent: set("persistent"), transient: set("transient") });
};

/** The routes of the settings of the cluster. */
export const clusterSettingsApi: Api = [
  endpoint(
    "GET /_cluster/settings?flat_settings&master_timeout&timeout&include_defaults&local",
    ["cluster:monitor/settings", monitor],
    (call, state) => {
      const { persistent, transient } = settingsOf(state);
      const known = { ...mapValues(DYNAMIC, ([, value]) => value), ...STATIC };
      const unset = Object.entries(known).filter(([key]) => !persistent.has(key) && !transient.has(key));
      const defaults = flag(call, "include_defaults") ? { defaults: shown(new Map(unset), call) } : {};
      return reply(200, { persistent: shown(persistent, call), transient: shown(transient, call), ...defaults });
    },
  ),
  endpoint("PUT /_cluster/settings?flat_settings&master_timeout&timeout", ["cluster:admin/settings/update", manage], update, read),
];
