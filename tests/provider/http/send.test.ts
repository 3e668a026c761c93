// The transport against real servers: requests, responses, and responses that are incomplete.
import net from "node:net";
import { gzipSync } from "node:zlib";
import { createSend, type Sender } from "../../../provider/http/send";
import { httpServer, listening, rawServer, stopServers } from "../../support/servers";
import { failure, get } from "./requests";

let send: Sender;

beforeEach(() => {
  send = createSend({ env: {}, userAgentVersion: "1.2.3" });
});
afterEach(async () => {
  send.close();
  await stopServers();
});

describe("a request", () => {
  test("has method, path, query, headers and body, and returns the whole response", async () => {
    const seen: unknown[] = [];
    const origin = await httpServer(async (request, response) => {
      const body = (await request.toArray()).join("");
      const { connection, ...headers } = request.headers;
      seen.push([request.method, request.url, headers, connection, body]);
      response.writeHead(201, { "X-Request-Id": "r-1", "Set-Cookie": ["a=1", "b=2"] }).end("Grüße");
    });
    const reply = await send({
      ...get(`${origin}/a%2Fb?q=1#part`),
      method: "PUT",
      headers: { "Content-Type": "application/json", Authorization: "Basic x", "Content-Length": "999" },
      body: '{"ä":1}',
    });
    expect(reply.status).toBe(201);
    expect(reply.headers).toMatchObject({ "x-request-id": "r-1", "set-cookie": "a=1, b=2" });
    expect(reply.body).toBe("Grüße");
    const headers = {
      host: origin.slice("http://".length),
      accept: "*/*",
      "accept-encoding": "gzip",
      "user-agent": `pulumi-resource-quartet/1.2.3 node/${process.versions.node}`,
      "content-type": "application/json",
      authorization: "Basic x",
      "content-length": "8",
    };
    expect(seen).toEqual([["PUT", "/a%2Fb?q=1", headers, "keep-alive", '{"ä":1}']]);
  });

  test.each([
    ["GET", undefined],
    ["DELETE", undefined],
    ["POST", "0"],
  ] as const)("%s without a body has the content length %s", async (method, length) => {
    let seen: string | undefined = "unset";
    const origin = await httpServer((request, response) => {
      seen = request.headers["content-length"];
      response.end();
    });
    await send({ ...get(origin), method });
    expect(seen).toBe(length);
  });

  test("HEAD gives the headers without a body, whatever its length", async () => {
    const origin = await httpServer((_, response) => response.writeHead(200, { "content-length": String(2 ** 40) }).end());
    const reply = await send({ ...get(origin), method: "HEAD" });
    expect(reply.headers["content-length"]).toBe(String(2 ** 40));
    expect(reply.body).toHaveLength(0);
  });

  test("does not follow a redirect", async () => {
    const origin = await httpServer((_, response) => response.writeHead(302, { location: "/elsewhere" }).end());
    expect(await send(get(origin))).toMatchObject({ status: 302, headers: { location: "/elsewhere" } });
  });

  test("with a line break in a header is rejected, naming the header and not the value", async () => {
    const error = await failure(send(get("http://127.0.0.1:9", { headers: { Authorization: "Bearer s3cret\n" } })));
    expect(error).toMatchObject({ code: "invalid_argument" });
    expect(error.message).toContain("authorization");
    expect(error.message).not.toContain("s3cret");
  });

  test("without an http or https URL is rejected, without its value", async () => {
    const error = await failure(send(get("ftp://user:pass@host/")));
    expect(error).toMatchObject({ code: "invalid_argument", message: "Invalid address of the service: expected an http or https URL." });
  });
});

describe("a response", () => {
  test.each([
    ["ends early", gzipSync("hello world").subarray(0, 15), "Z_BUF_ERROR"],
    ["is damaged", Buffer.from("not gzip at all"), "Z_DATA_ERROR"],
  ])("whose compression %s is an error of the body", async (_, body, code) => {
    const origin = await httpServer((_, response) =>
      response.writeHead(200, { "content-encoding": "gzip", "x-request-id": "id-7" }).end(body),
    );
    const error = await failure(send(get(`${origin}/path?secret=1`)));
    expect(error).toMatchObject({ phase: "body", systemCode: code, ambiguous: false });
    expect(error.message).toBe(
      `GET ${origin}/path: HTTP 200 (request id id-7): the compressed response is damaged or truncated (${code}).`,
    );
  });

  test("in an encoding that was not requested is an error of the body", async () => {
    const origin = await httpServer((_, response) => response.writeHead(200, { "content-encoding": "br" }).end("?"));
    expect(await failure(send(get(origin)))).toMatchObject({ phase: "body", systemCode: "ERR_CONTENT_ENCODING" });
  });

  test.each([
    ["GET", "its length says more", "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n12345"],
    ["GET", "its last chunk is missing", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n12345\r\n"],
    ["POST", "its length says more", "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n12345"],
  ] as const)("to %s that ends although %s is an error of the body, and leaves the outcome of a write open", async (method, _, text) => {
    const port = await rawServer((socket) => socket.once("data", () => socket.end(text)));
    const error = await failure(send({ ...get(`http://127.0.0.1:${port}/doc`), method }));
    const ambiguous = method === "POST";
    expect(error).toMatchObject({ name: "TransportError", phase: "body", systemCode: "ECONNRESET", code: "unavailable", ambiguous });
    expect(error.message).toContain(
      `${method} http://127.0.0.1:${port}/doc: HTTP 200: the connection was closed before the end of the response`,
    );
    expect(error.message.includes("may have been carried out")).toBe(ambiguous);
  });

  test("without a length is whole when the connection ends", async () => {
    const port = await rawServer((socket) => socket.once("data", () => socket.end("HTTP/1.0 200 OK\r\n\r\nall of it")));
    expect((await send(get(`http://127.0.0.1:${port}`))).body).toBe("all of it");
  });

  test("may have large headers; the error of larger ones names them", async () => {
    const origin = await httpServer((request, response) =>
      response.writeHead(200, { warning: "x".repeat(Number(request.url!.slice(1))) }).end(),
    );
    expect((await send(get(`${origin}/200000`))).headers["warning"]).toHaveLength(200_000);
    const error = await failure(send(get(`${origin}/300000`)));
    expect(error).toMatchObject({ phase: "sent", systemCode: "HPE_HEADER_OVERFLOW" });
    expect(error.message).toContain("the headers of the response exceed 256 KiB");
  });

  test("that is not HTTP is an error without its text", async () => {
    const port = await rawServer((socket) => socket.once("data", () => socket.end("SSH-2.0-s3cret\r\n")));
    const error = await failure(send(get(`http://127.0.0.1:${port}`)));
    expect(error).toMatchObject({ phase: "sent", systemCode: expect.stringMatching(/^HPE_/), cause: undefined });
    expect(error.message).not.toContain("s3cret");
  });

  test.each([500, 502, 503, 504])("%d to a write leaves the outcome open", async (status) => {
    const origin = await httpServer((_, response) => response.writeHead(status).end());
    expect(await send({ ...get(origin), method: "PUT" })).toMatchObject({ status, ambiguous: true });
    expect((await send(get(origin))).ambiguous).toBeUndefined();
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
    const request = { ...get(`http://127.0.0.1:${port}`), method: "PUT" as const, body: Buffer.alloc(64 * 1024 * 1024) };
    expect(await send(request)).toMatchObject({ status: 413, body: "big" });
    expect(await send(request)).toMatchObject({ status: 413 });
    expect(connections).toBe(2);
  });
});

describe("no connection", () => {
  test("a closed port is a failure to connect that names what to check", async () => {
    const server = net.createServer();
    const port = await listening(server);
    await stopServers();
    const error = await failure(send({ ...get(`http://127.0.0.1:${port}/p?q=s3cret`), method: "POST" }));
    expect(error).toMatchObject({ phase: "connect", systemCode: "ECONNREFUSED", code: "unavailable", ambiguous: false });
    expect(error.message).toBe(
      `POST http://127.0.0.1:${port}/p: the connection was refused; check host and port, and that the service is running (ECONNREFUSED).`,
    );
  });

  test("a handshake that hangs ends after the connect timeout", async () => {
    const port = await rawServer(() => {});
    const impatient = createSend({ env: {}, connectMs: 50 });
    const error = await failure(impatient(get(`https://127.0.0.1:${port}`)));
    expect(error).toMatchObject({ phase: "connect", systemCode: "ETIMEDOUT" });
    expect(impatient.stats.open).toBe(0);
  });

  test("a name without an address is a failure to connect; the shown path replaces the real one in messages", async () => {
    const error = await failure(send(get("http://no-such-host.invalid/token/s3cret", { shownPath: "/token/..." })));
    expect(error).toMatchObject({ phase: "connect", systemCode: expect.stringMatching(/ENOTFOUND|EAI_AGAIN/) });
    expect(error.message).toContain("GET http://no-such-host.invalid/token/...: ");
    expect(error.message).not.toContain("s3cret");
  });
});

test("every request is logged in one line, without its query, and by its own listener if it has one", async () => {
  const lines: string[] = [];
  const own: string[] = [];
  const logging = createSend({ env: {}, note: (line) => lines.push(line) });
  const origin = await httpServer(({ headers }, response) =>
    response.writeHead(404, { "x-opaque-id": headers.authorization?.slice(7) ?? "o-1" }).end(),
  );
  await logging(get(`${origin}/p?key=s3cret`));
  await failure(logging(get("http://no-such-host.invalid/x")));
  // A request ID that repeats the request is ignored.
  await logging(get(`${origin}/p`, { headers: { authorization: "Bearer s3cret-token" } }));
  for (const sender of [logging, send]) await sender(get(`${origin}/own`, { note: (line) => void own.push(line) }));
  logging.close();
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^GET ${origin}/p: HTTP 404 \\(request id o-1\\) in \\d+ ms$`)),
    expect.stringMatching(/^GET http:\/\/no-such-host\.invalid\/x: unavailable \((ENOTFOUND|EAI_AGAIN)\) in \d+ ms$/),
    expect.stringMatching(/\/p: HTTP 404 in \d+ ms$/),
  ]);
  expect(own).toEqual([expect.stringMatching(/\/own: HTTP 404 \(request id o-1\) in \d+ ms$/)]);
});

test("what is logged and traced of a request contains no secret, wherever the remote returns one", async () => {
  const seen: unknown[] = [];
  const noting = createSend({
    env: {},
    note: (line) => seen.push(line),
    trace: (begin) => (end) => void seen.push(begin, end),
  });
  const origin = await httpServer((_, response) => response.writeHead(404, { "x-request-id": "s3cret-7" }).end());
  const redact = (text: string): string => text.replaceAll("s3cret", "[secret]");
  await noting(get(`${origin}/s3cret`, { template: "/s3cret", redact }));
  await failure(noting(get("http://s3cret.invalid/", { redact })));
  noting.close();
  expect(seen).toHaveLength(6);
  expect(seen[2]).toEqual({ status: 404, requestId: undefined });
  expect(JSON.stringify(seen)).not.toContain("s3cret");
});
