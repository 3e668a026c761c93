// Transports of tests, their requests, and how these fail.
import type { HttpRequest } from "../../../provider/contract/http";
import { createSend, type Sender, type SendOptions } from "../../../provider/http/send";
import type { TransportError } from "../../../provider/http/transport-error";
import { stopServers } from "../../support/servers";

/** Returns a function that creates transports. After each test of the file they are closed, and all servers are stopped. */
export function transports(): (options?: Partial<SendOptions>) => Sender {
  const opened: Sender[] = [];
  afterEach(async () => {
    for (const send of opened.splice(0)) send.close();
    await stopServers();
  });
  return (options) => {
    const send = createSend({ env: {}, ...options });
    opened.push(send);
    return send;
  };
}

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
