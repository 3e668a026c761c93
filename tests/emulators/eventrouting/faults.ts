/** Faults of the vendor's own kind, to be added to the faults of a served emulator: rejections that leave the state as it is. */
import type { Fault } from "../faults";
import type { Status } from "./errors";
import { EventFailure, rejection } from "./errors";

/** Rejects with a status word, `UNAVAILABLE` for example. */
export const rejecting = (status: Status): Fault => {
  const reply = rejection(new EventFailure(status, "Rejected by the test."), "0000000000000001");
  return async () => ({ reply });
};
