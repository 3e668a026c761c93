// Status lines of long waits and of requests that take long. See docs/protocol.md#progress.
import { ProviderError } from "../../../../provider/core/errors/errors";
import { createKeyedMutex } from "../../../../provider/core/concurrency/keyed-mutex";
import { newCall } from "../../../support/fake-module";
import { deferred } from "../../../support/waiting";
import { reportProgress, reportWait, withReportedLock } from "../../../../provider/http/concurrency/report-wait";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test("a line after two seconds, then every five, none after the end; what is waited for may change, and may be nothing to report", () => {
  const { call, logged } = newCall();
  let what: string | undefined = "the operation";
  const end = reportWait(call, () => what);
  jest.advanceTimersByTime(1999);
  expect(logged).toEqual([]);
  jest.advanceTimersByTime(5001);
  what = undefined;
  jest.advanceTimersByTime(5000);
  what = "the second step";
  jest.advanceTimersByTime(5000);
  expect(logged).toEqual([
    "status: waiting for the operation (2s)",
    "status: waiting for the operation (7s)",
    "status: waiting for the second step (17s)",
  ]);
  end();
  jest.advanceTimersByTime(60_000);
  expect(logged).toHaveLength(3);
  expect(jest.getTimerCount()).toBe(0);
});

describe("a lock", () => {
  const open = async () => {
    const mutex = createKeyedMutex();
    const lock = { mutex, key: "k", what: "another write" };
    const { call: holder, logged } = newCall();
    const { promise, resolve: release } = deferred();
    const holding = withReportedLock(lock, holder, () => promise);
    await Promise.resolve();
    return { lock, logged, holding, release };
  };

  test("is reported by those that wait for it, not by the one that has it", async () => {
    const { lock, logged, holding, release } = await open();
    const waiter = newCall();
    const waited = withReportedLock(lock, waiter.call, async () => {
      jest.advanceTimersByTime(60_000);
      return "done";
    });
    await jest.advanceTimersByTimeAsync(3000);
    release();
    await holding;
    expect(await waited).toBe("done");
    expect([logged, waiter.logged]).toEqual([[], ["status: waiting for another write (2s)"]]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test("that is not reached before the time limit is named in the error", async () => {
    const { lock, holding, release } = await open();
    const { call } = newCall();
    const waited = withReportedLock(lock, call, async () => "done");
    call.abort(new ProviderError("deadline_exceeded", "time limit exceeded"));
    await expect(waited).rejects.toMatchObject({
      code: "deadline_exceeded",
      message: "time limit exceeded\nUntil then it waited for another write.",
    });
    release();
    await holding;
    const failure = new ProviderError("aborted", "conflict");
    await expect(withReportedLock(lock, newCall().call, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(jest.getTimerCount()).toBe(0);
  });
});

test("a request is reported every ten seconds", async () => {
  const { call, logged } = newCall();
  const response = new Promise((resolve) => setTimeout(() => resolve("result"), 35_000));
  const result = reportProgress(response, "Shop", call);
  await jest.advanceTimersByTimeAsync(35_000);
  expect(await result).toBe("result");
  expect(logged).toEqual([10, 20, 30].map((seconds) => `status: waiting for Shop (${seconds}s)`));
  expect(jest.getTimerCount()).toBe(0);
});
