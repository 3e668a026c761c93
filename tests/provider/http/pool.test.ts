// Connections of the transport: kept, counted, replaced and closed.
import type http from "node:http";
import { makeServerCertificate } from "../../support/certificates";
import { sendInChild } from "../../support/send-in-child";
import { httpServer, httpsServer, rawServer } from "../../support/servers";
import { failure, transports, type Client } from "./requests";

const open = transports();
let send: Client;
beforeEach(() => void (send = open()));

describe("connections", () => {
  test("are at most 16 for a thousand requests, which leave no listener on the signal and no warning", async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error) => warnings.push(warning);
    process.on("warning", warned);
    const open: http.ServerResponse[] = [];
    let most = 0;
    let served = 0;
    const origin = await httpServer((_, response) => {
      most = Math.max(most, open.push(response));
      if (open.length < Math.min(16, 1000 - served)) return;
      served += open.length;
      for (const each of open.splice(0)) each.end("ok");
    });
    const controller = new AbortController();
    const added = jest.spyOn(controller.signal, "addEventListener");
    const removed = jest.spyOn(controller.signal, "removeEventListener");
    await Promise.all(Array.from({ length: 1000 }, () => send(origin, { signal: controller.signal })));
    await new Promise(setImmediate);
    process.off("warning", warned);
    expect(most).toBe(16);
    expect(send.stats).toEqual({ requests: 1000, connections: 16, open: 16, repeated: 0 });
    expect(removed.mock.calls.length).toBe(added.mock.calls.length);
    expect(warnings).toEqual([]);
  });

  test.each([{ "keep-alive": "timeout=1" }, { connection: "close" }])("that the remote closes soon are not kept: %j", async (headers) => {
    const origin = await httpServer((_, response) => response.writeHead(200, headers).end("ok"));
    await send(origin);
    await send(origin);
    expect(send.stats.connections).toBe(2);
  });

  test("on which the remote sends unrequested data are dropped", async () => {
    let sendMore = () => {};
    let dropped = () => {};
    const port = await rawServer((socket) => {
      sendMore = () => void socket.write("HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\n\r\n");
      socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"));
      socket.once("close", () => dropped());
    });
    const gone = new Promise<void>((resolve) => (dropped = resolve));
    const url = `http://127.0.0.1:${port}`;
    await send(url);
    sendMore();
    await gone;
    expect((await send(url)).status).toBe(200);
    expect(send.stats.connections).toBe(2);
  });

  test("are closed by close(), after which nothing is sent", async () => {
    const origin = await httpServer((request, response) => request.url === "/quick" && response.end("ok"));
    await send(`${origin}/quick`);
    const running = failure(send(`${origin}/hang`));
    while (send.stats.requests < 2) await new Promise(setImmediate);
    send.close();
    expect(await running).toMatchObject({ code: expect.stringMatching(/unavailable|cancelled/) });
    expect(await failure(send(origin))).toMatchObject({ code: "cancelled" });
    while (send.stats.open > 0) await new Promise(setImmediate);
  });

  test("lost to resets, incomplete bodies and aborts release their slots", async () => {
    let healthy = false;
    const origin = await httpServer((request, response) => {
      if (healthy) response.end("ok");
      else if (request.url === "/reset") request.socket.resetAndDestroy();
      else if (request.url === "/half") response.writeHead(200, { "content-length": "9" }).write("half", () => request.socket.destroy());
    });
    const troubled = Array.from({ length: 90 }, (_, n) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new Error("stop")), n % 30);
      return failure(send(`${origin}/${["reset", "half", "hang"][n % 3]}`, { signal: controller.signal }));
    });
    expect(await Promise.all(troubled)).toHaveLength(90);
    healthy = true;
    const responses = await Promise.all(Array.from({ length: 40 }, () => send(origin)));
    expect(responses.every(({ status }) => status === 200)).toBe(true);
    await new Promise(setImmediate);
    expect(send.stats.open).toBeLessThanOrEqual(16);
  });

  test("that are idle do not keep the process alive, nor does an unused transport load network code", async () => {
    const ok: http.RequestListener = (_, response) => response.end("ok");
    for (const url of [await httpServer(ok), await httpsServer(await makeServerCertificate(), ok)])
      expect(await sendInChild({ url, tls: { insecure: true }, env: {} })).toEqual({ body: "ok", open: 1, loadedBefore: [] });
  });
});

describe("a kept connection that the remote has closed", () => {
  const good = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

  /** Responds to the first request of each connection (at most so many in all), and resets it at the next one. */
  async function forgetful(most = Infinity) {
    const requests: string[] = [];
    const port = await rawServer((socket) => {
      let isNew = requests.length < most;
      socket.on("data", (data) => {
        requests.push(data.toString().split(" ", 1)[0]!);
        if (isNew) socket.write(good);
        else socket.resetAndDestroy();
        isNew = false;
      });
    });
    return { url: `http://127.0.0.1:${port}/`, requests };
  }

  test("is replaced silently for a read, but once only", async () => {
    const { url, requests } = await forgetful(3);
    for (let n = 0; n < 2; n += 1) expect((await send(url)).body).toBe("ok");
    expect(requests).toEqual(["GET", "GET", "GET"]);
    expect(send.stats).toMatchObject({ requests: 2, connections: 2, repeated: 1 });
    expect(await failure(send(url))).toMatchObject({ phase: "sent", systemCode: "ECONNRESET" });
    expect(requests).toHaveLength(5);
  });

  test("is an ambiguous failure for a write, and is replaced for a POST that is marked to only read", async () => {
    const { url, requests } = await forgetful();
    const post = { method: "POST", body: "{}" } as const;
    await send(url);
    expect(await failure(send(url, post))).toMatchObject({ phase: "sent", systemCode: "ECONNRESET", ambiguous: true });
    await send(url);
    expect((await send(url, { ...post, write: false })).status).toBe(200);
    expect(requests).toEqual(["GET", "POST", "GET", "POST", "POST"]);
  });
});
