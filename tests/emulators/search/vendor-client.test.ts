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

/** What a call returns, or how the server rejects it, as the client shows it. */
const outcomeOf = (call: Promise<object>): Promise<object> =>
  call.catch((failure: unknown) => {
    if (!(failure instanceof errors.ResponseError)) throw failure;
    const { error = {} } = failure.body as { error?: { type?: string; reason?: string } };
    return { status: failure.statusCode, type: error.type, reason: error.reason };
  });

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
  await expect(outcomeOf(client.connector.put({ connector_id: "c" }))).resolves.toEqual({
    status: 403,
    type: "security_exception",
    reason,
  });
});

const connector_id = "music-catalog";
const missing = { status: 404, type: "resource_not_found_exception", reason: `connector [${connector_id}] not found` };
const match = { indices: "users", match_field: "email", enrich_fields: ["first_name", "city"], query: { term: { active: true } } };
const scheduling = { full: { enabled: true, interval: "0 0 * * * ?" } };
const pipeline = { name: "search-default-ingestion", extract_binary_content: true, reduce_whitespace: true, run_ml_inference: false };
const values = { host: "db.internal", port: 5432, tls: true };
const update = { result: "updated" };
const done = { acknowledged: true };

/** A method of the client, what it is given, and what it returns, or how the server rejects it. */
type Step = [method: string, given: object, outcome: object];
/** Changes one part of a connector, which shows it afterwards. */
const change = (method: string, part: object): Step[] => [
  [`connector.${method}`, { connector_id, ...part }, update],
  ["connector.get", { connector_id }, part],
];

test.each<[title: string, steps: Step[]]>([
  [
    "enrich policies",
    [
      ["indices.create", { index: "users" }, {}],
      ["enrich.putPolicy", { name: "p", match }, done],
      ["enrich.executePolicy", { name: "p", wait_for_completion: true }, { status: { phase: "COMPLETE" } }],
      ["enrich.getPolicy", { name: ["p", "other"] }, { policies: [{ config: { match: { name: "p", ...match, indices: ["users"] } } }] }],
      ["ingest.putPipeline", { id: "x", processors: [{ enrich: { policy_name: "p", field: "a", target_field: "b" } }] }, done],
      [
        "enrich.deletePolicy",
        { name: "p" },
        { status: 409, type: "status_exception", reason: "Could not delete policy [p] because a pipeline is referencing it [x]" },
      ],
      ["ingest.deletePipeline", { id: "x" }, done],
      ["enrich.deletePolicy", { name: "p" }, done],
      ["enrich.getPolicy", {}, { policies: [] }],
    ],
  ],
  [
    "connectors",
    [
      ["connector.get", { connector_id }, missing],
      ["connector.updateName", { connector_id, name: "n" }, { status: 404 }],
      ["connector.updateNative", { connector_id, is_native: true }, missing],
      ["connector.put", { connector_id, name: "music", index_name: "search-music" }, { id: connector_id, result: "created" }],
      ["connector.put", { connector_id: "other", index_name: "a" }, {}],
      ["connector.list", { from: 1, size: 1 }, { count: 2, results: [{ id: connector_id, name: "music", status: "created" }] }],
      ...change("updateNative", { is_native: true }),
      ...change("updateName", { name: "n", description: "d" }),
      ...change("updateIndexName", { index_name: "content-x" }),
      ...change("updateIndexName", { index_name: null }),
      ...change("updateServiceType", { service_type: "mysql" }),
      ...change("updatePipeline", { pipeline }),
      ...change("updateScheduling", { scheduling }),
      ...change("updateFeatures", { features: { sync_rules: { basic: { enabled: true } } } }),
      ...change("updateApiKeyId", { api_key_id: "a", api_key_secret_id: "b" }),
      ["connector.updateConfiguration", { connector_id, values }, { status: 400, type: "status_exception" }],
      ["connector.delete", { connector_id }, done],
      ["connector.delete", { connector_id }, missing],
      ["connector.post", { name: "n", is_native: true, language: "en" }, { id: expect.stringMatching(/^[\w-]{20}$/) }],
    ],
  ],
])("%s", async (_title, steps) => {
  const { client } = await bench();
  for (const [path, given, outcome] of steps) {
    const [api = "", method = ""] = path.split(".");
    const methods = client[api as "connector"] as unknown as Record<string, (given: object) => Promise<object>>;
    expect({ path, ...(await outcomeOf(methods[method]!(given))) }).toMatchObject({ path, ...outcome });
  }
});

it("updateConfiguration: the service first, then the values", async () => {
  const { client, emulator } = await bench();
  await client.connector.put({ connector_id });
  emulator.registerConnectorService(connector_id, { host: { type: "str" }, port: { type: "int" }, tls: { type: "bool" } });
  await expect(client.connector.updateConfiguration({ connector_id, values })).resolves.toEqual(update);
  await expect(client.connector.get({ connector_id })).resolves.toMatchObject({
    status: "configured",
    configuration: { host: { value: "db.internal" }, port: { type: "int", value: 5432 }, tls: { value: true } },
  });
  await client.connector.updateServiceType({ connector_id, service_type: "oracle" });
  await expect(client.connector.get({ connector_id })).resolves.toMatchObject({ status: "needs_configuration" });
});
