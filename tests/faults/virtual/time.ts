// Virtual time for the tests of one file: the clock moves to the next timer when nothing else can run. A test gives the same result on a busy machine.

/** Turns of the event loop after which everything that needs no timer has happened. */
const idleTurns = 3;

/** Replaces the clock and all timers of this test file. `setImmediate`, `nextTick` and promises stay as they are. */
export function useVirtualTime(): void {
  beforeAll(() => {
    jest.useFakeTimers({
      now: new Date("2026-03-01T08:00:00.000Z"),
      doNotFake: ["nextTick", "setImmediate", "clearImmediate", "queueMicrotask", "hrtime"],
    });
  });
  afterAll(() => {
    jest.useRealTimers();
  });
}

/** Runs the work to its end and returns its result. Fails when it waits for something that no timer brings about. */
export async function inVirtualTime<T>(work: () => Promise<T>): Promise<T> {
  let isRunning = true;
  const result = work().finally(() => (isRunning = false));
  // The caller receives the failure from `result`.
  result.catch(() => undefined);
  for (;;) {
    for (let turn = 0; isRunning && turn < idleTurns; turn = readsFile() ? 0 : turn + 1) await new Promise(setImmediate);
    if (!isRunning) return result;
    if (jest.getTimerCount() === 0) throw new Error("The work waits, and no timer is set.");
    jest.advanceTimersToNextTimer();
  }
}

/** Whether a file is being read, such as one with credentials: that takes real time. */
const readsFile = (): boolean => process.getActiveResourcesInfo().some((resource) => resource.startsWith("FSReq"));

/** Waits so many milliseconds of virtual time. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
