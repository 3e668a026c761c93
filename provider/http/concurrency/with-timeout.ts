// A time limit for one request.
import type { HttpRequest, HttpResponse, Send } from "../message";
import { TransportError } from "../transport-error";

/** The time limit of a request, and the message of the error when it is exceeded. */
export interface TimeLimit {
  milliseconds: number;
  late(): string;
}

/** Sends once. After the limit the request fails with a {@link TransportError} of the code ETIMEDOUT, otherwise as `send` does. */
export async function withTimeout(send: Send, request: HttpRequest, { milliseconds, late }: TimeLimit): Promise<HttpResponse> {
  const { signal, write = false } = request;
  const timer = new AbortController();
  const limit = setTimeout(() => timer.abort(), milliseconds);
  try {
    return await send({ ...request, signal: AbortSignal.any([signal, timer.signal]) });
  } catch (cause) {
    if (!timer.signal.aborted || signal.aborted) throw cause;
    throw new TransportError("sent", "ETIMEDOUT", late(), { cause, ambiguous: write });
  } finally {
    clearTimeout(limit);
  }
}
