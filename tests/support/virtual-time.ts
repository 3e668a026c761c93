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

/** The work that runs in virtual time, by the function that ends it with an error. */
const works = new Set<(reason: unknown) => void>();
let isDriven = false;
let turns = 0;

/** Runs the work to its end, beside other work: the clock advances to the next timer whenever all of it waits for one. Fails when it waits for nothing. */
export function inVirtualTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    works.add(reject);
    turns = 0;
    work.then(resolve, reject).finally(() => works.delete(reject));
    if (!isDriven) drive().catch((reason: unknown) => works.forEach((fail) => fail(reason)));
  });
}

async function drive() {
  isDriven = true;
  try {
    while (works.size > 0) {
      for (turns = 0; works.size > 0 && turns < idleTurns; turns = isReading() ? 0 : turns + 1) await new Promise(setImmediate);
      if (works.size === 0) return;
      if (jest.getTimerCount() === 0) throw new Error("virtual time: the work waits, and no timer is left");
      await jest.advanceTimersToNextTimerAsync();
    }
  } finally {
    isDriven = false;
  }
}

/** Whether the process reads a file: a module that is loaded on first use, or credentials. */
const isReading = () => process.getActiveResourcesInfo().some((kind) => kind.startsWith("FSReq"));

/** Waits for this many milliseconds of virtual time. */
export const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
