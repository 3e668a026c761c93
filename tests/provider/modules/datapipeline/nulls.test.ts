// Null and missing values in the responses of module datapipeline, and maps with keys of users. See docs/modules/datapipeline.md#missing-values.
import type { PlainMap } from "../../../../provider/core/values/value";
import { pipelineSample } from "../../../samples/datapipeline";
import { replaying } from "./support";

/** Returns the response of one object, or of a list with one object, in which every member except the ID and these is null. */
async function bare(name: string, more: PlainMap = {}) {
  const { inputs, exchanges } = pipelineSample(name);
  const { data } = exchanges[0]!.response as { data: PlainMap };
  const empty = (record: PlainMap) => ({
    ...Object.fromEntries(Object.keys(record).map((key) => [key, null])),
    id: "x",
    ...more,
  });
  const items = data["items"] as PlainMap[] | undefined;
  const response = { code: "Success", data: items ? { items: [empty(items[0]!)], next_cursor: null } : empty(data) };
  return replaying([{ request: exchanges[0]!.request, response }]).lookUp(name, inputs);
}

const status = { setupState: "", syncState: "", updateState: "", isHistoricalSync: false, tasks: [], warnings: [] };
const versioned = { serviceVersion: 0, syncFrequency: 0, status };

test.each([
  ["getConnector", { name: "", serviceVersion: "", paused: false, destinationSchema: {}, status }],
  ["getGroupConnections", { connections: [versioned] }],
  ["getGroupConnectors", { connectors: [versioned] }],
])("%s: members of nulls are empty", async (name, outputs) => expect(await bare(name)).toMatchObject(outputs));

test.each([
  ["getTransformation", { id: "x", status: "", type: "", paused: false, createdAt: "", createdById: "", outputModelNames: [] }],
  ["getGroups", { groups: [{ id: "x", name: "", createdAt: "", lastUpdated: "" }], id: "0" }],
])("%s: exactly the required members of nulls are returned", async (name, outputs) => expect(await bare(name)).toEqual(outputs));

test.each([
  ["INTERVAL", 0, 0],
  ["INTEGRATED", 0, undefined],
  ["TIME_OF_DAY", 15, 15],
  [null, 0, undefined],
  ["INTERVAL", null, undefined],
])("the interval of a schedule %s of %s is %s", async (schedule_type, interval, expected) => {
  const schedule = { schedule_type, interval, smart_syncing: null };
  const { schedule: found } = await bare("getTransformation", { schedule });
  expect(found).toEqual({ ...(schedule_type && { scheduleType: schedule_type }), interval: expected, smartSyncing: false });
});

test("a private link returns every text, number and boolean of its config as text, and names stay as they are", async () => {
  const config = {
    pls_id: "p",
    private_dns_records: true,
    ports: 5432,
    rate: 0,
    least: 1e-7,
    none: null,
    empty: "",
    deep: { a: 1 },
    list: [1],
  };
  const { configMap } = await bare("getPrivateLink", { config });
  expect(configMap).toEqual({ pls_id: "p", private_dns_records: "true", ports: "5432", rate: "0", least: "0.0000001" });
});

test("names and values of variables are data; values of every type are texts", async () => {
  const definitions = { snake_case: { type: "LIST", description: null, allowed_values: null }, camelCase: null };
  const { configurableVariables } = await bare("getQuickstartPackage", { configurable_variables: definitions });
  expect(configurableVariables).toEqual({ snake_case: { type: "LIST", description: "", allowedValues: [] } });
  const none = await bare("getTransformation", { transformation_config: { configurable_variables: null } });
  expect(none["transformationConfig"]).toEqual({ upgradeAvailable: false });
  const configurable_variables = { from: "2024-01-01", depth: 3, deep: false, none: null, Models: ["a", "b"], map_of: { snake_case: 1 } };
  const { transformationConfig } = await bare("getTransformation", { transformation_config: { configurable_variables } });
  expect(transformationConfig).toEqual({
    configurableVariables: { from: "2024-01-01", depth: "3", deep: "false", Models: '["a","b"]', map_of: '{"snake_case":1}' },
    upgradeAvailable: false,
  });
});
