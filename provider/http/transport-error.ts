// The failure of a request that got no whole answer.
import { ProviderError } from "../core/errors";

/** How far the request came: `connect` and `tls` mean that nothing reached the remote; after `sent` a write may have been done. */
export type Phase = "connect" | "tls" | "sent" | "body";

/** No whole answer came. The message holds method, host and path, the system's code and what to do, never a header, query or body. */
export class TransportError extends ProviderError {
  constructor(
    readonly phase: Phase,
    /** The system's or TLS library's code, for example ECONNREFUSED or DEPTH_ZERO_SELF_SIGNED_CERT. */
    readonly systemCode: string,
    message: string,
    details: { cause?: unknown; ambiguous?: boolean } = {},
  ) {
    super("unavailable", message, details);
    this.name = "TransportError";
  }
}
