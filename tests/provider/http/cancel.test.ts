// Aborting a request by its signal: at once for reads, after a grace period for a write in progress.
import type http from "node:http";
import { ProviderError } from "../../../provider/core/errors/errors";
import type { HttpRequest } from "../../../provider/contract/http";
import type { Sender } from "../../../provider/http/send";
import { httpServer, rawServer } from "../../support/servers";
import { deferred } from "../../support/waiting";
import { failure, get, transports } from "./requests";

const open = transports();
let send: Sender;
/** Grants writes a grace that no test outlasts: what does not end at once does not end. */
let patient: Sender;
let controller: AbortController;
const cancelled = new ProviderError("cancelled", "The operation was cancelled.");
const timedOut = new ProviderError("deadline_exceeded", "The create time limit of 2 s has passed.");

beforeEach(() => {
  send = open({ graceMs: 60 });
  patient = open({ graceMs: 1e9 });
  controller = new AbortController();
});

const order = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => get(url, { signal: controller.signal, ...more });

/** A server that passes each request to the test and sends no response. */
async function holding(): Promise<{ origin: string; arrived(): Promise<http.ServerResponse>; openResponses: http.ServerResponse[] }> {
  const openResponses: http.ServerResponse[] = [];
  let notify = (): void => {};
  const origin = await httpServer((_, response) => {
    openResponses.push(response);
    notify();
  });
  const arrived = async (): Promise<http.ServerResponse> => {
    const count = openResponses.length;
    while (openResponses.length === count) await new Promise<void>((resolve) => (notify = resolve));
    return openResponses.at(-1)!;
  };
  return { origin, arrived, openResponses };
}

const closed = (response: http.ServerResponse): Promise<unknown> => new Promise((resolve) => response.once("close", resolve));

test("a signal that is aborted already: nothing is sent", async () => {
  controller.abort(cancelled);
  await expect(send(order("http://127.0.0.1:9/", { method: "POST" }))).rejects.toBe(cancelled);
  expect(send.stats).toMatchObject({ requests: 0, connections: 0 });
});

test.each<Partial<HttpRequest>>([{ method: "GET" }, { method: "POST", write: false }])(
  "a read ends at once with the reason, and its connection is closed: %j",
  async (request) => {
    const { origin, arrived } = await holding();
    const next = arrived();
    const running = failure(patient(order(origin, request)));
    const gone = closed(await next);
    controller.abort(cancelled);
    expect(await running).toBe(cancelled);
    await gone;
  },
);

test("a read ends at once in the middle of the body", async () => {
  const begun = deferred();
  const origin = await httpServer((_, response) => void response.write("half", () => begun.resolve()));
  const running = failure(send(order(origin)));
  await begun.promise;
  controller.abort(cancelled);
  expect(await running).toBe(cancelled);
});

test("a request that waits for a connection ends at once, the others go on", async () => {
  const { origin, openResponses } = await holding();
  const others = Array.from({ length: 16 }, () => send(order(origin, { signal: new AbortController().signal })));
  while (openResponses.length < 16) await new Promise(setImmediate);
  const waiting = [failure(send(order(origin, { method: "POST" }))), failure(send(order(origin)))];
  await new Promise(setImmediate);
  controller.abort(cancelled);
  expect(await Promise.all(waiting)).toEqual([cancelled, cancelled]);
  openResponses.forEach((response) => response.end("ok"));
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(16).fill(200));
  expect(send.stats).toMatchObject({ connections: 16, open: 16 });
});

test("a write that is still connecting ends at once, unambiguously", async () => {
  const accepted = deferred();
  const port = await rawServer(() => accepted.resolve());
  const running = failure(send(order(`https://127.0.0.1:${port}`, { method: "POST" })));
  await accepted.promise;
  controller.abort(cancelled);
  expect(await running).toBe(cancelled);
  expect(send.stats.open).toBe(0);
});

test("a sent write continues after a cancellation, and its response is read", async () => {
  const { origin, arrived } = await holding();
  const next = arrived();
  const running = patient(order(origin, { method: "POST", body: "{}" }));
  const response = await next;
  controller.abort(cancelled);
  response.writeHead(201).end('{"id":"x"}');
  expect(await running).toMatchObject({ status: 201, body: '{"id":"x"}' });
});

test("a write without a response ends after the grace, as cancelled and ambiguous", async () => {
  const { origin, arrived } = await holding();
  const next = arrived();
  const running = failure(send(order(`${origin}/thing?key=s3cret`, { method: "POST", body: "{}" })));
  const gone = closed(await next);
  const startedAt = performance.now();
  controller.abort(cancelled);
  const error = await running;
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(55);
  expect(error).toMatchObject({ code: "cancelled", ambiguous: true, cause: cancelled });
  expect(error.message).toBe(
    `The operation was cancelled. POST ${origin}/thing was sent without a response: it may have been carried out.`,
  );
  await gone;
});

test("a write whose connection breaks during the grace is cancelled and ambiguous", async () => {
  const { origin, arrived } = await holding();
  const next = arrived();
  const running = failure(patient(order(origin, { method: "PUT" })));
  const response = await next;
  controller.abort(cancelled);
  response.destroy();
  expect(await running).toMatchObject({ code: "cancelled", ambiguous: true });
});

test.each([
  ["that meets its time limit ends before the grace, as timeout", timedOut, { code: "deadline_exceeded", cause: timedOut }],
  ["that is dropped for any other reason ends at once", undefined, { code: "cancelled" }],
])("a write %s and ambiguous", async (_what, reason, error) => {
  const { origin, arrived } = await holding();
  const next = arrived();
  const running = failure(patient(order(origin, { method: "DELETE" })));
  await next;
  controller.abort(reason);
  expect(await running).toMatchObject({ ...error, ambiguous: true });
});
