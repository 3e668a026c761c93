/** The vendor's own client drives the connectors of the emulator: every call that makes, shows, changes or deletes one. */
import { bench, rejected, stopAll } from "./vendor";

afterEach(stopAll);

const connector_id = "music-catalog";
const missing = { status: 404, type: "resource_not_found_exception", reason: `connector [${connector_id}] not found` };
/** Every change of one part: the method of the client, and what it sends and the connector shows afterwards. */
const changes: [method: string, part: object][] = [
  ["updateName", { name: "n", description: "d" }],
  ["updateIndexName", { index_name: "content-x" }],
  ["updateIndexName", { index_name: null }],
  ["updateServiceType", { service_type: "mysql" }],
  [
    "updatePipeline",
    {
      pipeline: { name: "search-default-ingestion", extract_binary_content: true, reduce_whitespace: true, run_ml_inference: false },
    },
  ],
  ["updateScheduling", { scheduling: { full: { enabled: true, interval: "0 0 * * * ?" } } }],
  ["updateFeatures", { features: { sync_rules: { basic: { enabled: true } } } }],
  ["updateApiKeyId", { api_key_id: "a", api_key_secret_id: "b" }],
  ["updateNative", { is_native: true }],
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

it.each(changes)("%s with %j, not of a missing one", async (method, part) => {
  const { client } = await bench();
  const methods = client.connector as unknown as Record<string, (params: object) => Promise<object>>;
  const change = () => methods[method]!({ connector_id, ...part });
  await expect(rejected(change())).resolves.toMatchObject({ status: 404 });
  await client.connector.put({ connector_id, index_name: "search-music" });
  await expect(change()).resolves.toEqual({ result: "updated" });
  await expect(client.connector.get({ connector_id })).resolves.toMatchObject(part);
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
