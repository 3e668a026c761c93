// Which outcomes are retried, after which delays, and the final error.
import { ProviderError } from "../../../provider/core/errors/errors";
import type { RequestContext } from "../../../provider/contract/context";
import type { HttpResponse } from "../../../provider/contract/http";
import { withRetries, type RetryPolicy, type RetryTools } from "../../../provider/http/retry";
import { TransportError, type Phase } from "../../../provider/http/transport-error";

const policy: RetryPolicy = {
  service: "Shop",
  attempts: 4,
  statuses: [429, 502, 503, 504],
  phases: ["connect", "sent", "body"],
  pauses: [500, 1000, 2000],
  jitter: "half",
};
const reply = (status: number, headers: Record<string, string> = {}, more: Partial<HttpResponse> = {}): HttpResponse => ({
  status,
  headers,
  body: "",
  ...more,
});
const broken = (phase: Phase, ambiguous = false, code = "ECONNRESET"): TransportError =>
  new TransportError(phase, code, `GET http://h/p: broken (${code}).`, { ambiguous });

/** Returns the outcomes in order (the last one repeatedly) and records delays and status lines. */
function play(outcomes: (HttpResponse | Error)[], more: Partial<RetryPolicy> = {}, tools: RetryTools = {}) {
  const waits: number[] = [];
  const lines: string[] = [];
  const controller = new AbortController();
  const operation: RequestContext = {
    signal: controller.signal,
    status: (line) => lines.push(line),
    log: () => {},
    redact: (text) => text,
  };
  let attempts = 0;
  const attempt = async (n: number): Promise<HttpResponse> => {
    attempts += 1;
    expect(n).toBe(attempts);
    const outcome = outcomes[Math.min(n, outcomes.length) - 1]!;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const wait = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
  const result = withRetries(attempt, { ...policy, ...more }, operation, {
    random: () => 0.5,
    wait,
    now: () => 0,
    time: () => 0,
    ...tools,
  });
  return { result, waits, lines, controller, attempts: () => attempts };
}

describe("what is repeated", () => {
  test("nothing when the first response is a success", async () => {
    const { result, waits } = play([reply(200)]);
    expect(await result).toEqual(reply(200));
    expect(waits).toEqual([]);
  });

  test("listed statuses and failures until a response arrives; it contains the attempts", async () => {
    const { result, waits, lines } = play([reply(503), broken("connect"), reply(429), reply(200)]);
    expect(await result).toMatchObject({ status: 200, attempts: 4 });
    expect(waits).toEqual([500, 1000, 2000]);
    expect(lines).toEqual(["rate limited by Shop, next try in 2s"]);
  });

  test.each([400, 401, 404, 500, 501])("not the status %d", async (status) => {
    const { result, attempts } = play([reply(status)]);
    expect((await result).status).toBe(status);
    expect(attempts()).toBe(1);
  });

  test("not a phase that is not listed", async () => {
    const error = broken("tls", false, "CERT_HAS_EXPIRED");
    const { result, attempts } = play([error]);
    await expect(result).rejects.toBe(error);
    expect(attempts()).toBe(1);
  });

  test("not a permanent failure", async () => {
    const { result, attempts } = play([new TransportError("body", "ERR_BODY_LIMIT", "too large", { permanent: true })]);
    await expect(result).rejects.toMatchObject({ systemCode: "ERR_BODY_LIMIT", isPermanent: true });
    expect(attempts()).toBe(1);
  });

  test("not an unknown exception", async () => {
    const error = new ProviderError("invalid_argument", "no");
    const { result, attempts } = play([error]);
    await expect(result).rejects.toBe(error);
    expect(attempts()).toBe(1);
  });

  test.each([
    ["a write that may have been carried out", broken("sent", true)],
    ["a write that got the response of a gateway", reply(504, {}, { ambiguous: true })],
  ])("%s only when the policy says so", async (_, outcome) => {
    const first = play([outcome, reply(200)]);
    await first.result.catch(() => {});
    expect(first.attempts()).toBe(1);
    const second = play([outcome, reply(200)], { repeatAmbiguous: true });
    expect(await second.result).toMatchObject({ status: 200, attempts: 2, ambiguous: true });
  });
});

describe("the end after all attempts", () => {
  test("a response has the number of attempts", async () => {
    const { result, waits } = play([reply(503)]);
    expect(await result).toMatchObject({ status: 503, attempts: 4 });
    expect(waits).toHaveLength(3);
  });

  test("a failure is thrown with the number of attempts in its message", async () => {
    const { result } = play([broken("connect", false, "ECONNREFUSED")]);
    await expect(result).rejects.toMatchObject({
      name: "TransportError",
      phase: "connect",
      systemCode: "ECONNREFUSED",
      message: "GET http://h/p: broken (ECONNREFUSED). 4 attempts were made.",
    });
  });

  test("the ambiguity of an earlier attempt stays, although the last one did nothing", async () => {
    const { result } = play([broken("sent", true), broken("connect")], { repeatAmbiguous: true });
    await expect(result).rejects.toMatchObject({
      phase: "connect",
      ambiguous: true,
      message: expect.stringContaining("An earlier attempt was sent and may have been carried out."),
    });
  });
});

describe("pauses", () => {
  test.each([
    ["half", 0, 250],
    ["half", 0.999, 749.5],
    ["full", 0, 0],
    ["full", 0.999, 499.5],
  ] as const)("jitter %s with chance %d makes 500 ms to %d ms", async (jitter, chance, expected) => {
    const { result, waits } = play([reply(503), reply(200)], { jitter }, { random: () => chance });
    await result;
    expect(waits).toEqual([expected]);
  });

  test("beyond the list the last one is repeated; a function is called with the attempt", async () => {
    const list = play([reply(503)], { attempts: 5, pauses: [100, 200] });
    await list.result;
    expect(list.waits).toEqual([100, 200, 200, 200]);
    const grown = play([reply(503)], { pauses: (attempt) => 10 ** attempt });
    await grown.result;
    expect(grown.waits).toEqual([10, 100, 1000]);
  });

  test.each([
    [0, 0],
    [undefined, 550],
    [90_000, 90_125],
  ])("a policy that returns a delay of %p waits %d ms", async (delay, expected) => {
    const { result, waits } = play([reply(503, { "retry-after": "7" }), reply(200)], {
      delay: () => delay,
      pauses: [500],
      jitter: "fifth",
    });
    await result;
    expect(waits).toEqual([expected]);
  });

  test("a policy that returns an infinite delay ends the attempts", async () => {
    const { result, attempts } = play([reply(503), reply(200)], { delay: () => Infinity });
    expect((await result).status).toBe(503);
    expect(attempts()).toBe(1);
  });

  test.each([
    ["seconds", "8", 8125],
    ["a date", new Date(12_000).toUTCString(), 12_125],
    ["more than the maximum", "3600", 30_125],
    ["nothing", "0", 500],
    ["a date that has passed", new Date(-5000).toUTCString(), 500],
    ["nonsense", "soon", 500],
  ])("Retry-After of %s", async (_, header, expected) => {
    const { result, waits } = play([reply(429, { "retry-after": header }), reply(200)]);
    await result;
    expect(waits).toEqual([expected]);
  });

  test("of 2 s and more are logged, once for all requests to the host", async () => {
    const long = { "retry-after": "8" };
    expect(await logged([reply(429, long), reply(200)])).toEqual(["rate limited by Shop, next try in 8s"]);
    expect(await logged([reply(503, long), reply(200)])).toEqual(["Shop returned HTTP 503, next try in 8s"]);
    expect(await logged([reply(429, long, { hold: "joined" }), reply(200)])).toEqual([]);
    expect(await logged([reply(429), reply(200)])).toEqual([]);
    expect(await logged([broken("connect", false, "ECONNREFUSED"), reply(200)], { pauses: [4000] })).toEqual([
      "no response from Shop (ECONNREFUSED), next try in 4s",
    ]);
  });

  async function logged(outcomes: (HttpResponse | Error)[], more: Partial<RetryPolicy> = {}): Promise<string[]> {
    const { result, lines } = play(outcomes, more);
    await result;
    return lines;
  }
});

describe("an abort", () => {
  const cancelled = new ProviderError("cancelled", "The operation was cancelled.");
  const timedOut = new ProviderError("deadline_exceeded", "The time limit of 5 s has passed.");

  test("during a pause ends it at once with the reason", async () => {
    jest.useFakeTimers(); // No time passes, so that the pause ends by the abort only.
    const { result, controller, attempts } = play([reply(503, { "retry-after": "20" })], {}, { wait: undefined });
    const rejected = expect(result).rejects.toBe(cancelled);
    await jest.advanceTimersByTimeAsync(0);
    expect(jest.getTimerCount()).toBe(1);
    controller.abort(cancelled);
    await rejected;
    expect([attempts(), jest.getTimerCount()]).toEqual([1, 0]);
    jest.useRealTimers();
  });

  test("by a time limit reports the attempts and the last response", async () => {
    const { result, controller } = play(
      [reply(429), reply(503, { "retry-after": "20" })],
      {},
      { wait: (milliseconds, signal) => (milliseconds < 1000 ? Promise.resolve() : pauseUntilAborted(signal)) },
    );
    await new Promise(setImmediate);
    controller.abort(timedOut);
    await expect(result).rejects.toMatchObject({
      code: "deadline_exceeded",
      ambiguous: false,
      cause: timedOut,
      message: "The time limit of 5 s has passed. Until then 2 attempts were made; the last outcome was HTTP 503.",
    });
  });

  test("after an ambiguous attempt is ambiguous", async () => {
    const { result, controller } = play(
      [broken("sent", true)],
      { repeatAmbiguous: true },
      { wait: (_, signal) => pauseUntilAborted(signal) },
    );
    await new Promise(setImmediate);
    controller.abort(cancelled);
    await expect(result).rejects.toMatchObject({ code: "cancelled", ambiguous: true });
  });

  test("during an attempt: a failure becomes the reason, a success is kept, an error response is not repeated", async () => {
    const during = async (outcome: HttpResponse | Error): Promise<unknown> => {
      const controller = new AbortController();
      const operation: RequestContext = { signal: controller.signal, status: () => {}, log: () => {}, redact: (text) => text };
      const attempt = async (): Promise<HttpResponse> => {
        controller.abort(cancelled);
        if (outcome instanceof Error) throw outcome;
        return outcome;
      };
      return withRetries(attempt, policy, operation).catch((error: unknown) => error);
    };
    const ambiguous = new ProviderError("cancelled", "Sent.", { ambiguous: true });
    expect(await during(broken("connect"))).toBe(cancelled);
    expect(await during(ambiguous)).toBe(ambiguous);
    expect(await during(reply(201))).toMatchObject({ status: 201 });
    expect(await during(reply(503))).toBe(cancelled);
    expect(await during(reply(504, {}, { ambiguous: true }))).toMatchObject({ status: 504, ambiguous: true });
  });

  const pauseUntilAborted = (signal: AbortSignal): Promise<void> =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
});
