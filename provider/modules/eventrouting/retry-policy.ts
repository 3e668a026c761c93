// Which responses of the service are retried, and after which delays. See docs/modules/eventrouting.md#errors. Pure.
import type { HttpResponse } from "../../contract/http";
import { retryAfter } from "../../http/headers";
import type { RetryPolicy } from "../../http/retry";
import { errorIn } from "./errors";

/** The time that a request may take with all its attempts, in ms. */
export const budgetsMs = { function: 60_000, resource: 90_000, search: 10_000 } as const;

/** What sends the request: a function, a resource, or the search for an object after a failure. */
export type Budget = keyof typeof budgetsMs;

/** The delays before the retries, in ms. */
const pauses = [500, 1000, 1500, 2500, 4000, 6500, 10_500];

/** Returns the retry policy of a request; `retriesAborted` includes the conflict with another writer. */
export function createRetryPolicy(budget: Budget, retriesAborted = true): RetryPolicy {
  return {
    service: "Eventarc",
    attempts: pauses.length + 1,
    within: budgetsMs[budget],
    statuses: [429, 500, 502, 503, 504],
    retryReason: (response) => reasonToRetry(response, retriesAborted),
    phases: ["connect", "sent", "body"],
    retriesAmbiguous: true,
    pauses,
    jitter: "fifth",
    delay: (response, now) => requestedDelay(response, now, budgetsMs[budget]),
  };
}

/** Returns why a response is retried although its HTTP status is not: an exhausted read quota, or a conflict with another writer. */
function reasonToRetry(response: HttpResponse, retriesAborted: boolean): string | undefined {
  if (response.status === 403) {
    const text = response.body;
    const isReadQuota = text.includes("Quota exceeded for quota metric") && text.includes("Read requests per minute");
    return isReadQuota ? "a read quota of Google Cloud is exhausted" : undefined;
  }
  return retriesAborted && response.status === 409 && errorIn(response)?.status === "ABORTED"
    ? "another writer changes the object"
    : undefined;
}

/** Returns the delay in ms that a response requests in its header or its error details. One that exceeds the budget is ignored: the default delay may suffice. */
function requestedDelay(response: HttpResponse, now: number, budget: number): number | undefined {
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(errorIn(response)?.retryDelay ?? "") ?? [];
  const requested = retryAfter(response.headers, now) ?? (seconds === undefined ? undefined : Number(seconds) * 1000);
  return requested !== undefined && requested <= budget ? requested : undefined;
}
