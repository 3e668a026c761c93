// Status lines of long waits and of requests that take long. See docs/protocol.md#progress.
import { ProviderError } from "../../../../provider/core/errors/errors";
import { createKeyedMutex } from "../../../../provider/core/concurrency/keyed-mutex";
import { deferred } from "../../../support/waiting";
import { reportProgress, reportWait, withReportedLock } from "../../../../provider/http/concurrency/report-wait";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A context as the plugin has it: a method that uses `this`. */
class Context {
  readonly lines: string[] = [];
  private readonly controller = new AbortController();
  readonly signal = this.controller.signal;
  status(line: string): void {
    this.lines.push(line);
  }
  log(): void {}
  redact(text: string): string {
    return text;
  }
  abort(): void {
    this.controller.abort(new ProviderError("deadline_exceeded", "time limit exceeded"));
  }
}

test("a line after two seconds, then every five, none after the end; what is waited for may change, and may be nothing to report", () => {
  const context = new Context();
  let what: string | undefined = "the operation";
  const end = reportWait(context, () => what);
  jest.advanceTimersByTime(1999);
  expect(context.lines).toEqual([]);
  jest.advanceTimersByTime(5001);
  what = undefined;
  jest.advanceTimersByTime(5000);
  what = "the second step";
  jest.advanceTimersByTime(5000);
  expect(context.lines).toEqual(["waiting for the operation (2s)", "waiting for the operation (7s)", "waiting for the second step (17s)"]);
  end();
  jest.advanceTimersByTime(60_000);
  expect(context.lines).toHaveLength(3);
  expect(jest.getTimerCount()).toBe(0);
});

describe("a lock", () => {
  const open = async () => {
    const mutex = createKeyedMutex();
    const lock = { mutex, key: "k", what: "another write" };
    const holder = new Context();
    const { promise, resolve: release } = deferred();
    const holding = withReportedLock(lock, holder, () => promise);
    await Promise.resolve();
    return { lock, holder, holding, release };
  };

  test("is reported by those that wait for it, not by the one that has it", async () => {
    const { lock, holder, holding, release } = await open();
    const waiter = new Context();
    const waited = withReportedLock(lock, waiter, async () => {
      jest.advanceTimersByTime(60_000);
      return "done";
    });
    await jest.advanceTimersByTimeAsync(3000);
    release();
    await holding;
    expect(await waited).toBe("done");
    expect([holder.lines, waiter.lines]).toEqual([[], ["waiting for another write (2s)"]]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test("that is not reached before the time limit is named in the error", async () => {
    const { lock, holding, release } = await open();
    const waiter = new Context();
    const waited = withReportedLock(lock, waiter, async () => "done");
    waiter.abort();
    await expect(waited).rejects.toMatchObject({
      code: "deadline_exceeded",
      message: "time limit exceeded\nUntil then it waited for another write.",
    });
    release();
    await holding;
    const failure = new ProviderError("aborted", "conflict");
    await expect(withReportedLock(lock, new Context(), () => Promise.reject(failure))).rejects.toBe(failure);
    expect(jest.getTimerCount()).toBe(0);
  });
});

test("a request is reported every ten seconds", async () => {
  const context = new Context();
  const response = new Promise((resolve) => setTimeout(() => resolve("result"), 35_000));
  const result = reportProgress(response, "Shop", context);
  await jest.advanceTimersByTimeAsync(35_000);
  expect(await result).toBe("result");
  expect(context.lines).toEqual(["waiting for Shop (10s)", "waiting for Shop (20s)", "waiting for Shop (30s)"]);
  expect(jest.getTimerCount()).toBe(0);
});
