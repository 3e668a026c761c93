/** Identical concurrent lookups send one request. See docs/protocol.md#lookup-execution. */
import type { RequestContext } from "../../../provider/contract/context";
import { ProviderError } from "../../../provider/core/errors/errors";
import type { PlainMap } from "../../../provider/core/values/value";
import { Coalescer } from "../../../provider/verbs/coalescer";
import { SharedRequest } from "../../../provider/verbs/shared-request";
import { requestContext } from "../../support/contexts";
import { newCall } from "../../support/fake-module";
import { deferred } from "../../support/waiting";

const cancelled = new ProviderError("cancelled", "cancelled");
const settle = () => new Promise(setImmediate);

/** A coalescer with one read in progress until `end` is called, so that results are kept. */
function busy(clock = { now: 0 }) {
  const coalescer = new Coalescer(() => clock.now);
  const reads: string[] = [];
  const start = (key: string, read: () => Promise<PlainMap> = async () => ({}), { call } = newCall()) =>
    coalescer.join({ key, cacheable: true }, call, () => {
      reads.push(key);
      return read();
    });
  const response = deferred();
  const other = start("other", async () => {
    await response.promise;
    return {};
  });
  reads.length = 0;
  const end = async () => {
    response.resolve();
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

it("a response serves those of the same event-loop turn in which the last one ends, and is dropped then", async () => {
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

it("a response is kept for at most thirty seconds", async () => {
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

it("a response is dropped for later ones: at most 256 are kept", async () => {
  const { start, reads, end, coalescer } = busy();
  for (let i = 0; i < 300; i++) await start(`key-${i}`);
  expect(coalescer.size).toBe(257);
  for (const key of ["key-44", "key-299", "key-43"]) await start(key);
  expect(reads.slice(300)).toEqual(["key-43"]);
  await end();
});

it("logs for the caller that started it; texts are redacted for all", async () => {
  const lines: string[] = [];
  const hiding = (secret: string): RequestContext => ({
    ...requestContext(undefined, lines),
    redact: (text) => text.replaceAll(secret, "***"),
  });
  let context: RequestContext | undefined;
  let succeed = (_text: string): void => undefined;
  const request = new SharedRequest<string>(hiding("alpha"), (own) => {
    context = own;
    return new Promise((resolve) => (succeed = resolve));
  });
  const waiting = request.wait(hiding("beta"));
  context!.log("info", "begun");
  context!.status("busy");
  expect(context!.redact("alpha and beta")).toBe("*** and ***");
  expect(lines).toEqual(["info: begun", "busy"]);
  succeed("");
  await waiting;
});
