// Single flight: concurrent callers share one call of a function.
import { waitOrAbort } from "./abort";

/**
 * Returns a function that joins the call of `work` in progress, or starts one. It fails as `work` does, or with the reason of the caller's signal; aborting one
 * caller does not affect the others. A failure is not kept: the next caller starts again.
 */
export function singleFlight<T>(work: () => Promise<T>): (signal: AbortSignal) => Promise<T> {
  let running: Promise<T> | undefined;
  return (signal) => {
    signal.throwIfAborted();
    if (running === undefined) {
      running = work().finally(() => (running = undefined));
      // Every caller may have been aborted when it fails.
      running.catch(() => {});
    }
    return waitOrAbort(running, signal);
  };
}
