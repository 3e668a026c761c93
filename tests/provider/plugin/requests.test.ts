/** The calls in progress: aborting them, and waiting for the last one. See docs/protocol.md#cancel and docs/protocol.md#timeouts. */
import { ProviderError } from "../../../provider/core/errors/errors";
import { Requests, type RunningRequest } from "../../../provider/plugin/requests";

type Line = { severity: string; message: string; urn: string; ephemeral: boolean };
const connected = { once: (): void => {} };

function calls(): { calls: Requests; lines: Line[] } {
  const lines: Line[] = [];
  return { calls: new Requests({ log: (line) => void lines.push(line) }), lines };
}

/** Returns a promise that rejects with the reason when its call is aborted. */
const untilEnded = (call: RunningRequest): Promise<never> =>
  new Promise((_, reject) => call.signal.addEventListener("abort", () => reject(call.signal.reason as Error), { once: true }));

afterEach(() => jest.useRealTimers());

test("Cancel ends running calls and rejects later ones, until the next run of an engine", async () => {
  const { calls: all } = calls();
  const running = all.run("", connected, untilEnded);
  all.cancel();
  all.cancel();
  const cancelled = { code: "cancelled", message: "the operation was cancelled" };
  await expect(running).rejects.toMatchObject(cancelled);
  const work = jest.fn();
  await expect(all.run("", connected, work)).rejects.toMatchObject(cancelled);
  expect(work).not.toHaveBeenCalled();
  all.resume();
  await expect(all.run("", connected, async () => 1)).resolves.toBe(1);
});

describe("a time limit", () => {
  const late = new ProviderError("deadline_exceeded", "too late");

  it("is replaced by a later one, and creates its error only when it is reached", async () => {
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

  it("leaves no timer behind, also if the call fails; one longer than timers can count does not end the call at once", async () => {
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

  it("comes after Cancel without changing the reason", async () => {
    jest.useFakeTimers();
    const { calls: all } = calls();
    const running = all.run("", connected, async (call) => {
      call.limit(1, () => late);
      all.cancel();
      jest.advanceTimersByTime(2000);
      return (call.signal.reason as ProviderError).code;
    });
    await expect(running).resolves.toBe("cancelled");
  });
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

describe("idle", () => {
  it("is reported at once when nothing runs, or when the last call has ended, to all waiters, also after failures", async () => {
    const { calls: all } = calls();
    await all.idle();
    const ends: (() => void)[] = [];
    const hold = (): Promise<void> =>
      new Promise((resolve, reject) => ends.push(ends.length === 0 ? resolve : () => reject(new Error("failed"))));
    const running = [all.run("", connected, hold), all.run("", connected, hold).catch(() => {})];
    let idle = 0;
    const waiting = [1, 2].map(() => all.idle().then(() => idle++));
    ends[0]!();
    await running[0];
    expect(idle).toBe(0);
    ends[1]!();
    await Promise.all(waiting);
    expect(idle).toBe(2);
  });
});
