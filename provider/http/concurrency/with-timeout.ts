// Time limits for asynchronous work and for single requests.
import type { HttpRequest, HttpResponse, Send } from "../../contract/http";
import { faultError, subjectOfRequest } from "../failures";

/** A time limit, and the error when it is exceeded. */
export interface TimeLimit {
  milliseconds: number;
  error(): Error;
}

/** Runs the work with a signal that is aborted at the limit. Fails with the error of the limit then, even if the work ignores the signal; otherwise as the work does. */
export async function withTimeout<T>({ milliseconds, error }: TimeLimit, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const exceeded = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = error();
      reject(reason);
      controller.abort(reason);
    }, milliseconds);
  });
  try {
    return await Promise.race([work(controller.signal), exceeded]);
  } finally {
    clearTimeout(timer);
  }
}

/** Sends once. At the limit the request fails with a TransportError of the code ETIMEDOUT, otherwise as `send` does. */
export function sendWithTimeout(send: Send, request: HttpRequest, milliseconds: number): Promise<HttpResponse> {
  const sentence = `no response within ${Math.round(milliseconds / 1000)} s; check the network, the proxies and the load of the service`;
  const error = (): Error => faultError(subjectOfRequest(request), "sent", { code: "ETIMEDOUT", sentence });
  return withTimeout({ milliseconds, error }, (timeout) => send({ ...request, signal: AbortSignal.any([request.signal, timeout]) }));
}
