// A request that several callers wait for: it ends when it is done, or when no caller waits any more.
import type { RequestContext } from "../contract/context";
import { ProviderError } from "../core/errors/errors";

/** How a request ended. `aborted`: no caller waits any more. */
type Outcome<T> = { result: T } | { error: unknown } | { aborted: unknown };

/** A running request, and its result once it has arrived. */
export class SharedRequest<T> {
  private readonly result: Promise<T>;
  private readonly abort = new AbortController();
  /** All callers so far: one may have marked an input as secret that another one has not. */
  private readonly callers: RequestContext[];
  private waiters = 0;
  private hasEnded = false;

  /** Starts the request. Logs and status lines belong to `starter`. `onEnd` is called once: when the request is done, or before it is aborted. */
  constructor(
    starter: RequestContext,
    read: (context: RequestContext) => Promise<T>,
    private readonly onEnd: (outcome: Outcome<T>) => void = () => {},
  ) {
    this.callers = [starter];
    const shared: RequestContext = {
      signal: this.abort.signal,
      status: (message) => starter.status(message),
      log: (severity, message) => starter.log(severity, message),
      redact: (text) => this.callers.reduce((rest, caller) => caller.redact(rest), text),
    };
    this.result = read(shared).then(
      (result) => {
        this.end({ result });
        return result;
      },
      (error: unknown) => {
        this.end({ error });
        throw error;
      },
    );
    this.result.catch(() => {}); // Every waiter receives the error; a request without waiters has no one to report it to.
  }

  /** Returns the result. An aborted caller stops waiting; the last one to do so aborts the request. */
  async wait(caller: RequestContext): Promise<T> {
    const { signal } = caller;
    if (!this.callers.includes(caller)) this.callers.push(caller);
    this.waiters++;
    let onAbort = (): void => {};
    try {
      return await new Promise<T>((resolve, reject) => {
        onAbort = () => reject(signal.reason);
        if (signal.aborted) return onAbort();
        signal.addEventListener("abort", onAbort, { once: true });
        this.result.then(resolve, reject);
      });
    } finally {
      signal.removeEventListener("abort", onAbort);
      if (--this.waiters === 0) this.leave(signal.reason);
    }
  }

  private leave(reason: unknown): void {
    if (this.hasEnded) return;
    const aborted = reason ?? new ProviderError("cancelled", "The request was cancelled: no caller waits for its result.");
    this.end({ aborted });
    this.abort.abort(aborted);
  }

  private end(outcome: Outcome<T>): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.onEnd(outcome);
  }
}
