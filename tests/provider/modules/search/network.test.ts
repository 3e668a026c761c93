// The module over real ports: TLS in all its settings, several nodes, network faults. See docs/modules/search.md#requests.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createSend, type Sender } from "../../../../provider/http/send";
import type { ConnectionBlock } from "../../../../provider/modules/search/connection";
import type { SearchClient } from "../../../../provider/modules/search/client";
import { SearchIngestPipeline as pipelineCode } from "../../../../provider/modules/search/resources/ingest-pipeline";
import { driveResource } from "../../../support/resource-driver";
import { createFaults, garbledBody, halfBody, hang, htmlBody, resetAfter } from "../../../emulators/faults";
import { createSearchEmulator } from "../../../emulators/search";
import { serve, type Served, type ServeTls } from "../../../emulators/serve";
import { makeAuthority, makeClientCertificate, makeServerCertificate } from "../../../support/certificates";
import { clientOver, failure, operation, uuid, schema } from "./support";

const SearchIngestPipeline = driveResource<SearchClient>("quartet:search:SearchIngestPipeline", pipelineCode, schema);

let send: Sender;
const running: Served[] = [];
const faults = createFaults();

beforeAll(() => void (send = createSend({ env: {} })));
afterEach(async () => {
  faults.clear();
  await Promise.all(running.splice(0).map((server) => server.stop()));
});
afterAll(() => send.close());

async function start(tls?: ServeTls): Promise<Served> {
  const server = await serve(createSearchEmulator().handle, { faults, ...(tls && { tls }) });
  running.push(server);
  return server;
}

const over = (block: ConnectionBlock, signal?: AbortSignal): SearchClient => clientOver(send, block, operation(signal));
const pipeline = { name: "app", processors: ['{"drop":{}}'] };

describe("TLS", () => {
  test("authority by text and by file, fingerprint of the server or of its authority, no verification", async () => {
    const authority = await makeAuthority();
    const { cert, key, fingerprint } = await makeServerCertificate(authority);
    const { url } = await start({ cert: `${cert}${authority.cert}`, key });
    const folder = mkdtempSync(path.join(tmpdir(), "quartet-"));
    const caFile = path.join(folder, "ca.pem");
    writeFileSync(caFile, authority.cert);
    const trusted: ConnectionBlock[] = [
      { caData: authority.cert },
      { caFile },
      { caFingerprint: fingerprint.toUpperCase() },
      { caFingerprint: authority.fingerprint },
      { insecure: true },
    ];
    const found = await Promise.all(trusted.map((block) => over({ endpoints: [url], ...block }).cluster()));
    rmSync(folder, { recursive: true });
    expect(found.map((cluster) => cluster.uuid)).toEqual(trusted.map(() => uuid));
  });

  test("an untrusted server: the error names the settings, without a retry", async () => {
    const authority = await makeAuthority();
    const unexpected = await makeAuthority("Unexpected");
    const { url, requests, connections } = await start(await makeServerCertificate(authority));
    const blocks: ConnectionBlock[] = [{}, { caData: unexpected.cert }, { caFingerprint: "0".repeat(64) }];
    for (const block of blocks) {
      expect((await failure(over({ endpoints: [url], ...block }).cluster())).message).toMatch(/caFile, caData, caFingerprint or insecure/);
    }
    expect([requests.length, connections()]).toEqual([0, blocks.length]);
  });

  test("a client certificate, and two connections with different settings at once", async () => {
    const authority = await makeAuthority();
    const server = await makeServerCertificate(authority);
    const client = await makeClientCertificate(authority);
    const { url } = await start({ ...server, ca: authority.cert, requestCert: true });
    const [good, bad] = await Promise.all([
      over({ endpoints: [url], caData: authority.cert, certData: client.cert, keyData: client.key }).cluster(),
      failure(over({ endpoints: [url], caData: authority.cert }).cluster()),
    ]);
    expect(good.uuid).toBe(uuid);
    expect(bad.message).not.toContain("PRIVATE KEY");
  });
});

describe("several addresses", () => {
  test("one is down: the other is used, also for later requests", async () => {
    const dead = await start();
    const alive = await start();
    await dead.stop();
    const client = over({ endpoints: [dead.url, `${alive.url}/`] });
    for (let i = 0; i < 3; i++) expect(await client.get(["_index_template", "x"])).toBeUndefined();
    expect(alive.requests).toHaveLength(3);
  });
});

describe("network failures", () => {
  const create = async (url: string): Promise<unknown> => SearchIngestPipeline.create(pipeline, over({ endpoints: [url] }));

  test.each([
    ["a reset after the work", resetAfter()],
    ["half a response", halfBody()],
  ])("%s, twice: repeated until it works", async (_name, fault) => {
    const { url, requests } = await start();
    faults.add({ match: "PUT *", times: 2, fault });
    expect(await create(url)).toBe(`${uuid}/app`);
    expect(requests.filter(({ method }) => method === "PUT")).toHaveLength(3);
  });

  test("a garbled response to a write that was carried out is resolved by reading the object", async () => {
    const { url } = await start();
    faults.add({ match: "PUT *", fault: garbledBody() });
    expect(await create(url)).toBe(`${uuid}/app`);
  });

  test("a page in the place of the response to a write is ambiguous", async () => {
    const { url } = await start();
    faults.add({ match: "PUT *", fault: htmlBody() });
    expect(await failure(create(url))).toMatchObject({
      code: "unavailable",
      ambiguous: true,
      message: expect.stringContaining("is not JSON"),
    });
  });

  test("a request to a server that hangs ends with the operation", async () => {
    const { url } = await start();
    faults.add({ match: "GET *", fault: hang() });
    const ended = new AbortController();
    const reading = SearchIngestPipeline.read("app", over({ endpoints: [url] }, ended.signal));
    const reason = new Error("the time is up");
    setImmediate(() => ended.abort(reason));
    await expect(reading).rejects.toBe(reason);
  });
});
