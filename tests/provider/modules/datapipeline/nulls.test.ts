// Null and missing values in the responses of module datapipeline. See docs/modules/datapipeline.md#missing-values.
import type { Plain, PlainMap } from "../../../../provider/core/values/value";
import { pipelineSample, pipelineSamples, type PipelineSample } from "../../../samples/datapipeline";
import { shapeViolations, replaying } from "./support";

type Path = (string | number)[];

/** Returns the paths of the members of objects in a response. */
function members(value: Plain, at: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((item, n) => members(item, [...at, n]));
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, member]) => [[...at, key], ...members(member, [...at, key])]);
}

function changed(value: Plain, [key, ...rest]: Path, by: "null" | "absent"): Plain {
  if (Array.isArray(value)) return value.map((item, n) => (n === key ? changed(item, rest, by) : item));
  const { [key as string]: member, ...others } = value as PlainMap;
  if (rest.length > 0) return { ...others, [key as string]: changed(member!, rest, by) };
  return by === "null" ? { ...others, [key as string]: null } : others;
}

/** Returns values by path; an empty list or map counts as one value. */
function leaves(value: Plain, at = "", found = new Map<string, string>()): Map<string, string> {
  const inside = value === null || typeof value !== "object" ? [] : Object.entries(value);
  if (inside.length === 0) found.set(at, JSON.stringify(value));
  for (const [key, member] of inside) leaves(member, `${at}.${key}`, found);
  return found;
}

const empties = ['""', "0", "false", "[]", "{}"];

/** Members that affect other outputs; separate tests cover them. */
const leading = (path: Path): boolean => ["data", "items", "next_cursor", "service", "code"].includes(String(path.at(-1)));

/** Outputs that are neither as before nor empty. */
function differences(name: string, before: Map<string, string>, outputs: PlainMap): string[] {
  const unusual = [...leaves(outputs)].filter(([at, value]) => before.get(at) !== value && !empties.includes(value));
  return [...shapeViolations(name, outputs), ...unusual.map(([at, value]) => `${at} is ${value}`)];
}

/** The effects of a null or missing member, other than an empty output. */
async function unexpectedOutputs({ name, inputs, exchanges, found }: PipelineSample): Promise<string[]> {
  const before = leaves(found);
  const cases = exchanges.flatMap(({ response }, n) =>
    members(response as Plain)
      .filter((path) => !leading(path))
      .flatMap((path) => (["null", "absent"] as const).map((by) => ({ n, path, by }))),
  );
  const unexpected: string[] = [];
  for (const { n, path, by } of cases) {
    const others = exchanges.map((one, at) =>
      at === n ? { ...one, response: changed(one.response, path, by) as typeof one.response } : one,
    );
    const outputs = await replaying(others).lookUp(name, inputs);
    unexpected.push(...differences(name, before, outputs).map((what) => `${path.join(".")} ${by}: ${what}`));
  }
  return unexpected;
}

test.each(pipelineSamples.map((sample) => [sample.name, sample] as const))(
  "%s: what is null or missing is left out, or empty where the schema promises it, and nothing else changes",
  async (_name, sample) => expect(await unexpectedOutputs(sample)).toEqual([]),
);

/** Returns the response of one object, or of a list with one object, in which every member except the ID is null. */
async function bare(name: string, more: PlainMap = {}): Promise<PlainMap> {
  const { inputs, exchanges } = pipelineSample(name);
  const { data } = exchanges[0]!.response as { data: PlainMap };
  const empty = (record: PlainMap): PlainMap => ({
    ...Object.fromEntries(Object.keys(record).map((key) => [key, null])),
    id: "x",
    ...more,
  });
  const items = data["items"] as PlainMap[] | undefined;
  const response = { code: "Success", data: items ? { items: [empty(items[0]!)], next_cursor: null } : empty(data) };
  return replaying([{ request: exchanges[0]!.request, response }]).lookUp(name, inputs);
}

const connection = {
  id: "x",
  name: "",
  groupId: "",
  service: "",
  serviceVersion: "",
  connectedBy: "",
  createdAt: "",
  succeededAt: "",
  failedAt: "",
  syncFrequency: 0,
  scheduleType: "",
  paused: false,
  pauseAfterTrial: false,
  dailySyncTime: "",
  dataDelaySensitivity: "",
  dataDelayThreshold: 0,
  networkingMethod: "",
  privateLinkId: "",
  proxyAgentId: "",
  hybridDeploymentAgentId: "",
};
const status = { setupState: "", syncState: "", updateState: "", isHistoricalSync: false, tasks: [], warnings: [] };

test.each<[string, PlainMap]>([
  ["getConnector", { ...connection, destinationSchema: {}, status }],
  ["getConnections", { groupId: "projected_sickle", connections: [connection], id: "0" }],
  ["getTransformation", { id: "x", status: "", type: "", paused: false, createdAt: "", createdById: "", outputModelNames: [] }],
  ["getGroups", { groups: [{ id: "x", name: "", createdAt: "", lastUpdated: "" }], id: "0" }],
])("%s: a record of nulls", async (name, outputs) => expect(await bare(name)).toEqual(outputs));

test.each([
  ["getGroupConnections", "connections"],
  ["getGroupConnectors", "connectors"],
])("%s: the number of a version, and a status of empty values where there is none", async (name, output) => {
  const [row] = (await bare(name))[output] as [PlainMap];
  expect(row).toMatchObject({ serviceVersion: 0, syncFrequency: 0, status });
});

test.each([
  ["INTERVAL", 0, 0],
  ["INTERVAL", 60, 60],
  ["INTEGRATED", 0, undefined],
  ["TIME_OF_DAY", 15, 15],
  [null, 0, undefined],
  ["INTERVAL", null, undefined],
])("the interval of a schedule %s of %s is %s", async (schedule_type, interval, expected) => {
  const schedule = { schedule_type, interval, smart_syncing: null };
  const one = await bare("getTransformation", { schedule });
  expect(one["schedule"]).toEqual({ ...(schedule_type && { scheduleType: schedule_type }), interval: expected, smartSyncing: false });
  const { transformations } = (await bare("getTransformations", { schedule })) as { transformations: PlainMap[] };
  expect((transformations[0]!["schedule"] as PlainMap)["interval"]).toBe(expected);
});

test("a private link returns every text, number and boolean of its config as text, and names stay as they are", async () => {
  const config = {
    pls_id: "p",
    private_dns_records: true,
    ports: 5432,
    rate: 0,
    closed: false,
    none: null,
    empty: "",
    deep: { a: 1 },
    list: [1],
  };
  const { configMap } = await bare("getPrivateLink", { config });
  expect(configMap).toEqual({ pls_id: "p", private_dns_records: "true", ports: "5432", rate: "0", closed: "false" });
});

test("names and values of variables are data", async () => {
  const configurable_variables = { snake_case: { type: "LIST", description: null, allowed_values: null }, camelCase: null };
  const { configurableVariables } = await bare("getQuickstartPackage", { configurable_variables });
  expect(configurableVariables).toEqual({ snake_case: { type: "LIST", description: "", allowedValues: [] } });
});

test("values of variables of every type are texts", async () => {
  const configurable_variables = { from: "2024-01-01", depth: 3, deep: false, none: null, Models: ["a", "b"], map_of: { snake_case: 1 } };
  const { transformationConfig } = await bare("getTransformation", { transformation_config: { configurable_variables } });
  expect(transformationConfig).toEqual({
    configurableVariables: { from: "2024-01-01", depth: "3", deep: "false", Models: '["a","b"]', map_of: '{"snake_case":1}' },
    upgradeAvailable: false,
  });
});
