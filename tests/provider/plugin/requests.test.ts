/** The calls in progress: their time limits, and waiting for the last one. tests/conformance/negotiation covers Cancel. See docs/protocol.md#cancel and docs/protocol.md#timeouts. */
import { ProviderError } from "../../../provider/core/errors/errors";
import { Requests } from "../../../provider/plugin/requests";
import { deferred } from "../../support/waiting";

type Line = { severity: string; message: string; urn: string; ephemeral: boolean };
const connected = { once: () => {} };
const late = new ProviderError("deadline_exceeded", "too late");

function calls() {
  const lines: Line[] = [];
  return { calls: new Requests({ log: (line) => void lines.push(line) }), lines };
}

afterEach(() => jest.useRealTimers());

it("a time limit is replaced by a later one, and creates its error only when it is reached", async () => {
  jest.useFakeTimers();
  const { calls: all } = calls();
  const signals: boolean[] = [];
  const notReached = jest.fn(() => late);
  await all.run("", connected, async (call) => {
    call.limit(1, notReached);
    call.limit(10, () => late);
    jest.advanceTimersByTime(5000);
    signals.push(call.signal.aborted);
    jest.advanceTimersByTime(5000);
    signals.push(call.signal.aborted);
  });
  expect(signals).toEqual([false, true]);
  expect(notReached).not.toHaveBeenCalled();
});

it("a time limit leaves no timer behind, also if the call fails; one longer than timers can count does not end the call at once", async () => {
  jest.useFakeTimers();
  const running = calls().calls.run("", connected, async (call) => {
    call.limit(1e12, () => late);
    jest.advanceTimersByTime(86_400_000);
    expect(call.signal.aborted).toBe(false);
    throw late;
  });
  await expect(running).rejects.toBe(late);
  expect(jest.getTimerCount()).toBe(0);
});

it("a time limit comes after Cancel without changing the reason", async () => {
  jest.useFakeTimers();
  const { calls: all } = calls();
  const running = all.run("", connected, async (call) => {
    call.limit(1, () => late);
    all.cancel();
    jest.advanceTimersByTime(2000);
    return call.signal.reason.code;
  });
  await expect(running).resolves.toBe("cancelled");
});

it("work after the end of a call has its own signal and time limit; messages have the URN, and only status lines are ephemeral", async () => {
  jest.useFakeTimers();
  const { calls: all, lines } = calls();
  await all.run("urn:x", connected, async (call) => {
    call.log("warning", "mind the gap");
    all.cancel();
    const later = call.detached(10);
    expect(later.signal.aborted).toBe(false);
    later.status("looking");
    jest.advanceTimersByTime(10_000);
    expect(later.signal.reason).toMatchObject({ code: "deadline_exceeded" });
  });
  expect(lines).toEqual([
    { severity: "warning", message: "mind the gap", urn: "urn:x", ephemeral: false },
    { severity: "info", message: "looking", urn: "urn:x", ephemeral: true },
  ]);
});

test("idle is reported at once when nothing runs, or when the last call has ended, to all waiters, also after a failure", async () => {
  const { calls: all } = calls();
  await all.idle();
  const first = deferred();
  const second = deferred();
  const running = all.run("", connected, () => first.promise);
  const failing = all.run("", connected, () => second.promise.then(() => Promise.reject(late)));
  const idle = jest.fn();
  const waiting = [1, 2].map(() => all.idle().then(idle));
  first.resolve();
  await running;
  expect(idle).not.toHaveBeenCalled();
  second.resolve();
  await expect(failing).rejects.toBe(late);
  await Promise.all(waiting);
});
