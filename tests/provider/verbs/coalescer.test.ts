/** Identical concurrent lookups send one request. See docs/protocol.md#lookup-execution. */
import { ProviderError } from "../../../provider/core/errors/errors";
import type { PlainMap } from "../../../provider/core/values/value";
import { Coalescer } from "../../../provider/verbs/coalescer";
import { newCall } from "../../support/fake-module";
import { deferred } from "../../support/waiting";

const cancelled = new ProviderError("cancelled", "cancelled");
const settle = (): Promise<void> => new Promise(setImmediate);

/** A coalescer with one read in progress until `end` is called, so that results are kept. */
function busy(clock = { now: 0 }) {
  const coalescer = new Coalescer(() => clock.now);
  const reads: string[] = [];
  const start = (key: string, read: () => Promise<PlainMap> = async () => ({}), { call } = newCall()): Promise<PlainMap> =>
    coalescer.join({ key, cacheable: true }, call, () => {
      reads.push(key);
      return read();
    });
  const response = deferred<Error | undefined>();
  const other = start("other", async () => {
    const error = await response.promise;
    if (error) throw error;
    return {};
  }).catch(() => ({}));
  reads.length = 0;
  const end = async (error?: Error): Promise<void> => {
    response.resolve(error);
    await other;
  };
  return { coalescer, clock, reads, start, end };
}

it("is not started for a call that has ended already", async () => {
  const ended = newCall();
  ended.call.abort(cancelled);
  const { start, reads, end } = busy();
  await expect(start("key", undefined, ended)).rejects.toBe(cancelled);
  expect(reads).toEqual([]);
  await end();
});

describe("a response", () => {
  it("serves those of the same event-loop turn in which the last one ends, and is dropped then", async () => {
    const { start, reads, end, coalescer } = busy();
    await start("a");
    await end();
    await new Promise(process.nextTick);
    await start("a");
    expect([reads, coalescer.size]).toEqual([["a"], 2]);
    await settle();
    await settle();
    expect(coalescer.size).toBe(0);
    await start("a");
    expect([reads, coalescer.size]).toEqual([["a", "a"], 0]);
  });

  it("is kept for at most thirty seconds", async () => {
    const { start, reads, clock, end, coalescer } = busy();
    await start("a");
    for (const now of [29_999, 30_000]) {
      clock.now = now;
      await start("a");
      await start("b");
    }
    expect([reads, coalescer.size]).toEqual([["a", "b", "a"], 3]);
    await end();
  });

  it("is dropped for later ones: at most 256 are kept", async () => {
    const { start, reads, end, coalescer } = busy();
    for (let i = 0; i < 300; i++) await start(`key-${i}`);
    expect(coalescer.size).toBe(257);
    for (const key of ["key-44", "key-299", "key-43"]) await start(key);
    expect(reads.slice(300)).toEqual(["key-43"]);
    await end();
  });

  it("is dropped when all calls of a burst fail or are cancelled", async () => {
    const { coalescer, start, end } = busy();
    await start("a");
    const left = newCall();
    const waiting = start("b", () => new Promise(() => {}), left);
    left.call.abort(cancelled);
    await expect(waiting).rejects.toBe(cancelled);
    expect(coalescer.size).toBe(2);
    await end(cancelled);
    for (let i = 0; i < 3; i++) await settle();
    expect(coalescer.size).toBe(0);
  });
});
