// Work that many wait for and one does. Who is cancelled leaves alone; what failed is tried again by the next who asks.
import { onAbort } from "./abort";

/** Joins the work under way, or begins it. Fails as the work does, or with the reason of the caller's own signal when that comes first. */
export function createFlight<T>(work: () => Promise<T>): (signal: AbortSignal) => Promise<T> {
  let flight: Promise<T> | undefined;
  return (signal) => {
    signal.throwIfAborted();
    if (flight === undefined) {
      flight = work().finally(() => (flight = undefined));
      // All who wait may have left when it fails.
      flight.catch(() => {});
    }
    return orAborted(flight, signal);
  };
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => reject(signal.reason as Error));
    promise.then(resolve, reject).finally(forget);
  });
}
