// Status lines of requests that take long.
import type { HttpResponse } from "../../../../provider/contract/http";
import { reportProgress } from "../../../../provider/http/concurrency/report-wait";
import { withRetries, type RetryPolicy } from "../../../../provider/http/retry";

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const response: HttpResponse = { status: 200, headers: {}, body: "" };
const policy: RetryPolicy = { service: "Shop", attempts: 1, statuses: [], phases: [], pauses: [0], jitter: "half" };

/** A context whose methods use `this`, as those of the verbs do. */
class Lines {
  readonly lines: string[] = [];
  readonly signal = new AbortController().signal;
  status(message: string): void {
    this.lines.push(message);
  }
  log(): void {}
  redact(text: string): string {
    return text;
  }
}

/** A promise that resolves after so many milliseconds. */
function after<T>(milliseconds: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), milliseconds));
}

test.each([
  [9_999, []],
  [10_001, ["waiting for Shop (10s)"]],
  [35_000, ["waiting for Shop (10s)", "waiting for Shop (20s)", "waiting for Shop (30s)"]],
])("a request of %d ms", async (milliseconds, lines) => {
  const context = new Lines();
  const result = reportProgress(after(milliseconds, "result"), "Shop", context);
  await jest.advanceTimersByTimeAsync(milliseconds);
  expect(await result).toBe("result");
  expect(context.lines).toEqual(lines);
  expect(jest.getTimerCount()).toBe(0);
});

test("a failure is passed on and ends the lines", async () => {
  const context = new Lines();
  const failure = new Error("reset");
  await expect(reportProgress(Promise.reject(failure), "Shop", context)).rejects.toBe(failure);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(context.lines).toEqual([]);
});

test("each attempt is reported, not only the pauses between attempts", async () => {
  const context = new Lines();
  const result = withRetries(() => after(12_000, response), policy, context);
  await jest.advanceTimersByTimeAsync(12_000);
  expect((await result).status).toBe(200);
  expect(context.lines).toEqual(["waiting for Shop (10s)"]);
});
