/** Virtual time: timers fire as soon as nothing else is left to do, so that waits take no time and no result depends on the load of the machine. */

const isolated = ["setImmediate", "clearImmediate", "nextTick", "queueMicrotask"] as const;
/** Turns of the event loop after which work that has not ended waits for a timer. */
const idleTurns = 12;

/** Time after which no list and no pause of shared requests is in force, in ms. */
export const untilAloneMs = 61_000;

/** Replaces the timers of the process until {@link useRealTime}. */
export function useVirtualTime(): void {
  jest.useFakeTimers({ doNotFake: [...isolated], now: new Date("2026-04-01T08:00:00.000Z") });
}

/** Restores the timers. */
export function useRealTime(): void {
  jest.useRealTimers();
}

/** Replaces the timers for all tests of a file. */
export function virtualTimeOfFile(): void {
  beforeAll(useVirtualTime);
  afterAll(useRealTime);
}

/** Runs the work to its end; the clock advances to the next timer whenever the work waits for one. Fails when it waits for nothing. */
export async function inVirtualTime<T>(work: Promise<T>): Promise<T> {
  let isRunning = true;
  const result = work.finally(() => (isRunning = false));
  // The caller receives the failure from `result`.
  result.catch(() => undefined);
  for (;;) {
    for (let turn = 0; isRunning && turn < idleTurns; turn = isReading() ? 0 : turn + 1) await new Promise(setImmediate);
    if (!isRunning) return result;
    if (jest.getTimerCount() === 0) throw new Error("virtual time: the work waits, and no timer is left");
    await jest.advanceTimersToNextTimerAsync();
  }
}

/** Whether the process reads a file: a module that is loaded on first use, or credentials. */
const isReading = (): boolean => process.getActiveResourcesInfo().some((kind) => kind.startsWith("FSReq"));

/** Waits so many milliseconds of virtual time. */
export const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
