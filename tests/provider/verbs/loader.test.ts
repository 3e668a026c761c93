/** Which reads may share a request: those of one connection, and of one configuration. See docs/protocol.md#shared-reads. */
import type { Send } from "../../../provider/contract/http";
import { fromJson } from "../../../provider/plugin/codec";
import { createSearchEmulator } from "../../emulators/search/index";
import { decoded, plain } from "../../invariants/fixture";
import { ProviderProcess } from "../../support/provider-process";
import { emulated } from "../modules/search/support";

// The age of a list is no matter of how fast this machine is.
beforeEach(() => void jest.useFakeTimers({ doNotFake: ["setImmediate"] }));
afterEach(() => void jest.useRealTimers());

const hosts = ["a.test", "b.test"] as const;

test("another server and another identity fall back to reads and lists of their own, also while one runs", async () => {
  const servers = Object.fromEntries(hosts.map((host) => [host, emulated(createSearchEmulator().handle)]));
  const sent: { host: string; authorization: string | undefined; line: string }[] = [];
  const send: Send = (request) => {
    const { host, pathname } = new URL(request.url);
    sent.push({ host, authorization: request.headers["authorization"], line: `${request.method} ${pathname}` });
    return servers[host]!.send(request);
  };
  for (const host of hosts)
    for (let n = 0; n < 6; n++) {
      const body = JSON.stringify({ description: `${n} of ${host}`, processors: [] });
      const headers = { "content-type": "application/json" };
      const { signal } = new AbortController();
      await send({ method: "PUT", url: `http://${host}/_ingest/pipeline/o${n}`, headers, body, signal, redact: (text) => text });
    }
  const process = await new ProviderProcess({ send }).configure(decoded({ version: "0.1.0" }));
  const connections = hosts.flatMap((host) => ["one", "two"].map((username) => ({ host, username })));
  for (let n = 0; n < 6; n++) {
    const lookUps = connections.map(async ({ host, username }) => {
      const searchConnections = fromJson([{ endpoints: [`http://${host}`], username, password: "p" }]);
      const { result } = await process.invoke("quartet:search:getSearchIngestPipeline", { name: `o${n}`, searchConnections });
      expect(plain(result!)["description"]).toBe(`${n} of ${host}`);
    });
    await Promise.all(lookUps);
  }
  for (const { host, username } of connections) {
    const authorization = `Basic ${Buffer.from(`${username}:p`).toString("base64")}`;
    const own = sent.filter((request) => request.host === host && request.authorization === authorization);
    expect(own.map(({ line }) => line).filter((line) => line !== "GET /")).toEqual([
      "GET /_ingest/pipeline/o0",
      "GET /_ingest/pipeline/o1",
      "GET /_ingest/pipeline",
    ]);
  }
});
