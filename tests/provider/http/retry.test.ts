// Which outcomes are retried, after which delays, within which limits, and the final error.
import { ProviderError } from "../../../provider/core/errors/errors";
import type { HttpResponse } from "../../../provider/contract/http";
import { withRetries, type RetryPolicy, type RetryTools } from "../../../provider/http/retry";
import { TransportError, type Phase } from "../../../provider/http/transport-error";
import { requestContext } from "../../support/contexts";

const policy: RetryPolicy = {
  service: "Shop",
  attempts: 4,
  statuses: [429, 502, 503, 504],
  phases: ["connect", "sent", "body"],
  pauses: [500, 1000, 2000],
  jitter: "half",
};
/** Retries of responses with a success status and an error in the body. */
const busy: Partial<RetryPolicy> = {
  attempts: Infinity,
  retryReason: ({ body }) => (body === "busy" ? "the thing is busy" : undefined),
  pauses: [500, 1000, 2000, 4000],
  jitter: "fifth",
};
type Outcome = HttpResponse | Error;
const reply = (status: number, more: Partial<HttpResponse> = {}): HttpResponse => ({ status, headers: {}, body: "", ...more });
/** A response that requests a pause. */
const replyAfter = (after: string, status = 429) => reply(status, { headers: { "retry-after": after } });
const ok = reply(200);
const busyReply = reply(200, { body: "busy" });
const gateway = reply(504, { ambiguous: true });
const broken = (phase: Phase, ambiguous = false, code = "ECONNRESET") =>
  new TransportError(phase, code, `GET http://h/p: broken (${code}).`, { ambiguous });

/** Returns the outcomes in order (the last one repeatedly), with a clock that advances by the delays, which are recorded like the status lines. */
function play(outcomes: Outcome[], more: Partial<RetryPolicy> = {}, tools: RetryTools = {}) {
  const waits: number[] = [];
  const lines: string[] = [];
  const controller = new AbortController();
  let attempts = 0;
  let clock = 0;
  const attempt = async (n: number) => {
    attempts += 1;
    expect(n).toBe(attempts);
    const outcome = outcomes[Math.min(n, outcomes.length) - 1]!;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds);
    clock += milliseconds;
  };
  const own = { random: () => 0.5, wait, now: () => clock, time: () => 0, ...tools };
  const result = withRetries(attempt, { ...policy, ...more }, requestContext(controller.signal, lines), own);
  return { result, waits, lines, controller, attempts: () => attempts };
}

test.each<[what: string, attempts: number, outcomes: Outcome[], more?: Partial<RetryPolicy>]>([
  ["a status that is not listed", 1, [reply(500)]],
  ["a phase that is not listed", 1, [broken("tls")]],
  ["a permanent failure", 1, [new TransportError("body", "ERR_BODY_LIMIT", "too large", { permanent: true })]],
  ["another exception", 1, [new ProviderError("invalid_argument", "no")]],
  ["a write that may have been carried out", 1, [broken("sent", true)]],
  ["a write that got the response of a gateway", 1, [gateway]],
  ["a policy that returns an infinite delay", 1, [reply(503)], { delay: () => Infinity }],
  ["a body that the policy does not select", 1, [reply(200, { body: "no" })], busy],
  ["a time limit, after which no attempt begins", 5, [busyReply], { ...busy, within: 9000 }],
  ["the number of attempts", 4, [reply(503)]],
])("%s ends the attempts after %d, with the last outcome", async (_what, count, outcomes, more = {}) => {
  const { result, attempts } = play(outcomes, more);
  const [outcome] = outcomes;
  if (outcome instanceof Error) await expect(result).rejects.toBe(outcome);
  else expect(await result).toMatchObject({ ...outcome, ...(count > 1 && { attempts: count }) });
  expect(attempts()).toBe(count);
});

test.each([broken("sent", true), gateway])("a write that may have been carried out is repeated if the policy says so", async (outcome) => {
  const { result } = play([outcome, ok], { retriesAmbiguous: true });
  expect(await result).toMatchObject({ status: 200, attempts: 2, ambiguous: true });
});

test("a change of the system time neither ends nor extends the attempts", async () => {
  for (const step of [3_600_000, -3_600_000]) {
    let time = 1_700_000_000_000;
    const { result } = play([busyReply], { ...busy, within: 9000 }, { random: () => 0, time: () => (time += step) });
    expect(await result).toMatchObject({ attempts: 5 });
  }
});

test("the delay is read of a response that is repeated only", async () => {
  const read: string[] = [];
  const delay = ({ body }: HttpResponse) => void read.push(body);
  await play([busyReply, reply(200, { body: "long" })], { ...busy, delay }).result;
  expect(read).toEqual(["busy"]);
});

test("a failure after all attempts has their number in its message, and the ambiguity of an earlier attempt", async () => {
  await expect(play([broken("connect", false, "ECONNREFUSED")]).result).rejects.toMatchObject({
    name: "TransportError",
    phase: "connect",
    systemCode: "ECONNREFUSED",
    message: "GET http://h/p: broken (ECONNREFUSED). 4 attempts were made.",
  });
  await expect(play([broken("sent", true), broken("connect")], { retriesAmbiguous: true }).result).rejects.toMatchObject({
    phase: "connect",
    ambiguous: true,
    message: expect.stringContaining("An earlier attempt was sent and may have been carried out."),
  });
});

test.each<[what: string, waits: number[], outcomes: Outcome[], more?: Partial<RetryPolicy>, chance?: number]>([
  ["statuses and failures that are listed", [500, 1000, 2000], [reply(503), broken("connect"), reply(429), ok]],
  ["bodies that the policy selects", [550, 1100], [busyReply, busyReply, ok], busy],
  ["the least with half", [250], [reply(503), ok], {}, 0],
  ["the most with half", [749.5], [reply(503), ok], {}, 0.999],
  ["the most with a fifth", [600], [reply(503), ok], { jitter: "fifth" }, 1],
  ["beyond the list its last entry", [100, 200, 200], [reply(503)], { pauses: [100, 200] }],
  ["the delay of the policy, not the header", [90_125], [replyAfter("7", 503), ok], { delay: () => 90_000 }],
  ["none, if the policy says so", [0], [replyAfter("7", 503), ok], { delay: () => 0 }],
  ["those of the list, if the policy does not say", [500], [replyAfter("7", 503), ok], { delay: () => undefined }],
  ["Retry-After in seconds", [8125], [replyAfter("8"), ok]],
  ["Retry-After as a date", [12_125], [replyAfter(new Date(12_000).toUTCString()), ok]],
  ["Retry-After above the maximum", [30_125], [replyAfter("3600"), ok]],
  ["Retry-After of a date that has passed", [500], [replyAfter(new Date(-5000).toUTCString()), ok]],
  ["Retry-After without sense", [500], [replyAfter("soon"), ok]],
])("the pauses are %s", async (...[, waits, outcomes, more, chance = 0.5]) => {
  const played = play(outcomes, more, { random: () => chance });
  await played.result;
  expect(played.waits).toEqual(waits);
});

test.each<[lines: string[], outcomes: Outcome[], more?: Partial<RetryPolicy>]>([
  [["rate limited by Shop, next try in 8s"], [replyAfter("8"), ok]],
  [["Shop returned HTTP 503, next try in 8s"], [replyAfter("8", 503), ok]],
  [["no response from Shop (ECONNREFUSED), next try in 4s"], [broken("connect", false, "ECONNREFUSED"), ok], { pauses: [4000] }],
  [["the thing is busy, next try in 2s"], [busyReply, busyReply, busyReply, ok], busy],
  [[], [{ ...replyAfter("8"), hold: "joined" }, ok]],
  [[], [reply(429), ok]],
])("pauses of 2 s and more are logged, once for all requests to the host: %j", async (lines, outcomes, more = {}) => {
  const played = play(outcomes, more);
  await played.result;
  expect(played.lines).toEqual(lines);
});

describe("an abort", () => {
  const cancelled = new ProviderError("cancelled", "The operation was cancelled.");
  const timedOut = new ProviderError("deadline_exceeded", "The time limit of 5 s has passed.");
  /** Waits of a second and more end by an abort only. */
  const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
    milliseconds < 1000 ? Promise.resolve() : new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

  test("during a pause ends it at once with the reason", async () => {
    jest.useFakeTimers(); // No time passes, so that the pause ends by the abort only.
    const { result, controller, attempts } = play([replyAfter("20", 503)], {}, { wait: undefined });
    const rejected = expect(result).rejects.toBe(cancelled);
    await jest.advanceTimersByTimeAsync(0);
    expect(jest.getTimerCount()).toBe(1);
    controller.abort(cancelled);
    await rejected;
    expect([attempts(), jest.getTimerCount()]).toEqual([1, 0]);
    jest.useRealTimers();
  });

  test.each<[outcome: string, outcomes: HttpResponse[], more?: Partial<RetryPolicy>]>([
    ["2 attempts were made; the last outcome was HTTP 503", [reply(429), replyAfter("20", 503)]],
    ["1 attempt was made; the last outcome was the thing is busy", [busyReply], { ...busy, pauses: [20_000] }],
  ])("by a time limit reports the attempts and the last outcome: %s", async (outcome, outcomes, more = {}) => {
    const { result, controller } = play(outcomes, more, { wait });
    await new Promise(setImmediate);
    controller.abort(timedOut);
    await expect(result).rejects.toMatchObject({
      code: "deadline_exceeded",
      ambiguous: false,
      cause: timedOut,
      message: `The time limit of 5 s has passed. Until then ${outcome}.`,
    });
  });

  test("after an ambiguous attempt is ambiguous", async () => {
    const { result, controller } = play([broken("sent", true)], { retriesAmbiguous: true, pauses: [20_000] }, { wait });
    await new Promise(setImmediate);
    controller.abort(cancelled);
    await expect(result).rejects.toMatchObject({ code: "cancelled", ambiguous: true });
  });

  const ambiguous = new ProviderError("cancelled", "Sent.", { ambiguous: true });
  test.each<[what: string, outcome: Outcome, expected: object]>([
    ["a failure becomes the reason", broken("connect"), cancelled],
    ["an ambiguous failure is kept", ambiguous, ambiguous],
    ["a success is kept", reply(201), { status: 201 }],
    ["an error response becomes the reason", reply(503), cancelled],
    ["an ambiguous response is kept", gateway, { status: 504, ambiguous: true }],
  ])("during an attempt: %s", async (_what, outcome, expected) => {
    const controller = new AbortController();
    const attempt = async () => {
      controller.abort(cancelled);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    };
    expect(await withRetries(attempt, policy, requestContext(controller.signal)).catch((error: unknown) => error)).toMatchObject(expected);
  });
});
