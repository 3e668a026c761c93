// The network inside the process ends each request as the transport does over a connection: same response, or same error.
import { ProviderError } from "../../../provider/core/errors/errors";
import type { HttpRequest, Send } from "../../../provider/contract/http";
import { createSend } from "../../../provider/http/send";
import { TransportError } from "../../../provider/http/transport-error";
import type { EmulatorHandler } from "../../emulators/exchange";
import type { Fault } from "../../emulators/faults";
import * as faults from "../../emulators/faults";
import { serve } from "../../emulators/serve";
import { deferred } from "../../support/waiting";
import { networkOf } from "./network";

const respond: EmulatorHandler = ({ method, path, query, body }) => ({
  status: 200,
  headers: { "Content-Type": "application/json", "X-Request-Id": "request-1", Link: ["a", "b"] },
  body: JSON.stringify({ method, path, query, body }),
});
const applied: Fault = async (reply) => {
  await reply();
  return "hang";
};

/** Each way to end, and whether the caller has to abort the request because no response comes. */
const ways: [title: string, fault: Fault | undefined, isEndless?: true][] = [
  ["a response", undefined],
  ["a reset before the response", faults.resetBefore()],
  ["a reset after the work was done", faults.resetAfter()],
  ["half a response", faults.halfBody()],
  ["a response that is no JSON", faults.garbledBody()],
  ["HTTP 500", faults.wrongStatus(500)],
  ["HTTP 503", faults.unavailable(503)],
  ["HTTP 429", faults.throttle()],
  ["no response", faults.hang(), true],
  ["no response, though the work was done", applied, true],
];
const requests: [title: string, method: HttpRequest["method"], write: boolean][] = [
  ["a read", "GET", false],
  ["a write", "PUT", true],
  ["a read by POST", "POST", false],
];
const cases = ways.flatMap((way) => requests.map((request) => [`${way[0]}, ${request[0]}`, way, request] as const));

/** The members of an error or response that a module can see; `wasReused`: a request of the same sender succeeded before. */
async function endOf(send: Send, url: string, { method, write, arrived, wasReused }: Way): Promise<object> {
  if (wasReused)
    await send({ method: "GET", url: `${url}/first`, headers: {}, redact: (text) => text, signal: new AbortController().signal });
  const controller = new AbortController();
  const body = method === "GET" ? undefined : '{"a":1}';
  const sent = send({
    method,
    url: `${url}/object?a=b`,
    headers: { accept: "application/json" },
    body,
    write,
    redact: (text) => text,
    signal: controller.signal,
  });
  void arrived?.then(() => controller.abort(new ProviderError("internal", "the limit")));
  return sent.then(
    ({ headers, body: received, ...rest }) => {
      const { "content-type": type, "x-request-id": id, link } = headers;
      return { ...rest, type, id, link, body: received.toString() };
    },
    (error: unknown) => {
      if (!(error instanceof ProviderError)) throw error;
      const { code, ambiguous } = error;
      const { phase, systemCode } = error instanceof TransportError ? error : {};
      return { code, ambiguous, phase, systemCode, message: error.message.replaceAll(url, "URL") };
    },
  );
}

interface Way {
  method: HttpRequest["method"];
  write: boolean;
  /** Given if no response comes: the request is aborted after it has arrived. */
  arrived?: Promise<void>;
  wasReused: boolean;
}

test.each(cases)("%s", async (_title, [, fault, isEndless = false], [, method, write]) => {
  for (const wasReused of [false, true]) {
    const atServer = deferred();
    const inNetwork = deferred();
    const real = faults.createFaults();
    const virtual = faults.createFaults();
    const add = (rules: faults.Faults, { resolve }: typeof atServer): void => {
      if (!fault) return;
      const noted: Fault = (reply) => {
        resolve();
        return fault(reply);
      };
      rules.add({ match: ({ path }) => path === "/object", fault: noted });
    };
    add(real, atServer);
    add(virtual, inNetwork);
    const way = (arrived: Promise<void>): Way => ({ method, write, wasReused, ...(isEndless && { arrived }) });
    const served = await serve(respond, { faults: real });
    const sender = createSend({ env: {}, graceMs: 10 });
    const network = networkOf(respond, { faults: virtual });
    const expected = await endOf(sender, served.url, way(atServer.promise));
    expect(await endOf(network.send, "http://service.test", way(inNetwork.promise))).toEqual({ ...expected });
    const arrived = (all: readonly { method: string; path: string; query: string; body: string }[]): string[] =>
      all.map((request) => `${request.method} ${request.path}?${request.query} ${request.body}`);
    expect(arrived(network.requests)).toEqual(arrived(served.requests));
    sender.close();
    await served.stop();
  }
});

test("a refused connection", async () => {
  const served = await serve(respond);
  await served.stop();
  const sender = createSend({ env: {} });
  const network = networkOf(respond, { faults: faults.createFaults() });
  network.rejects = () => true;
  const way = { method: "PUT", write: true, wasReused: false } as const;
  expect(await endOf(network.send, "http://service.test", way)).toEqual(await endOf(sender, served.url, way));
  sender.close();
});
