// How one remote call of module eventrouting/v1 fails: as with every service, and as Google APIs report errors.
import { rejecting } from "../../emulators/eventrouting/faults";
import type { Status } from "../../emulators/eventrouting/errors";
import { EventFailure, rejection } from "../../emulators/eventrouting/errors";
import type { Fault } from "../../emulators/faults";
import * as faults from "../../emulators/faults";
import type { Failure } from "../virtual/test-run";

/** Time limit of the operations in seconds. */
const limit = 60;
const forever = { times: Infinity, timeout: limit } as const;

const carriedOut: Fault = async (respond) => {
  await respond();
  return "hang";
};
/** Carries the request out and reports a failure. */
const rejectingAfter =
  (status: Status): Fault =>
  async (respond) => {
    await respond();
    return { reply: rejection(new EventFailure(status, "Rejected by the test."), "0000000000000001") };
  };

/** Failures of the network and of proxies. */
export const networkFailures: readonly Failure[] = [
  { title: "the connection is reset before the response", fault: faults.resetBefore(), isOvercome: true },
  { title: "the connection is reset before the response, every time", fault: faults.resetBefore(), ...forever },
  { title: "the connection is reset after the work was done", fault: faults.resetAfter(), isOvercome: true },
  { title: "the connection is reset after the work was done, every time", fault: faults.resetAfter(), ...forever },
  { title: "HTTP 500 after the work was done", fault: faults.wrongStatus(500), isOvercome: true },
  { title: "HTTP 503 every time", fault: faults.unavailable(503), ...forever, code: "503" },
  { title: "half a response", fault: faults.halfBody(), isOvercome: true },
  { title: "a response that is no JSON", fault: faults.garbledBody() },
  { title: "no response within the time limit", fault: faults.hang(), ...forever },
  { title: "no response within the time limit, though the work was done", fault: carriedOut, ...forever },
];

/** Errors of the service. */
export const serviceErrors: readonly Failure[] = [
  { title: "RESOURCE_EXHAUSTED twice", fault: rejecting("RESOURCE_EXHAUSTED"), times: 2, isOvercome: true },
  { title: "ABORTED twice", fault: rejecting("ABORTED"), times: 2, isOvercome: true },
  { title: "ABORTED every time", fault: rejecting("ABORTED"), ...forever, code: "ABORTED" },
  { title: "INTERNAL after the work was done", fault: rejectingAfter("INTERNAL"), isOvercome: true },
  { title: "PERMISSION_DENIED", fault: rejecting("PERMISSION_DENIED"), code: "PERMISSION_DENIED" },
  { title: "FAILED_PRECONDITION", fault: rejecting("FAILED_PRECONDITION"), code: "FAILED_PRECONDITION" },
  { title: "UNAUTHENTICATED", fault: rejecting("UNAUTHENTICATED"), code: "UNAUTHENTICATED" },
];
