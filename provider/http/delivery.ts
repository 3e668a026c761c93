// The steps of one request: find the route, wait for the host's pause, lend a connection, exchange, and once more where a kept connection was dead.
import { dial, proxyRefusal } from "./dial";
import { exchange, Stale, type Outgoing } from "./exchange";
import { headersFor } from "./headers";
import { createGate } from "./limit";
import type { HttpRequest, HttpResponse } from "./message";
import type { Route, Routes } from "./routes";

/** What delivering depends on. */
export interface DeliveryOptions {
  routes: Routes;
  /** The default User-Agent. */
  agent: string;
  connectMs: number;
  /** Throws when nothing may be sent any more. */
  checkOpen(): void;
  /** Hears of each request that is sent a second time. */
  repeated(): void;
}

/** Brings one request to its remote and answers with the answer; fails as {@link exchange} and {@link dial} do. */
export type Delivery = (request: HttpRequest, url: URL, outgoing: Outgoing) => Promise<HttpResponse>;

/** From here on a status does not tell whether the work was done: a gateway lost the answer, or the service failed after it (protocol 4.7, rule 3). */
const failing = 500;

/** Makes the delivery of one transport, with the pauses that hosts ask for. */
export function createDelivery({ routes, agent, connectMs, checkOpen, repeated }: DeliveryOptions): Delivery {
  const gate = createGate();

  const once = async ({ pool, remote }: Route, origin: string, outgoing: Outgoing, fresh: boolean): Promise<HttpResponse | Stale> => {
    const { signal, subject } = outgoing;
    const { request } = await import("node:http");
    const ready = (): Promise<void> => gate.pass(origin, signal).then(checkOpen);
    const lease = await pool.lease({ signal, fresh, ready, open: () => dial(remote, subject, signal, connectMs) });
    try {
      signal.throwIfAborted();
      checkOpen();
      return exchange(request, lease, outgoing);
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
    let answer = await once(route, url.origin, framed, false);
    if (answer instanceof Stale && (!subject.write || answer.undelivered)) {
      repeated();
      answer = await once(route, url.origin, framed, true);
    }
    if (answer instanceof Stale) throw answer.error;
    // Only a proxy answers so; the request has not reached the remote.
    if (proxy && answer.status === 407) throw proxyRefusal(subject, proxy, 407);
    const hold = gate.note(url.origin, answer);
    return { ...answer, ...(hold && { hold }), ...(subject.write && answer.status >= failing && { ambiguous: true }) };
  };
}
