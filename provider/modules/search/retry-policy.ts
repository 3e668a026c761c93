// Which failed requests are retried, and after which delays. See docs/modules/search.md#requests. Pure.
import type { HttpMethod } from "../../contract/http";
import { isWrite } from "../../http/failures";
import type { RetryPolicy } from "../../http/retry";

/** Which failed attempts are repeated: all (`any`, for idempotent requests), those that were not sent, or none. Default `any`. */
export type Repetition = "any" | "unsent" | "never";

const idempotent: RetryPolicy = {
  service: "Elasticsearch",
  attempts: 4,
  statuses: [429, 502, 503, 504],
  phases: ["connect", "sent", "body"],
  retriesAmbiguous: true,
  pauses: [500, 1000, 2000],
  jitter: "half",
};
const retryPolicies: Readonly<Record<Repetition, RetryPolicy>> = {
  any: idempotent,
  unsent: { ...idempotent, statuses: [], phases: ["connect"], retriesAmbiguous: false },
  never: { ...idempotent, attempts: 1, retriesAmbiguous: false },
};

/** Returns the retry policy of a request. A rejected certificate is final, unless there is another endpoint. */
export function createRetryPolicy(
  { repeat = "any", ...request }: { repeat?: Repetition; method: HttpMethod; write?: boolean },
  endpoints: number,
): RetryPolicy {
  const policy = { ...retryPolicies[repeat], write: isWrite(request) };
  return endpoints > 1 ? { ...policy, phases: [...policy.phases, "tls"] } : policy;
}
