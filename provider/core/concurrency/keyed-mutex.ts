// A keyed mutex: serializes work per key; different keys run in parallel.
import { createSemaphore, type Semaphore } from "./semaphore";

/** Runs the work when no other work of the key runs; fails with the reason of the signal when it is aborted before. */
export type KeyedMutex = <T>(key: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/** Creates a keyed mutex; it holds no memory for keys without work. */
export function createKeyedMutex(): KeyedMutex {
  const locks = new Map<string, { semaphore: Semaphore; users: number }>();
  return async (key, signal, work) => {
    const lock = locks.get(key) ?? { semaphore: createSemaphore(1), users: 0 };
    locks.set(key, lock);
    lock.users += 1;
    try {
      await lock.semaphore.acquire(signal);
      try {
        return await work();
      } finally {
        lock.semaphore.release();
      }
    } finally {
      lock.users -= 1;
      if (lock.users === 0) locks.delete(key);
    }
  };
}
