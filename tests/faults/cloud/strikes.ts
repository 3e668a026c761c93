// What can go wrong with one remote call of module cloud: as for every service, and what API 3.0 has of its own.
import { framed } from "../../emulators/cloud/wire";
import { refusing } from "../../emulators/cloud/faults";
import type { Fault } from "../../emulators/faults";
import * as faults from "../../emulators/faults";

/** One way for a call to fail. */
export interface CloudStrike {
  title: string;
  /** How the server behaves; absent when the request does not reach it. */
  fault?: Fault;
  /** How many calls of that action in a row are struck; default 1. */
  times?: number;
  /** The time limit of the operation in seconds. */
  timeout?: number;
  /** Every operation overcomes it by itself. */
  overcome?: true;
  /** What a failure has to name beside the action: the code, and whether there is a request id. */
  code?: string;
}

/** Long enough to come to the last call of an operation on a busy machine. */
const limit = 2;

const carriedOut: Fault = async (answer) => {
  await answer();
  return "hang";
};
/** Does what was asked, and says that it failed. */
const refusingAfter =
  (Code: string): Fault =>
  async (answer) => {
    await answer();
    return { reply: framed({ Error: { Code, Message: "Refused by the test." } }) };
  };

/** Failures of the network and of what stands between. */
export const mishaps: readonly CloudStrike[] = [
  { title: "the connection is refused once", overcome: true },
  { title: "the connection is refused again and again", times: Infinity },
  { title: "the connection is reset before the answer, again and again", fault: faults.resetBefore(), times: Infinity },
  { title: "the connection is reset after the work was done", fault: faults.resetAfter() },
  { title: "the connection is reset after the work was done, again and again", fault: faults.resetAfter(), times: Infinity },
  { title: "HTTP 500 after the work was done", fault: faults.wrongStatus(500) },
  { title: "HTTP 503 for ever", fault: faults.unavailable(503), times: Infinity, code: "HTTP 503" },
  { title: "half an answer", fault: faults.halfBody() },
  { title: "an answer that is no JSON", fault: faults.garbledBody(), code: "ClientError.ParseJsonError" },
  { title: "no answer within the time limit", fault: faults.hang(), times: Infinity, timeout: limit },
  { title: "no answer within the time limit, though the work was done", fault: carriedOut, times: Infinity, timeout: limit },
];

/** Refusals of API 3.0. */
export const refusals: readonly CloudStrike[] = [
  { title: "RequestLimitExceeded twice", fault: refusing("RequestLimitExceeded"), times: 2, overcome: true },
  { title: "RequestLimitExceeded for ever", fault: refusing("RequestLimitExceeded"), times: Infinity, code: "RequestLimitExceeded" },
  { title: "FailedOperation.ServiceInOperation twice", fault: refusing("FailedOperation.ServiceInOperation"), times: 2, overcome: true },
  { title: "InternalError", fault: refusing("InternalError"), code: "InternalError" },
  { title: "InternalError after the work was done", fault: refusingAfter("InternalError"), code: "InternalError" },
  { title: "InternalError.OssException for ever", fault: refusing("InternalError.OssException"), times: Infinity, code: "InternalError" },
  { title: "UnauthorizedOperation", fault: refusing("UnauthorizedOperation"), code: "UnauthorizedOperation" },
];
