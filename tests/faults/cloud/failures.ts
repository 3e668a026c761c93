// How one remote call of module cloud fails: as with every service, and as API 3.0 reports errors.
import { framed } from "../../emulators/cloud/wire";
import { rejecting } from "../../emulators/cloud/faults";
import type { Fault } from "../../emulators/faults";
import * as faults from "../../emulators/faults";
import { lateResponses } from "../failures";
import type { Failure } from "../virtual/test-run";

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
  ...lateResponses,
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
