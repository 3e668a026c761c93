/** Faults of the API's own kind, to be added to the faults of a served emulator: rejections that leave the state as it is. */
import type { Fault } from "../faults";
import { framed } from "./wire";

/** Responds with 200 and an error of that code, for example `RequestLimitExceeded`; nothing done. */
export const rejecting =
  (code: string): Fault =>
  async () => ({ reply: framed({ Error: { Code: code, Message: "Rejected by the test." } }) });
