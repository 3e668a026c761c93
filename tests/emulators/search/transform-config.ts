/** Configurations of transforms as the server's declared parsers read and validate them. Aggregations and queries are kept as they are. */
import type { Json, JsonObject } from "../exchange";
import { bad, illegal, numbered } from "./errors";
import { indexNameProblem } from "./index-names";
import type { Node } from "./json";
import { parseJson, plain } from "./json";
import { bool, freeObject, long, nullable, texts, type Field } from "./object-parser";
import { readShape, shaped, string, type Shape } from "./shapes";
import { timeValue } from "./units";

/** A configuration as it is stored. */
export type TransformConfig = JsonObject & {
  source: JsonObject & { index: string[] };
  dest: JsonObject & { index: string };
};

const time = (name: string): Field<string> => ({
  kinds: ["string"],
  read: (node) => timeValue(name, node.kind === "string" ? node.text : ""),
});

const number: Field<number> = { kinds: ["number", "string"], read: (node) => Number(plain(node)) };

const source: Field<JsonObject> = shaped({
  name: "data_frame_config_source",
  fields: { index: texts, query: freeObject, runtime_mappings: freeObject },
  required: ["index"],
  build: ({ index = [] }) => {
    if (index.length === 0) throw illegal("must specify at least one index");
    if (index.includes("")) throw illegal("all indices need to be non-null and non-empty");
  },
}) as Field<JsonObject>;

const alias = { name: "data_frame_config_dest_alias", fields: { alias: string, move_on_creation: bool }, required: ["alias"] as const };

const aliases: Field<JsonObject[]> = {
  kinds: ["array"],
  read: (node: Node) =>
    (node.kind === "array" ? node.items : []).map(
      (item) => ({ move_on_creation: false, ...readShape({ ...alias, required: [...alias.required] }, item) }) as JsonObject,
    ),
};

const dest = (requiresIndex: boolean): Field<JsonObject> =>
  shaped({
    name: "data_frame_config_dest",
    fields: { index: string, pipeline: string, aliases },
    required: requiresIndex ? ["index"] : [],
  }) as Field<JsonObject>;

const GROUPS = {
  terms: ["field", "script", "missing_bucket"],
  histogram: ["field", "script", "missing_bucket", "interval"],
  date_histogram: ["field", "script", "missing_bucket", "calendar_interval", "fixed_interval", "time_zone", "offset"],
  geotile_grid: ["field", "precision", "bounds", "missing_bucket"],
};

const anything: Field<Json> = { kinds: ["object", "array", "string", "number", "boolean", "null"], read: plain };

/** Each group has one kind, whose parameters are declared. */
const groupBy: Field<JsonObject> = {
  kinds: ["object"],
  read: (node) => {
    for (const { name, value } of node.kind === "object" ? node.fields : []) {
      const [kind, second] = value.kind === "object" ? value.fields : [];
      const known = kind && Object.hasOwn(GROUPS, kind.name) ? GROUPS[kind.name as keyof typeof GROUPS] : undefined;
      if (!kind || !known || second) throw bad("parsing_exception", `Failed to parse group_by [${name}]`);
      const fields = Object.fromEntries(known.map((each) => [each, anything]));
      readShape({ name: `data_frame_${kind.name}_group`, fields }, kind.value);
    }
    return plain(node) as JsonObject;
  },
};

const pivot: Field<JsonObject> = {
  kinds: ["object"],
  read: (node) => {
    const fields = { group_by: groupBy, aggregations: freeObject, aggs: freeObject, max_page_search_size: long };
    const { aggs, ...values } = readShape({ name: "data_frame_transform_pivot", fields, required: ["group_by"] }, node);
    if (aggs !== undefined && values.aggregations !== undefined)
      throw illegal("Found two aggregation definitions: [aggs] and [aggregations]");
    const aggregations = values.aggregations ?? aggs;
    if (aggregations === undefined) throw illegal("Required [aggregations]");
    return { ...values, aggregations } as JsonObject;
  },
};

const latest = shaped({
  name: "data_frame_transform_latest",
  fields: { unique_key: texts, sort: string },
  required: ["unique_key", "sort"],
}) as Field<JsonObject>;

const settings = shaped({
  name: "transform_config_settings",
  fields: {
    max_page_search_size: nullable(long),
    docs_per_second: nullable(number),
    dates_as_epoch_millis: nullable(bool),
    align_checkpoints: nullable(bool),
    use_point_in_time: nullable(bool),
    deduce_mappings: nullable(bool),
    num_failure_retries: nullable(long),
    unattended: nullable(bool),
  },
}) as Field<JsonObject>;

const sync: Field<JsonObject> = {
  kinds: ["object"],
  read: (node) => {
    const times = shaped({
      name: "data_frame_transform_pivot_sync_time",
      fields: { field: string, delay: time("delay") },
      required: ["field"],
    });
    const { time: values } = readShape({ name: "sync", fields: { time: times }, required: ["time"] }, node);
    return { time: { delay: "60s", ...values } } as JsonObject;
  },
};

const retention = shaped({
  name: "retention_policy",
  fields: {
    time: shaped({
      name: "transform_retention_policy_time",
      fields: { field: string, max_age: time("max_age") },
      required: ["field", "max_age"],
    }),
  },
  required: ["time"],
}) as Field<JsonObject>;

const changeable = { source, frequency: time("frequency"), sync, description: string, settings, _meta: freeObject };

/** Returns the values, or fails as the server does for members that only it writes. */
const readConfig = (body: string, name: string, requiresDest: boolean): JsonObject => {
  const generated = Object.fromEntries(["headers", "create_time", "version"].map((key) => [key, anything]));
  const fields = { id: string, dest: dest(requiresDest), pivot, latest, retention_policy: retention, ...changeable, ...generated };
  const shape: Shape<typeof fields> = {
    name: "data_frame_transform_config",
    fields,
    required: requiresDest ? ["source", "dest"] : ["source"],
    build: (values) => {
      for (const key of Object.keys(generated))
        if (Object.hasOwn(values, key)) throw illegal(`Found [${key}], not allowed for strict parsing`);
      if ((values.pivot === undefined) === (values.latest === undefined))
        throw illegal("Transform configuration must specify exactly 1 function");
      if (values.id !== undefined && values.id !== name)
        throw illegal(`Inconsistent id; '${values.id}' specified in the body differs from '${name}' specified as a URL argument`);
    },
  };
  const { id: _id, ...config } = readShape(shape, parseJson(body));
  return config as JsonObject;
};

/** A configuration to store. */
export const readTransform = (body: string, name: string): TransformConfig => withDefaults(readConfig(body, name, true));

/** A configuration to preview. */
export const readPreview = (body: string): TransformConfig => {
  const config = readConfig(body, "transform-preview", false);
  return withDefaults({ ...config, dest: { index: "unused-transform-preview-index", ...(config.dest as JsonObject | undefined) } });
};

/** The changes of an update; `retention_policy: null` removes the policy. */
export const readTransformUpdate = (body: string): JsonObject => {
  const fields = { ...changeable, dest: dest(true), retention_policy: nullable(retention) };
  return readShape({ name: "data_frame_transform_config_update", fields }, parseJson(body)) as JsonObject;
};

const withDefaults = (config: JsonObject): TransformConfig => {
  const { source: from, settings: own } = config as { source: JsonObject; settings?: JsonObject };
  const set = Object.fromEntries(Object.entries(own ?? {}).filter(([, value]) => value !== null));
  return { ...config, source: { query: { match_all: {} }, ...from }, settings: set } as unknown as TransformConfig;
};

/** The configuration with the changes of an update: settings one by one, everything else as a whole. */
export const applyUpdate = (
  config: TransformConfig,
  { settings: changed, retention_policy: policy, ...rest }: JsonObject,
): TransformConfig => {
  const merged: JsonObject = {
    ...config,
    ...rest,
    settings: { ...(config.settings as JsonObject), ...(changed as JsonObject | undefined) },
  };
  if (policy === null) delete merged["retention_policy"];
  else if (policy !== undefined) merged["retention_policy"] = policy;
  return withDefaults(merged);
};

const MS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const milliseconds = (text: string): number => {
  const [, count = "0", unit = "ms"] = /^(-?\d+)([a-z]*)$/.exec(text) ?? [];
  return Number(count) * (MS[unit] ?? 1e-6);
};

const frequencyProblems = (frequency: Json | undefined): string[] => {
  if (typeof frequency !== "string") return [];
  if (milliseconds(frequency) < 1000) return ["minimum permitted [frequency] is [1s]"];
  return milliseconds(frequency) > 3_600_000 ? ["highest permitted [frequency] is [1h]"] : [];
};

const fieldProblems = (names: readonly string[]): string[] =>
  [...names].sort().flatMap((name, i, sorted) => {
    const next = sorted[i + 1];
    return [
      ...(next?.startsWith(`${name}.`) ? [`field [${name}] cannot be both an object and a field`] : []),
      ...(next === name ? [`duplicate field [${name}] detected`] : []),
    ];
  });

const pageProblems = (where: string, size: Json | undefined): string[] =>
  typeof size === "number" && (size < 10 || size > 65_536)
    ? [`${where}.max_page_search_size [${size}] is out of range. The minimum value is 10 and the maximum is 65536`]
    : [];

const settingProblems = ({ max_page_search_size: size, num_failure_retries: retries, unattended }: JsonObject): string[] => [
  ...pageProblems("settings", size),
  ...(typeof retries === "number" && (retries < -1 || retries > 100)
    ? [`settings.num_failure_retries [${retries}] is out of range. The minimum value is -1 (infinity) and the maximum is 100`]
    : []),
  ...(unattended === true && typeof retries === "number" && retries > 0
    ? [`settings.num_failure_retries [${retries}] can not be set in unattended mode, unattended retries indefinitely`]
    : []),
];

const latestProblems = ({ unique_key: keys, sort }: JsonObject): string[] => {
  const all = keys as string[];
  const twice = all.find((key, i) => all.indexOf(key) !== i);
  return [
    ...(all.length === 0 ? ["latest.unique_key must be non-empty"] : []),
    ...all.flatMap((key, i) => (key === "" ? [`latest.unique_key[${i}] element must be non-empty`] : [])),
    ...(twice === undefined ? [] : [`latest.unique_key elements must be unique, found duplicate element [${twice}]`]),
    ...(sort === "" ? ["latest.sort must be non-empty"] : []),
  ];
};

const retentionProblems = (policy: Json | undefined): string[] => {
  const { max_age: age } = ((policy as JsonObject | undefined)?.time ?? {}) as JsonObject;
  if (typeof age !== "string" || milliseconds(age) >= 60_000) return [];
  return [`retention_policy.time.max_age must be greater than 60s, found [${age}]`];
};

const destProblems = (index: string): string[] => {
  const problem = indexNameProblem(index);
  if (problem !== undefined) return [`Invalid index name [${index}], ${problem}`];
  return index === index.toLowerCase() ? [] : [`Destination index [${index}] must be lowercase`];
};

/** All that the server finds wrong with a configuration before it looks at the cluster. */
export const configProblems = ({
  dest: to,
  settings: own,
  pivot: groups,
  latest: last,
  frequency,
  retention_policy: policy,
}: TransformConfig): string[] => {
  const { group_by, aggregations, max_page_search_size: size } = (groups ?? {}) as JsonObject;
  const names = [group_by, aggregations].flatMap((each) => Object.keys((each ?? {}) as JsonObject));
  return [
    ...settingProblems((own ?? {}) as JsonObject),
    ...pageProblems("pivot", size),
    ...fieldProblems(names),
    ...(last === undefined ? [] : latestProblems(last as JsonObject)),
    ...retentionProblems(policy),
    ...destProblems(to.index),
    ...frequencyProblems(frequency),
  ];
};

/** The problems with what an update changes that the server finds before it reads the transform. */
export const updateProblems = ({ dest: to, frequency }: JsonObject): string[] => [
  ...(to === undefined ? [] : destProblems((to as JsonObject).index as string)),
  ...frequencyProblems(frequency),
];

/** Fails with all problems of a request. */
export const rejectProblems = (problems: readonly string[]): void => {
  if (problems.length > 0) throw bad("action_request_validation_exception", numbered(problems));
};
