/** Identical concurrent lookups send one request. See docs/protocol.md#lookup-execution. */
import type { RequestContext } from "../../../provider/contract/context";
import { ProviderError } from "../../../provider/core/errors/errors";
import type { PlainMap } from "../../../provider/core/values/value";
import type { CoalescedCall } from "../../../provider/verbs/coalescer";
import { Coalescer } from "../../../provider/verbs/coalescer";
import { newCall } from "../../support/fake-module";

/** Creates a read that the test completes, and the contexts it received. */
function remote(): {
  read: (operation: RequestContext) => Promise<PlainMap>;
  operations: RequestContext[];
  complete(value: PlainMap): void;
  fail(error: Error): void;
} {
  const operations: RequestContext[] = [];
  let settle: { resolve: (value: PlainMap) => void; reject: (error: Error) => void };
  const read = (operation: RequestContext): Promise<PlainMap> => {
    operations.push(operation);
    return new Promise((resolve, reject) => {
      settle = { resolve, reject };
      operation.signal.addEventListener("abort", () => reject(operation.signal.reason as Error), { once: true });
    });
  };
  return { read, operations, complete: (value) => settle.resolve(value), fail: (error) => settle.reject(error) };
}

const coalescedCall = (key: string, kept = true): CoalescedCall => ({ key, cacheable: kept });
const cancelled = new ProviderError("cancelled", "cancelled");
const settle = (): Promise<void> => new Promise(setImmediate);

describe("a shared call", () => {
  it("is not shared with another function call", async () => {
    const coalescer = new Coalescer();
    const read = jest.fn(async () => ({}));
    await Promise.all([coalescer.join(coalescedCall("a"), newCall().call, read), coalescer.join(coalescedCall("b"), newCall().call, read)]);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it("is not started for a call that has ended already", async () => {
    const { call } = newCall();
    call.abort(cancelled);
    const read = jest.fn(async () => ({}));
    await expect(new Coalescer().join(coalescedCall("key"), call, read)).rejects.toBe(cancelled);
    expect(read).not.toHaveBeenCalled();
  });
});

describe("a response", () => {
  /** A coalescer with one read in progress until the test ends it, so that results are kept. */
  function busy(clock = { now: 0 }) {
    const coalescer = new Coalescer(() => clock.now);
    const { read, complete, fail } = remote();
    const other = coalescer.join(coalescedCall("other"), newCall().call, read);
    other.catch(() => {}); // Tests may reject the read.
    const reads: string[] = [];
    const start = (key: string, kept = true): Promise<PlainMap> =>
      coalescer.join(coalescedCall(key, kept), newCall().call, async () => {
        reads.push(key);
        return { key, nth: reads.length };
      });
    return {
      coalescer,
      clock,
      reads,
      start,
      fail,
      end: async () => {
        complete({});
        return other;
      },
    };
  }

  it("serves those of the same event-loop turn in which the last one ends, and is dropped then", async () => {
    const { start, reads, end, coalescer } = busy();
    await start("a");
    await end();
    await new Promise(process.nextTick);
    await start("a");
    expect(reads).toEqual(["a"]);
    expect(coalescer.size).toBe(2);
    await settle();
    await settle();
    expect(coalescer.size).toBe(0);
    await start("a");
    expect(reads).toEqual(["a", "a"]);
  });

  it("is kept when further calls start in that turn", async () => {
    const { start, reads, end, coalescer } = busy();
    await start("a");
    await end();
    const { read, complete } = remote();
    const longer = coalescer.join(coalescedCall("longer"), newCall().call, read);
    await settle();
    await settle();
    await start("a");
    expect(reads).toEqual(["a"]);
    complete({});
    await longer;
  });

  it("of a single call is not kept for later ones", async () => {
    const coalescer = new Coalescer();
    const read = jest.fn(async () => ({}));
    for (let i = 1; i <= 3; i++) {
      await coalescer.join(coalescedCall("a"), newCall().call, read);
      expect(coalescer.size).toBe(0);
      expect(read).toHaveBeenCalledTimes(i);
    }
  });

  it("is kept for at most thirty seconds", async () => {
    const { start, reads, clock, end, coalescer } = busy();
    await start("a");
    clock.now = 29_999;
    await start("a");
    await start("b");
    expect(reads).toEqual(["a", "b"]);
    clock.now = 30_000;
    await start("a");
    await start("b");
    expect(reads).toEqual(["a", "b", "a"]);
    expect(coalescer.size).toBe(3);
    await end();
  });

  it("is dropped for later ones: at most 256 are kept", async () => {
    const { start, reads, end, coalescer } = busy();
    for (let i = 0; i < 300; i++) await start(`key-${i}`);
    expect(coalescer.size).toBe(257);
    await start("key-44");
    await start("key-299");
    expect(reads).toHaveLength(300);
    await start("key-43");
    expect(reads).toHaveLength(301);
    await end();
  });

  it("is dropped when all calls of a burst fail or are cancelled", async () => {
    const { coalescer, start, fail } = busy();
    await start("a");
    const { call } = newCall();
    const left = coalescer.join(coalescedCall("b"), call, () => new Promise(() => {}));
    call.abort(cancelled);
    await expect(left).rejects.toBe(cancelled);
    expect(coalescer.size).toBe(2);
    fail(cancelled);
    await settle();
    await settle();
    await settle();
    expect(coalescer.size).toBe(0);
  });
});
