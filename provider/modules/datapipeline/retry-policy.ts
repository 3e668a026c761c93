// Which responses of the service are retried, and after which delays. See docs/modules/datapipeline.md#errors.
import type { RetryPolicy } from "../../http/retry";
import { retryAfterSeconds, maxRetryAfterSeconds } from "./errors";

/** The retry policy of all requests. Only a number of seconds counts as a requested delay; one beyond {@link maxRetryAfterSeconds} ends the attempts. */
export const retryPolicy: RetryPolicy = {
  attempts: 4,
  statuses: [429, 502, 503, 504],
  phases: ["sent", "body"],
  pauses: [1000, 2000, 4000],
  jitter: "quarterSecond",
  delay: (response) => {
    const seconds = retryAfterSeconds(response);
    if (seconds === undefined) return undefined;
    return seconds > maxRetryAfterSeconds ? Infinity : seconds * 1000;
  },
};
