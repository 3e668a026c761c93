// Whether the reads of a group may share requests: as long as that saves requests, and the service allows it. See docs/protocol.md#shared-reads.
import type { RequestContext } from "../contract/context";
import { hasCode, type ProviderError } from "../core/errors/errors";
import { SharedRequest } from "./shared-request";

/** How a request serves several reads: the members of ObjectCollection. */
type RequestKind = "several" | "all";

/** The number of reads that a shared request has to serve to have saved one. */
const cost = 2;
/** How long no shared request is sent after a failure that passes, in ms. */
const pauseMs = 60_000;

/** The shared requests of one group. No read depends on them: one that they do not serve is sent alone. */
export class Sharing {
  /** A token bucket: as each shared request costs what it has to serve, the group never sends more requests than there are reads, and one. */
  private tokens = 1;
  private running: Pick<SharedRequest<unknown>, "wait"> | undefined;
  private pausedUntil = -Infinity;
  private readonly rejected = new Set<RequestKind>();

  constructor(private readonly now: () => number) {}

  /** Whether a shared request may be sent. */
  isAllowed(kind: RequestKind): boolean {
    return this.tokens > 0 && this.now() >= this.pausedUntil && !this.rejected.has(kind);
  }

  /** A shared request whose outcome decides whether another one may be sent. */
  get pending(): Pick<SharedRequest<unknown>, "wait"> | undefined {
    return this.tokens > 0 ? undefined : this.running;
  }

  /** Starts a shared request on behalf of a read. */
  start<T>(
    kind: RequestKind,
    starter: RequestContext,
    send: (context: RequestContext) => Promise<T>,
    onEnd?: () => void,
  ): SharedRequest<T> {
    this.tokens -= cost;
    const request = new SharedRequest(starter, send, (outcome) => {
      if ("aborted" in outcome) this.refund();
      if ("error" in outcome) this.turnOff(kind, outcome.error);
      if (this.running === request) this.running = undefined;
      onEnd?.();
    });
    this.running = request;
    return request;
  }

  /** Counts a read that a shared request has served. */
  addServed(): void {
    this.tokens++;
  }

  /** Returns the cost of a request that was not sent, or whose readers have left. */
  refund(): void {
    this.tokens += cost;
  }

  /** A service that fails may serve a request later; one that rejects it, or returns another form, does so until the configuration changes. */
  private turnOff(kind: RequestKind, error: unknown): void {
    const passes =
      hasCode(error, "unavailable", "resource_exhausted", "deadline_exceeded", "aborted") && !(error as ProviderError).isPermanent;
    if (!passes) return void this.rejected.add(kind);
    this.pausedUntil = this.now() + pauseMs;
    this.refund();
  }
}
