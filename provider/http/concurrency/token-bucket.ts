// A token bucket: limits requests to a burst, then to a rate per second.
import { onAbort } from "../../core/concurrency/on-abort";

/** Grants permits in the order of the requests. */
export interface TokenBucket {
  /** Waits for a permit; fails with the reason of the signal when it is aborted first. */
  take(signal: AbortSignal): Promise<void>;
}

/** The number of permits at first, and the number added each second. Within any second at most the sum of both is granted. */
export interface TokenBucketSize {
  burst: number;
  perSecond: number;
}

/** Creates a full bucket. `now` returns milliseconds of a monotonic clock. */
export function createTokenBucket({ burst, perSecond }: TokenBucketSize, now: () => number = () => performance.now()): TokenBucket {
  const queue = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let level = burst;
  let filledAt = now();

  const fill = (): void => {
    const then = now();
    level = Math.min(burst, level + ((then - filledAt) * perSecond) / 1000);
    filledAt = then;
  };
  const grantPermits = (): void => {
    timer = undefined;
    fill();
    for (const enter of queue) {
      if (level < 1) break;
      level -= 1;
      queue.delete(enter);
      enter();
    }
    if (queue.size > 0) timer = setTimeout(grantPermits, Math.ceil(((1 - level) * 1000) / perSecond));
  };

  return {
    take: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return void reject(signal.reason);
        const leave = onAbort(signal, () => {
          queue.delete(enter);
          if (queue.size === 0) {
            clearTimeout(timer);
            timer = undefined;
          }
          reject(signal.reason);
        });
        const enter = (): void => {
          leave();
          resolve();
        };
        queue.add(enter);
        if (timer === undefined) grantPermits();
      }),
  };
}
