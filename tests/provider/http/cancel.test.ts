// Aborting a request by its signal: at once for reads, after a grace period for a write in progress.
import type http from "node:http";
import { ProviderError } from "../../../provider/core/errors/errors";
import type { HttpRequest } from "../../../provider/contract/http";
import { httpServer, rawServer } from "../../support/servers";
import { deferred } from "../../support/waiting";
import { failure, transports, type Client } from "./requests";

const open = transports();
let send: Client;
/** Grants writes a grace that no test outlasts: what does not end at once does not end. */
let patient: Client;
let controller: AbortController;
const cancelled = new ProviderError("cancelled", "The operation was cancelled.");
const timedOut = new ProviderError("deadline_exceeded", "The create time limit of 2 s has passed.");

beforeEach(() => {
  controller = new AbortController();
  const { signal } = controller;
  send = open({ graceMs: 60 }, { signal });
  patient = open({ graceMs: 1e9 }, { signal });
});

/** Sends a request to a server that sends no response of its own; returns once it has arrived there. */
async function arrived(sender: Client, more: Partial<HttpRequest>) {
  const received = deferred<http.ServerResponse>();
  const origin = await httpServer((_, response) => received.resolve(response));
  const outcome = sender(`${origin}/thing?key=s3cret`, more).catch((error: unknown) => error);
  const response = await received.promise;
  return { origin, outcome, response, closed: new Promise((resolve) => response.once("close", resolve)) };
}

test("a signal that is aborted already: nothing is sent", async () => {
  controller.abort(cancelled);
  await expect(send("http://127.0.0.1:9/", { method: "POST" })).rejects.toBe(cancelled);
  expect(send.stats).toMatchObject({ requests: 0, connections: 0 });
});

test.each<Partial<HttpRequest>>([{ method: "GET" }, { method: "POST", write: false }])(
  "a read ends at once with the reason, and its connection is closed: %j",
  async (request) => {
    const { outcome, closed } = await arrived(patient, request);
    controller.abort(cancelled);
    expect(await outcome).toBe(cancelled);
    await closed;
  },
);

test("a read ends at once in the middle of the body", async () => {
  const begun = deferred();
  const origin = await httpServer((_, response) => void response.write("half", () => begun.resolve()));
  const running = failure(send(origin));
  await begun.promise;
  controller.abort(cancelled);
  expect(await running).toBe(cancelled);
});

test("a request that waits for a connection ends at once, the others go on", async () => {
  const responses: http.ServerResponse[] = [];
  const origin = await httpServer((_, response) => void responses.push(response));
  const others = Array.from({ length: 16 }, () => send(origin, { signal: new AbortController().signal }));
  while (responses.length < 16) await new Promise(setImmediate);
  const waiting = [failure(send(origin, { method: "POST" })), failure(send(origin))];
  await new Promise(setImmediate);
  controller.abort(cancelled);
  expect(await Promise.all(waiting)).toEqual([cancelled, cancelled]);
  responses.forEach((response) => response.end("ok"));
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(16).fill(200));
  expect(send.stats).toMatchObject({ connections: 16, open: 16 });
});

test("a write that is still connecting ends at once, unambiguously", async () => {
  const accepted = deferred();
  const port = await rawServer(() => accepted.resolve());
  const running = failure(send(`https://127.0.0.1:${port}`, { method: "POST" }));
  await accepted.promise;
  controller.abort(cancelled);
  expect(await running).toBe(cancelled);
  expect(send.stats.open).toBe(0);
});

test("a sent write continues after a cancellation, and its response is read", async () => {
  const { outcome, response } = await arrived(patient, { method: "POST", body: "{}" });
  controller.abort(cancelled);
  response.writeHead(201).end('{"id":"x"}');
  expect(await outcome).toMatchObject({ status: 201, body: '{"id":"x"}' });
});

test("a write without a response ends after the grace, as cancelled and ambiguous", async () => {
  const { origin, outcome, closed } = await arrived(send, { method: "POST", body: "{}" });
  const startedAt = performance.now();
  controller.abort(cancelled);
  expect(await outcome).toMatchObject({
    code: "cancelled",
    ambiguous: true,
    cause: cancelled,
    message: `The operation was cancelled. POST ${origin}/thing was sent without a response: it may have been carried out.`,
  });
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(55);
  await closed;
});

test.each([
  ["whose connection breaks during the grace is cancelled", cancelled, { code: "cancelled" }],
  ["that meets its time limit ends before the grace, as timeout", timedOut, { code: "deadline_exceeded", cause: timedOut }],
  ["that is dropped for any other reason ends at once", undefined, { code: "cancelled" }],
])("a write %s and ambiguous", async (_what, reason, error) => {
  const { outcome, response } = await arrived(patient, { method: "DELETE" });
  controller.abort(reason);
  if (reason === cancelled) response.destroy();
  expect(await outcome).toMatchObject({ ...error, ambiguous: true });
});
