// Status lines for long waits. See docs/protocol.md#progress.
import type { RequestContext } from "../../contract/context";
import { ProviderError, withHint } from "../../core/errors/errors";
import type { KeyedMutex } from "../../core/concurrency/keyed-mutex";

/** The time until the first line, and between two lines, in seconds. A shorter wait is not reported. */
interface Intervals {
  first: number;
  next: number;
}

const waitIntervals: Intervals = { first: 2, next: 5 };
/** Of requests, which may take long without a fault; a pause that a service requests has lines of its own. */
const requestIntervals: Intervals = { first: 10, next: 10 };

/**
 * Begins a wait: a status line names it at these intervals, until the returned function is called. `what` may change during the wait; no line is shown while
 * it is undefined.
 */
export function reportWait(
  context: Pick<RequestContext, "status">,
  what: () => string | undefined,
  { first, next } = waitIntervals,
): () => void {
  let seconds = 0;
  let timer: NodeJS.Timeout;
  const schedule = (pause: number): void => {
    timer = setTimeout(() => {
      seconds += pause;
      const text = what();
      if (text !== undefined) context.status(`waiting for ${text} (${seconds}s)`);
      schedule(next);
    }, pause * 1000);
    timer.unref();
  };
  schedule(first);
  return () => clearTimeout(timer);
}

/**
 * Settles as the request; until then reports that the service has not responded, whether it waits for a connection, a permit or the response. Without such
 * lines a service that does not respond looks like a provider that hangs.
 */
export async function reportProgress<T>(request: Promise<T>, service: string, context: Pick<RequestContext, "status">): Promise<T> {
  const end = reportWait(context, () => service, requestIntervals);
  try {
    return await request;
  } finally {
    end();
  }
}

/** The lock of a key, and what the status line of a long wait for it names. */
interface ReportedLock {
  mutex: KeyedMutex;
  key: string;
  what: string;
}

/** Runs the work when no other work of the key runs. An error of a request that is aborted before names the wait. */
export async function withReportedLock<T>(
  { mutex, key, what }: ReportedLock,
  context: Pick<RequestContext, "signal" | "status">,
  work: () => Promise<T>,
): Promise<T> {
  let hasBegun = false;
  const end = reportWait(context, () => what);
  try {
    return await mutex(key, context.signal, () => {
      hasBegun = true;
      end();
      return work();
    });
  } catch (error) {
    if (hasBegun || !(error instanceof ProviderError)) throw error;
    throw withHint(error, `Until then it waited for ${what}.`);
  } finally {
    end();
  }
}
