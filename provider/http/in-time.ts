// One attempt with a time limit of its own.
import type { HttpRequest, HttpResponse, Send } from "./message";
import { TransportError } from "./transport-error";

/** How long an attempt may take, and the words for one that takes longer. */
export interface TimeLimit {
  milliseconds: number;
  late(): string;
}

/** Sends once. An answer that is late counts as a lost one: the request fails with a {@link TransportError} of the code ETIMEDOUT, otherwise as `send` does. */
export async function inTime(send: Send, request: HttpRequest, { milliseconds, late }: TimeLimit): Promise<HttpResponse> {
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
