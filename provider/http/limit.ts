// Limits that all callers of a remote share: how many at once, and the pause that a service asks for. Knows no sockets.
import { onAbort, pause } from "./abort";
import { retryAfter } from "./retry-after";
import type { HttpResponse } from "./message";

/** The longest pause of a whole host, and of a request unless its module grants a longer one, in milliseconds (search.md 4). */
export const longestHold = 30_000;

/** A fixed number of permits, handed out in the order of asking. */
export interface Slots {
  /** Fails with the reason of the signal when that is aborted while waiting. */
  take(signal: AbortSignal): Promise<void>;
  release(): void;
}

/** Makes permits; each one taken must be released exactly once. */
export function createSlots(count: number): Slots {
  let free = count;
  const queue = new Set<() => void>();
  const wait = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const leave = onAbort(signal, () => {
        queue.delete(enter);
        reject(signal.reason);
      });
      const enter = (): void => {
        leave();
        resolve();
      };
      queue.add(enter);
    });
  return {
    async take(signal) {
      if (signal.aborted) throw signal.reason;
      if (free === 0) return wait(signal);
      free -= 1;
    },
    release() {
      const [next] = queue;
      if (!next) return void (free += 1);
      queue.delete(next);
      next();
    },
  };
}

/** Holds back all requests to an origin that asked for a pause (protocol 8, case 78). */
export interface Gate {
  /**
   * Reads 429 and 503 answers with Retry-After; answers whether this one began the pause or found it begun. One that asks for more than the longest pause is
   * its caller's matter: others would wait for long without being told why.
   */
  note(origin: string, response: HttpResponse): "first" | "joined" | undefined;
  /** Waits until the origin may be asked again; fails with the reason of the signal. */
  pass(origin: string, signal: AbortSignal): Promise<void>;
}

/** Makes a gate. `now` answers milliseconds on a clock that never goes back. */
export function createGate(now: () => number = () => performance.now()): Gate {
  const until = new Map<string, number>();
  return {
    note(origin, response) {
      const asked = response.status === 429 || response.status === 503 ? retryAfter(response.headers, Date.now()) : undefined;
      if (!asked || asked > longestHold) return undefined;
      const before = until.get(origin) ?? 0;
      until.set(origin, Math.max(before, now() + asked));
      return before > now() ? "joined" : "first";
    },
    async pass(origin, signal) {
      for (let end = until.get(origin); end !== undefined; end = until.get(origin)) {
        const left = end - now();
        if (left > 0) await pause(Math.ceil(left), signal);
        else until.delete(origin);
      }
    },
  };
}
