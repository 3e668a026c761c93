// How one remote call of module cloud fails: as with every service, and as API 3.0 reports errors.
import { framed } from "../../emulators/cloud/wire";
import { rejecting } from "../../emulators/cloud/faults";
import type { Fault } from "../../emulators/faults";
import * as faults from "../../emulators/faults";
import type { Failure } from "../virtual/test-run";

/** Time limit of the operations in seconds. */
const limit = 60;
/** One way of a message in ms: a request and its response take a second. */
const slow = { latencyMs: 500, timeout: limit } as const;

const carriedOut: Fault = async (respond) => {
  await respond();
  return "hang";
};
/** Carries the request out and reports a failure. */
const rejectingAfter =
  (Code: string): Fault =>
  async (respond) => {
    await respond();
    return { reply: framed({ Error: { Code, Message: "Rejected by the test." } }) };
  };

/** Failures of the network and of proxies. */
export const networkFailures: readonly Failure[] = [
  { title: "the connection is refused once", isOvercome: true },
  { title: "the connection is refused every time", times: Infinity },
  { title: "the connection is reset before the response, every time", fault: faults.resetBefore(), times: Infinity },
  { title: "the connection is reset after the work was done", fault: faults.resetAfter() },
  { title: "the connection is reset after the work was done, every time", fault: faults.resetAfter(), times: Infinity },
  { title: "HTTP 500 after the work was done", fault: faults.wrongStatus(500) },
  { title: "HTTP 503 every time", fault: faults.unavailable(503), times: Infinity, code: "HTTP 503" },
  { title: "half a response", fault: faults.halfBody() },
  { title: "a response that is no JSON", fault: faults.garbledBody(), code: "ClientError.ParseJsonError" },
  { title: "no response within the time limit", fault: faults.hang(), times: Infinity, timeout: limit },
  { title: "no response within the time limit, though the work was done", fault: carriedOut, times: Infinity, timeout: limit },
  { title: "one response that never comes, in a slow network", fault: carriedOut, ...slow },
  { title: "a lost response in a slow network", fault: faults.resetAfter(), ...slow },
  { title: "lost responses in a slow network", fault: faults.resetAfter(), times: Infinity, ...slow },
];

/** Errors of API 3.0. */
export const serviceErrors: readonly Failure[] = [
  { title: "RequestLimitExceeded twice", fault: rejecting("RequestLimitExceeded"), times: 2, isOvercome: true },
  { title: "RequestLimitExceeded every time", fault: rejecting("RequestLimitExceeded"), times: Infinity, code: "RequestLimitExceeded" },
  { title: "FailedOperation.ServiceInOperation twice", fault: rejecting("FailedOperation.ServiceInOperation"), times: 2, isOvercome: true },
  { title: "InternalError", fault: rejecting("InternalError"), code: "InternalError" },
  { title: "InternalError after the work was done", fault: rejectingAfter("InternalError"), code: "InternalError" },
  {
    title: "InternalError.OssException every time",
    fault: rejecting("InternalError.OssException"),
    times: Infinity,
    code: "InternalError",
  },
  { title: "UnauthorizedOperation", fault: rejecting("UnauthorizedOperation"), code: "UnauthorizedOperation" },
];
