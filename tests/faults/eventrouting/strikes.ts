// What can go wrong with one remote call of module eventrouting/v1: as for every service, and what this one has of its own.
import { refusing } from "../../emulators/eventrouting/faults";
import type { Status } from "../../emulators/eventrouting/errors";
import { EventFailure, refusal } from "../../emulators/eventrouting/errors";
import type { Fault } from "../../emulators/faults";
import * as faults from "../../emulators/faults";

/** One way for a call to fail. */
export interface EventStrike {
  title: string;
  /** How the server behaves. */
  fault: Fault;
  /** How many calls of that kind in a row are struck; default 1. */
  times?: number;
  /** The time limit of the operation in seconds. */
  timeout?: number;
  /** Every operation overcomes it by itself. */
  overcome?: true;
  /** What a failure has to name. */
  code?: string;
}

/** Long enough to come to the last call of an operation on a busy machine. */
const limit = 2;
const forever = { times: Infinity, timeout: limit } as const;

const carriedOut: Fault = async (answer) => {
  await answer();
  return "hang";
};
/** Does what was asked, and says that it failed. */
const refusingAfter =
  (status: Status): Fault =>
  async (answer) => {
    await answer();
    return { reply: refusal(new EventFailure(status, "Refused by the test."), "0000000000000001") };
  };

/** Failures of the network and of what stands between. */
export const mishaps: readonly EventStrike[] = [
  { title: "the connection is reset before the answer", fault: faults.resetBefore(), overcome: true },
  { title: "the connection is reset before the answer, again and again", fault: faults.resetBefore(), ...forever },
  { title: "the connection is reset after the work was done", fault: faults.resetAfter(), overcome: true },
  { title: "the connection is reset after the work was done, again and again", fault: faults.resetAfter(), ...forever },
  { title: "HTTP 500 after the work was done", fault: faults.wrongStatus(500), overcome: true },
  { title: "HTTP 503 for ever", fault: faults.unavailable(503), ...forever, code: "503" },
  { title: "half an answer", fault: faults.halfBody(), overcome: true },
  { title: "an answer that is no JSON", fault: faults.garbledBody() },
  { title: "no answer within the time limit", fault: faults.hang(), ...forever },
  { title: "no answer within the time limit, though the work was done", fault: carriedOut, ...forever },
];

/** Refusals of the service. */
export const refusals: readonly EventStrike[] = [
  { title: "RESOURCE_EXHAUSTED twice", fault: refusing("RESOURCE_EXHAUSTED"), times: 2, overcome: true },
  { title: "ABORTED twice", fault: refusing("ABORTED"), times: 2, overcome: true },
  { title: "ABORTED for ever", fault: refusing("ABORTED"), ...forever, code: "ABORTED" },
  { title: "INTERNAL after the work was done", fault: refusingAfter("INTERNAL"), overcome: true },
  { title: "PERMISSION_DENIED", fault: refusing("PERMISSION_DENIED"), code: "PERMISSION_DENIED" },
  { title: "FAILED_PRECONDITION", fault: refusing("FAILED_PRECONDITION"), code: "FAILED_PRECONDITION" },
  { title: "UNAUTHENTICATED", fault: refusing("UNAUTHENTICATED"), code: "UNAUTHENTICATED" },
];
