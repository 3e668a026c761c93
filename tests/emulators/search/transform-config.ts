/** Configurations of transforms as the server's declared parsers read and validate them. Aggregations and queries are kept as they are. */
import type { Json, JsonObject } from "../exchange";
import { byName, pickBy } from "../objects";
import { bad, illegal, problemsOf } from "./errors";
import { membersOf, type Node, plain } from "./json";
import { indexNameProblem } from "./names";
import { anything, bool, type Field, freeObject, listOf, long, nullable, object, readShape, shaped, string, texts } from "./object-parser";
import { millis, timeValue } from "./units";

/** A configuration as it is stored. */
export type TransformConfig = JsonObject & {
  source: JsonObject & { index: string[] };
  dest: JsonObject & { index: string };
};

const time = (name: string): Field<string> => ({ ...string, read: (node) => timeValue(name, string.read(node)) });

const source = shaped({
  name: "data_frame_config_source",
  fields: { index: texts, query: freeObject, runtime_mappings: freeObject },
  required: ["index"],
  build: ({ index = [] }) => {
    if (index.length === 0) throw illegal("must specify at least one index");
    if (index.includes("")) throw illegal("all indices need to be non-null and non-empty");
  },
});

const alias = { name: "data_frame_config_dest_alias", fields: { alias: string, move_on_creation: bool }, required: ["alias"] };
const aliases = listOf((item) => ({ move_on_creation: false, ...readShape(alias, item) }));

const dest = (...required: string[]) =>
  shaped({ name: "data_frame_config_dest", fields: { index: string, pipeline: string, aliases }, required });

const GROUPS = {
  terms: ["field", "script", "missing_bucket"],
  histogram: ["field", "script", "missing_bucket", "interval"],
  date_histogram: ["field", "script", "missing_bucket", "calendar_interval", "fixed_interval", "time_zone", "offset"],
  geotile_grid: ["field", "precision", "bounds", "missing_bucket"],
};

/** Each group has one kind, whose parameters are declared. */
const groupBy = object((node) => {
  for (const { name, value } of node.fields) {
    const [kind, second] = value.kind === "object" ? value.fields : [];
    const known = kind && Object.hasOwn(GROUPS, kind.name) ? GROUPS[kind.name as keyof typeof GROUPS] : undefined;
    if (!kind || !known || second) throw bad("parsing_exception", `Failed to parse group_by [${name}]`);
    const fields = byName(known, () => anything);
    readShape({ name: `data_frame_${kind.name}_group`, fields }, kind.value);
  }
  return plain(node);
});

const pivot = object((node) => {
  const fields = { group_by: groupBy, aggregations: freeObject, aggs: freeObject, max_page_search_size: long };
  const { aggs, ...values } = readShape({ name: "data_frame_transform_pivot", fields, required: ["group_by"] }, node);
  if (aggs !== undefined && values.aggregations !== undefined)
    throw illegal("Found two aggregation definitions: [aggs] and [aggregations]");
  const aggregations = values.aggregations ?? aggs;
  if (aggregations === undefined) throw illegal("Required [aggregations]");
  return { ...values, aggregations };
});

const latest = shaped({
  name: "data_frame_transform_latest",
  fields: { unique_key: texts, sort: string },
  required: ["unique_key", "sort"],
});

const settings = shaped({
  name: "transform_config_settings",
  fields: {
    max_page_search_size: nullable(long),
    docs_per_second: nullable({ kinds: ["number", "string"], read: (node) => Number(plain(node)) } as Field<number>),
    dates_as_epoch_millis: nullable(bool),
    align_checkpoints: nullable(bool),
    use_point_in_time: nullable(bool),
    deduce_mappings: nullable(bool),
    num_failure_retries: nullable(long),
    unattended: nullable(bool),
  },
});

/** An object that holds one about a time only. */
const timed = (name: string, inner: string, fields: Record<string, Field>, ...required: string[]) =>
  shaped({ name, fields: { time: shaped({ name: inner, fields, required }) }, required: ["time"] });

const syncTime = timed("sync", "data_frame_transform_pivot_sync_time", { field: string, delay: time("delay") }, "field");
const sync: Field<JsonObject> = {
  ...syncTime,
  read: (node) => ({ time: { delay: "60s", ...(syncTime.read(node).time as JsonObject) } }),
};

const retention = timed(
  "retention_policy",
  "transform_retention_policy_time",
  { field: string, max_age: time("max_age") },
  "field",
  "max_age",
);

const changeable = { source, frequency: time("frequency"), sync, description: string, settings, _meta: freeObject };

const GENERATED = ["headers", "create_time", "version"];

/** Returns the values, or fails as the server does for members that only it writes. */
const readConfig = (node: Node, name: string, requiresDest: boolean) => {
  const generated = byName(GENERATED, () => anything);
  const target = dest(...(requiresDest ? ["index"] : []));
  const fields = { id: string, dest: target, pivot, latest, retention_policy: retention, ...changeable, ...generated };
  const required = requiresDest ? ["source", "dest"] : ["source"];
  const { id: _id, ...config } = readShape(
    {
      name: "data_frame_transform_config",
      fields,
      required,
      build: (values) => {
        const given = GENERATED.find((key) => Object.hasOwn(values, key));
        if (given !== undefined) throw illegal(`Found [${given}], not allowed for strict parsing`);
        if ((values.pivot === undefined) === (values.latest === undefined))
          throw illegal("Transform configuration must specify exactly 1 function");
        if (values.id !== undefined && values.id !== name)
          throw illegal(
            `Inconsistent id; '${values.id as string}' specified in the body differs from '${name}' specified as a URL argument`,
          );
      },
    },
    node,
  );
  return config as JsonObject;
};

/** A configuration to store. */
export const readTransform = (node: Node, name: string): TransformConfig => withDefaults(readConfig(node, name, true));

/** A configuration to preview. */
export const readPreview = (node: Node): TransformConfig => {
  const config = readConfig(node, "transform-preview", false);
  return withDefaults({ ...config, dest: { index: "unused-transform-preview-index", ...membersOf(config.dest) } });
};

/** The changes of an update; `retention_policy: null` removes the policy. */
export const readTransformUpdate = (node: Node): JsonObject => {
  const fields = { ...changeable, dest: dest("index"), retention_policy: nullable(retention) };
  return readShape({ name: "data_frame_transform_config_update", fields }, node) as JsonObject;
};

const withDefaults = (config: JsonObject) => {
  const { source: from, settings: own } = config as { source: JsonObject; settings?: JsonObject };
  const set = pickBy(own ?? {}, (value) => value !== null);
  return { ...config, source: { query: { match_all: {} }, ...from }, settings: set } as unknown as TransformConfig;
};

/** The configuration with the changes of an update: settings one by one, everything else as a whole. */
export const applyUpdate = (
  config: TransformConfig,
  { settings: changed, retention_policy: policy, ...rest }: JsonObject,
): TransformConfig => {
  const merged: JsonObject = { ...config, ...rest, settings: { ...membersOf(config.settings), ...membersOf(changed) } };
  if (policy !== undefined) merged.retention_policy = policy;
  if (policy === null) delete merged.retention_policy;
  return withDefaults(merged);
};

const frequencyProblems = (frequency: Json | undefined) =>
  frequency === undefined
    ? []
    : problemsOf(
        [millis(frequency) < 1000, "minimum permitted [frequency] is [1s]"],
        [millis(frequency) > 3_600_000, "highest permitted [frequency] is [1h]"],
      );

const fieldProblems = (names: readonly string[]) =>
  [...names].sort().flatMap((name, i, sorted) => {
    const next = sorted[i + 1];
    return problemsOf(
      [next?.startsWith(`${name}.`), `field [${name}] cannot be both an object and a field`],
      [next === name, `duplicate field [${name}] detected`],
    );
  });

const pageProblems = (where: string, size: Json | undefined) =>
  problemsOf([
    typeof size === "number" && (size < 10 || size > 65_536),
    `${where}.max_page_search_size [${String(size)}] is out of range. The minimum value is 10 and the maximum is 65536`,
  ]);

const settingProblems = ({ max_page_search_size: size, num_failure_retries: retries, unattended }: JsonObject) => {
  const count = typeof retries === "number" ? retries : 0;
  return [
    ...pageProblems("settings", size),
    ...problemsOf(
      [
        count < -1 || count > 100,
        `settings.num_failure_retries [${count}] is out of range. The minimum value is -1 (infinity) and the maximum is 100`,
      ],
      [
        unattended === true && count > 0,
        `settings.num_failure_retries [${count}] can not be set in unattended mode, unattended retries indefinitely`,
      ],
    ),
  ];
};

const latestProblems = ({ unique_key: keys, sort }: JsonObject) => {
  const all = keys as string[];
  const twice = all.find((key, i) => all.indexOf(key) !== i);
  return problemsOf(
    [all.length === 0, "latest.unique_key must be non-empty"],
    ...all.map((key, i) => [key === "", `latest.unique_key[${i}] element must be non-empty`] as const),
    [twice !== undefined, `latest.unique_key elements must be unique, found duplicate element [${twice}]`],
    [sort === "", "latest.sort must be non-empty"],
  );
};

const retentionProblems = (policy: Json | undefined) => {
  const { max_age: age } = membersOf(membersOf(policy).time);
  return problemsOf([
    typeof age === "string" && millis(age) < 60_000,
    `retention_policy.time.max_age must be greater than 60s, found [${String(age)}]`,
  ]);
};

const destProblems = (index: string) => {
  const problem = indexNameProblem(index);
  if (problem !== undefined) return [`Invalid index name [${index}], ${problem}`];
  return problemsOf([index !== index.toLowerCase(), `Destination index [${index}] must be lowercase`]);
};

/** All that the server finds wrong with a configuration before it looks at the cluster. */
export const configProblems = (config: TransformConfig): string[] => {
  const { group_by, aggregations, max_page_search_size: size } = membersOf(config.pivot);
  return [
    ...settingProblems(membersOf(config.settings)),
    ...pageProblems("pivot", size),
    ...fieldProblems([group_by, aggregations].flatMap((each) => Object.keys(membersOf(each)))),
    ...(config.latest === undefined ? [] : latestProblems(config.latest as JsonObject)),
    ...retentionProblems(config.retention_policy),
    ...destProblems(config.dest.index),
    ...frequencyProblems(config.frequency),
  ];
};

/** The problems with what an update changes that the server finds before it reads the transform. */
export const updateProblems = ({ dest: to, frequency }: JsonObject): string[] => [
  ...(to === undefined ? [] : destProblems((to as JsonObject).index as string)),
  ...frequencyProblems(frequency),
];
