// Transports of tests, their requests, and how these fail.
import type { HttpRequest, HttpResponse } from "../../../provider/contract/http";
import { createSend, type Sender, type SendOptions } from "../../../provider/http/send";
import type { TransportError } from "../../../provider/http/transport-error";
import { stopServers } from "../../support/servers";

/** A transport that sends the requests of {@link get}. */
export type Client = Pick<Sender, "stats" | "close"> & ((url: string, more?: Partial<HttpRequest>) => Promise<HttpResponse>);

/**
 * Returns a function that creates transports whose requests have the given members.
 * After each test of the file they are closed, and all servers are stopped.
 */
export function transports(): (options?: Partial<SendOptions>, shared?: Partial<HttpRequest>) => Client {
  const opened: Sender[] = [];
  afterEach(async () => {
    for (const { close } of opened.splice(0)) close();
    await stopServers();
  });
  return (options, shared) => {
    const sender = createSend({ env: {}, ...options });
    opened.push(sender);
    const send = (url: string, more?: Partial<HttpRequest>) => sender(get(url, { ...shared, ...more }));
    return Object.assign(send, { stats: sender.stats, close: sender.close });
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
