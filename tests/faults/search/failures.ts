// How one remote call of module search fails.
import type { Fault } from "../../emulators/faults";
import * as faults from "../../emulators/faults";
import { sleep } from "../virtual/time";
import type { Failure } from "../virtual/test-run";

/** Time limit of the operations in seconds. */
const timeout = 60;

/** When late work is done, in ms: after the time limit and its grace. */
const lateMs = 100_000;

/** A failure of module search. */
export interface SearchFailure extends Failure {
  /** The server carries the request out after the operation has ended. */
  isLate?: true;
}

const applied: Fault = async (respond) => {
  await respond();
  return "hang";
};
const late: Fault = async (respond) => {
  await sleep(lateMs);
  return { reply: await respond() };
};

/** Waits until late work is done. */
export const lateWork = (): Promise<void> => sleep(2 * lateMs);

/** Failures of the network, of proxies and of the server. */
export const searchFailures: readonly SearchFailure[] = [
  { title: "the connection is reset before the response", fault: faults.resetBefore() },
  { title: "the connection is reset before the response, every time", fault: faults.resetBefore(), times: Infinity, timeout },
  { title: "the connection is reset after the work was done", fault: faults.resetAfter() },
  { title: "the connection is reset after the work was done, every time", fault: faults.resetAfter(), times: Infinity, timeout },
  { title: "HTTP 500", fault: faults.instead({ status: 500, headers: {}, body: "out of order" }) },
  { title: "HTTP 500 after the work was done", fault: faults.wrongStatus(500) },
  { title: "HTTP 503 every time", fault: faults.unavailable(503), times: Infinity, timeout },
  { title: "HTTP 503 after the work was done", fault: faults.wrongStatus(503) },
  { title: "HTTP 504 after the work was done", fault: faults.wrongStatus(504) },
  { title: "half a response", fault: faults.halfBody() },
  { title: "a response that is no JSON", fault: faults.garbledBody() },
  { title: "no response within the time limit", fault: faults.hang(), timeout },
  { title: "no response within the time limit, though the work was done", fault: applied, timeout },
  { title: "work that is done after the time limit", fault: late, timeout, isLate: true },
];
