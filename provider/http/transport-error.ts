// The error of a request without a complete response.
import { ProviderError } from "../core/errors";

/** The phase in which a request failed: with `connect` and `tls` nothing reached the remote; from `sent` on a write may have been carried out. */
export type Phase = "connect" | "tls" | "sent" | "body";

/** No complete response was received. The message contains method, host, path, the system's code and what to do, never a header, query or body. */
export class TransportError extends ProviderError {
  /** Whether another attempt fails the same way: no retry policy repeats it. */
  readonly isPermanent: boolean;

  constructor(
    readonly phase: Phase,
    /** The system's or TLS library's code, for example ECONNREFUSED or DEPTH_ZERO_SELF_SIGNED_CERT. */
    readonly systemCode: string,
    message: string,
    { permanent = false, ...details }: { cause?: unknown; ambiguous?: boolean; permanent?: boolean } = {},
  ) {
    super("unavailable", message, details);
    this.name = "TransportError";
    this.isPermanent = permanent;
  }
}
