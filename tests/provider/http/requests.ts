// Requests of tests of the transport, and how they fail.
import type { HttpRequest } from "../../../provider/contract/http";
import type { TransportError } from "../../../provider/http/transport-error";

/** Returns a GET request without headers that is never aborted. */
export const get = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
  method: "GET",
  url,
  headers: {},
  redact: (text) => text,
  signal: new AbortController().signal,
  ...more,
});

/** Returns the error of a promise that is expected to fail. */
export const failure = (promise: Promise<unknown>): Promise<TransportError> =>
  promise.then(
    () => Promise.reject(new Error("it succeeded")),
    (error) => error,
  );
