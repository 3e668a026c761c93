// The module over real ports with TLS. See docs/modules/search.md#connection; tests/provider/http has the faults of the network, tests/faults those of responses.
import { createSend, type Sender } from "../../../../provider/http/send";
import type { ConnectionBlock } from "../../../../provider/modules/search/connection";
import { createSearchEmulator } from "../../../emulators/search";
import { serve, type Served } from "../../../emulators/serve";
import { makeAuthority, makeServerCertificate } from "../../../support/certificates";
import { clientOver, rejects, uuid } from "./support";

let send: Sender;
let server: Served | undefined;
beforeAll(() => void (send = createSend({ env: {} })));
afterEach(async () => server?.stop());
afterAll(() => send.close());

const cluster = async (block: ConnectionBlock) => clientOver(send, { endpoints: [server!.url], ...block }).cluster();

test("authority, fingerprint of the server or of its authority, no verification", async () => {
  const authority = await makeAuthority();
  const { cert, key, fingerprint } = await makeServerCertificate(authority);
  server = await serve(createSearchEmulator().handle, { tls: { cert: `${cert}${authority.cert}`, key } });
  const trusted = [
    { caData: authority.cert },
    { caFingerprint: fingerprint.toUpperCase() },
    { caFingerprint: authority.fingerprint },
    { insecure: true },
  ];
  for (const block of trusted) expect(await cluster(block)).toMatchObject({ uuid });
});

test("an untrusted server: the error names the settings, without a retry", async () => {
  server = await serve(createSearchEmulator().handle, { tls: await makeServerCertificate(await makeAuthority()) });
  const blocks = [{}, { caData: (await makeAuthority("Unexpected")).cert }, { caFingerprint: "0".repeat(64) }];
  for (const block of blocks) await rejects(cluster(block), /caFile, caData, caFingerprint or insecure/);
  expect([server.requests.length, server.connections()]).toEqual([0, blocks.length]);
});
