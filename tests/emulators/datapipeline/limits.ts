/** The limit of requests per hour: every response states what is left; too many are rejected until the window has moved on. See docs/modules/datapipeline.md#retries. */
import { PipelineFailure } from "./api";

const hour = 3_600_000;

/** Counts requests within the last hour. */
export interface RateLimit {
  /** Counts one; rejects it with 429 and Retry-After in whole seconds when the hour is used up. */
  admit(): void;
  /** Headers of every response. */
  headers(): Record<string, string>;
}

/** A limit of so many requests within an hour. */
export const createRateLimit = (perHour: number, now: () => number): RateLimit => {
  let times: number[] = [];
  const left = (): number => {
    const since = now() - hour;
    times = times.filter((time) => time > since);
    return perHour - times.length;
  };
  return {
    admit() {
      if (left() <= 0) {
        const seconds = Math.max(1, Math.ceil(((times[0] ?? now()) + hour - now()) / 1000));
        throw new PipelineFailure(429, "TooManyRequests", "The limit of requests is used up.", { "retry-after": String(seconds) });
      }
      times.push(now());
    },
    headers: () => ({ "x-rate-limit": String(perHour), "x-rate-limit-remaining": String(Math.max(0, left())) }),
  };
};
