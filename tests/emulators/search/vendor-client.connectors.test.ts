/** The vendor's own client drives the connectors of the emulator: every call that makes, shows, changes or deletes one. */
import type { Client, estypes } from "@elastic/elasticsearch";
import { bench, rejected, stopAll } from "./vendor";

afterEach(stopAll);

const connector_id = "music-catalog";
const missing = { status: 404, type: "resource_not_found_exception", reason: `connector [${connector_id}] not found` };
const pipeline = { name: "search-default-ingestion", extract_binary_content: true, reduce_whitespace: true, run_ml_inference: false };
/** The client's types need all three schedules; the server does not. */
const scheduling = { full: { enabled: true, interval: "0 0 * * * ?" } } as estypes.ConnectorSchedulingConfiguration;

/** Every change of one part, and what the connector shows afterwards. */
const CHANGES: [string, (client: Client) => Promise<{ result: string }>, object][] = [
  ["updateName", (client) => client.connector.updateName({ connector_id, name: "n", description: "d" }), { name: "n", description: "d" }],
  ["updateIndexName", (client) => client.connector.updateIndexName({ connector_id, index_name: "content-x" }), { index_name: "content-x" }],
  ["updateIndexName to none", (client) => client.connector.updateIndexName({ connector_id, index_name: null }), { index_name: null }],
  ["updateServiceType", (client) => client.connector.updateServiceType({ connector_id, service_type: "mysql" }), { service_type: "mysql" }],
  ["updatePipeline", (client) => client.connector.updatePipeline({ connector_id, pipeline }), { pipeline }],
  ["updateScheduling", (client) => client.connector.updateScheduling({ connector_id, scheduling }), { scheduling }],
  [
    "updateFeatures",
    (client) => client.connector.updateFeatures({ connector_id, features: { sync_rules: { basic: { enabled: true } } } }),
    { features: { sync_rules: { basic: { enabled: true } } } },
  ],
  [
    "updateApiKeyId",
    (client) => client.connector.updateApiKeyId({ connector_id, api_key_id: "a", api_key_secret_id: "b" }),
    { api_key_id: "a", api_key_secret_id: "b" },
  ],
  ["updateNative", (client) => client.connector.updateNative({ connector_id, is_native: true }), { is_native: true }],
];

it("put, get, list, delete", async () => {
  const { client, requests } = await bench();
  await expect(rejected(client.connector.get({ connector_id }))).resolves.toEqual(missing);
  const created = await client.connector.put(
    { connector_id, name: "music", index_name: "search-music", service_type: "postgresql" },
    { meta: true },
  );
  expect(created).toMatchObject({ statusCode: 201, body: { id: connector_id, result: "created" } });
  expect(requests.at(-1)?.body).toBe('{"name":"music","index_name":"search-music","service_type":"postgresql"}');
  await expect(client.connector.get({ connector_id })).resolves.toMatchObject({ id: connector_id, name: "music", status: "created" });
  await client.connector.put({ connector_id: "other", index_name: "a" });
  await expect(client.connector.list({ from: 1, size: 1 })).resolves.toMatchObject({ count: 2, results: [{ id: connector_id }] });
  await expect(client.connector.delete({ connector_id })).resolves.toEqual({ acknowledged: true });
  await expect(rejected(client.connector.get({ connector_id }))).resolves.toEqual(missing);
  await expect(rejected(client.connector.delete({ connector_id }))).resolves.toEqual(missing);
});

it("post returns the ID that the server generated", async () => {
  const { client } = await bench();
  const { id } = await client.connector.post({ name: "n", is_native: true, language: "en" });
  expect(id).toMatch(/^[\w-]{20}$/);
  await expect(client.connector.get({ connector_id: id })).resolves.toMatchObject({
    is_native: true,
    language: "en",
    status: "needs_configuration",
  });
});

it.each(CHANGES)("%s, not of a missing one", async (_, change, shown) => {
  const { client } = await bench();
  await expect(rejected(change(client))).resolves.toMatchObject({ status: 404 });
  await client.connector.put({ connector_id, index_name: "search-music" });
  await expect(change(client)).resolves.toEqual({ result: "updated" });
  await expect(client.connector.get({ connector_id })).resolves.toMatchObject(shown);
});

it("updateConfiguration: the service first, then the values", async () => {
  const { client, emulator } = await bench();
  await client.connector.put({ connector_id });
  const values = { host: "db.internal", port: 5432, tls: true };
  await expect(rejected(client.connector.updateConfiguration({ connector_id, values }))).resolves.toEqual({
    status: 400,
    type: "status_exception",
    reason:
      "Unknown [configuration] fields in the request payload: [host, port, tls]. Remove them from request or register their schema first.",
  });
  emulator.registerConnectorService(connector_id, { host: { type: "str" }, port: { type: "int" }, tls: { type: "bool" } });
  await expect(client.connector.updateConfiguration({ connector_id, values })).resolves.toEqual({ result: "updated" });
  await expect(client.connector.get({ connector_id })).resolves.toMatchObject({
    status: "configured",
    configuration: { host: { value: "db.internal" }, port: { type: "int", value: 5432 }, tls: { value: true } },
  });
  await client.connector.updateServiceType({ connector_id, service_type: "oracle" });
  await expect(client.connector.get({ connector_id })).resolves.toMatchObject({ status: "needs_configuration" });
});
