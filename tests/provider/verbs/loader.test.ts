/** Which reads may share a request: those of one connection, and of one configuration. See docs/protocol.md#shared-reads. */
import type { HttpResponse } from "../../../provider/contract/http";
import type { Value } from "../../../provider/core/values/value";
import { modules } from "../../../provider/modules";
import { fromJson } from "../../../provider/plugin/codec";
import { RunningRequest } from "../../../provider/plugin/requests";
import { createProvider } from "../../../provider/provider";
import { createSearchEmulator } from "../../emulators/search/index";
import { decoded, plain, schema } from "../../invariants/fixture";
import { emulated } from "../modules/search/support";

// The age of a list is no matter of how fast this machine is.
beforeEach(() => void jest.useFakeTimers({ doNotFake: ["setImmediate"] }));
afterEach(() => void jest.useRealTimers());

/** Two servers with pipelines of the same names, a provider, and its requests. */
function setup() {
  const servers = { "a.test": emulated(createSearchEmulator().handle), "b.test": emulated(createSearchEmulator().handle) };
  const sent: { host: keyof typeof servers; authorization: string; line: string }[] = [];
  const hold: { until?: Promise<void> } = {};
  const provider = createProvider({
    schema,
    modules,
    env: {},
    fromJson,
    async send(request): Promise<HttpResponse> {
      const { host: name, pathname } = new URL(request.url);
      const host = name as keyof typeof servers;
      sent.push({ host, authorization: request.headers["authorization"] ?? "", line: `${request.method} ${pathname}` });
      const response = await servers[host].send(request);
      if (pathname === "/_ingest/pipeline") await hold.until;
      return response;
    },
  });
  const put = async (host: keyof typeof servers): Promise<void> => {
    for (let n = 0; n < 6; n++) {
      const body = JSON.stringify({ description: `${n} of ${host}`, processors: [] });
      const url = `http://${host}/_ingest/pipeline/o${n}`;
      const headers = { "content-type": "application/json" };
      await servers[host].send({ method: "PUT", url, headers, body, signal: new AbortController().signal, redact: (text) => text });
    }
  };
  const configure = (host: string): Promise<unknown> =>
    provider.configure(decoded({ version: "0.1.0", searchServers: [{ endpoints: [`http://${host}`] }] }));
  const lookUp = async (n: number, more: Record<string, Value> = {}): Promise<unknown> => {
    const request = new RunningRequest("", { log: () => undefined });
    const args = { name: `o${n}`, ...more };
    const { result } = await provider
      .invoke({ token: "quartet:search:getSearchIngestPipeline", args, preview: false }, request)
      .finally(() => request.close());
    return plain(result!)["description"];
  };
  return { sent, hold, configure, lookUp, fill: async () => Promise.all([put("a.test"), put("b.test")]) };
}

test("another server and another identity fall back to reads and lists of their own", async () => {
  const { sent, configure, lookUp, fill } = setup();
  await fill();
  await configure("a.test");
  const connections = [
    ["a.test", "one"],
    ["a.test", "two"],
    ["b.test", "one"],
  ] as const;
  for (let n = 0; n < 6; n++) {
    for (const [host, username] of connections) {
      const searchConnections = fromJson([{ endpoints: [`http://${host}`], username, password: "p" }]);
      expect(await lookUp(n, { searchConnections })).toBe(`${n} of ${host}`);
    }
  }
  for (const [host, username] of connections) {
    const authorization = `Basic ${Buffer.from(`${username}:p`).toString("base64")}`;
    const own = sent.filter((request) => request.host === host && request.authorization === authorization);
    expect(own.map(({ line }) => line).filter((line) => line !== "GET /")).toEqual([
      "GET /_ingest/pipeline/o0",
      "GET /_ingest/pipeline/o1",
      "GET /_ingest/pipeline",
    ]);
  }
});

test("Configure during a list: the reads that follow it are not served from that list", async () => {
  const { sent, hold, configure, lookUp, fill } = setup();
  await fill();
  await configure("a.test");
  await lookUp(0);
  await lookUp(1);
  let release = (): void => {};
  hold.until = new Promise((resolve) => (release = resolve));
  const before = lookUp(2);
  while (sent.at(-1)?.line !== "GET /_ingest/pipeline") await new Promise(setImmediate);
  await configure("b.test");
  sent.length = 0;
  expect(await lookUp(2)).toBe("2 of b.test");
  release();
  expect(await before).toBe("2 of a.test");
  expect(await lookUp(3)).toBe("3 of b.test");
  expect(sent.map(({ host, line }) => `${host} ${line}`).filter((line) => !line.endsWith(" /"))).toEqual([
    "b.test GET /_ingest/pipeline/o2",
    "b.test GET /_ingest/pipeline/o3",
  ]);
});
