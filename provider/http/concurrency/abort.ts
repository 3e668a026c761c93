// Waiting that an abort signal ends.
import { onAbort } from "../../core/concurrency/on-abort";

/** Waits for this many milliseconds; fails with the reason of the signal when it is aborted. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return void reject(signal.reason);
    const unsubscribe = onAbort(signal, () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
    const timer = setTimeout(() => {
      unsubscribe();
      resolve();
    }, milliseconds);
  });
}

/** Settles as the promise, or fails with the reason of the signal when it is aborted first. */
export function waitOrAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return void reject(signal.reason);
    const unsubscribe = onAbort(signal, () => reject(signal.reason));
    promise.then(resolve, reject).finally(unsubscribe);
  });
}
