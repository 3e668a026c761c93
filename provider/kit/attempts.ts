// The attempts of a request: what each takes from the context of the operation.
import type { RequestContext } from "../contract/context";
import type { Expected, HttpRequest, HttpResponse, Send } from "../contract/http";
import { sendWithTimeout } from "../http/concurrency/with-timeout";

/** A request without what its context provides. */
type Attempt = Omit<HttpRequest, "signal" | "note" | "expects"> & { expects?: Expected | undefined };

/**
 * Sends a request once, with the signal and the log of its context. After the time limit it fails with a TransportError, so that a connection without a
 * response is replaced.
 */
export async function sendAttempt(
  send: Send,
  { expects, ...request }: Attempt,
  context: RequestContext,
  limitMs?: number,
): Promise<HttpResponse> {
  const size = context.isShared ? "shared" : expects;
  const attempt: HttpRequest = {
    ...request,
    ...(size && { expects: size }),
    signal: context.signal,
    note: (line) => context.log("debug", line),
  };
  return limitMs === undefined ? send(attempt) : sendWithTimeout(send, attempt, limitMs);
}
