// What is asked of the service again, after which pauses, and when patience ends (datapipeline.md 5).
import type { RequestContext } from "../../core/contract";
import type { HttpResponse } from "../../http/message";
import { retrying, type RetryPolicy, type RetryTools } from "../../http/retry";
import { askedSeconds, longestWait } from "./errors";

const policy: RetryPolicy = {
  attempts: 4,
  statuses: [429, 502, 503, 504],
  phases: ["sent", "body"],
  pauses: [1000, 2000, 4000],
  jitter: "quarterSecond",
  atOnce: true,
  longestRetryAfter: longestWait * 1000,
  hopeless: (response) => (askedSeconds(response) ?? 0) > longestWait,
};

/** Asks until there is an answer that is not to be waited for; `attempt` sends the request once, for the n-th time (1, 2, ...). Fails as {@link retrying} does. */
export function patiently(
  attempt: (n: number) => Promise<HttpResponse>,
  operation: RequestContext,
  tools?: RetryTools,
): Promise<HttpResponse> {
  const once = async (n: number): Promise<HttpResponse> => {
    const response = await attempt(n);
    return askedSeconds(response) === undefined ? withoutDate(response) : response;
  };
  return retrying(once, policy, operation, tools);
}

/** What is no number of seconds counts as not told: the pauses are then our own. */
function withoutDate({ headers, ...response }: HttpResponse): HttpResponse {
  const { "retry-after": _, ...others } = headers;
  return { ...response, headers: others };
}
