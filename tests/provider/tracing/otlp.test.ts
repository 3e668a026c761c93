// Spans sent to a collector: their parents, their content, and the behavior without a collector that accepts them.
import type { Tracing } from "../../../provider/tracing/spans";
import { createTracing } from "../../../provider/tracing/otlp";
import type { Collector } from "../../support/collector";
import { startCollector } from "../../support/collector";
import { timed } from "../../support/waiting";

const caller = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const traceId = "0af7651916cd43dd8448eb211c80319c";
let collector: Collector;
let undelivered: jest.Mock;

beforeEach(async () => {
  collector = await startCollector();
  undelivered = jest.fn();
});
afterEach(() => collector.stop());

const tracingTo = (endpoint: string, fallback?: string): Tracing =>
  createTracing({
    endpoint,
    version: "1.2.3",
    fallback,
    onUndelivered: undelivered,
    redact: (text) => text.replaceAll("s3cret", "[secret]"),
  });

/** One RPC that makes one request after a pause of the event loop. */
const work = (tracing: Tracing, traceparent: string | undefined, attempt = 1): Promise<void> =>
  new Promise((resolve) =>
    tracing.rpc({ method: "Create", traceparent, urn: "urn:x" }, (end) => {
      setImmediate(() => {
        tracing.request({ method: "GET", host: "a.test", template: "/x/{name}", attempt })({ status: 404, requestId: "r" });
        end(0);
        resolve();
      });
    }),
  );

test.each(["", "http://", "https://"])("spans arrive, without TLS, when the endpoint begins with %j", async (scheme) => {
  const tracing = tracingTo(`${scheme}${collector.address}`);
  await work(tracing, caller, 2);
  await tracing.close();
  const [request, rpc] = collector.spans;
  expect(rpc).toMatchObject({ traceId, parentId: "b7ad6b7169203331", name: "pulumirpc.ResourceProvider/Create", status: 0 });
  expect(rpc!.attributes).toMatchObject({ "rpc.method": "Create", "pulumi.urn": "urn:x", "quartet.retries": 1, "rpc.grpc.status_code": 0 });
  expect(request).toMatchObject({ traceId, parentId: rpc!.spanId, name: "GET /x/{name}", status: 2 });
  expect(request!.attributes).toMatchObject({
    "http.response.status_code": 404,
    "http.request.resend_count": 1,
    "quartet.request_id": "r",
  });
  expect(undelivered).not.toHaveBeenCalled();
});

test.each([
  ["the caller's context", caller, "00-11111111111111111111111111111111-2222222222222222-01", traceId],
  ["the process's when the caller has none", undefined, caller, traceId],
  ["the process's when the caller's is malformed", "00-zz-yy-01", caller, traceId],
])("the parent is %s", async (_title, traceparent, fallback, expected) => {
  const tracing = tracingTo(collector.address, fallback);
  await work(tracing, traceparent);
  await tracing.close();
  expect(collector.spans.map((span) => span.traceId)).toEqual([expected, expected]);
});

test("no name or attribute contains a secret", async () => {
  const tracing = tracingTo(collector.address);
  await new Promise<void>((resolve) =>
    tracing.rpc({ method: "s3cret", traceparent: caller, token: "s3cret", type: "s3cret", urn: "urn:s3cret" }, (end) => {
      const request = { method: "s3cret", host: "s3cret.test", template: "/x/s3cret", attempt: 1 };
      tracing.request(request)({ status: 200, requestId: "a-s3cret", error: "s3cret" });
      end(0);
      resolve();
    }),
  );
  await tracing.close();
  expect(collector.spans.map(({ attributes }) => Object.keys(attributes).length)).toEqual([6, 8]);
  expect(JSON.stringify(collector.spans)).toContain("a-[secret]");
  expect(JSON.stringify(collector.spans)).not.toContain("s3cret");
});

test("a new trace without a context, and none if the caller disabled it", async () => {
  const tracing = tracingTo(collector.address);
  await work(tracing, undefined);
  await work(tracing, `${caller.slice(0, -2)}00`);
  await tracing.close();
  expect(collector.spans).toHaveLength(2);
  expect(collector.spans[1]!.parentId).toBe("");
});

test("the end waits half a second, not for ever, for a collector that does not respond", async () => {
  const unresponsive = await startCollector({ responds: false });
  const tracing = tracingTo(unresponsive.address);
  await work(tracing, caller);
  const { ms } = await timed(() => tracing.close());
  unresponsive.stop();
  expect(ms).toBeGreaterThan(400);
});

test("an endpoint that is not an address is rejected at once", () => {
  expect(() => tracingTo("[no address")).toThrow();
});
