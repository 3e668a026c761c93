// Time limits of asynchronous work and of single requests.
import { sendWithTimeout, withTimeout } from "../../../../provider/http/concurrency/with-timeout";
import type { HttpRequest, HttpResponse, Send } from "../../../../provider/contract/http";
import { TransportError } from "../../../../provider/http/transport-error";
import { failure, get } from "../requests";

const good: HttpResponse = { status: 200, headers: {}, body: "" };
const limit = 1000;
const request = (more: Partial<HttpRequest> = {}) => get("http://h:1/", more);
const sendWithoutResponse: Send = ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

test("a response and a failure before the limit are passed on", async () => {
  expect(await sendWithTimeout(async () => good, request(), limit)).toBe(good);
  const lost = new TransportError("connect", "ECONNREFUSED", "connection refused");
  await expect(sendWithTimeout(async () => Promise.reject(lost), request(), limit)).rejects.toBe(lost);
});

test.each([false, true])("fails at the limit (write %s)", async (ambiguous) => {
  const failed = failure(sendWithTimeout(sendWithoutResponse, request(ambiguous ? { write: true } : {}), limit));
  await jest.advanceTimersByTimeAsync(1000);
  const advice = "check the network, the proxies and the load of the service (ETIMEDOUT).";
  const outcome = ambiguous ? " The request was sent and may have been carried out." : "";
  const message = `GET http://h:1/: no response within 1 s; ${advice}${outcome}`;
  expect(await failed).toMatchObject({ name: "TransportError", phase: "sent", systemCode: "ETIMEDOUT", message, ambiguous });
});

test("fails with the reason of the caller's signal before the limit", async () => {
  const stop = new AbortController();
  const failed = failure(sendWithTimeout(sendWithoutResponse, request({ signal: stop.signal }), limit));
  stop.abort(new Error("stopped"));
  expect(await failed).toMatchObject({ message: "stopped" });
});

test("work that ignores its signal fails at the limit, too", async () => {
  let aborted: AbortSignal | undefined;
  const error = new Error("too late");
  const failed = withTimeout({ milliseconds: 1000, error: () => error }, (signal) => {
    aborted = signal;
    return new Promise(() => {});
  }).catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(1000);
  expect(await failed).toBe(error);
  expect(aborted?.reason).toBe(error);
});
