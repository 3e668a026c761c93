// Coalesces equal function calls: calls in flight share one request, and its result serves the calls of the same burst. Errors are not kept.
// See docs/protocol.md#invoke.
import type { RequestContext, RpcContext } from "../contract/context";
import type { PlainMap } from "../core/values/value";
import { SharedRequest } from "./shared-request";

interface KeptResult {
  result: PlainMap;
  since: number;
}

type ReadFunction = (context: RequestContext) => Promise<PlainMap>;

/** A function call: equal keys are equal calls. */
interface CoalescedCall {
  key: string;
  /** Whether the result may serve later calls of the burst. */
  cacheable: boolean;
}

const maximumResults = 256;
const maximumAgeMs = 30_000;

/** The requests in flight, and the results of the current burst of calls. */
export class Coalescer {
  private readonly requests = new Map<string, SharedRequest<PlainMap>>();
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
      return this.keptResult(call.key) ?? (await (this.requests.get(call.key) ?? this.start(call, context, read)).wait(context));
    } finally {
      if (--this.calls === 0) this.dropResults();
    }
  }

  private start({ key, cacheable }: CoalescedCall, context: RpcContext, read: ReadFunction): SharedRequest<PlainMap> {
    const request = new SharedRequest<PlainMap>(context, read, (outcome) => {
      this.requests.delete(key);
      if ("result" in outcome && cacheable) this.keep(key, outcome.result);
    });
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
