// How one remote call of module eventrouting/v1 fails: as Google APIs report errors.
import { EventFailure, rejection, type Status } from "../../emulators/eventrouting/errors";
import { rejecting } from "../../emulators/eventrouting/faults";
import type { Fault } from "../../emulators/faults";
import { forever } from "../failures";
import type { Failure } from "../virtual/test-run";

/** Carries the request out and reports a failure. */
const rejectingAfter =
  (status: Status): Fault =>
  async (respond) => {
    await respond();
    return { reply: rejection(new EventFailure(status, "Rejected by the test."), "0000000000000001") };
  };

/** Errors of Google APIs. */
export const googleErrors: readonly Failure[] = [
  { title: "RESOURCE_EXHAUSTED twice", fault: rejecting("RESOURCE_EXHAUSTED"), times: 2, isOvercome: true },
  { title: "ABORTED twice", fault: rejecting("ABORTED"), times: 2, isOvercome: true },
  { title: "ABORTED every time", fault: rejecting("ABORTED"), ...forever, code: "ABORTED" },
  { title: "INTERNAL after the work was done", fault: rejectingAfter("INTERNAL"), isOvercome: true },
  { title: "PERMISSION_DENIED", fault: rejecting("PERMISSION_DENIED"), code: "PERMISSION_DENIED" },
];
