// The transport against real servers: requests, responses, and responses that are incomplete.
import net from "node:net";
import { gzipSync } from "node:zlib";
import { httpServer, listening, rawServer, stopServers } from "../../support/servers";
import { failure, transports, type Client } from "./requests";

const open = transports();
let send: Client;
beforeEach(() => void (send = open({ userAgentVersion: "1.2.3" })));

/** A server that responds to every connection with these bytes. */
const replying = async (...parts: (string | Buffer)[]) => {
  const bytes = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return `http://127.0.0.1:${await rawServer((socket) => socket.once("data", () => socket.end(bytes)))}`;
};

describe("a request", () => {
  test("has method, path, query, headers and body, and returns the whole response", async () => {
    const seen: unknown[] = [];
    const origin = await httpServer(async (request, response) => {
      const body = (await request.toArray()).join("");
      seen.push([request.method, request.url, request.headers, body]);
      response.writeHead(201, { "X-Request-Id": "r-1", "Set-Cookie": ["a=1", "b=2"] }).end("Grüße");
    });
    const headers = { "Content-Type": "application/json", Authorization: "Basic x", "Content-Length": "999" };
    expect(await send(`${origin}/a%2Fb?q=1#part`, { method: "PUT", headers, body: '{"ä":1}' })).toMatchObject({
      status: 201,
      headers: { "x-request-id": "r-1", "set-cookie": "a=1, b=2" },
      body: "Grüße",
    });
    const sent = {
      host: origin.slice("http://".length),
      connection: "keep-alive",
      accept: "*/*",
      "accept-encoding": "gzip",
      "user-agent": "pulumi-quartet/1.2.3",
      "content-type": "application/json",
      authorization: "Basic x",
      "content-length": "8",
    };
    expect(seen).toEqual([["PUT", "/a%2Fb?q=1", sent, '{"ä":1}']]);
  });

  test.each([
    ["GET", undefined],
    ["POST", "0"],
  ] as const)("%s without a body has the content length %s", async (method, length) => {
    const origin = await httpServer(({ headers }, response) => response.end(String(headers["content-length"])));
    expect((await send(origin, { method })).body).toBe(String(length));
  });

  test("a redirect is not followed", async () => {
    const headers = { location: "/elsewhere" };
    const origin = await httpServer((_, response) => response.writeHead(302, headers).end());
    expect(await send(origin)).toMatchObject({ status: 302, headers });
  });

  test.each([
    ["a line break in a header", "http://127.0.0.1:9", /authorization/],
    ["no http or https URL", "ftp://user:s3cret@host/", /^Invalid address of the service: expected an http or https URL\.$/],
  ])("with %s is rejected without its value", async (_what, url, message) => {
    const error = await failure(send(url, { headers: { Authorization: "Bearer s3cret\n" } }));
    expect(error).toMatchObject({ code: "invalid_argument", message: expect.stringMatching(message) });
    expect(error.message).not.toContain("s3cret");
  });
});

describe("a response", () => {
  const zipped = "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\nx-request-id: id-7\r\ncontent-length: 15\r\n\r\n";
  const damaged = "(request id id-7): the compressed response is damaged or truncated";
  const cut = "the connection was closed before the end of the response";
  test.each<[what: string, method: "GET" | "POST", parts: (string | Buffer)[], failure: [code: string, message: string]]>([
    ["whose compression ends early", "GET", [zipped, gzipSync("hello world").subarray(0, 15)], ["Z_BUF_ERROR", damaged]],
    ["whose compression is damaged", "GET", [zipped, "not gzip at all"], ["Z_DATA_ERROR", damaged]],
    ["in another encoding", "GET", [zipped.replace("gzip", "br"), "not gzip at all"], ["ERR_CONTENT_ENCODING", ""]],
    ["whose length says more", "GET", ["HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n12345"], ["ECONNRESET", cut]],
    ["whose last chunk is missing", "GET", ["HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n12345\r\n"], ["ECONNRESET", cut]],
    ["to a write whose length says more", "POST", ["HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n12345"], ["ECONNRESET", cut]],
  ])("%s is an error of the body, and leaves the outcome of a write open", async (_what, method, parts, [systemCode, message]) => {
    const origin = await replying(...parts);
    const error = await failure(send(`${origin}/doc?secret=1`, { method }));
    const ambiguous = method === "POST";
    expect(error).toMatchObject({ name: "TransportError", phase: "body", systemCode, code: "unavailable", ambiguous });
    expect(error.message).toContain(`${method} ${origin}/doc: HTTP 200`);
    expect(error.message).toContain(message);
    expect(error.message.includes("may have been carried out")).toBe(ambiguous);
  });

  test("without a length is whole when the connection ends", async () => {
    expect((await send(await replying("HTTP/1.0 200 OK\r\n\r\nall of it"))).body).toBe("all of it");
  });

  test("may have large headers; the error of larger ones names them", async () => {
    const origin = await httpServer((request, response) =>
      response.writeHead(200, { warning: "x".repeat(Number(request.url!.slice(1))) }).end(),
    );
    expect((await send(`${origin}/200000`)).headers["warning"]).toHaveLength(200_000);
    expect(await failure(send(`${origin}/300000`))).toMatchObject({
      phase: "sent",
      systemCode: "HPE_HEADER_OVERFLOW",
      message: expect.stringContaining("the headers of the response exceed 256 KiB"),
    });
  });

  test("that is not HTTP is an error without its text", async () => {
    expect(await failure(send(await replying("SSH-2.0-s3cret\r\n")))).toMatchObject({
      phase: "sent",
      systemCode: expect.stringMatching(/^HPE_/),
      cause: undefined,
      message: expect.not.stringContaining("s3cret"),
    });
  });

  test.each([500, 502, 503, 504])("%d to a write leaves the outcome open", async (status) => {
    const origin = await httpServer((_, response) => response.writeHead(status).end());
    expect(await send(origin, { method: "PUT" })).toMatchObject({ status, ambiguous: true });
    expect((await send(origin)).ambiguous).toBeUndefined();
  });

  test("before the request was read is accepted, and the connection is not used again", async () => {
    let connections = 0;
    const port = await rawServer((socket) => {
      connections += 1;
      socket.once("data", () => {
        socket.pause();
        socket.write("HTTP/1.1 413 Too Large\r\ncontent-length: 3\r\n\r\nbig");
      });
    });
    const request = { method: "PUT", body: Buffer.alloc(64 * 1024 * 1024) } as const;
    for (let i = 0; i < 2; i++) expect(await send(`http://127.0.0.1:${port}`, request)).toMatchObject({ status: 413, body: "big" });
    expect(connections).toBe(2);
  });
});

test("no connection: a closed port is a failure to connect that names what to check", async () => {
  const port = await listening(net.createServer());
  await stopServers();
  expect(await failure(send(`http://127.0.0.1:${port}/p?q=s3cret`, { method: "POST" }))).toMatchObject({
    phase: "connect",
    systemCode: "ECONNREFUSED",
    code: "unavailable",
    ambiguous: false,
    message: `POST http://127.0.0.1:${port}/p: the connection was refused; check host and port, and that the service is running (ECONNREFUSED).`,
  });
});

test("no connection: a handshake that hangs ends after the connect timeout", async () => {
  const port = await rawServer(() => {});
  const impatient = open({ connectMs: 50 });
  expect(await failure(impatient(`https://127.0.0.1:${port}`))).toMatchObject({ phase: "connect", systemCode: "ETIMEDOUT" });
  expect(impatient.stats.open).toBe(0);
});

test("no connection: a name without an address is a failure to connect; the shown path replaces the real one in messages", async () => {
  expect(await failure(send("http://no-such-host.invalid/token/s3cret", { shownPath: "/token/..." }))).toMatchObject({
    phase: "connect",
    systemCode: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/),
    message: expect.stringMatching(/^GET http:\/\/no-such-host\.invalid\/token\/\.\.\.: (?!.*s3cret)/),
  });
});

test("every request is logged in one line, without its query, and by its own listener if it has one", async () => {
  const lines: string[] = [];
  const own: string[] = [];
  const logging = open({ note: (line) => lines.push(line) });
  const origin = await httpServer(({ headers }, response) =>
    response.writeHead(404, { "x-opaque-id": headers.authorization?.slice(7) ?? "o-1" }).end(),
  );
  await logging(`${origin}/p?key=s3cret`);
  await failure(logging("http://no-such-host.invalid/x"));
  // A request ID that repeats the request is ignored.
  await logging(`${origin}/p`, { headers: { authorization: "Bearer s3cret-token" } });
  for (const sender of [logging, send]) await sender(`${origin}/own`, { note: (line) => void own.push(line) });
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^GET ${origin}/p: HTTP 404 \\(request id o-1\\) in \\d+ ms$`)),
    expect.stringMatching(/^GET http:\/\/no-such-host\.invalid\/x: unavailable \((ENOTFOUND|EAI_AGAIN)\) in \d+ ms$/),
    expect.stringMatching(/\/p: HTTP 404 in \d+ ms$/),
  ]);
  expect(own).toEqual([expect.stringMatching(/\/own: HTTP 404 \(request id o-1\) in \d+ ms$/)]);
});

test("what is logged and traced of a request contains no secret, wherever the remote returns one", async () => {
  const seen: unknown[] = [];
  const noting = open({ note: (line) => seen.push(line), trace: (begin) => (end) => void seen.push(begin, end) });
  const origin = await httpServer((_, response) => response.writeHead(404, { "x-request-id": "s3cret-7" }).end());
  const redact = (text: string) => text.replaceAll("s3cret", "[secret]");
  await noting(`${origin}/s3cret`, { template: "/s3cret", redact });
  await failure(noting("http://s3cret.invalid/", { redact }));
  expect(seen).toHaveLength(6);
  expect(seen[2]).toEqual({ status: 404, requestId: undefined });
  expect(JSON.stringify(seen)).not.toContain("s3cret");
});
