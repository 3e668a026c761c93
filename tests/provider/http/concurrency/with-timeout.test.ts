// One attempt with a time limit of its own.
import { withTimeout } from "../../../../provider/http/concurrency/with-timeout";
import type { HttpRequest, HttpResponse, Send } from "../../../../provider/http/message";
import { TransportError } from "../../../../provider/http/transport-error";

const good: HttpResponse = { status: 200, headers: {}, body: Buffer.from("") };
const limit = { milliseconds: 1000, late: () => "too late" };
const request = (more: Partial<HttpRequest> = {}): HttpRequest => ({
  ...{ method: "GET", url: "http://h:1/", headers: {}, signal: new AbortController().signal },
  ...more,
});
const silent: Send = ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason as Error)));

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
});

test("an answer in time is the answer, and a failure the failure", async () => {
  expect(await withTimeout(async () => good, request(), limit)).toBe(good);
  const lost = new TransportError("connect", "ECONNREFUSED", "nobody is there");
  await expect(withTimeout(async () => Promise.reject(lost), request(), limit)).rejects.toBe(lost);
});

test.each([
  [undefined, false],
  [true, true],
])("a late one is lost (write %s)", async (write, ambiguous) => {
  const failed = withTimeout(silent, request(write === undefined ? {} : { write }), limit).catch((error: unknown) => error);
  await jest.advanceTimersByTimeAsync(1000);
  expect(await failed).toMatchObject({ name: "TransportError", phase: "sent", systemCode: "ETIMEDOUT", message: "too late", ambiguous });
});

test("who is cancelled before hears why", async () => {
  const stop = new AbortController();
  const failed = withTimeout(silent, request({ signal: stop.signal }), limit).catch((error: unknown) => error);
  stop.abort(new Error("stopped"));
  expect(await failed).toMatchObject({ message: "stopped" });
});
