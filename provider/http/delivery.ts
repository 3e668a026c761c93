// Delivers one request: finds the route, waits for the backoff of the host, leases a connection, exchanges, and repeats once if a kept connection was closed.
import type * as Http from "node:http";
import { dial, proxyRejection } from "./dial";
import { exchange, StaleConnection, type Outgoing } from "./exchange";
import { headersFor } from "./headers";
import { createHostBackoff } from "./concurrency/host-backoff";
import type { HttpRequest, HttpResponse } from "../contract/http";
import type { Route, Routes } from "./routes";

/** The dependencies of a delivery. */
interface DeliveryOptions {
  routes: Routes;
  /** The default User-Agent. */
  agent: string;
  connectMs: number;
  /** Throws when the transport is closed. */
  checkOpen(): void;
  /** Called for each request that is sent a second time. */
  onRepeat(): void;
}

/** Sends one request and returns the response; fails as {@link exchange} and {@link dial} do. */
type Delivery = (request: HttpRequest, url: URL, outgoing: Outgoing) => Promise<HttpResponse>;

/** From this status on the outcome of a write is unknown: a gateway lost the response, or the service failed after it. See docs/protocol.md#writes. */
const serverError = 500;

/** Creates the delivery of one transport. */
export function createDelivery({ routes, agent, connectMs, checkOpen, onRepeat }: DeliveryOptions): Delivery {
  const backoff = createHostBackoff();
  let client: Promise<Pick<typeof Http, "request">> | undefined;

  const sendOnce = async (
    { pool, remote }: Route,
    origin: string,
    outgoing: Outgoing,
    fresh: boolean,
  ): Promise<HttpResponse | StaleConnection> => {
    const { signal, subject } = outgoing;
    const { request } = await (client ??= import("node:http"));
    const ready = (): Promise<void> => backoff.wait(origin, signal).then(checkOpen);
    const lease = await pool.lease({ signal, fresh, ready, open: () => dial(remote, subject, signal, connectMs) });
    try {
      signal.throwIfAborted();
      checkOpen();
      return await exchange(request, lease, outgoing);
    } catch (error) {
      lease.socket.destroy();
      throw error;
    }
  };

  return async (request, url, outgoing) => {
    const { subject } = outgoing;
    const route = await routes.to(url, request.tls, subject);
    const proxy = url.protocol === "http:" ? route.remote.proxy : undefined;
    const framed = { ...outgoing, headers: headersFor(request, url, agent, proxy), path: `${proxy ? url.origin : ""}${outgoing.path}` };
    let response = await sendOnce(route, url.origin, framed, false);
    if (response instanceof StaleConnection && (!subject.write || response.isUndelivered)) {
      onRepeat();
      response = await sendOnce(route, url.origin, framed, true);
    }
    if (response instanceof StaleConnection) throw response.error;
    // Only a proxy returns this status; the request has not reached the remote.
    if (proxy && response.status === 407) throw proxyRejection(subject, proxy, 407);
    const hold = backoff.record(url.origin, response);
    return { ...response, ...(hold && { hold }), ...(subject.write && response.status >= serverError && { ambiguous: true }) };
  };
}
