// The error of a request without a complete response.
import { ProviderError } from "../core/errors/errors";

/** The phase in which a request failed: with `connect` and `tls` nothing reached the remote; from `sent` on a write may have been carried out. */
export type Phase = "connect" | "tls" | "sent" | "body";

/** No complete response was received. The message contains method, host, path, the system's code and what to do, never a header, query or body. */
export class TransportError extends ProviderError {
  constructor(
    readonly phase: Phase,
    /** The system's or TLS library's code, for example ECONNREFUSED or DEPTH_ZERO_SELF_SIGNED_CERT. */
    readonly systemCode: string,
    message: string,
    details: { cause?: unknown; ambiguous?: boolean; permanent?: boolean } = {},
  ) {
    super("unavailable", message, details);
    this.name = "TransportError";
  }

  /** Returns the error with another message; `ambiguous` adds that an earlier attempt may have been carried out. */
  withMessage(message: string, ambiguous = this.ambiguous): TransportError {
    const { phase, systemCode, cause, isPermanent: permanent } = this;
    return new TransportError(phase, systemCode, message, { cause, ambiguous, permanent });
  }
}
