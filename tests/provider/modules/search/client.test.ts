// The client over a fake send: paths, headers, nodes, retries, absence, cluster, versions. See docs/modules/search.md#requests.
import { ProviderError } from "../../../../provider/core/errors/errors";
import { TransportError, type Phase } from "../../../../provider/http/transport-error";
import { encodePath, SearchClient } from "../../../../provider/modules/search/client";
import { createTransportPool } from "../../../../provider/modules/search/transport/pool";
import { clientOver, failure, json, operation, recorded, root, schema, transportOver, uuid } from "./support";

const lost = (phase: Phase, code = "ECONNREFUSED", ambiguous = false): TransportError =>
  new TransportError(phase, code, `no response (${code}).`, { ambiguous });
const two = { endpoints: ["http://a.test/p", "http://b.test"] };

describe("requests", () => {
  test("method, URL with prefix, headers, body", async () => {
    const { send, sent } = recorded(() => json({ acknowledged: true }));
    await clientOver(send, { endpoints: ["https://a.test:9200/prefix/"], apiKey: "k", headers: { "X-A": "1" } }).put(
      ["_x", "a b"],
      '{"a":1}',
      { query: { create: "true" } },
    );
    expect(sent[0]).toMatchObject({
      method: "PUT",
      url: "https://a.test:9200/prefix/_x/a%20b?create=true",
      body: '{"a":1}',
      shownPath: "/_x/a%20b",
    });
    expect(sent[0]!.headers).toEqual({
      accept: "application/json",
      "content-type": "application/json",
      "user-agent": "pulumi-quartet/1.2.3",
      authorization: "ApiKey k",
      "x-a": "1",
    });
  });

  test("no body and no content type with GET and DELETE; headers of the block replace own", async () => {
    const { send, sent } = recorded(() => json({ acknowledged: true }));
    const client = clientOver(send, { ...two, headers: { "User-Agent": "mine", Authorization: "Custom c" } });
    await client.get(["_x"]);
    await client.delete(["_x"]);
    expect(sent.map(({ body }) => body)).toEqual([undefined, undefined]);
    expect(sent[0]!.headers).toEqual({ accept: "application/json", "user-agent": "mine", authorization: "Custom c" });
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

  test("TLS settings go with the request", async () => {
    const { send, sent } = recorded(() => json({}));
    await clientOver(send, { ...two, insecure: true, certData: "C", keyData: "K" }).get(["_x"]);
    expect(sent[0]!.tls).toEqual({ insecure: true, cert: "C", key: "K" });
  });
});

describe("responses", () => {
  test("absent is nothing on GET, success on DELETE, a failure on PUT", async () => {
    const { send } = recorded(() => json({ error: { type: "resource_not_found_exception", reason: "gone" }, status: 404 }, 404));
    const client = clientOver(send);
    const path = ["_connector", "x"];
    expect(await client.get(path)).toBeUndefined();
    await expect(client.delete(path)).resolves.toBeUndefined();
    expect(await failure(client.put(path, "{}"))).toMatchObject({ code: "not_found" });
  });

  test("no credentials in the failure", async () => {
    const { send } = recorded(() =>
      json({ error: { type: "x", reason: `rejected: pass9876, ${Buffer.from("user:pass9876").toString("base64")}` } }, 400),
    );
    const error = await failure(clientOver(send, { ...two, username: "user", password: "pass9876" }).get(["_x"]));
    expect(error.message).toBe("GET http://a.test/_x: HTTP 400: x: rejected: [secret], [secret]");
  });
});

describe("retries", () => {
  test.each([429, 502, 503, 504])("%d, then a response", async (status) => {
    let attempts = 0;
    const { send } = recorded(() => (++attempts < 3 ? json("busy", status) : json({ a: 1 })));
    expect(await clientOver(send).get(["_x"])).toEqual({ a: 1 });
    expect(attempts).toBe(3);
  });

  test.each<Phase>(["connect", "sent", "body"])("lost (%s) on a PUT is repeated, four attempts in all", async (phase) => {
    const { send, sent } = recorded(() => Promise.reject(lost(phase, "ECONNRESET", phase !== "connect")));
    const error = await failure(clientOver(send).put(["_x"], "{}"));
    expect(sent).toHaveLength(4);
    expect(error.ambiguous).toBe(phase !== "connect");
  });

  test.each([400, 401, 403, 404, 409, 500])("%d is not repeated", async (status) => {
    const { send, sent } = recorded(() => json({ error: { type: "x", reason: "y" } }, status));
    await clientOver(send)
      .put(["_x"], "{}")
      .catch(() => undefined);
    expect(sent).toHaveLength(1);
  });

  test.each<[string, () => Promise<Partial<never>>, number]>([
    ["is repeated when it did not leave", () => Promise.reject(lost("connect")), 4],
    ["is not repeated once it left", () => Promise.reject(lost("sent", "ECONNRESET", true)), 1],
    ["is not repeated after a response", async () => json("busy", 503) as never, 1],
  ])("a POST that makes something new %s", async (_name, response, attempts) => {
    const { send, sent } = recorded(response);
    await clientOver(send)
      .post(["_connector"], "{}", { repeat: "unsent" })
      .catch(() => undefined);
    expect(sent).toHaveLength(attempts);
  });

  test.each<[string, () => Promise<never>]>([
    ["nothing reached the server", () => Promise.reject(lost("connect"))],
    ["throttled", async () => json("busy", 429) as never],
  ])("what may run only once is never repeated: %s", async (_name, response) => {
    const { send, sent } = recorded(response);
    await clientOver(send)
      .put(["_x"], undefined, { repeat: "never" })
      .catch(() => undefined);
    expect(sent).toHaveLength(1);
  });

  test("pauses of 0.5, 1 and 2 seconds, each half as long again or half as short; Retry-After is obeyed up to 30 seconds", async () => {
    const waits: number[] = [];
    const { send } = recorded(({ url }) => json("busy", 429, url.endsWith("/after") ? { "retry-after": "90" } : {}));
    const wait = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
    const server = transportOver(send, undefined, { wait, random: () => 1 });
    const client = new SearchClient(async () => server, operation());
    await failure(client.get(["_x"]));
    expect(waits).toEqual([750, 1500, 3000]);
    waits.length = 0;
    await failure(client.get(["after"]));
    expect(waits).toEqual([30_250, 30_250, 30_250]);
  });
});

describe("several addresses", () => {
  test("a node that is down is skipped, at once and afterwards", async () => {
    const { send, sent } = recorded(({ url }) => (url.startsWith("http://a") ? Promise.reject(lost("connect")) : json({})));
    const client = clientOver(send, two);
    for (let i = 0; i < 3; i++) await client.get(["_x"]);
    expect(sent.map(({ url }) => new URL(url).host)).toEqual(["a.test", "b.test", "b.test", "b.test"]);
  });

  test("a rejected certificate leads to the next one", async () => {
    const { send } = recorded(({ url }) => (url.startsWith("http://a") ? Promise.reject(lost("tls", "CERT_HAS_EXPIRED")) : json({ b: 1 })));
    expect(await clientOver(send, two).get(["_x"])).toEqual({ b: 1 });
  });
});

describe("cluster information", () => {
  test("is read once for all calls of a connection, also at the same time", async () => {
    const { send, sent } = recorded(() => root());
    const server = transportOver(send);
    const clients = [1, 2, 3].map(() => new SearchClient(async () => server, operation()));
    const found = await Promise.all(clients.map((client) => client.cluster()));
    await clients[0]!.cluster();
    expect(found[2]).toMatchObject({ uuid, version: "9.1.2", flavor: "default" });
    expect(sent.map(({ line }) => line)).toEqual(["GET /"]);
  });

  test("is read again after a failure", async () => {
    let calls = 0;
    const { send } = recorded(() => (++calls === 1 ? root("9.1.2", "default", "_na_") : root()));
    const client = clientOver(send);
    expect(await failure(client.cluster())).toMatchObject({
      code: "failed_precondition",
      message: expect.stringMatching(/no cluster UUID in the response.*has started/),
    });
    expect(await client.cluster()).toMatchObject({ uuid });
  });

  test("a cancelled caller affects no other", async () => {
    const cancelled = new AbortController();
    const reason = new ProviderError("cancelled", "the operation was cancelled");
    let calls = 0;
    const { send } = recorded(({ signal }) => {
      if (++calls > 1) return root();
      setImmediate(() => cancelled.abort(reason));
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));
    });
    const server = transportOver(send);
    const first = new SearchClient(async () => server, operation(cancelled.signal)).cluster();
    const second = new SearchClient(async () => server, operation()).cluster();
    await expect(first).rejects.toBe(reason);
    expect(await second).toMatchObject({ uuid });
    expect(calls).toBe(2);
  });

  const foreign =
    /^GET http:\/\/search\.test:9200\/: HTTP 200: .* has no header X-Elastic-Product: .*\nThe response does not come from Elasticsearch/;
  test.each<[string, object, RegExp]>([
    ["without the header of the product", json({ cluster_uuid: uuid, version: {} }, 200, { "x-elastic-product": "" }), foreign],
    ["of another product", json({ cluster_uuid: uuid }, 200, { "x-elastic-product": "Other" }), foreign],
    ["that is no object", json([]), /^GET \S+\/: HTTP 200: not a response of Elasticsearch: expected a cluster/],
  ])("a response %s does not come from Elasticsearch", async (_name, response, message) => {
    const { send } = recorded(() => response);
    expect(await failure(clientOver(send).cluster())).toMatchObject({ code: "unavailable", message: expect.stringMatching(message) });
  });

  test("401 names the credentials that were sent", async () => {
    const { send } = recorded(() => json({ error: { type: "security_exception", reason: "missing" }, status: 401 }, 401));
    const message = async (block: object): Promise<string> => (await failure(clientOver(send, { ...two, ...block }).cluster())).message;
    expect(await message({})).toContain("sent with no credentials");
    expect(await message({ username: "u", password: "p" })).toContain("sent with user name and password");
    expect(await message({ headers: { authorization: "x" } })).toContain("sent with a header of the connection");
  });

  test.each([
    ["8.16.0", "default", true],
    ["8.16.0-SNAPSHOT", "default", true],
    ["9.0.0-SNAPSHOT", "default", true],
    ["10.0.0", "default", true],
    ["8.15.4", "default", false],
    ["8.9.99", "default", false],
    ["8.11.0", "serverless", true],
    ["", "default", false],
  ])("%s %s reaches 8.16.0: %p", async (version, flavor, reaches) => {
    const { send } = recorded(() => root(version, flavor));
    const demanded = clientOver(send).requireVersion("the thing", "8.16.0");
    if (reaches) await expect(demanded).resolves.toBeUndefined();
    else
      expect(await failure(demanded)).toMatchObject({
        code: "failed_precondition",
        message: expect.stringMatching(/^the thing: the server has version.*8\.16\.0/),
      });
  });
});

describe("connections of one process", () => {
  const host = {
    settings: { searchServers: [{ endpoints: ["http://set.test"] }] },
    schema,
    env: {},
    version: "1",
    redact: (text: string) => text,
    send: recorded(() => root()).send,
  };

  test("equal blocks share their server, others do not", () => {
    const servers = createTransportPool(host);
    const block = { endpoints: ["http://call.test"], username: "u", password: "p" };
    expect(servers([{ ...block }])).toBe(servers([{ ...block }]));
    expect(servers(undefined)).toBe(servers([]));
    expect(servers([block])).not.toBe(servers(undefined));
    expect(servers([block])).not.toBe(servers([{ ...block, password: "q" }]));
    expect(servers([block])).not.toBe(servers([{ ...block, insecure: true }]));
  });
});
