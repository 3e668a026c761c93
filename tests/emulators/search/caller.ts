/** Sends requests to the emulator in tests, and returns status and JSON. */
import { type Handler, requestOf, responseTo } from "../caller";

/** Sends a request to an emulator: `request("PUT /x?y", body, headers)`. */
export const callerOf =
  (emulator: Handler) =>
  (...request: Parameters<typeof requestOf>) =>
    responseTo(requestOf(...request), emulator);
