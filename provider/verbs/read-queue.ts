// Decides when reads of objects are sent: those that overlap wait for each other, so that one request serves them.
// See docs/protocol.md#shared-reads.
import type { RequestContext } from "../contract/context";
import type { SharedRequest } from "./shared-request";

/** A read of one object. */
export interface ObjectRead<Item> {
  key: string;
  /** How old the item may be, in ms. 0: it comes from a request that begins after this read. */
  maximumAgeMs: number;
  /** For which share of the time that the last request took this read waits for others. 0: for those of the same moment only, because a write waits for it. */
  waitShare: number;
  /** Reads this object only. */
  alone: () => Promise<Item | undefined>;
  context: RequestContext;
  /** Returns a client for a request that may outlive this read. */
  clientFor: (context: RequestContext) => unknown;
}

/** Reads that are sent at the same time, and the request that serves them, once the first of them has sent it. */
export interface Batch<Item> {
  readonly reads: ObjectRead<Item>[];
  request?: SharedRequest<ReadonlyMap<string, Item>>;
}

/** A read that waits does so at least for these ms. */
const minimumWaitMs = 2;
/** Where the rate of requests is limited, reads are collected until fewer requests than these are in flight (group commit), but no longer than the last one took. */
const maximumInFlight = 3;
/** No read waits longer: a request that hangs delays no other. */
const maximumWaitMs = 1000;

interface WaitingBatch<Item> extends Batch<Item> {
  /** Called when the batch is to be sent. */
  releases: (() => void)[];
}

/** The reads of one group that wait, and its requests in flight. */
export class ReadQueue<Item> {
  private waiting: WaitingBatch<Item> | undefined;
  private inFlight = 0;
  private lastDurationMs: number | undefined;

  /** `isLimited`: see ObjectCollection. */
  constructor(
    private readonly now: () => number,
    private readonly isLimited = false,
  ) {}

  /** Whether a read overlaps with others. One that does not is sent at once. */
  get isBusy(): boolean {
    return this.inFlight > 0 || this.isCollecting;
  }

  /** Whether reads wait. */
  get isCollecting(): boolean {
    return this.waiting !== undefined;
  }

  /** Runs a request, which is in flight meanwhile. */
  async run<T>(send: () => Promise<T>): Promise<T> {
    const begin = this.now();
    this.inFlight++;
    try {
      return await send();
    } finally {
      this.inFlight--;
      this.lastDurationMs = this.now() - begin;
      if (this.isLimited) this.send(this.waiting);
    }
  }

  /** Waits until the read is to be sent, and returns the reads that are sent with it. An aborted read leaves at once. */
  async join(read: ObjectRead<Item>): Promise<Batch<Item>> {
    const { signal } = read.context;
    signal.throwIfAborted();
    const batch = (this.waiting ??= this.collect());
    batch.reads.push(read);
    if (!this.isLimited) this.sendAfter(batch, read.waitShare);
    let onAbort = (): void => {};
    try {
      await new Promise<void>((resolve, reject) => {
        onAbort = () => reject(signal.reason);
        signal.addEventListener("abort", onAbort, { once: true });
        batch.releases.push(resolve);
      });
      return batch;
    } catch (error) {
      batch.reads.splice(batch.reads.indexOf(read), 1);
      throw error;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  private collect(): WaitingBatch<Item> {
    const batch: WaitingBatch<Item> = { reads: [], releases: [] };
    if (!this.isLimited) return batch;
    setTimeout(() => this.inFlight < maximumInFlight && this.send(batch), minimumWaitMs);
    setTimeout(() => this.send(batch), minimumWaitMs + Math.min(this.lastDurationMs ?? Infinity, maximumWaitMs));
    return batch;
  }

  /** Sends the batch when the read that joins it has waited long enough: the one with the shortest wait decides. */
  private sendAfter(batch: WaitingBatch<Item>, waitShare: number): void {
    const longestMs = Math.min(this.lastDurationMs ?? 0, maximumWaitMs);
    if (waitShare === 0) setImmediate(() => this.send(batch));
    else setTimeout(() => this.send(batch), Math.max(minimumWaitMs, longestMs * waitShare));
  }

  private send(batch: WaitingBatch<Item> | undefined): void {
    if (batch === undefined || this.waiting !== batch) return;
    this.waiting = undefined;
    for (const release of batch.releases) release();
  }
}
