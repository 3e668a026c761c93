/** The port in front of an emulator: what it records, TLS, client certificates, an emulator that fails, and the end. */
import { request as overHttp } from "node:http";
import { request as overTls } from "node:https";
import type { RequestOptions } from "node:https";
import { makeAuthority, makeClientCertificate, makeServerCertificate } from "../support/certificates";
import type { EmulatorHandler } from "./exchange";
import type { Served } from "./serve";
import { serve } from "./serve";

const running: Served[] = [];

const start = async (handler: EmulatorHandler, options?: Parameters<typeof serve>[1]): Promise<Served> => {
  const served = await serve(handler, options);
  running.push(served);
  return served;
};

afterEach(async () => {
  await Promise.all(running.splice(0).map((served) => served.stop()));
});

const echo: EmulatorHandler = ({ body }) => ({ status: 200, headers: { "content-type": "text/plain" }, body: `<${body}>` });

const call = (url: string, options: RequestOptions = {}, body = ""): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const sent = (url.startsWith("https") ? overTls : overHttp)(url, { agent: false, ...options }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });

it("records method, encoded path, query, headers, body and time of every request", async () => {
  const { url, requests } = await start(echo);
  const before = Date.now();
  expect(await call(`${url}/a%2Fb?x=1&y=%20?`, { method: "PUT", headers: { "X-Own": "yes" } }, "grüße")).toEqual({
    status: 200,
    body: "<grüße>",
  });
  expect(requests).toEqual([
    expect.objectContaining({
      method: "PUT",
      path: "/a%2Fb",
      query: "x=1&y=%20?",
      body: "grüße",
      headers: expect.objectContaining({ "x-own": "yes" }),
    }),
  ]);
  expect(requests[0]?.time).toBeGreaterThanOrEqual(before);
});

it("responds to HEAD without a body but with its length", async () => {
  const { url } = await start(echo);
  expect(await call(url, { method: "HEAD" })).toEqual({ status: 200, body: "" });
});

it("counts connections", async () => {
  const { url, connections } = await start(echo);
  await call(url);
  await call(url);
  expect(connections()).toBe(2);
});

it("reports an exception of the emulator as its defect, not as an error of the client", async () => {
  const { url } = await start(() => {
    throw new Error("a hole in the emulator");
  });
  const { status, body } = await call(url);
  expect(status).toBe(500);
  expect(body).toContain("the emulator itself failed: Error: a hole in the emulator");
});

it("cuts open connections when it stops, and may be stopped twice", async () => {
  const served = await start(() => new Promise(() => undefined));
  const lost = expect(call(served.url)).rejects.toMatchObject({ code: "ECONNRESET" });
  while (served.requests.length === 0) await new Promise(setImmediate);
  await served.stop();
  await lost;
  await served.stop();
  await expect(call(served.url)).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

describe("over TLS", () => {
  it("shows its certificate", async () => {
    const authority = await makeAuthority();
    const { cert, key } = await makeServerCertificate(authority);
    const { url } = await start(echo, { tls: { cert, key } });
    expect(url).toMatch(/^https:/);
    expect(await call(url, { ca: authority.cert })).toEqual({ status: 200, body: "<>" });
    await expect(call(url)).rejects.toThrow(/certificate/);
  });

  it("requires a client certificate that its authority signed, when configured", async () => {
    const authority = await makeAuthority();
    const { cert, key } = await makeServerCertificate(authority);
    const { url } = await start(echo, { tls: { cert, key, ca: authority.cert, requestCert: true } });
    const client = await makeClientCertificate(authority);
    expect(await call(url, { ca: authority.cert, cert: client.cert, key: client.key })).toEqual({ status: 200, body: "<>" });
    await expect(call(url, { ca: authority.cert })).rejects.toThrow();
    const unexpected = await makeClientCertificate(await makeAuthority("Another"));
    await expect(call(url, { ca: authority.cert, cert: unexpected.cert, key: unexpected.key })).rejects.toThrow();
  });
});
