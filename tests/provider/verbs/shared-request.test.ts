/** A request that several callers wait for. See docs/protocol.md#lookup-execution. */
import type { RequestContext } from "../../../provider/contract/context";
import { ProviderError } from "../../../provider/core/errors/errors";
import { SharedRequest, type Outcome } from "../../../provider/verbs/shared-request";
import { requestContext } from "../../support/contexts";

const cancelled = new ProviderError("cancelled", "cancelled");

/** Returns a request that ends when the test ends it, and its context. */
function pending(starter: RequestContext, onEnd?: (outcome: Outcome<string>) => void) {
  const given: { context?: RequestContext; succeed: (text: string) => void; fail: (error: Error) => void } = {
    succeed: () => undefined,
    fail: () => undefined,
  };
  const request = new SharedRequest<string>(
    starter,
    (context) => new Promise((resolve, reject) => Object.assign(given, { context, succeed: resolve, fail: reject })),
    onEnd,
  );
  return Object.assign(given, { request });
}

test("its result reaches every waiter", async () => {
  const ends: unknown[] = [];
  const { request, succeed } = pending(requestContext(), (outcome) => ends.push(outcome));
  const waiting = [request.wait(requestContext()), request.wait(requestContext())];
  succeed("found");
  expect(await Promise.all(waiting)).toEqual(["found", "found"]);
  expect(await request.wait(requestContext())).toBe("found");
  expect(ends).toEqual([{ result: "found" }]);
});

test("its error reaches every waiter", async () => {
  const ends: unknown[] = [];
  const { request, fail } = pending(requestContext(), (outcome) => ends.push(outcome));
  const waiting = [request.wait(requestContext()), request.wait(requestContext())];
  const error = new Error("broken");
  fail(error);
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(ends).toEqual([{ error }]);
});

test("an aborted waiter leaves; the last one aborts the request, which is over before that", async () => {
  const first = new AbortController();
  const second = new AbortController();
  const states: unknown[] = [];
  const shared = pending(requestContext([], first.signal), (outcome) => states.push(outcome, shared.context!.signal.aborted));
  const waiting = [shared.request.wait(requestContext([], first.signal)), shared.request.wait(requestContext([], second.signal))];
  first.abort(cancelled);
  await expect(waiting[0]).rejects.toBe(cancelled);
  expect(shared.context!.signal.aborted).toBe(false);
  second.abort(cancelled);
  await expect(waiting[1]).rejects.toBe(cancelled);
  expect(shared.context!.signal.aborted).toBe(true);
  expect(states).toEqual([{ aborted: cancelled }, false]);
});

test("a caller that is aborted already does not wait", async () => {
  const shared = pending(requestContext());
  await expect(shared.request.wait(requestContext([], AbortSignal.abort(cancelled)))).rejects.toBe(cancelled);
  expect(shared.context!.signal.aborted).toBe(true);
});

test("logs belong to the caller that started it; texts are redacted for all", async () => {
  const lines: string[] = [];
  const hiding = (secret: string): RequestContext => ({ ...requestContext(lines), redact: (text) => text.replaceAll(secret, "***") });
  const { request, context, succeed } = pending(hiding("alpha"));
  const waiting = request.wait({ ...hiding("beta") });
  context!.log("info", "begun");
  context!.status("busy");
  expect(context!.redact("alpha and beta")).toBe("*** and ***");
  expect(lines).toEqual(["info: begun", "status: busy"]);
  succeed("");
  await waiting;
});
