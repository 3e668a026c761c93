// Coalesces equal function calls: calls in flight share one request, and its result serves the calls of the same burst. Errors are not kept.
// See docs/protocol.md#invoke.
import type { RequestContext, RpcContext } from "../core/contract";
import { ProviderError } from "../core/errors";
import type { PlainMap } from "../core/value";

interface SharedRequest {
  result: Promise<PlainMap>;
  waiters: number;
  /** Whether the result has arrived, so that there is nothing to abort. */
  isComplete: boolean;
  /** All callers so far: one may have marked an input as secret that another one has not. */
  callers: RpcContext[];
  abort: AbortController;
}

interface KeptResult {
  result: PlainMap;
  since: number;
}

type ReadFunction = (context: RequestContext) => Promise<PlainMap>;

/** A function call: equal keys are equal calls. */
export interface CoalescedCall {
  key: string;
  /** Whether the result may serve later calls of the burst. */
  cacheable: boolean;
}

const maximumResults = 256;
const maximumAgeMs = 30_000;

/** The requests in flight, and the results of the current burst of calls. */
export class Coalescer {
  private readonly requests = new Map<string, SharedRequest>();
  /** In the order of their arrival. */
  private readonly results = new Map<string, KeptResult>();
  private calls = 0;
  /** Whether several calls ran at once since results were last dropped. */
  private hadConcurrentCalls = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Number of requests and results held; 0 once no call runs. */
  get size(): number {
    return this.requests.size + this.results.size;
  }

  /** Returns the result of the call: a kept one, that of a request in flight, or that of a new request. Callers share the object and must not change it. */
  async join(call: CoalescedCall, context: RpcContext, read: ReadFunction): Promise<PlainMap> {
    if (context.signal.aborted) throw context.signal.reason;
    this.calls++;
    this.hadConcurrentCalls ||= this.calls > 1;
    try {
      return this.keptResult(call.key) ?? (await this.waitFor(call, context, read));
    } finally {
      if (--this.calls === 0) this.dropResults();
    }
  }

  /** Waits for the shared request of the call. An aborted caller stops waiting; the last one to do so aborts the request. */
  private async waitFor(call: CoalescedCall, context: RpcContext, read: ReadFunction): Promise<PlainMap> {
    const request = this.requests.get(call.key) ?? this.start(call, context, read);
    request.waiters++;
    request.callers.push(context);
    const { signal } = context;
    let onAbort = (): void => {};
    try {
      return await new Promise((resolve, reject) => {
        onAbort = () => reject(signal.reason);
        signal.addEventListener("abort", onAbort, { once: true });
        request.result.then(resolve, reject);
      });
    } finally {
      signal.removeEventListener("abort", onAbort);
      if (--request.waiters === 0) this.end(call.key, request, signal.reason);
    }
  }

  /** Removes the request before aborting it, so that later callers start a new one. */
  private end(key: string, request: SharedRequest, reason: unknown): void {
    if (this.requests.get(key) === request) this.requests.delete(key);
    if (request.isComplete) return;
    request.abort.abort(reason ?? new ProviderError("cancelled", "The request was cancelled: no caller waits for its result."));
  }

  private start({ key, cacheable }: CoalescedCall, context: RpcContext, read: ReadFunction): SharedRequest {
    const abort = new AbortController();
    const callers: RpcContext[] = [];
    // Logs and status lines belong to the caller that started the request.
    const shared: RequestContext = {
      signal: abort.signal,
      status: (message) => context.status(message),
      log: (severity, message) => context.log(severity, message),
      redact: (text) => callers.reduce((rest, caller) => caller.redact(rest), text),
    };
    const finish = (): boolean => this.requests.get(key) === request && this.requests.delete(key);
    const result = read(shared).then(
      (outputs) => {
        request.isComplete = true;
        if (finish() && cacheable) this.keep(key, outputs);
        return outputs;
      },
      (error: unknown) => {
        finish();
        throw error;
      },
    );
    result.catch(() => {}); // Every waiter receives the error; a request without waiters has no one to report it to.
    const request: SharedRequest = { result, waiters: 0, isComplete: false, callers, abort };
    this.requests.set(key, request);
    return request;
  }

  private keep(key: string, result: PlainMap): void {
    this.results.set(key, { result, since: this.now() });
    if (this.results.size > maximumResults) this.results.delete(this.results.keys().next().value!);
  }

  private keptResult(key: string): PlainMap | undefined {
    const oldest = this.now() - maximumAgeMs;
    for (const [other, { since }] of this.results) {
      if (since > oldest) break;
      this.results.delete(other);
    }
    return this.results.get(key)?.result;
  }

  /** Drops the results at once after a single call; after concurrent calls one event-loop turn later, for calls that have arrived and are not read yet. */
  private dropResults(): void {
    if (!this.hadConcurrentCalls) return this.results.clear();
    // The first callback runs before the next poll of the sockets, the second one after it.
    setImmediate(() => setImmediate(() => this.calls === 0 && this.clear()));
  }

  private clear(): void {
    this.hadConcurrentCalls = false;
    this.results.clear();
  }
}
