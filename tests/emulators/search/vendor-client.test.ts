/**
 * The vendor's own client against the emulator: what that client sends must be accepted, and what it expects must be returned,
 * so that provider and emulator cannot share one mistake. tests/elasticsearch/contract compares templates and pipelines with a real node.
 */
import { bench, rejected, stopAll } from "./vendor";

afterEach(stopAll);

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
