// Repeating of requests by table: what is repeated, how often, after which pauses. Modules own the tables, this file the arithmetic.
import { ProviderError } from "../core/errors";
import type { RequestContext } from "../core/contract";
import { pause } from "./abort";
import { longestHold } from "./limit";
import type { HttpResponse } from "./message";
import { isAtOnce, retryAfter } from "./retry-after";
import { TransportError, type Phase } from "./transport-error";

/** What is repeated. A failure that no second attempt can mend (a refused certificate, an answer over the limit) belongs in no table. */
export interface RetryPolicy {
  /** All attempts, the first one included. */
  attempts: number;
  /** No attempt begins later than so many ms after the first one. Default: no such limit. */
  within?: number;
  /** Statuses after which the request is repeated. */
  statuses: readonly number[];
  /** Why an answer with any other status is to be repeated all the same, in a few words for the user, or nothing: some services say it in the body only. */
  again?: (response: HttpResponse) => string | undefined;
  /** How far a failed request may have come and still be repeated. */
  phases: readonly Phase[];
  /** Whether a write is repeated that may have been carried out already; only for writes that can be done twice. Default false. */
  repeatAmbiguous?: boolean;
  /** Pauses in ms before the second, third, ... attempt (the last one serves all further), or a function of the attempt that failed (1, 2, ...). */
  pauses: readonly number[] | ((attempt: number) => number);
  /** `half`: each pause ± 50 %. `full`: anything between nothing and the pause. `fifth`: up to a fifth on top. `quarterSecond`: up to 250 ms on top. */
  jitter: "half" | "full" | "fifth" | "quarterSecond";
  /** Whether an answer is the end although its status is repeated: the service asks for more patience than a user has. */
  hopeless?: (response: HttpResponse) => boolean;
  /** Whether a Retry-After of 0 takes the pause away. Default: it is no wish. */
  atOnce?: boolean;
  /** The longest Retry-After in ms that is obeyed; a longer one is cut to it. Default 30 s. */
  longestRetryAfter?: number;
}

/** What tests replace: chance, the clock (Unix time in ms), the waiting. */
export interface RetryTools {
  random?: () => number;
  now?: () => number;
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** How one attempt ended. */
type Outcome = ({ response: HttpResponse; error?: undefined } | { error: unknown; response?: undefined }) & { reason?: string | undefined };

/** What had happened before: how many attempts were made, how the last whole one ended, whether one of them may have been carried out. */
interface History {
  attempts: number;
  last?: Outcome;
  ambiguous: boolean;
}

/**
 * Attempts (1, 2, ...) until an answer or failure comes that the policy does not repeat, the attempts are used up, or the signal is aborted. Answers the last
 * answer, with `attempts` set when there were several; throws the last failure, with the number of attempts in its message; after an abort throws the
 * signal's reason (a time limit with what was met last). What was doubtful once stays `ambiguous`.
 */
export async function retrying(
  attempt: (n: number) => Promise<HttpResponse>,
  policy: RetryPolicy,
  operation: RequestContext,
  tools: RetryTools = {},
): Promise<HttpResponse> {
  const history: History = { attempts: 0, ambiguous: false };
  const now = tools.now ?? Date.now;
  const begun = now();
  for (let n = 1; ; n += 1) {
    const outcome = await settled(attempt(n));
    outcome.reason = outcome.response && policy.again?.(outcome.response);
    history.attempts = n;
    const again = repeatable(outcome, policy);
    if (operation.signal.aborted && (again || outcome.error)) throw ended(outcome, operation.signal.reason, history);
    const wait = again ? pauseAfter(outcome, n, policy, tools) : 0;
    const late = policy.within !== undefined && now() - begun + wait > policy.within;
    if (!again || n >= policy.attempts || late) return conclude(outcome, history);
    history.last = outcome;
    history.ambiguous ||= isAmbiguous(outcome);
    if (wait >= 2000 && outcome.response?.hold !== "joined") operation.status(`${told(outcome)}, next try in ${Math.round(wait / 1000)}s`);
    const cut = await settled((tools.wait ?? pause)(wait, operation.signal));
    if (cut.error) throw ended(cut, cut.error, history);
  }
}

function settled(promise: Promise<HttpResponse>): Promise<Outcome>;
function settled(promise: Promise<void>): Promise<{ error?: unknown }>;
function settled(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    (response) => ({ response }),
    (error: unknown) => ({ error }),
  );
}

function isAmbiguous({ response, error }: Outcome): boolean {
  return response ? response.ambiguous === true : error instanceof ProviderError && error.ambiguous;
}

function repeatable(outcome: Outcome, policy: RetryPolicy): boolean {
  if (isAmbiguous(outcome) && !policy.repeatAmbiguous) return false;
  const { response, reason } = outcome;
  if (response) return (policy.statuses.includes(response.status) && policy.hopeless?.(response) !== true) || reason !== undefined;
  return outcome.error instanceof TransportError && policy.phases.includes(outcome.error.phase) && !outcome.error.isPermanent;
}

function pauseAfter({ response }: Outcome, attempt: number, policy: RetryPolicy, tools: RetryTools): number {
  const { pauses, jitter, atOnce = false, longestRetryAfter = longestHold } = policy;
  const chance = (tools.random ?? Math.random)();
  const asked = response && retryAfter(response.headers, (tools.now ?? Date.now)());
  // The spread on top keeps callers apart that were sent away together.
  if (asked) return Math.min(asked, longestRetryAfter) + 250 * chance;
  const own = typeof pauses === "function" ? pauses(attempt) : (pauses[Math.min(attempt, pauses.length) - 1] ?? 0);
  const base = atOnce && response && isAtOnce(response.headers) ? 0 : own;
  return spreads[jitter](base, chance);
}

const spreads = {
  half: (base: number, chance: number) => base * (0.5 + chance),
  full: (base: number, chance: number) => base * chance,
  fifth: (base: number, chance: number) => base * (1 + 0.2 * chance),
  quarterSecond: (base: number, chance: number) => base + 250 * chance,
};

/** The status line of a pause; short enough for one column of the engine's display (protocol 7.3). */
function told({ response, error, reason }: Outcome): string {
  if (reason !== undefined) return reason;
  if (response) return response.status === 429 ? "rate limited by the service" : `the service answered HTTP ${response.status}`;
  return `no answer from the service (${(error as TransportError).systemCode})`;
}

/** The end by itself: what the last attempt brought, with the history added. */
function conclude({ response, error }: Outcome, { attempts, ambiguous }: History): HttpResponse {
  if (response) return attempts > 1 ? { ...response, attempts, ambiguous: response.ambiguous || ambiguous } : response;
  if (attempts === 1 || !(error instanceof TransportError)) throw error;
  const message = `${error.message} ${attempts} attempts were made.${ambiguous && !error.ambiguous ? doubt : ""}`;
  throw new TransportError(error.phase, error.systemCode, message, { cause: error.cause, ambiguous: error.ambiguous || ambiguous });
}

/** The end by the signal: its reason, or what `send` made of it; a time limit tells what stood in the way (case 79). */
function ended(outcome: { response?: HttpResponse; error?: unknown }, reason: unknown, { attempts, last, ambiguous }: History): unknown {
  const base = outcome.error instanceof ProviderError && !(outcome.error instanceof TransportError) ? outcome.error : reason;
  const kind = base instanceof ProviderError ? base.code : "cancelled";
  const known = base instanceof ProviderError && base.ambiguous;
  const open = known || ambiguous || isAmbiguous(outcome as Outcome);
  const met = last && kind === "deadline_exceeded" ? ` Until then ${attempts} attempts were made; the last answer was ${brief(last)}.` : "";
  if (!met && known === open) return base;
  const text = base instanceof Error ? base.message : "cancelled";
  return new ProviderError(kind, `${text}${met}${open && !known ? doubt : ""}`, { cause: base, ambiguous: open });
}

const doubt = " An earlier attempt was sent and may have been carried out.";
const brief = ({ response, error, reason }: Outcome): string =>
  reason ?? (response ? `HTTP ${response.status}` : (error as TransportError).systemCode);
