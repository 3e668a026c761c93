// The failure of a request that got no whole answer.
import { ProviderError } from "../core/errors";

/** How far the request came: `connect` and `tls` mean that nothing reached the remote; after `sent` a write may have been done. */
export type Phase = "connect" | "tls" | "sent" | "body";

/** No whole answer came. The message holds method, host and path, the system's code and what to do, never a header, query or body. */
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
