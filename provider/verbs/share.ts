// Identical lookups that run at the same time are asked once (protocol 8). Errors are not kept, and nothing outlives the flight.
import type { Call, Operation } from "../core/contract";
import { ProviderError } from "../core/errors";
import type { PlainMap } from "../core/value";

interface Flight {
  answer: Promise<PlainMap>;
  passengers: number;
  abort: AbortController;
}

/** The lookups in flight, by what is asked of whom. */
export class Flights {
  private readonly running = new Map<string, Flight>();

  /** The answer of the flight with this key, started when there is none. A caller that is cancelled leaves; the last one to leave ends the flight. */
  async join(key: string, call: Call, read: (operation: Operation) => Promise<PlainMap>): Promise<PlainMap> {
    if (call.signal.aborted) throw call.signal.reason;
    const flight = this.running.get(key) ?? this.start(key, call, read);
    flight.passengers++;
    let leave = (): void => {};
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(call.signal.reason as Error);
      call.signal.addEventListener("abort", leave, { once: true });
    });
    try {
      return await Promise.race([flight.answer, left]);
    } finally {
      call.signal.removeEventListener("abort", leave);
      if (--flight.passengers === 0) this.end(key, flight, call.signal.reason);
    }
  }

  /** Who asks from now on starts a flight of his own, even while this one still has to notice its end. */
  private end(key: string, flight: Flight, reason: unknown): void {
    if (this.running.get(key) === flight) this.running.delete(key);
    flight.abort.abort(reason ?? new ProviderError("cancelled", "nobody waits for the answer any more"));
  }

  private start(key: string, call: Call, read: (operation: Operation) => Promise<PlainMap>): Flight {
    const abort = new AbortController();
    // Logs and status lines go to the caller that started the flight.
    const operation: Operation = {
      signal: abort.signal,
      status: (message) => call.status(message),
      log: (severity, message) => call.log(severity, message),
    };
    const answer = read(operation).finally(() => this.running.get(key) === flight && this.running.delete(key));
    answer.catch(() => {}); // each passenger meets the error itself; without passengers it is nobody's
    const flight: Flight = { answer, passengers: 0, abort };
    this.running.set(key, flight);
    return flight;
  }
}
