// Which proxy is taken, and requests through real proxies on the loopback (for a name that only they know, since the loopback itself goes direct).
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import type { HttpRequest } from "../../../provider/http/message";
import { proxyFor } from "../../../provider/http/proxy";
import { createSend, type Sender } from "../../../provider/http/send";
import type { TransportError } from "../../../provider/http/transport-error";
import { makeAuthority, makeServerCertificate, type Authority } from "../../support/certificates";
import { sendInChild } from "../../support/send-in-child";
import { httpServer, httpsServer, listening, rawServer, stopServers } from "../../support/servers";

describe("proxyFor", () => {
  const at = (url: string, env: Record<string, string>): string | undefined => {
    const proxy = proxyFor(new URL(url), env, net);
    return proxy && `${proxy.secure ? "https" : "http"} ${proxy.host} ${proxy.port}`;
  };

  test.each([
    ["none", "https://a.test", {}, undefined],
    ["upper case", "https://a.test", { HTTPS_PROXY: "http://p:3128" }, "http p 3128"],
    ["lower case wins", "https://a.test", { HTTPS_PROXY: "http://p:1", https_proxy: "http://q:2" }, "http q 2"],
    ["an empty one counts as unset", "https://a.test", { HTTPS_PROXY: "http://p:1", https_proxy: "" }, "http p 1"],
    ["another scheme has another proxy", "http://a.test", { HTTPS_PROXY: "http://p:1" }, undefined],
    ["http", "http://a.test", { HTTP_PROXY: "http://p:1" }, "http p 1"],
    ["HTTP_PROXY is not trusted in a CGI process", "http://a.test", { HTTP_PROXY: "http://p:1", REQUEST_METHOD: "GET" }, undefined],
    ["http_proxy is", "http://a.test", { http_proxy: "http://p:1", REQUEST_METHOD: "GET" }, "http p 1"],
    ["default ports", "https://a.test", { HTTPS_PROXY: "http://p" }, "http p 80"],
    ["default ports of https", "https://a.test", { HTTPS_PROXY: "https://p" }, "https p 443"],
    ["without a scheme", "https://a.test", { HTTPS_PROXY: "p.test:3128" }, "http p.test 3128"],
    ["an IPv6 proxy", "https://a.test", { HTTPS_PROXY: "http://[fd00::1]:3128" }, "http fd00::1 3128"],
  ])("%s", (_, url, env, expected) => expect(at(url, env as Record<string, string>)).toBe(expected));

  test.each([
    ["*", "https://a.test", true],
    ["a.test", "https://a.test", true],
    ["A.Test.", "https://a.test", true],
    ["a.test", "https://x.y.a.test", true],
    [".a.test", "https://x.a.test", true],
    [".a.test", "https://a.test", true],
    ["*.a.test", "https://x.a.test", true],
    ["a.test", "https://ba.test", false],
    ["b.test, a.test", "https://a.test", true],
    ["b.test a.test", "https://a.test", true],
    ["a.test:443", "https://a.test", true],
    ["a.test:9200", "https://a.test:9200", true],
    ["a.test:9200", "https://a.test", false],
    ["10.1.2.3", "https://10.1.2.3", true],
    ["10.1.2.3:9200", "https://10.1.2.3:9200", true],
    ["10.1.2.3:9200", "https://10.1.2.3", false],
    ["10.0.0.0/8", "https://10.1.2.3", true],
    ["10.0.0.0/8", "https://11.1.2.3", false],
    ["10.0.0.0/99", "https://10.1.2.3", false],
    ["10.0.0.0/8", "https://a.test", false],
    ["fd00::/8", "https://[fd12::1]", true],
    ["fd12::1", "https://[fd12:0::1]", true],
    ["[fd12::1]:9200", "https://[fd12::1]:9200", true],
    ["[fd12::1]:9200", "https://[fd12::1]", false],
    ["", "https://localhost:9200", true],
    ["", "https://x.localhost", true],
    ["", "https://127.1.2.3", true],
    ["", "https://[::1]", true],
    ["", "https://a.test", false],
  ])("NO_PROXY=%s: is %s asked directly? %s", (list, url, direct) => {
    expect(at(url, { HTTPS_PROXY: "http://p:1", NO_PROXY: list }) === undefined).toBe(direct);
    expect(at(url, { HTTPS_PROXY: "http://p:1", NO_PROXY: "other.test", no_proxy: list || "none.test" }) === undefined).toBe(direct);
  });

  test.each([
    ["socks5://u:s3cret@p:1", /^The environment variable HTTPS_PROXY names a proxy of kind socks5; only http and https/],
    ["http://", /^The environment variable HTTPS_PROXY holds no URL of a proxy/],
    ["u:s3cret@:x", /^The environment variable HTTPS_PROXY holds no URL of a proxy/],
  ])("a variable that cannot be used is named, its value is not shown", (value, message) => {
    let text = "";
    try {
      at("https://a.test", { HTTPS_PROXY: value });
    } catch (error) {
      text = (error as Error).message;
    }
    expect(text).toMatch(message);
    expect(text).not.toContain("s3cret");
  });
});

describe("through a proxy", () => {
  let authority: Authority;
  let send: Sender | undefined;
  beforeAll(async () => {
    authority = await makeAuthority();
  });
  afterEach(async () => {
    send?.close();
    await stopServers();
  });

  interface Seen {
    method: string;
    url: string;
    authorization?: string;
  }

  /** A proxy that leads every host to the loopback, and refuses with the status when one is given. */
  function proxying(server: http.Server, refusal?: number): { seen: Seen[]; server: http.Server } {
    const seen: Seen[] = [];
    const see = (request: http.IncomingMessage): unknown =>
      seen.push({ method: request.method!, url: request.url!, authorization: request.headers["proxy-authorization"] });
    server.on("connect", (request: http.IncomingMessage, socket: net.Socket) => {
      see(request);
      if (refusal) return socket.end(`HTTP/1.1 ${refusal} No\r\ncontent-length: 0\r\n\r\n`);
      const onward = net.connect(Number(request.url!.split(":").at(-1)), "127.0.0.1", () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
      socket
        .on("error", () => onward.destroy())
        .pipe(onward.on("error", () => socket.destroy()))
        .pipe(socket);
    });
    server.on("request", (request: http.IncomingMessage, response: http.ServerResponse) => {
      see(request);
      if (refusal) return response.writeHead(refusal).end();
      const { port, pathname } = new URL(request.url!);
      const { "proxy-authorization": _, ...headers } = request.headers;
      const onward = http.request({ port, host: "127.0.0.1", path: pathname, method: request.method, headers }, (answer) =>
        answer.pipe(response.writeHead(answer.statusCode!)),
      );
      request.pipe(onward);
    });
    return { seen, server };
  }

  const get = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
    method: "GET",
    url,
    headers: {},
    signal: new AbortController().signal,
    tls: { ca: authority.cert },
    ...more,
  });
  const failure = (promise: Promise<unknown>): Promise<TransportError> =>
    promise.then(
      () => Promise.reject(new Error("it succeeded")),
      (error) => error,
    );
  const away = (origin: string): string => origin.replace("127.0.0.1", "away.test");
  const credentials = `Basic ${Buffer.from("us er:s3cret").toString("base64")}`;

  async function remote(): Promise<string> {
    return away(
      await httpsServer(await makeServerCertificate(authority, { names: ["away.test"], addresses: [] }), (request, response) =>
        response.end(`${request.method} ${request.url}`),
      ),
    );
  }

  test("https goes through a tunnel, which is kept; the user info is sent as Proxy-Authorization", async () => {
    const { seen, server } = proxying(http.createServer());
    send = createSend({ env: { HTTPS_PROXY: `http://us%20er:s3cret@127.0.0.1:${await listening(server)}` } });
    const origin = await remote();
    expect((await send(get(`${origin}/a?b=c`))).body.toString()).toBe("GET /a?b=c");
    expect((await send(get(`${origin}/d`, { method: "POST", body: "x" }))).body.toString()).toBe("POST /d");
    expect(seen).toEqual([{ method: "CONNECT", url: origin.slice("https://".length), authorization: credentials }]);
    expect(send.stats).toMatchObject({ connections: 1, open: 1 });
  });

  test("the server behind the tunnel is checked, by authority and by fingerprint", async () => {
    const { server } = proxying(http.createServer());
    send = createSend({ env: { HTTPS_PROXY: `http://127.0.0.1:${await listening(server)}` } });
    const origin = await remote();
    expect(await failure(send(get(origin, { tls: undefined })))).toMatchObject({
      phase: "tls",
      systemCode: "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    });
    expect(await failure(send(get(origin, { tls: { fingerprint: authority.fingerprint } })))).toMatchObject({
      phase: "tls",
      systemCode: "ERR_FINGERPRINT",
    });
    expect(send.stats.open).toBe(0);
  });

  test("an https proxy is spoken to in TLS, and its tunnel too; idle, it does not hold the process", async () => {
    const own = await makeServerCertificate(authority);
    const { seen, server } = proxying(https.createServer({ ...own, keepAliveTimeout: 0 }) as unknown as http.Server);
    const port = await listening(server);
    const origin = await remote();
    const strict = createSend({ env: { HTTPS_PROXY: `https://127.0.0.1:${port}` } });
    const error = await failure(strict(get(origin)));
    strict.close();
    expect(error).toMatchObject({ phase: "connect", systemCode: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" });
    expect(error.message).toContain(`no way through the proxy 127.0.0.1:${port}: `);
    const folder = await mkdtemp(path.join(tmpdir(), "quartet-proxy-"));
    await writeFile(`${folder}/ca.pem`, authority.cert);
    send = createSend({ env: { HTTPS_PROXY: `https://127.0.0.1:${port}`, QUARTET_EXTRA_CA_CERTS: `${folder}/ca.pem` } });
    for (const at of ["/1", "/2"]) expect((await send(get(origin + at))).body.toString()).toBe(`GET ${at}`);
    expect(seen).toHaveLength(1);
    expect(send.stats).toMatchObject({ connections: 1 });
    const env = { HTTPS_PROXY: `https://127.0.0.1:${port}`, QUARTET_EXTRA_CA_CERTS: `${folder}/ca.pem` };
    expect(await sendInChild({ url: `${origin}/3`, env })).toMatchObject({ body: "GET /3", open: 1 });
    await rm(folder, { recursive: true });
  });

  test("http goes in absolute form without a tunnel", async () => {
    const { seen, server } = proxying(http.createServer());
    send = createSend({ env: { HTTP_PROXY: `http://us%20er:s3cret@127.0.0.1:${await listening(server)}` } });
    const origin = away(
      await httpServer((request, response) =>
        response.end(`${request.method} ${request.headers.host} ${request.headers["proxy-authorization"]}`),
      ),
    );
    const answer = await send(get(`${origin}/a`, { method: "PUT", body: "x" }));
    expect(answer.body.toString()).toBe(`PUT ${origin.slice("http://".length)} undefined`);
    expect(seen).toEqual([{ method: "PUT", url: `${origin}/a`, authorization: credentials }]);
  });

  test.each([
    ["https", 407, "HTTPS_PROXY", "wants other credentials; give user and password in the URL of the proxy variable"],
    ["https", 403, "HTTPS_PROXY", "refused to connect"],
    ["http", 407, "HTTP_PROXY", "wants other credentials"],
  ])("a proxy that answers %s with %d is named, without its user info", async (scheme, status, variable, text) => {
    const { server } = proxying(http.createServer(), status);
    const port = await listening(server);
    send = createSend({ env: { [variable]: `http://user:s3cret@127.0.0.1:${port}` } });
    const error = await failure(send(get(`${scheme}://away.test:1234/p?q=1`, { method: "POST" })));
    expect(error).toMatchObject({ phase: "connect", systemCode: `PROXY_${status}`, ambiguous: false });
    expect(error.message).toContain(`POST ${scheme}://away.test:1234/p: the proxy 127.0.0.1:${port} ${text}`);
    expect(error.message).not.toContain("s3cret");
  });

  test("a proxy that is not there is named", async () => {
    const port = await rawServer(() => {});
    await stopServers();
    send = createSend({ env: { HTTPS_PROXY: `http://user:s3cret@127.0.0.1:${port}` } });
    const error = await failure(send(get("https://away.test/")));
    expect(error).toMatchObject({ phase: "connect", systemCode: "ECONNREFUSED" });
    expect(error.message).toContain(`GET https://away.test/: no way through the proxy 127.0.0.1:${port}: the connection was refused`);
  });

  test("a proxy that hangs is left at once when the request is cancelled", async () => {
    const controller = new AbortController();
    const reached = new Promise<void>((resolve) => {
      void rawServer((socket) => socket.once("data", () => resolve())).then((port) => {
        send = createSend({ env: { HTTPS_PROXY: `http://127.0.0.1:${port}` } });
        running = failure(send(get("https://away.test/", { method: "POST", signal: controller.signal })));
      });
    });
    let running: Promise<unknown> | undefined;
    await reached;
    const reason = new Error("stop");
    controller.abort(reason);
    expect(await running).toBe(reason);
    expect(send!.stats.open).toBe(0);
  });
});
