// The errors of requests without a response.
import { TransportError, type Phase } from "../../../provider/http/transport-error";

/** Returns the error of a request whose connection ends in this phase. The outcome of a request that was sent is unknown. */
export const lost = (phase: Phase) =>
  new TransportError(phase, "ECONNRESET", "the response was lost", { ambiguous: phase === "sent" || phase === "body" });
