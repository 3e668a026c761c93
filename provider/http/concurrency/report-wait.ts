// Status lines for long waits. See docs/protocol.md#progress.
import type { RequestContext } from "../../core/contract";
import { ProviderError, withHint } from "../../core/errors";
import type { KeyedMutex } from "./keyed-mutex";

/** A wait shorter than this is not reported, in seconds. */
const firstSeconds = 2;
const nextSeconds = 5;

/**
 * Begins a wait: a status line names it after two seconds and then every five, until the returned function is called. `what` may change during the wait; no
 * line is shown while it is undefined.
 */
export function reportWait(context: Pick<RequestContext, "status">, what: () => string | undefined): () => void {
  let seconds = 0;
  let timer: NodeJS.Timeout;
  const next = (pause: number): void => {
    timer = setTimeout(() => {
      seconds += pause;
      const text = what();
      if (text !== undefined) context.status(`waiting for ${text} (${seconds}s)`);
      next(nextSeconds);
    }, pause * 1000);
    timer.unref();
  };
  next(firstSeconds);
  return () => clearTimeout(timer);
}

/** The lock of a key, and what the status line of a long wait for it names. */
export interface ReportedLock {
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
