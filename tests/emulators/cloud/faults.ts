/** Faults of the API's own kind, to be added to the faults of a served emulator: rejections that leave the state as it is. */
import type { EmulatorRequest, JsonObject } from "../exchange";
import type { Fault } from "../faults";
import { framed } from "./wire";

/** Applies to the calls of one action. A fault that matches by method and path does not see requests that come by way of a proxy. */
export const calling =
  (action: string) =>
  ({ headers }: EmulatorRequest): boolean =>
    headers["x-tc-action"] === action;

/** Responds with 200 and an error of that code, for example `RequestLimitExceeded`; nothing done. */
export const rejecting =
  (code: string, message = "Rejected by the test."): Fault =>
  async () => ({ reply: framed({ Error: { Code: code, Message: message } }) });

/** Responds with this content of `Response`, for example `{ Result: false }`; nothing done. */
export const responding =
  (content: JsonObject): Fault =>
  async () => ({ reply: framed(content) });
