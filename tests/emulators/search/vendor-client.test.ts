/**
 * The vendor's own client against the emulator: what that client sends must be accepted, and what it expects must be returned,
 * so that provider and emulator cannot share one mistake. tests/elasticsearch/contract compares templates and pipelines with a real node.
 */
import { Client, type ClientOptions, errors } from "@elastic/elasticsearch";
import { serve } from "../serve";
import { createSearchEmulator, type SearchEmulatorOptions } from "./index";

const opened: { stop(): Promise<void> }[] = [];

afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop();
});

/** An emulator behind a port, and a client for it that sends each request once. */
const bench = async (options: SearchEmulatorOptions = {}, more: ClientOptions = {}) => {
  const emulator = createSearchEmulator(options);
  const served = await serve(emulator.handle);
  const client = new Client({ maxRetries: 0, node: served.url, ...more });
  opened.push({ stop: () => client.close() }, served);
  return { ...served, emulator, client };
};

/** How the server rejects a call, as the client shows it. */
const rejected = async (call: Promise<unknown>): Promise<object> => {
  const outcome = await call.catch((failure: unknown) => failure);
  if (!(outcome instanceof errors.ResponseError)) throw new Error(`no rejection of the server: ${String(outcome)}`);
  const { error = {} } = outcome.body as { error?: { type?: string; reason?: string } };
  return { status: outcome.statusCode, type: error.type, reason: error.reason };
};

it("accepts the versioned media types and the headers of the client", async () => {
  const { client, requests } = await bench();
  await client.info();
  await client.ingest.putPipeline({ id: "p", processors: [] });
  const [get, put] = requests;
  const versioned = "application/vnd.elasticsearch+json; compatible-with=8";
  expect(get?.headers).toMatchObject({
    accept: `${versioned},text/plain`,
    "user-agent": expect.stringMatching(/^elasticsearch-js\/8\.19\./) as string,
    "x-elastic-client-meta": expect.stringMatching(/^es=8\.19\./) as string,
  });
  expect(put).toMatchObject({ headers: { accept: versioned, "content-type": versioned }, body: '{"processors":[]}' });
});

it("a missing privilege: 403", async () => {
  const security = { apiKeys: { k: { key: "secret", cluster: ["monitor", "manage_enrich"] } } };
  const { client } = await bench({ security }, { auth: { apiKey: { id: "k", api_key: "secret" } } });
  await expect(client.enrich.getPolicy()).resolves.toEqual({ policies: [] });
  const reason = expect.stringContaining("[cluster:admin/xpack/connector/put] is unauthorized for API key id [k]") as string;
  await expect(rejected(client.connector.put({ connector_id: "c" }))).resolves.toEqual({
    status: 403,
    type: "security_exception",
    reason,
  });
});

describe("enrich policies", () => {
  const match = { indices: "users", match_field: "email", enrich_fields: ["first_name", "city"], query: { term: { active: true } } };

  it("put, execute, get, use, delete", async () => {
    const { client, requests } = await bench();
    await client.indices.create({ index: "users" });
    await expect(client.enrich.putPolicy({ name: "p", match })).resolves.toEqual({ acknowledged: true });
    await expect(client.enrich.executePolicy({ name: "p", wait_for_completion: true })).resolves.toEqual({ status: { phase: "COMPLETE" } });
    expect(requests.at(-1)).toMatchObject({ method: "PUT", query: "wait_for_completion=true", body: "" });
    await expect(client.enrich.getPolicy({ name: ["p", "other"] })).resolves.toEqual({
      policies: [{ config: { match: { name: "p", ...match, indices: ["users"] } } }],
    });
    await client.ingest.putPipeline({ id: "x", processors: [{ enrich: { policy_name: "p", field: "a", target_field: "b" } }] });
    await expect(rejected(client.enrich.deletePolicy({ name: "p" }))).resolves.toEqual({
      status: 409,
      type: "status_exception",
      reason: "Could not delete policy [p] because a pipeline is referencing it [x]",
    });
    await client.ingest.deletePipeline({ id: "x" });
    await expect(client.enrich.deletePolicy({ name: "p" })).resolves.toEqual({ acknowledged: true });
    await expect(client.enrich.getPolicy()).resolves.toEqual({ policies: [] });
  });
});

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
