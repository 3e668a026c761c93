// A semaphore with a queue.
import { onAbort } from "./on-abort";

/** A fixed number of permits, granted in the order of the requests. */
export interface Semaphore {
  /** Waits for a permit; fails with the reason of the signal when it is aborted first. */
  acquire(signal: AbortSignal): Promise<void>;
  release(): void;
}

/** Creates a semaphore; each acquired permit must be released exactly once. */
export function createSemaphore(count: number): Semaphore {
  let free = count;
  const queue = new Set<() => void>();
  const wait = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = onAbort(signal, () => {
        queue.delete(enter);
        reject(signal.reason);
      });
      const enter = (): void => {
        leave();
        resolve();
      };
      queue.add(enter);
    });
  return {
    async acquire(signal) {
      if (signal.aborted) throw signal.reason;
      if (free === 0) return wait(signal);
      free -= 1;
    },
    release() {
      const [next] = queue;
      if (!next) {
        free += 1;
        return;
      }
      queue.delete(next);
      next();
    },
  };
}
