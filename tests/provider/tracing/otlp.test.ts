// Spans sent to a collector, in cases that tests/conformance/traces has not.
import type { Tracing } from "../../../provider/tracing/spans";
import { createTracing } from "../../../provider/tracing/otlp";
import { startCollector, type Collector } from "../../support/collector";

const caller = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
let collector: Collector;

beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.stop());

const tracingTo = (fallback?: string): Tracing => {
  const redact = (text: string): string => text.replaceAll("s3cret", "[secret]");
  return createTracing({ endpoint: collector.address, version: "1.2.3", fallback, onUndelivered: () => {}, redact });
};

/** One RPC that makes one request after a pause of the event loop. */
const work = (tracing: Tracing, traceparent: string | undefined): Promise<void> =>
  new Promise((resolve) =>
    tracing.rpc({ method: "s3cret", traceparent, token: "s3cret", type: "s3cret", urn: "urn:s3cret" }, (end) => {
      setImmediate(() => {
        const request = { method: "s3cret", host: "s3cret.test", template: "/x/s3cret", attempt: 1 };
        tracing.request(request)({ status: 404, requestId: "a-s3cret", error: "s3cret" });
        end(0);
        resolve();
      });
    }),
  );

test("a malformed context counts as none: the parent is that of the process", async () => {
  const tracing = tracingTo(caller);
  await work(tracing, "00-zz-yy-01");
  await tracing.close();
  expect(collector.spans.map(({ traceId, parentId }) => [traceId, parentId])).toEqual([
    ["0af7651916cd43dd8448eb211c80319c", expect.any(String)],
    ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"],
  ]);
});

test("a new trace without a context, and none if the caller disabled it; no name or attribute contains a secret", async () => {
  const tracing = tracingTo();
  await work(tracing, undefined);
  await work(tracing, `${caller.slice(0, -2)}00`);
  await tracing.close();
  expect(collector.spans.map(({ attributes }) => Object.keys(attributes).length)).toEqual([6, 8]);
  expect(collector.spans[1]!.parentId).toBe("");
  expect(JSON.stringify(collector.spans)).toContain("a-[secret]");
  expect(JSON.stringify(collector.spans)).not.toContain("s3cret");
});
