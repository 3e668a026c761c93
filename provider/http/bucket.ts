// A token bucket: so many requests at once, then so many a second. Knows no service.
import { onAbort } from "./abort";

/** Hands out permits in the order of asking. */
export interface Bucket {
  /** Waits for a permit; fails with the reason of the signal when that is aborted first. */
  take(signal: AbortSignal): Promise<void>;
}

/** How many permits there are at first, and how many come each second. Within any second at most the sum of both is handed out. */
export interface BucketSize {
  burst: number;
  perSecond: number;
}

/** Makes a full bucket. `now` answers milliseconds on a clock that never goes back. */
export function createBucket({ burst, perSecond }: BucketSize, now: () => number = () => performance.now()): Bucket {
  const queue = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let level = burst;
  let at = now();

  const fill = (): void => {
    const then = now();
    level = Math.min(burst, level + ((then - at) * perSecond) / 1000);
    at = then;
  };
  const serve = (): void => {
    timer = undefined;
    fill();
    for (const enter of queue) {
      if (level < 1) break;
      level -= 1;
      queue.delete(enter);
      enter();
    }
    if (queue.size > 0) timer = setTimeout(serve, Math.ceil(((1 - level) * 1000) / perSecond));
  };

  return {
    take: (signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return void reject(signal.reason);
        const leave = onAbort(signal, () => {
          queue.delete(enter);
          if (queue.size === 0) (clearTimeout(timer), (timer = undefined));
          reject(signal.reason);
        });
        const enter = (): void => {
          leave();
          resolve();
        };
        queue.add(enter);
        if (timer === undefined) serve();
      }),
  };
}
