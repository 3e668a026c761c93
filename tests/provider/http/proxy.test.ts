// Requests through real proxies on the loopback, for a host name that only they resolve, since loopback addresses are never proxied.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { withRetries, type RetryPolicy } from "../../../provider/http/retry";
import { makeAuthority, makeServerCertificate, type Certificate } from "../../support/certificates";
import { requestContext } from "../../support/contexts";
import { sendInChild } from "../../support/send-in-child";
import { httpServer, httpsServer, listening, rawServer, stopServers } from "../../support/servers";
import { deferred } from "../../support/waiting";
import { failure, transports } from "./requests";

let authority: Certificate;
const open = transports();
beforeAll(async () => {
  authority = await makeAuthority();
});

const through = (env: Record<string, string>) => open({ env }, { tls: { ca: authority.cert } });

/** Starts a proxy that connects every host to the loopback, or rejects connections with the given status. */
async function proxying(rejection?: number, server = http.createServer()) {
  const seen: { method?: string; url?: string; authorization?: string }[] = [];
  const see = ({ method, url, headers }: http.IncomingMessage): unknown =>
    seen.push({ method, url, authorization: headers["proxy-authorization"] });
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
  return { seen, host: `127.0.0.1:${await listening(server)}` };
}

const away = (origin: string) => origin.replace("127.0.0.1", "away.test");
const repeat: http.RequestListener = ({ method, url }, response) => response.end(`${method} ${url}`);
const remote = async (handler = repeat) => away(await httpsServer(await makeServerCertificate(authority, { host: "away.test" }), handler));

test("https uses a tunnel, which is kept; the server behind it is verified, by authority and by fingerprint", async () => {
  const { seen, host } = await proxying();
  const send = through({ HTTPS_PROXY: `http://${host}` });
  const origin = await remote();
  expect((await send(`${origin}/a?b=c`)).body).toBe("GET /a?b=c");
  expect((await send(`${origin}/d`, { method: "POST", body: "x" })).body).toBe("POST /d");
  expect(seen).toEqual([{ method: "CONNECT", url: origin.slice("https://".length), authorization: undefined }]);
  const failing = [undefined, { fingerprint: authority.fingerprint }].map((tls) => failure(send(origin, { tls })));
  const codes = ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "ERR_FINGERPRINT"];
  expect(await Promise.all(failing)).toMatchObject(codes.map((systemCode) => ({ phase: "tls", systemCode })));
  expect(send.stats).toMatchObject({ connections: 1, open: 1 });
});

test("an https proxy is reached over TLS, and so is its tunnel; idle, it does not keep the process alive", async () => {
  const own = await makeServerCertificate(authority);
  const { seen, host } = await proxying(undefined, https.createServer({ ...own, keepAliveTimeout: 0 }));
  const HTTPS_PROXY = `https://${host}`;
  const origin = await remote();
  expect(await failure(through({ HTTPS_PROXY })(origin))).toMatchObject({
    phase: "connect",
    systemCode: "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    message: expect.stringContaining(`the proxy ${host} cannot be used: `),
  });
  const folder = await mkdtemp(path.join(tmpdir(), "quartet-proxy-"));
  await writeFile(`${folder}/ca.pem`, authority.cert);
  const env = { HTTPS_PROXY, QUARTET_EXTRA_CA_CERTS: `${folder}/ca.pem` };
  const send = through(env);
  for (const at of ["/1", "/2"]) expect((await send(origin + at)).body).toBe(`GET ${at}`);
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
  const { seen, host } = await proxying(status);
  const send = through({ [`${scheme.toUpperCase()}_PROXY`]: `http://user:s3cret@${host}` });
  const url = `${scheme}://away.test:1234/p`;
  const error = await failure(withRetries(() => send(`${url}?q=1`, { method: "POST" }), impatient, requestContext()));
  expect(error).toMatchObject({ phase: "connect", systemCode: `PROXY_${status}`, ambiguous: false });
  expect(error.message).toContain(`POST ${url}: the proxy ${host} ${text}`);
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
    const { seen, host } = await proxying();
    const proxy = `http://${info}@${host}`;
    const send = through({ HTTP_PROXY: proxy, HTTPS_PROXY: proxy });
    const reveal: http.RequestListener = ({ headers }, response) => response.end(`${headers.host} ${headers["proxy-authorization"]}`);
    const origins = [away(await httpServer(reveal)), await remote(reveal)];
    const headers = { "Proxy-Authorization": "Basic of-the-caller" };
    for (const origin of origins)
      expect((await send(`${origin}/a`, { method: "PUT", body: "x", headers })).body).toBe(`${new URL(origin).host} undefined`);
    expect(seen).toEqual([
      { method: "PUT", url: `${origins[0]}/a`, authorization: expected },
      { method: "CONNECT", url: new URL(origins[1]!).host, authorization: expected },
    ]);
  },
);

test("an unreachable proxy is named", async () => {
  const port = await rawServer(() => {});
  await stopServers();
  const send = through({ HTTPS_PROXY: `http://user:s3cret@127.0.0.1:${port}` });
  expect(await failure(send("https://away.test/"))).toMatchObject({
    phase: "connect",
    systemCode: "ECONNREFUSED",
    message: expect.stringContaining(`GET https://away.test/: the proxy 127.0.0.1:${port} cannot be used: the connection was refused`),
  });
});

test("a request to a proxy that hangs ends at once when it is cancelled", async () => {
  const controller = new AbortController();
  const reached = deferred();
  const port = await rawServer((socket) => socket.once("data", () => reached.resolve()));
  const send = through({ HTTPS_PROXY: `http://127.0.0.1:${port}` });
  const running = failure(send("https://away.test/", { method: "POST", signal: controller.signal }));
  await reached.promise;
  const reason = new Error("stop");
  controller.abort(reason);
  expect(await running).toBe(reason);
  expect(send.stats.open).toBe(0);
});
