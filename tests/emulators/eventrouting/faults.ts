/** Faults of the vendor's own kind, to be added to the faults of a served emulator: rejections that leave the state as it is. */
import type { JsonObject } from "../exchange";
import type { Fault } from "../faults";
import type { Status } from "./errors";
import { EventFailure, rejection } from "./errors";

/** Details that a rejection can have in addition. */
export interface Rejecting {
  message?: string;
  details?: JsonObject[];
  headers?: Record<string, string>;
}

/** Rejects with a status word, `UNAVAILABLE` for example. */
export const rejecting = (status: Status, { message = "Rejected by the test.", details = [], headers = {} }: Rejecting = {}): Fault => {
  const reply = rejection(new EventFailure(status, message, details, headers), "0000000000000001");
  return async () => ({ reply });
};
