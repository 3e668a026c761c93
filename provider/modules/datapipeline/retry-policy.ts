// Which responses of the service are retried, and after which delays. See docs/modules/datapipeline.md#errors.
import type { RetryPolicy } from "../../http/retry";
import { retryAfterSeconds, maxRetryAfterSeconds } from "./errors";

/**
 * The retry policy of all requests, which are reads. Only a number of seconds in a 429 counts as a requested delay; one beyond {@link maxRetryAfterSeconds} ends
 * the attempts.
 */
export const retryPolicy: RetryPolicy = {
  service: "Fivetran",
  attempts: 4,
  statuses: [429, 502, 503, 504],
  phases: ["connect", "sent", "body"],
  pauses: [1000, 2000, 4000],
  jitter: "quarterSecond",
  delay: (response) => {
    const seconds = response.status === 429 ? retryAfterSeconds(response) : undefined;
    if (seconds === undefined) return undefined;
    return seconds > maxRetryAfterSeconds ? Infinity : seconds * 1000;
  },
};
