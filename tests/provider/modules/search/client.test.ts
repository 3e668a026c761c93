// The client over a fake send: paths, headers, nodes, retries, absence, cluster, versions. See docs/modules/search.md#requests.
import { requestContext } from "../../../support/contexts";
import { ProviderError } from "../../../../provider/core/errors/errors";
import { TransportError, type Phase } from "../../../../provider/http/transport-error";
import { encodePath, SearchClient } from "../../../../provider/modules/search/client";
import { createTransportPool } from "../../../../provider/modules/search/transport/pool";
import { clientOver, failure, json, recorded, rejects, root, schema, transportOver, uuid } from "./support";

const lost = (phase: Phase, code = "ECONNREFUSED", ambiguous = false) =>
  new TransportError(phase, code, `no response (${code}).`, { ambiguous });
const two = { endpoints: ["http://a.test/p", "http://b.test"] };

describe("requests", () => {
  test("without a response are sent again after two minutes, but for writes", async () => {
    jest.useFakeTimers();
    const { send, sent } = recorded(
      ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    );
    const client = clientOver(send);
    void client.get(["_x"]);
    void client.put(["_x"], "{}");
    await jest.advanceTimersByTimeAsync(120_000);
    expect(sent.map(({ method }) => method)).toEqual(["GET", "PUT", "GET"]);
    jest.useRealTimers();
  });

  test("have method, URL with prefix, headers, body and TLS settings", async () => {
    const { send, sent } = recorded(() => json({ acknowledged: true }));
    const block = {
      endpoints: ["https://a.test:9200/prefix/"],
      apiKey: "k",
      headers: { "X-A": "1" },
      insecure: true,
      certData: "C",
      keyData: "K",
    };
    await clientOver(send, block).put(["_x", "a b"], '{"a":1}', { query: { create: "true" } });
    expect(sent[0]).toMatchObject({
      method: "PUT",
      url: "https://a.test:9200/prefix/_x/a%20b?create=true",
      body: '{"a":1}',
      shownPath: "/_x/a%20b",
      tls: { insecure: true, cert: "C", key: "K" },
    });
    expect(sent[0]!.headers).toEqual({
      accept: "application/json",
      "content-type": "application/json",
      authorization: "ApiKey k",
      "x-a": "1",
    });
  });

  test("have no body and no content type with GET and DELETE; headers of the block replace own", async () => {
    const { send, sent } = recorded(() => json({ acknowledged: true }));
    const client = clientOver(send, { ...two, headers: { "User-Agent": "mine", Authorization: "Custom c" } });
    for (const verb of ["get", "delete"] as const) await client[verb](["_x"]);
    const headers = { accept: "application/json", "user-agent": "mine", authorization: "Custom c" };
    expect(sent.map((request) => [request.body, request.headers])).toEqual(Array(2).fill([undefined, headers]));
  });

  test.each([
    ["a/b", "a%2Fb"],
    ["a?b#c%d e", "a%3Fb%23c%25d%20e"],
    ["ä😀", "%C3%A4%F0%9F%98%80"],
    ["a*,b", "a*%2Cb"],
    ["...", "..."],
  ])("the name %p is one segment", (name, segment) => expect(encodePath(["_x", name])).toBe(`/_x/${segment}`));
  test.each([".", "..", ""])("the name %p cannot be addressed", (name) =>
    expect(() => encodePath(["_x", name])).toThrow(/cannot be part of a path/),
  );
});

test("responses have no credentials in the failure", async () => {
  const reason = `rejected: pass9876, ${Buffer.from("user:pass9876").toString("base64")}`;
  const { send } = recorded(() => json({ error: { type: "x", reason } }, 400));
  const client = clientOver(send, { ...two, username: "user", password: "pass9876" });
  await rejects(client.get(["_x"]), /GET http:\/\/a\.test\/_x: HTTP 400: x: rejected: \[secret\], \[secret\]$/);
});

const busy = (status: number) => async () => json("busy", status);
const cut = (phase: Phase) => () => Promise.reject(lost(phase, "ECONNRESET", phase !== "connect"));

test.each<[Parameters<SearchClient["put"]>[2], Parameters<typeof recorded>[0], number]>([
  ...(["connect", "sent", "body"] as const).map((phase) => [{}, cut(phase), 4] as never),
  ...[429, 502, 503, 504].map((status) => [{}, busy(status), 4] as never),
  ...[400, 401, 403, 404, 409, 500].map((status) => [{}, busy(status), 1] as never),
  [{ repeat: "unsent" }, cut("connect"), 4],
  [{ repeat: "unsent" }, cut("sent"), 1],
  [{ repeat: "unsent" }, busy(503), 1],
  [{ repeat: "never" }, cut("connect"), 1],
  [{ repeat: "never" }, busy(429), 1],
])("retries: a write with %j: %#", async (options, response, attempts) => {
  const { send, sent } = recorded(response);
  await failure(clientOver(send).put(["_x"], "{}", options));
  expect(sent).toHaveLength(attempts);
});

test("retries have pauses of 0.5, 1 and 2 seconds, each half as long again or half as short; Retry-After is obeyed up to 30 seconds", async () => {
  const waits: number[] = [];
  const { send } = recorded(({ url }) => json("busy", 429, url.endsWith("/after") ? { "retry-after": "90" } : {}));
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  const server = transportOver(send, undefined, { wait, random: () => 1 });
  const client = new SearchClient(async () => server, requestContext());
  await failure(client.get(["_x"]));
  await failure(client.get(["after"]));
  expect(waits).toEqual([750, 1500, 3000, 30_250, 30_250, 30_250]);
});

test.each([
  ["that is down", lost("connect")],
  ["whose certificate is rejected", lost("tls", "CERT_HAS_EXPIRED")],
])("several addresses: a node %s is skipped, at once and afterwards", async (_title, error) => {
  const { send, sent } = recorded(({ url }) => (url.startsWith("http://a") ? Promise.reject(error) : json({})));
  const client = clientOver(send, two);
  for (let i = 0; i < 3; i++) await client.get(["_x"]);
  expect(sent.map(({ url }) => new URL(url).host)).toEqual(["a.test", "b.test", "b.test", "b.test"]);
});

test("a rejected certificate is final for a single address, and the error names the settings", async () => {
  const { send, sent } = recorded(() => Promise.reject(lost("tls", "CERT_HAS_EXPIRED")));
  await rejects(clientOver(send).get(["_x"]), /caFile, caData, caFingerprint or insecure/);
  expect(sent).toHaveLength(1);
});

describe("cluster information", () => {
  test("is read again after a failure", async () => {
    let calls = 0;
    const { send } = recorded(() => (++calls === 1 ? root("9.1.2", "default", "_na_") : root()));
    const client = clientOver(send);
    await rejects(client.cluster(), /^failed_precondition: .*no cluster UUID in the response.*has started/);
    expect(await client.cluster()).toMatchObject({ uuid });
  });

  test("a cancelled caller affects no other", async () => {
    const cancelled = new AbortController();
    const reason = new ProviderError("cancelled", "the operation was cancelled");
    let calls = 0;
    const { send } = recorded(({ signal }) => {
      if (++calls > 1) return root();
      setImmediate(() => cancelled.abort(reason));
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    const server = transportOver(send);
    const first = new SearchClient(async () => server, requestContext(cancelled.signal)).cluster();
    const second = new SearchClient(async () => server, requestContext()).cluster();
    await expect(first).rejects.toBe(reason);
    expect(await second).toMatchObject({ uuid });
    expect(calls).toBe(2);
  });

  const foreign =
    /^unavailable: GET http:\/\/search\.test:9200\/: HTTP 200: .* has no header X-Elastic-Product: .*\nThe response does not come from Elasticsearch/;
  test.each([
    [json({ cluster_uuid: uuid, version: {} }, 200, { "x-elastic-product": "" }), foreign],
    [json({ cluster_uuid: uuid }, 200, { "x-elastic-product": "Other" }), foreign],
    [json([]), /^unavailable: GET \S+\/: HTTP 200: not a response of Elasticsearch: expected a cluster/],
  ])("the response %j does not come from Elasticsearch", async (response, message) => {
    await rejects(clientOver(recorded(() => response).send).cluster(), message);
  });

  test.each([
    [{}, /sent with no credentials/],
    [{ username: "u", password: "p" }, /sent with user name and password/],
    [{ headers: { authorization: "x" } }, /sent with a header of the connection/],
  ])("401 names the credentials that were sent: %j", async (block, message) => {
    const { send } = recorded(() => json({ error: { type: "security_exception", reason: "missing" }, status: 401 }, 401));
    await rejects(clientOver(send, { ...two, ...block }).cluster(), message);
  });

  test.each([
    ["8.16.0", "default", true],
    ["8.16.0-SNAPSHOT", "default", true],
    ["9.0.0-SNAPSHOT", "default", true],
    ["10.0.0", "default", true],
    ["8.15.4", "default", false],
    ["8.15.0-SNAPSHOT", "default", false],
    ["8.9.99", "default", false],
    ["8.11.0", "serverless", true],
    ["", "default", false],
  ])("%s %s reaches 8.16.0: %p", async (version, flavor, reaches) => {
    const demanded = clientOver(recorded(() => root(version, flavor)).send).requireVersion("the thing", "8.16.0");
    if (reaches) await expect(demanded).resolves.toBeUndefined();
    else await rejects(demanded, /^failed_precondition: the thing: the server has version.*8\.16\.0/);
  });
});

test("equal blocks of one process share their server, others do not", () => {
  const settings = { searchServers: [{ endpoints: ["http://set.test"] }] };
  const servers = createTransportPool({
    settings,
    schema,
    env: {},
    version: "1",
    redact: (text) => text,
    send: recorded(() => root()).send,
  });
  const block = { endpoints: ["http://call.test"], username: "u", password: "p" };
  expect(servers([{ ...block }])).toBe(servers([{ ...block }]));
  expect(servers(undefined)).toBe(servers([]));
  for (const other of [undefined, [{ ...block, password: "q" }], [{ ...block, insecure: true }]])
    expect(servers([block])).not.toBe(servers(other));
});
