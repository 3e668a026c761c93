// Repeats requests according to a retry policy: which outcomes, how often, after which delays. Each module defines its policies.
import { ProviderError } from "../core/errors/errors";
import { asSentence, attemptsText } from "../core/errors/sentences";
import type { RequestContext } from "../contract/context";
import { pause } from "./concurrency/abort";
import { maxBackoffMs } from "./concurrency/host-backoff";
import type { HttpResponse } from "../contract/http";
import { retryAfter } from "./headers";
import { codeOf } from "./failures";
import { reportProgress } from "./concurrency/report-wait";
import { TransportError, type Phase } from "./transport-error";

/** Decides which outcomes are retried, and when. A permanent failure is never retried. */
export interface RetryPolicy {
  /** The name of the service, for messages. */
  service: string;
  /** Whether the request may change the remote; the context records then that it was sent. Default false. */
  write?: boolean;
  /** The number of attempts, including the first one. */
  attempts: number;
  /** No attempt begins later than this many ms after the first one. If omitted, only the signal ends it. */
  within?: number;
  /** Statuses after which the request is retried. */
  statuses: readonly number[];
  /** Returns why a response with another status is retried, for the status line; undefined: it is not. Some services report it in the body only. */
  retryReason?: (response: HttpResponse) => string | undefined;
  /** The phases of a failed request in which it is retried. */
  phases: readonly Phase[];
  /** Whether a write is retried that may have been carried out; only for idempotent writes. Default false. */
  retriesAmbiguous?: boolean;
  /** Delays in ms before the second, third, ... attempt (the last one applies to all further ones). */
  pauses: readonly number[];
  /** `half`: each delay ± 50 %. `fifth`: up to a fifth added. `quarterSecond`: up to 250 ms added. */
  jitter: "half" | "fifth" | "quarterSecond";
  /**
   * Returns the delay in ms that a response requests; undefined: `pauses` applies, Infinity: the response is final, because it requests too long a delay.
   * Defaults to {@link defaultDelay}.
   */
  delay?: (response: HttpResponse, time: number) => number | undefined;
}

/** Returns the delay of the Retry-After header, limited to 30 s; a value of 0 counts as absent. */
function defaultDelay({ headers }: HttpResponse, time: number): number | undefined {
  const requested = retryAfter(headers, time);
  return requested ? Math.min(requested, maxBackoffMs) : undefined;
}

/** Replaced in tests: randomness, clocks, and waiting. */
export interface RetryTools {
  random?: () => number;
  /** Milliseconds of a monotonic clock, for every duration: a change of the system time neither ends nor extends a wait. */
  now?: () => number;
  /** Unix time in ms, only for what services state or check: dates, signatures. */
  time?: () => number;
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** How one attempt ended. */
type Outcome = ({ response: HttpResponse; error?: undefined } | { error: unknown; response?: undefined }) & {
  reason?: string | undefined;
  /** The delay that the response requests. */
  delay?: number | undefined;
};

/** The attempts so far: their number, the outcome of the last complete one, and whether one of them may have been carried out. */
interface History {
  attempts: number;
  last?: Outcome;
  ambiguous: boolean;
}

/**
 * Attempts (1, 2, ...) until an outcome is not retried by the policy, the attempts are used up, or the signal is aborted. Returns the last response, with
 * `attempts` set when there were several; throws the last failure, with the number of attempts in its message; after an abort throws the signal's reason (a
 * time limit with the last outcome). A write that may have been carried out in any attempt is `ambiguous`.
 */
export async function withRetries(
  attempt: (n: number) => Promise<HttpResponse>,
  policy: RetryPolicy,
  context: RequestContext,
  tools: RetryTools = {},
): Promise<HttpResponse> {
  const history: History = { attempts: 0, ambiguous: false };
  const { now = () => performance.now(), time = Date.now } = tools;
  const startedAt = now();
  for (let n = 1; ; n += 1) {
    const outcome = await settle(reportProgress(attempt(n), policy.service, context));
    if (policy.write && wasSent(outcome)) context.recordWrite?.();
    outcome.reason = outcome.response && policy.retryReason?.(outcome.response);
    history.attempts = n;
    const again = isRetryable(outcome, policy) && acceptsRetry(outcome, policy, time());
    if (context.signal.aborted && (again || outcome.error)) throw abortError(outcome, context.signal.reason, history);
    const wait = again ? pauseAfter(outcome, n, policy, tools) : 0;
    const late = policy.within !== undefined && now() - startedAt + wait > policy.within;
    if (!again || n >= policy.attempts || late) return conclude(outcome, history);
    history.last = outcome;
    history.ambiguous ||= isAmbiguous(outcome);
    if (wait >= 2000 && outcome.response?.hold !== "joined")
      context.status(`${statusOf(outcome, policy.service)}, next try in ${Math.round(wait / 1000)}s`);
    const cut = await settle((tools.wait ?? pause)(wait, context.signal));
    if (cut.error) throw abortError(cut, cut.error, history);
  }
}

function settle(promise: Promise<HttpResponse>): Promise<Outcome>;
function settle(promise: Promise<void>): Promise<{ error?: unknown }>;
function settle(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (response) => ({ response }),
    (error: unknown) => ({ error }),
  );
}

function isAmbiguous({ response, error }: Pick<Partial<Outcome>, "response" | "error">): boolean {
  return response ? response.ambiguous === true : error instanceof ProviderError && error.ambiguous;
}

/** Returns whether the bytes of the request were sent, also where it was aborted afterwards. */
function wasSent({ response, error }: Outcome): boolean {
  if (response) return true;
  return error instanceof TransportError ? error.phase === "sent" || error.phase === "body" : isAmbiguous({ error });
}

function isRetryable(outcome: Outcome, policy: RetryPolicy): boolean {
  if (isAmbiguous(outcome) && !policy.retriesAmbiguous) return false;
  const { response, reason } = outcome;
  if (response) return policy.statuses.includes(response.status) || reason !== undefined;
  return outcome.error instanceof TransportError && policy.phases.includes(outcome.error.phase) && !outcome.error.isPermanent;
}

/** Reads the delay that a response requests, only where it is used: the response may be long. Returns whether the delay is acceptable. */
function acceptsRetry(outcome: Outcome, { delay = defaultDelay }: RetryPolicy, time: number): boolean {
  outcome.delay = outcome.response && delay(outcome.response, time);
  return outcome.delay !== Infinity;
}

function pauseAfter({ delay }: Outcome, attempt: number, { pauses, jitter }: RetryPolicy, tools: RetryTools): number {
  const chance = (tools.random ?? Math.random)();
  // Callers that were rejected at the same time return at different times.
  if (delay) return delay + 250 * chance;
  const own = pauses[Math.min(attempt, pauses.length) - 1] ?? 0;
  return jitters[jitter](delay ?? own, chance);
}

const jitters = {
  half: (base: number, chance: number) => base * (0.5 + chance),
  fifth: (base: number, chance: number) => base * (1 + 0.2 * chance),
  quarterSecond: (base: number, chance: number) => base + 250 * chance,
};

/** Returns the status line of a delay, which fits into one column of the engine's display. See docs/protocol.md#progress. */
function statusOf({ response, error, reason }: Outcome, service: string): string {
  if (reason !== undefined) return reason;
  if (response) return response.status === 429 ? `rate limited by ${service}` : `${service} returned HTTP ${response.status}`;
  return `no response from ${service} (${codeOf(error)})`;
}

/** Returns or throws the last outcome, with the history added. */
function conclude({ response, error }: Outcome, { attempts, ambiguous }: History): HttpResponse {
  if (response) return attempts > 1 ? { ...response, attempts, ambiguous: response.ambiguous || ambiguous } : response;
  if (attempts === 1 || !(error instanceof TransportError)) throw error;
  const note = ambiguous && !error.ambiguous ? ambiguousNote : "";
  throw error.withMessage(`${asSentence(error.message)} ${attemptsText(attempts)}${note}`, error.ambiguous || ambiguous);
}

/** Returns the error after an abort: the signal's reason; a time limit with the last outcome. See docs/protocol.md#case-79. */
function abortError(
  outcome: { response?: HttpResponse; error?: unknown },
  reason: unknown,
  { attempts, last, ambiguous }: History,
): unknown {
  const base = outcome.error instanceof ProviderError && !(outcome.error instanceof TransportError) ? outcome.error : reason;
  const code = base instanceof ProviderError ? base.code : "cancelled";
  const wasAmbiguous = base instanceof ProviderError && base.ambiguous;
  const mayHaveRun = wasAmbiguous || ambiguous || isAmbiguous(outcome);
  const lastOutcome = last && code === "deadline_exceeded" ? ` ${attemptsText(attempts, summaryOf(last))}` : "";
  if (!lastOutcome && wasAmbiguous === mayHaveRun) return base;
  const text = base instanceof Error ? base.message : "cancelled";
  return new ProviderError(code, `${asSentence(text)}${lastOutcome}${mayHaveRun && !wasAmbiguous ? ambiguousNote : ""}`, {
    cause: base,
    ambiguous: mayHaveRun,
  });
}

const ambiguousNote = " An earlier attempt was sent and may have been carried out.";
const summaryOf = ({ response, error, reason }: Outcome): string => reason ?? (response ? `HTTP ${response.status}` : codeOf(error));
