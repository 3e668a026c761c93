/** A token bucket with the clock of the test: permits per second, their order, and the end of waits. */
import { createTokenBucket } from "../../../../provider/http/concurrency/token-bucket";

const free = new AbortController().signal;

beforeEach(() => void jest.useFakeTimers({ doNotFake: ["queueMicrotask"] }));
afterEach(() => void jest.useRealTimers());

/** Requests this number of permits at once; returns the times (ms since the start) of their grants. */
function moments(count: number, size: { burst: number; perSecond: number }) {
  const startedAt = performance.now();
  const bucket = createTokenBucket(size);
  const times: number[] = [];
  for (let i = 0; i < count; i++) void bucket.take(free).then(() => times.push(performance.now() - startedAt));
  return times;
}

test.each([
  [5, 14],
  [25, 74],
  [1, 1],
])("burst %d and %d a second: no second holds more than their sum", async (burst, perSecond) => {
  const times = moments(200, { burst, perSecond });
  await jest.advanceTimersByTimeAsync(200_000);
  expect(times).toHaveLength(200);
  const within = times.map((time) => times.filter((other) => other >= time && other < time + 1000).length);
  expect(Math.max(...within)).toBeLessThanOrEqual(burst + perSecond);
});

test("permits are granted in the order of the requests, and a full bucket holds no more than its burst", async () => {
  const bucket = createTokenBucket({ burst: 2, perSecond: 10 });
  await jest.advanceTimersByTimeAsync(60_000);
  const order: string[] = [];
  for (const name of ["a", "b", "c", "d"]) void bucket.take(free).then(() => order.push(name));
  await jest.advanceTimersByTimeAsync(0);
  expect(order).toEqual(["a", "b"]);
  await jest.advanceTimersByTimeAsync(250);
  expect(order).toEqual(["a", "b", "c", "d"]);
});

test("an aborted caller leaves the queue with the reason, and takes no permit; the last one clears the timer", async () => {
  const bucket = createTokenBucket({ burst: 1, perSecond: 1 });
  const early = new AbortController();
  const late = new AbortController();
  early.abort(new Error("before"));
  await expect(bucket.take(early.signal)).rejects.toThrow("before");
  await bucket.take(free);
  const waiting = bucket.take(late.signal);
  const next = bucket.take(free);
  const rejected = expect(waiting).rejects.toThrow("enough");
  late.abort(new Error("enough"));
  await rejected;
  await jest.advanceTimersByTimeAsync(1001);
  await next;
  const last = new AbortController();
  const left = expect(bucket.take(last.signal)).rejects.toThrow("enough");
  expect(jest.getTimerCount()).toBe(1);
  last.abort(new Error("enough"));
  await left;
  expect(jest.getTimerCount()).toBe(0);
});
