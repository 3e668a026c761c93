// TLS against real servers with certificates made for the test: trust, fingerprints, client certificates, and error messages.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { ServerOptions } from "node:https";
import type { TLSSocket } from "node:tls";
import type { HttpRequest, TlsSettings } from "../../../provider/contract/http";
import { makeAuthority, makeClientCertificate, makeServerCertificate, type Certificate } from "../../support/certificates";
import { httpServer, httpsServer, rawServer } from "../../support/servers";
import { failure, transports, type Client } from "./requests";

const open = transports();
let authority: Certificate;
let other: Certificate;
let server: Certificate;
let client: Client;

beforeAll(async () => {
  [authority, other] = await Promise.all([makeAuthority(), makeAuthority("Other Authority")]);
  server = await makeServerCertificate(authority);
});
beforeEach(() => void (client = open()));

const send = (url: string, tls?: TlsSettings, more?: Partial<HttpRequest>) => client(url, { tls, ...more });

/** A server that counts its requests. */
async function counting(options: ServerOptions) {
  let requests = 0;
  const origin = await httpsServer(options, (request, response) => {
    requests += 1;
    const { subject } = (request.socket as TLSSocket).getPeerCertificate();
    response.end(JSON.stringify(subject?.CN ?? null));
  });
  return { origin, named: origin.replace("127.0.0.1", "localhost"), requests: () => requests };
}

describe("trust", () => {
  test("a configured authority is sufficient, by address and by name", async () => {
    const { origin, named } = await counting(server);
    await send(origin, { ca: authority.cert });
    expect((await send(named, { ca: `${other.cert}${authority.cert}` })).status).toBe(200);
  });

  test("without it the server is rejected before anything is sent; the message names the settings", async () => {
    const { origin, requests } = await counting(server);
    expect(await failure(client(`${origin}/p?q=s3cret`, { method: "POST" }))).toMatchObject({
      phase: "tls",
      systemCode: "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      code: "unavailable",
      ambiguous: false,
      message: expect.stringMatching(
        /^POST https:\/\/127\.0\.0\.1:\d+\/p: .*authority.*NODE_EXTRA_CA_CERTS \(UNABLE_TO_VERIFY_LEAF_SIGNATURE\)\.$/,
      ),
    });
    expect(requests()).toBe(0);
  });

  test.each([
    ["self-signed", () => makeServerCertificate(), "DEPTH_ZERO_SELF_SIGNED_CERT"],
    ["expired", () => makeServerCertificate(authority, { notAfter: new Date(Date.now() - 1000) }), "CERT_HAS_EXPIRED"],
    ["for another host", () => makeServerCertificate(authority, { host: "search.example.com" }), "ERR_TLS_CERT_ALTNAME_INVALID"],
  ])("a certificate that is %s is rejected, unless the check is switched off", async (_, make, code) => {
    const { origin, requests } = await counting(await make());
    const error = await failure(send(origin, { ca: authority.cert }));
    expect(error).toMatchObject({ phase: "tls", systemCode: code });
    if (code === "ERR_TLS_CERT_ALTNAME_INVALID") expect(error.message).toContain("valid for other hosts only (DNS:search.example.com)");
    expect(requests()).toBe(0);
    expect((await send(origin, { insecure: true })).status).toBe(200);
  });

  test("a text that is not a certificate is reported", async () => {
    expect(await failure(send("https://127.0.0.1:9", { ca: "/etc/ca.pem" }))).toMatchObject({ systemCode: "ERR_NO_CERTIFICATE" });
    const broken = authority.cert.replace(/\n[A-Za-z0-9+/]{10}/, "\n!!!!!!!!!!");
    const { origin } = await counting(server);
    expect(await failure(send(origin, { ca: broken }))).toMatchObject({ phase: "tls" });
  });

  test("a port with plain HTTP, or one that closes, and a TLS port for plain HTTP are reported", async () => {
    const plain = await httpServer((_, response) => response.end());
    expect(await failure(send(plain.replace("http:", "https:")))).toMatchObject({
      phase: "tls",
      systemCode: expect.stringMatching(/^ERR_SSL_|EPROTO/),
      message: expect.stringContaining("http://"),
    });
    const port = await rawServer((socket) => socket.once("data", () => socket.destroy()));
    expect(await failure(send(`https://127.0.0.1:${port}`))).toMatchObject({ phase: "connect", systemCode: "ECONNRESET" });
    const { origin } = await counting(server);
    expect(await failure(send(origin.replace("https:", "http:")))).toMatchObject({ phase: "sent", ambiguous: false });
  });
});

test("a fingerprint of the server's certificate is enough, in any spelling, without authority and host name", async () => {
  const certificate = await makeServerCertificate(undefined, { host: "elsewhere", notAfter: new Date(0) });
  const { origin } = await counting(certificate);
  for (const fingerprint of [certificate.fingerprint.toUpperCase(), certificate.fingerprint.match(/../g)!.join(":")])
    expect((await send(origin, { fingerprint })).status).toBe(200);
});

test("a fingerprint of any certificate of the presented chain is enough; another is rejected before anything is sent, also without verification", async () => {
  const middle = await makeAuthority("Intermediate", authority);
  const leaf = await makeServerCertificate(middle);
  const { origin, requests } = await counting({ key: leaf.key, cert: leaf.cert + middle.cert + authority.cert });
  const presented = [leaf, middle, authority].map(({ fingerprint }) => fingerprint);
  for (const fingerprint of presented) expect((await send(origin, { fingerprint })).status).toBe(200);
  for (const insecure of [true, false]) {
    const running = send(origin, { fingerprint: other.fingerprint, insecure }, { method: "POST", body: "x" });
    expect(await failure(running)).toMatchObject({
      phase: "tls",
      systemCode: "ERR_FINGERPRINT",
      ambiguous: false,
      message: expect.stringContaining(`expected fingerprint ${other.fingerprint}; it presented ${presented.join(", ")}`),
    });
  }
  expect(requests()).toBe(3);
});

test("a fingerprint of a certificate that did not sign the chain, is only in it, is rejected", async () => {
  const namesake = await makeAuthority();
  const leaf = await makeServerCertificate(namesake);
  const { origin } = await counting({ key: leaf.key, cert: leaf.cert + authority.cert });
  expect(await failure(send(origin, { fingerprint: authority.fingerprint }))).toMatchObject({ systemCode: "ERR_FINGERPRINT" });
});

describe("a client certificate", () => {
  const wanting = (): ServerOptions => ({ ...server, ca: authority.cert, requestCert: true, rejectUnauthorized: true });

  test.each(["TLSv1.2", "TLSv1.3"] as const)("that is missing is a TLS failure with that reason (%s)", async (version) => {
    const { origin, requests } = await counting({ ...wanting(), minVersion: version, maxVersion: version });
    expect(await failure(send(origin, { ca: authority.cert }, { method: "PUT" }))).toMatchObject({
      phase: "tls",
      ambiguous: false,
      message: expect.stringContaining("client certificate"),
    });
    expect(requests()).toBe(0);
  });

  test("that is not accepted is a failure; with the key of another one it is reported before any connection is made", async () => {
    const [{ cert }, rejected] = await Promise.all([makeClientCertificate(authority), makeClientCertificate(other)]);
    const { origin, requests } = await counting(wanting());
    expect(await failure(send(origin, { ca: authority.cert, cert, key: rejected.key }))).toMatchObject({
      phase: "tls",
      systemCode: expect.stringMatching(/^ERR_OSSL/),
      message: expect.not.stringContaining("BEGIN"),
    });
    expect(client.stats.connections).toBe(0);
    expect(await failure(send(origin, { ca: authority.cert, ...rejected }))).toMatchObject({ code: "unavailable" });
    expect(requests()).toBe(0);
  });

  test("is offered, and separates connections: one of another identity is not used", async () => {
    const [alice, bob] = await Promise.all([makeClientCertificate(authority, "alice"), makeClientCertificate(authority, "bob")]);
    const { origin } = await counting(wanting());
    const who = async ({ cert, key }: Certificate) => (await send(origin, { ca: authority.cert, cert, key })).body;
    expect([await who(alice), await who(bob), await who(alice)]).toEqual(['"alice"', '"bob"', '"alice"']);
    expect(client.stats.connections).toBe(2);
  });
});

test("extra authorities are trusted beside those of the system, but not beside configured ones; unreadable ones are skipped", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "quartet-tls-"));
  const file = path.join(folder, "extra.pem");
  await writeFile(file, authority.cert);
  const { origin } = await counting(server);
  const extra = open({ env: { QUARTET_EXTRA_CA_CERTS: file } });
  expect((await extra(origin)).status).toBe(200);
  expect(await failure(extra(origin, { tls: { ca: other.cert } }))).toMatchObject({ phase: "tls" });
  await rm(folder, { recursive: true });
  const lines: string[] = [];
  const unread = open({ env: { QUARTET_EXTRA_CA_CERTS: file }, note: (line) => lines.push(line) });
  expect(await failure(unread(origin))).toMatchObject({ phase: "tls" });
  expect((await unread(origin, { tls: { ca: authority.cert } })).status).toBe(200);
  expect(lines.filter((line) => line.startsWith("NODE_EXTRA"))).toEqual([`NODE_EXTRA_CA_CERTS ignored: ${file}: cannot be read (ENOENT)`]);
});
