// Delays all requests to a host that has requested a pause. See docs/protocol.md#case-78 and docs/modules/search.md#requests.
import type { HttpResponse } from "../../contract/http";
import { retryAfter } from "../headers";
import { pause } from "./abort";

/** The longest delay of a whole host, and the default limit of a requested delay of one request, in ms. */
export const maxBackoffMs = 30_000;

/** The hosts that have requested a pause. */
interface HostBackoff {
  /**
   * Records the pause that a 429 or 503 response with Retry-After requests; returns whether this one starts the pause or joins one. A longer delay than {@link maxBackoffMs} does not
   * pause the host, because other requests would wait without a status line.
   */
  record(origin: string, response: HttpResponse): "first" | "joined" | undefined;
  /** Waits until the origin accepts requests again; fails with the reason of the signal. */
  wait(origin: string, signal: AbortSignal): Promise<void>;
}

/** Creates an empty backoff. `now` returns milliseconds of a monotonic clock. */
export function createHostBackoff(now: () => number = () => performance.now()): HostBackoff {
  const until = new Map<string, number>();
  return {
    record(origin, response) {
      const requested = response.status === 429 || response.status === 503 ? retryAfter(response.headers, Date.now()) : undefined;
      if (!requested || requested > maxBackoffMs) return undefined;
      const before = until.get(origin) ?? 0;
      until.set(origin, Math.max(before, now() + requested));
      return before > now() ? "joined" : "first";
    },
    async wait(origin, signal) {
      for (let end = until.get(origin); end !== undefined; end = until.get(origin)) {
        const left = end - now();
        if (left > 0) await pause(Math.ceil(left), signal);
        else until.delete(origin);
      }
    },
  };
}
