// How one remote call of any service fails.
import type { Fault } from "../emulators/faults";
import * as faults from "../emulators/faults";
import type { Failure } from "./virtual/test-run";
import { sleep } from "../support/virtual-time";

/** Time limit of the operations in seconds. */
const timeout = 60;
/** Every call fails, until the time limit. */
export const forever = { times: Infinity, timeout } as const;
/** One way of a message in ms: a request and its response take a second. */
const slow = { latencyMs: 500, timeout } as const;

const carriedOut: Fault = async (respond) => {
  await respond();
  return "hang";
};
const after =
  (milliseconds: number): Fault =>
  async (respond) => {
    await sleep(milliseconds);
    return { reply: await respond() };
  };
/** Carries the request out, and responds later. */
const carriedOutThenLate: Fault = async (respond) => {
  const reply = await respond();
  await sleep(1000);
  return { reply };
};

/** A service that does not respond in time, and a slow network. */
export const lateResponses: readonly Failure[] = [
  { title: "no response within the time limit", fault: faults.hang(), ...forever },
  { title: "no response within the time limit, though the work was done", fault: carriedOut, ...forever },
  { title: "one response that never comes, in a slow network", fault: carriedOut, ...slow },
  { title: "a lost response in a slow network", fault: faults.resetAfter(), ...slow },
  { title: "lost responses in a slow network", fault: faults.resetAfter(), times: Infinity, ...slow },
];

/** Failures of the network and of proxies, and ends of the operation from outside. `isOvercome`: by modules that repeat writes. */
export const networkFailures: readonly Failure[] = [
  { title: "the connection is reset before the response", fault: faults.resetBefore(), isOvercome: true },
  { title: "the connection is reset before the response, every time", fault: faults.resetBefore(), ...forever },
  { title: "the connection is reset after the work was done", fault: faults.resetAfter(), isOvercome: true },
  { title: "the connection is reset after the work was done, every time", fault: faults.resetAfter(), ...forever },
  { title: "HTTP 500", fault: faults.instead({ status: 500, headers: {}, body: "out of order" }) },
  { title: "HTTP 500 after the work was done", fault: faults.wrongStatus(500), isOvercome: true },
  { title: "HTTP 503 after the work was done", fault: faults.wrongStatus(503), isOvercome: true },
  { title: "HTTP 503 every time", fault: faults.unavailable(503), ...forever, code: "503" },
  { title: "half a response", fault: faults.halfBody(), isOvercome: true },
  { title: "a response that is no JSON", fault: faults.garbledBody() },
  { title: "work that is done after the time limit", fault: after(100_000), timeout, isLate: true },
  ...lateResponses,
  { title: "Cancel before the work is done", fault: after(1000), isCancelled: true },
  { title: "Cancel after the work was done", fault: carriedOutThenLate, isCancelled: true },
  { title: "Cancel while the call hangs", fault: faults.hang(), isCancelled: true },
  { title: "Cancel while the call hangs, though the work was done", fault: carriedOut, isCancelled: true },
];
