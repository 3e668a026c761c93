// Requests through real proxies on the loopback, for a host name that only they resolve, since loopback addresses are never proxied.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { HttpRequest } from "../../../provider/contract/http";
import { withRetries, type RetryPolicy } from "../../../provider/http/retry";
import type { Sender } from "../../../provider/http/send";
import { makeAuthority, makeServerCertificate, type Authority } from "../../support/certificates";
import { requestContext } from "../../support/contexts";
import { sendInChild } from "../../support/send-in-child";
import { httpServer, httpsServer, listening, rawServer, stopServers } from "../../support/servers";
import { deferred } from "../../support/waiting";
import { failure, get as plain, transports } from "./requests";

describe("through a proxy", () => {
  let authority: Authority;
  const open = transports();
  let send: Sender;
  beforeAll(async () => {
    authority = await makeAuthority();
  });

  interface Seen {
    method: string;
    url: string;
    authorization?: string;
  }

  /** A proxy that connects every host to the loopback, or rejects connections with the given status. */
  function proxying(server: http.Server, rejection?: number): { seen: Seen[]; server: http.Server } {
    const seen: Seen[] = [];
    const see = (request: http.IncomingMessage): unknown =>
      seen.push({ method: request.method!, url: request.url!, authorization: request.headers["proxy-authorization"] });
    server.on("connect", (request: http.IncomingMessage, socket: net.Socket) => {
      see(request);
      if (rejection) return socket.end(`HTTP/1.1 ${rejection} No\r\ncontent-length: 0\r\n\r\n`);
      const onward = net.connect(Number(request.url!.split(":").at(-1)), "127.0.0.1", () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
      socket
        .on("error", () => onward.destroy())
        .pipe(onward.on("error", () => socket.destroy()))
        .pipe(socket);
    });
    server.on("request", (request: http.IncomingMessage, response: http.ServerResponse) => {
      see(request);
      if (rejection) return response.writeHead(rejection).end();
      const { port, pathname } = new URL(request.url!);
      const { "proxy-authorization": _, ...headers } = request.headers;
      const onward = http.request({ port, host: "127.0.0.1", path: pathname, method: request.method, headers }, (reply) =>
        reply.pipe(response.writeHead(reply.statusCode!)),
      );
      request.pipe(onward);
    });
    return { seen, server };
  }

  const get = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => plain(url, { tls: { ca: authority.cert }, ...more });
  const away = (origin: string): string => origin.replace("127.0.0.1", "away.test");

  async function remote(): Promise<string> {
    return away(
      await httpsServer(await makeServerCertificate(authority, { names: ["away.test"], addresses: [] }), (request, response) =>
        response.end(`${request.method} ${request.url}`),
      ),
    );
  }

  test("https uses a tunnel, which is kept; the server behind it is verified, by authority and by fingerprint", async () => {
    const { seen, server } = proxying(http.createServer());
    send = open({ env: { HTTPS_PROXY: `http://127.0.0.1:${await listening(server)}` } });
    const origin = await remote();
    expect((await send(get(`${origin}/a?b=c`))).body).toBe("GET /a?b=c");
    expect((await send(get(`${origin}/d`, { method: "POST", body: "x" }))).body).toBe("POST /d");
    expect(seen).toEqual([{ method: "CONNECT", url: origin.slice("https://".length), authorization: undefined }]);
    const failing = [undefined, { fingerprint: authority.fingerprint }].map((tls) => failure(send(get(origin, { tls }))));
    const codes = ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "ERR_FINGERPRINT"];
    expect(await Promise.all(failing)).toMatchObject(codes.map((systemCode) => ({ phase: "tls", systemCode })));
    expect(send.stats).toMatchObject({ connections: 1, open: 1 });
  });

  test("an https proxy is reached over TLS, and so is its tunnel; idle, it does not keep the process alive", async () => {
    const own = await makeServerCertificate(authority);
    const { seen, server } = proxying(https.createServer({ ...own, keepAliveTimeout: 0 }) as unknown as http.Server);
    const port = await listening(server);
    const origin = await remote();
    const strict = open({ env: { HTTPS_PROXY: `https://127.0.0.1:${port}` } });
    const error = await failure(strict(get(origin)));
    expect(error).toMatchObject({ phase: "connect", systemCode: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" });
    expect(error.message).toContain(`the proxy 127.0.0.1:${port} cannot be used: `);
    const folder = await mkdtemp(path.join(tmpdir(), "quartet-proxy-"));
    await writeFile(`${folder}/ca.pem`, authority.cert);
    const env = { HTTPS_PROXY: `https://127.0.0.1:${port}`, QUARTET_EXTRA_CA_CERTS: `${folder}/ca.pem` };
    send = open({ env });
    for (const at of ["/1", "/2"]) expect((await send(get(origin + at))).body).toBe(`GET ${at}`);
    expect(seen).toHaveLength(1);
    expect(send.stats).toMatchObject({ connections: 1 });
    expect(await sendInChild({ url: `${origin}/3`, env })).toMatchObject({ body: "GET /3", open: 1 });
    await rm(folder, { recursive: true });
  });

  const impatient: RetryPolicy = {
    service: "Shop",
    attempts: 3,
    statuses: [407, 429, 502],
    phases: ["connect", "tls", "sent", "body"],
    retriesAmbiguous: true,
    pauses: [0],
    jitter: "half",
  };
  test.each([
    ["https", 407, 1, "requires valid credentials; set user and password in the URL of the proxy variable"],
    ["http", 407, 1, "requires valid credentials"],
    ["https", 403, 1, "rejected the connection"],
    ["https", 302, 1, ""],
    ["https", 429, 3, ""],
    ["https", 502, 3, ""],
  ])("a proxy that responds to %s with %d is asked %d times, whatever the retry policy, and named", async (scheme, status, times, text) => {
    const { seen, server } = proxying(http.createServer(), status);
    const port = await listening(server);
    send = open({ env: { [`${scheme.toUpperCase()}_PROXY`]: `http://user:s3cret@127.0.0.1:${port}` } });
    const request = get(`${scheme}://away.test:1234/p?q=1`, { method: "POST" });
    const error = await failure(withRetries(() => send(request), impatient, requestContext()));
    expect(error).toMatchObject({ phase: "connect", systemCode: `PROXY_${status}`, ambiguous: false });
    expect(error.message).toContain(`POST ${scheme}://away.test:1234/p: the proxy 127.0.0.1:${port} ${text}`);
    expect(error.message).not.toContain("s3cret");
    expect(seen).toHaveLength(times);
  });

  test.each([
    ["user:s3cret", "user:s3cret"],
    ["user", "user:"],
    ["us%20er:s%3A3%40cret", "us er:s:3@cret"],
    ["j%C3%BCrgen:%F0%9F%94%91", "jürgen:🔑"],
    ["user:100%", "user:100%"],
  ])(
    "the user info %s reaches the proxy as Basic credentials of a tunnel and of an absolute URL, and the remote never",
    async (info, text) => {
      const expected = `Basic ${Buffer.from(text).toString("base64")}`;
      const { seen, server } = proxying(http.createServer());
      const proxy = `http://${info}@127.0.0.1:${await listening(server)}`;
      send = open({ env: { HTTP_PROXY: proxy, HTTPS_PROXY: proxy } });
      const certificate = await makeServerCertificate(authority, { names: ["away.test"], addresses: [] });
      const reveal: http.RequestListener = ({ headers }, response) => response.end(`${headers.host} ${headers["proxy-authorization"]}`);
      const origins = [away(await httpServer(reveal)), away(await httpsServer(certificate, reveal))];
      const headers = { "Proxy-Authorization": "Basic of-the-caller" };
      for (const origin of origins)
        expect((await send(get(`${origin}/a`, { method: "PUT", body: "x", headers }))).body).toBe(`${new URL(origin).host} undefined`);
      expect(seen).toEqual([
        { method: "PUT", url: `${origins[0]}/a`, authorization: expected },
        { method: "CONNECT", url: new URL(origins[1]!).host, authorization: expected },
      ]);
    },
  );

  test("an unreachable proxy is named", async () => {
    const port = await rawServer(() => {});
    await stopServers();
    send = open({ env: { HTTPS_PROXY: `http://user:s3cret@127.0.0.1:${port}` } });
    const error = await failure(send(get("https://away.test/")));
    expect(error).toMatchObject({ phase: "connect", systemCode: "ECONNREFUSED" });
    expect(error.message).toContain(`GET https://away.test/: the proxy 127.0.0.1:${port} cannot be used: the connection was refused`);
  });

  test("a request to a proxy that hangs ends at once when it is cancelled", async () => {
    const controller = new AbortController();
    const reached = deferred();
    const port = await rawServer((socket) => socket.once("data", () => reached.resolve()));
    send = open({ env: { HTTPS_PROXY: `http://127.0.0.1:${port}` } });
    const running = failure(send(get("https://away.test/", { method: "POST", signal: controller.signal })));
    await reached.promise;
    const reason = new Error("stop");
    controller.abort(reason);
    expect(await running).toBe(reason);
    expect(send.stats.open).toBe(0);
  });
});
